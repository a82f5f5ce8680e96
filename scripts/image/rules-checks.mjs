/**
 * What happens to the rules in /etc at the first install, at another one, and at an uninstall.
 */
import { judge } from "./sealed-checks.mjs";
import { releasePlace } from "./variants.mjs";

const install = `${releasePlace}/install.sh`;
const config = "/etc/interlock/config.yaml";
const installed = "/opt/interlock/lib/interlock/install.sh";
/** A release like this one, with another starter. */
const laterRelease = `cp -a ${releasePlace} /tmp/later && echo '# later' >>/tmp/later/config.yaml`;

const cases = [
  {
    name: "rules and plugins of the image's own stay, at a second install and an uninstall",
    script: `${install} && echo '# ours' >>${config} && mkdir /opt/interlock/plugins/house && ${install} && ${installed} &&
      tail -n 1 ${config} && ${install} --uninstall && ls /etc/interlock /opt/interlock/plugins`,
    prints:
      /\n# ours\n[^]*'\/etc\/interlock\/config\.yaml' was changed, and stays\n[^]*\nconfig\.yaml\n[^]*\nhouse\n$/,
  },
  {
    name: "sealed rules that an uninstall left are not taken for a PATH install",
    script: `${install} && echo '# ours' >>${config} && ${install} --uninstall && ! ${install} --no-seal`,
    prints: /\nerror: '\/etc\/interlock\/config\.yaml' has the line 'sealed: true'\nhint: /,
  },
  {
    name: "rules that do not compile leave the old ones in force",
    script: `${install} && echo '# ours' >>${config} && { cat ${config}; echo 'nonsense: 1'; } >/tmp/rules.yaml
      ${install} --config /tmp/rules.yaml; echo "status $?"; tail -n 1 ${config}; ${installed} >/tmp/log; echo "status $?"`,
    prints: /was restored\nerror: [^]*\nstatus 1\n# ours\n[^]*status 0\n$/,
  },
  // Commits of other checks may have been recorded.
  {
    name: "a starter that nobody has changed is replaced by that of a later release, and removed at the end",
    script: `${laterRelease} && ${install} && /tmp/later/install.sh && tail -n 1 ${config} && ${installed} --uninstall && ! ls /etc/interlock`,
    prints: /\n# later\n(?:[^\n]* has records, and stays\n)?interlock: uninstalled\nls: [^\n]*\n$/,
  },
  {
    name: "a later starter does not replace rules that were changed",
    script: `${laterRelease} && ${install} && echo '# ours' >>${config} && /tmp/later/install.sh && tail -n 1 ${config}`,
    prints: /\n# ours\n$/,
  },
  {
    name: "what stays and counts for another install is told",
    script: `${install} >/dev/null 2>&1; mkdir /run/interlock; touch /run/interlock/env; echo 'until x' >/etc/interlock/break-glass
      ${install} | grep break-glass; ${install} --uninstall; rm -r /run/interlock`,
    prints:
      /break-glass' exists, and may disable the rules\n[^]*'\/run\/interlock\/env' stays, [^\n]*\n[^\n]*break-glass' stays, [^\n]*\n(?:[^\n]* has records, and stays\n)?interlock: uninstalled\n$/,
  },
];

export function checkRules(image, results) {
  for (const { name, script, prints } of cases) {
    results.add(name, judge(image.run(script), prints));
    image.run(`${install} --uninstall; rm -rf /etc/interlock /opt/interlock`);
  }
}
