/**
 * To change what git itself sends: by messages of the caller's, which git prints as formats, and by the program that
 * signs a push. An install on a PATH does not stop them: there the caller may load code of his own, too.
 */
import { stopped, type Attempt, type Transports } from "./attempt.ts";

/**
 * A catalogue with one message, below `$OUT/po/xx`. Its text is a format that writes (`%n`) into a variable of git's,
 * which one depends on how git was built: here as Debian 12 builds it.
 */
const catalogue = (message: string, text: string): string => `cat >$OUT/mo.py <<'P'
import struct, os
key, text = b"${message}", ${text}
for name in ("xx", "C.UTF-8"):
    folder = os.environ["OUT"] + "/po/" + name + "/LC_MESSAGES"
    os.makedirs(folder)
    with open(folder + "/git.mo", "wb") as f:
        f.write(struct.pack("<11I", 0x950412de, 0, 1, 28, 36, 0, 0, len(key), 44, len(text), 45 + len(key)) + key + b"\\0" + text + b"\\0")
P
python3 $OUT/mo.py`;

/** Sets TRANSPORT_PUSH_NO_HOOK in the flags of `git push`. */
const withoutHook = `forge; ${catalogue("more than one receivepack given, using the first", 'b"%c" * 97 + b"%415c%n"')}
git config --add remote.origin.receivepack git-receive-pack
git config --add remote.origin.receivepack git-receive-pack`;

/** Makes `git send-pack` send what has the same name on both sides, whatever ids it was told. */
const matching = `good; g=$(git rev-parse HEAD); git update-ref refs/heads/main main~; forge
${catalogue("%s does not point to a valid object!", 'b"%c" * 62 + b"%38c%n"')}
executable .git/hooks/pre-push <<'X'
#!/bin/sh
echo 1234567890123456789012345678901234567890 >.git/refs/heads/zz
X`;

/** What would send the bad commit where nothing is in the way: there is no `send-pack` to be told ids. */
const plainly =
  "test -e /etc/interlock/config.yaml || { rm .git/hooks/pre-push .git/refs/heads/zz; git push -q -f origin main; }";

const byPath = "LANGUAGE=../../../$OUT/po/xx LC_ALL=C.UTF-8";

/** The bad commit goes as a file of a tree, which has no message; the program that signs names a ref for it. */
const signer = `forge; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~
t=$(perl -e 'print "100644 x\\0", pack("H*", shift)' $b | git hash-object -t tree -w --literally --stdin)
executable $OUT/gpg <<X
#!/bin/sh
cat >/dev/null
echo >&2; echo '[GNUPG:] SIG_CREATED x' >&2
printf '%040d %s refs/heads/new\\n' 0 $b
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'
X
case $REMOTE in /*) git config --global receive.certNonceSeed x ;; esac
git config gpg.program $OUT/gpg; git config user.signingKey x`;

const over = (transports: Transports, attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, over: transports }));

export const sendingAttempts: readonly Attempt[] = [
  ...over(
    ["path", "git"],
    stopped("seal", {
      "a message catalogue that skips the hook, by `LANGUAGE`": `${withoutHook}; ${byPath} git push origin main`,
      "the same by `GIT_TEXTDOMAINDIR`": `${withoutHook}; GIT_TEXTDOMAINDIR=$OUT/po LANGUAGE=xx LC_ALL=C.UTF-8 git push origin main`,
      "the same without `LANGUAGE`": `${withoutHook}; GIT_TEXTDOMAINDIR=$OUT/po LC_ALL=C.UTF-8 git push origin main`,
    }),
  ),
  ...over(
    ["http"],
    stopped("seal", {
      "a message catalogue that makes `send-pack` send other refs": `${matching}\nGIT_REF_PARANOIA=0 ${byPath} git push origin $g:refs/heads/main || :; ${plainly}`,
    }),
  ),
  ...over(
    ["path", "git", "http"],
    stopped("refusal", {
      "a signed push whose signature names another ref": `${signer}; git push --signed origin $t:refs/tags/t`,
      "the same, if the remote asks for it": `${signer}; git push --signed=if-asked origin $t:refs/tags/t`,
      "the same by `push.gpgSign`": `${signer}; git -c push.gpgSign=true push origin $t:refs/tags/t`,
    }),
  ),
  ...over(
    ["path", "git"],
    stopped("refusal", {
      "`send-pack --signed`, whose signature names another ref": `${signer}; git send-pack --signed $REMOTE $t:refs/tags/t`,
    }),
  ),
];
