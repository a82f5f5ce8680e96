/**
 * Kills install.sh at many points: another run must work, and `--uninstall` must restore every file.
 */
import { compareFileStates, readFileList } from "./file-state.mjs";
import { judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;
/** Kill at every nth of the commands that change something. */
const stride = 11;

/** Wraps a command on the PATH: counts the calls, and kills the script at the chosen one. */
const stopper = `#!/bin/sh
name=\${0##*/}
PATH=/usr/sbin:/usr/bin:/sbin:/bin
case "$name $*" in "dpkg-divert "*--truename*) exec dpkg-divert "$@" ;; esac
echo "$name $*" >>/tmp/calls
if [ "$(wc -l </tmp/calls)" -eq "$STOP_AT" ]; then
  # It writes its database first, and then moves the file: killed in between.
  case "$name $*" in
    "dpkg-divert "*" --rename --add "*) dpkg-divert --quiet --package interlock --divert "$5" --no-rename --add "$8" ;;
  esac
  kill -KILL "$(cat /tmp/pid)"
  exit 1
fi
exec "$name" "$@"
`;
const stopped = `mkdir /tmp/stop && cat >/tmp/stop/cp <<'END' && chmod +x /tmp/stop/cp
${stopper}END
for name in mv ln rm rmdir mkdir chmod dpkg-divert; do cp /tmp/stop/cp /tmp/stop/$name; done
run_stopped() {
  export STOP_AT=$1; shift
  rm -f /tmp/calls
  PATH=/tmp/stop:$PATH sh -c 'echo $$ >/tmp/pid; exec "$@"' sh "$@" >/tmp/log 2>&1
}
`;

/** The numbers of the commands to stop at: a sample, and every diversion. */
function listStops(image, arrange, words) {
  const { output } = image.run(`${stopped}${arrange}\nrun_stopped 0 ${install} ${words}; cat /tmp/calls`);
  const calls = output.split("\n").slice(0, -1);
  const isStop = (call, index) => index % stride === 0 || call.startsWith("dpkg-divert");
  return calls.flatMap((call, index) => (isStop(call, index) ? [index + 1] : []));
}

/** These print only what is wrong. */
const isWell = `git --version >/dev/null || echo 'there is no git'`;
const isUndone = `${isWell}; dpkg --verify git gh; dpkg-divert --list | grep interlock; ls -d /var/log/interlock 2>/dev/null; true`;
const undo = `${install} --uninstall >/tmp/log 2>&1 || cat /tmp/log`;
const again = `${install} >/tmp/log 2>&1 || cat /tmp/log`;

const kinds = [
  { name: "an install", arrange: "", words: "", followUps: [undo, `${again}; ${undo}`] },
  { name: "a second install", arrange: again, words: "--minimal", followUps: [undo, `${again}; ${undo}`] },
  { name: "an uninstall", arrange: again, words: "--uninstall", followUps: [undo] },
];

export function checkInterruptions(image, results) {
  const before = readFileList(image);
  const stopAndUndo = (stop, { arrange, words }, next) => {
    const script = `${stopped}${arrange}
      run_stopped ${stop} ${install} ${words}; [ $? -eq 137 ] || echo 'not killed'
      { ${isWell}; [ ! -e /opt/interlock ] || { ${next}; }; ${isUndone}; } >/tmp/found 2>&1
      [ ! -s /tmp/found ] || { tail -n 1 /tmp/calls; cat /tmp/found; }`;
    return judge(image.run(script), /^$/) || compareFileStates(before, readFileList(image));
  };
  for (const kind of kinds) {
    const { name, arrange, words, followUps } = kind;
    const stops = listStops(image, arrange, words);
    image.run(undo);
    const problems = [];
    for (const [index, stop] of stops.entries()) {
      const difference = stopAndUndo(stop, kind, followUps[index % followUps.length]);
      if (difference !== "") problems.push(`at command ${stop}:\n${difference}`);
    }
    results.add(
      `${name} that is killed at ${stops.length} places can be finished and undone`,
      problems.join("\n"),
    );
    results.add(`${name} has places to be killed at`, stops.length > 4 ? "" : `${stops.length}`);
  }
}
