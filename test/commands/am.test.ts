import { testCommands } from "../support/compare-with-git/test-cases.ts";

const resolved = "seq 1 12 >a; git add a";
/** A patch whose author wrote a Message-ID, a subject with tags and a scissors line. */
const mail = `cat >../mail <<'END'
From: Mail Author <mail@example.org>
Date: Mon, 6 May 2019 07:08:09 +0200
Subject: [PATCH v2 1/2] [core] Add mailed
Message-ID: <20190506.1@example.org>

Hello, this is cut.

-- >8 --
The text of the mail.

Acked-by: Ack Er <ack@example.org>
---
 mailed | 1 +

diff --git a/mailed b/mailed
new file mode 100644
--- /dev/null
+++ b/mailed
@@ -0,0 +1 @@
+mailed
END`;

testCommands([
  { title: "am of one patch", run: "git am $patches/0001*" },
  { title: "am of two files", run: "git am $patches/000*", commits: 2 },
  { title: "am of a mailbox", run: "git am $patches/side.mbox", commits: 2 },
  { title: "am of a mailbox on standard input", run: "git am <$patches/side.mbox", commits: 2 },
  { title: "am -q", run: "git am -q $patches/side.mbox", commits: 2 },
  { title: "am -s", run: "git am -s $patches/side.mbox", commits: 2 },
  { title: "am -3", run: "git am -3 $patches/side.mbox", commits: 2 },
  { title: "am -k", run: "git am -k $patches/side.mbox", commits: 2 },
  { title: "am -m of a Message-ID", setup: mail, run: "git am -m ../mail" },
  { title: "am --scissors", setup: mail, run: "git am --scissors ../mail" },
  { title: "am --keep-non-patch", setup: mail, run: "git am --keep-non-patch ../mail" },
  { title: "am with am.messageid", setup: mail, run: "git -c am.messageid=true am ../mail" },
  { title: "am -s -m", setup: mail, run: "git am -s -m ../mail" },
  {
    title: "am --committer-date-is-author-date",
    run: "git am --committer-date-is-author-date $patches/side.mbox",
    commits: 2,
  },
  {
    title: "am with a conflict, then --continue",
    run: `git am $patches/clash.patch; ${resolved}; git am --continue`,
  },
  {
    title: "am -3 with a conflict, then --continue",
    run: `git am -3 $patches/clash.patch; ${resolved}; git am --continue`,
  },
  {
    title: "am -3 with a conflict, then --resolved -q",
    run: `git am -3 $patches/clash.patch; ${resolved}; git am --resolved`,
  },
  {
    title: "am with a conflict, then --skip",
    run: "git am $patches/clash.patch $patches/0001*; git am --skip",
  },
  {
    title: "am -s with a conflict, then --continue and more",
    run: `git am -s $patches/clash.patch $patches/0001*; ${resolved}; git am --continue`,
    commits: 2,
  },
  {
    title: "am of a patch that has the trailer",
    setup:
      "printf '%s\\n' 'From: A <a@x>' 'Date: Mon, 6 May 2019 07:08:09 +0200' 'Subject: one' '' 'Co-authored-by: Robo Bot <bot@example.org>' --- '' >../mail; sed -n '/^diff/,$p' $patches/0001* >>../mail",
    run: "git am ../mail",
  },
  {
    title: "am --quoted-cr of a mail with CR LF",
    setup: `${mail}; sed -i 's/$/\\r/' ../mail`,
    run: "git am ../mail",
  },
]);
