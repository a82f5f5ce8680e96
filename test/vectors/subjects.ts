/**
 * The hot-path functions that have vectors. This file and the cases are compiled to bytecode too, so
 * that the same vectors run inside the native engine.
 */
import { isTrustedAddress } from "../../shim/push/trusted-remotes.ts";
import { oddHeaderCases } from "./cases/commit-object.ts";
import { whyNotJudgeable } from "../../shim/git/commit-object.ts";
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { appendUnique } from "../../engine/core/effects/append-unique.ts";
import { ensurePrefix, ensureTextPrefix, hasPrefix } from "../../engine/core/effects/ensure-prefix.ts";
import { ensureSection } from "../../engine/core/effects/ensure-section.ts";
import { ensureSuffix, ensureTextSuffix, hasSuffix } from "../../engine/core/effects/ensure-suffix.ts";
import { ensureTrailer } from "../../engine/core/effects/ensure-trailer.ts";
import { removeTrailer } from "../../engine/core/effects/remove-trailer.ts";
import { cleanMessage } from "../../engine/core/clean-message.ts";
import { forbidMatchRow, requireMatchRow } from "../../engine/core/effects/match.ts";
import { readIdent } from "../../engine/core/ident.ts";
import { fnv1a } from "../../engine/core/plan-file.ts";
import { asStored, isEmptyMessage, type CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import { draftOf } from "../../engine/core/text/text-draft.ts";
import { seenKind } from "../../engine/core/seen-kind.ts";
import { remoteName } from "../../engine/core/remote-name.ts";
import { matches, type PatternDfa } from "../../engine/core/pattern-dfa.ts";
import { diffLines } from "../../shim/report/diff-lines.ts";
import { readCommitLine, whyNotPlain } from "../../shim/git/commit-line.ts";
import { joinCommitTreeParts } from "../../shim/git/commit-tree-line.ts";
import { replaceMessage } from "../../shim/git/edit-argv.ts";
import { parseGlobalOptions } from "../../shim/git/global-options.ts";
import { joinMergeMessages } from "../../shim/git/merge-line.ts";
import { parseConfigFile } from "../../shim/git/config-file.ts";
import { wantedSettings } from "../../shim/git/wanted-settings.ts";
import { rewriteUrl } from "../../shim/git/remotes.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import type { Effect, Plan } from "../../engine/core/plan.ts";
import type { EffectRow, OnMessage } from "../../engine/core/effects/effect-row.ts";
import { rowOf } from "../../engine/core/effects/effects.ts";
import { addLowerLayers } from "../../shim/plan/add-lower-layers.ts";
import { givesBakedHook } from "../../shim/push/gated-push.ts";
import { bakedFolderFor } from "../../shim/seal/baked-hooks.ts";
import { parseBreakGlass } from "../../shim/seal/break-glass.ts";
import { identCases } from "./cases/ident.ts";
import { dispatchCases } from "./cases/dispatch.ts";
import { dispatchListCases } from "./cases/dispatch-list.ts";
import { dispatchPlainTextCases } from "./cases/dispatch-plain-text.ts";
import { fixpointCases } from "./cases/fixpoint.ts";
import { dispatch } from "./dispatch.ts";
import { judge } from "./judge.ts";
import { bytesCases, fnvCases } from "./cases/bytes.ts";
import { configFileCases, globalOptionCases, planDirCases } from "./cases/config.ts";
import { commitLineCases, editCases } from "./cases/commit-line.ts";
import { commandLineCases, joinMergeCases, joinPartsCases } from "./cases/command-lines.ts";
import {
  appendUniqueCases,
  hasPrefixCases,
  hasSuffixCases,
  prefixCases,
  removeTrailerCases,
  sectionCases,
  suffixCases,
  textPrefixCases,
  textSuffixCases,
} from "./cases/effects.ts";
import { diffCases, emptyMessageCases, trailerCases } from "./cases/message.ts";
import { caseCases, partCheckCases } from "./cases/part-checks.ts";
import { checkCases, cleanMessageCases, matchesCases } from "./cases/pattern.ts";
import {
  addLowerCases,
  bakedFolderCases,
  bakedPushCases,
  breakGlassCases,
  sealedOfCases,
} from "./cases/sealed.ts";
import { readLine } from "./command-lines.ts";
import { objectCases } from "./cases/engine-objects.ts";
import { tryObjects } from "./engine-objects.ts";
import { ghLineCases } from "./cases/gh.ts";
import { shoutGhLine } from "./gh-lines.ts";
import { seenKindCases } from "./cases/seen-kind.ts";
import { otherMachineCases, remoteNameCases, remoteSettingCases, rewriteUrlCases } from "./cases/remotes.ts";
import type { Vector } from "./vector.ts";

export interface Subject {
  name: string;
  run: (...input: any[]) => unknown;
  vectors: readonly Vector[];
}

/** The parts of a parsed `git commit` line that decide what happens. */
function summariseCommitLine(words: string[]): unknown {
  const line = readCommitLine(["git", "commit"].concat(words), 2);
  if (line === null) return "rejected";
  return {
    messages: line.messages.map((use) => use.value),
    files: line.files.map((use) => use.value),
    on: Object.keys(line.on).sort(),
    dryRun: line.isDryRun,
    cleanup: line.cleanup,
    whyNotPlain: whyNotPlain(line),
  };
}

function editCommitLine(words: string[], message: string | null): unknown {
  const argv = ["git", "commit"].concat(words);
  const line = readCommitLine(argv, 2);
  if (line === null) return "rejected";
  const uses = line.messages.length > 0 ? line.messages : line.files;
  return replaceMessage(argv, uses, message === null ? { kind: "stdin" } : { kind: "argument", message });
}

export const subjects: readonly Subject[] = [
  {
    name: "utf-8",
    run: (text: string) => [encodeUtf8(text), decodeUtf8(encodeUtf8(text))],
    vectors: bytesCases,
  },
  { name: "fnv1a", run: fnv1a, vectors: fnvCases },
  { name: "objects of the engine", run: tryObjects, vectors: objectCases },
  { name: "ensureTrailer", run: ensureTrailer, vectors: trailerCases },
  { name: "removeTrailer", run: removeTrailer, vectors: removeTrailerCases },
  { name: "ensureSection", run: ensureSection, vectors: sectionCases },
  { name: "ensurePrefix", run: ensurePrefix, vectors: prefixCases },
  { name: "hasPrefix", run: hasPrefix, vectors: hasPrefixCases },
  { name: "ensureTextPrefix", run: ensureTextPrefix, vectors: textPrefixCases },
  { name: "ensureSuffix", run: ensureSuffix, vectors: suffixCases },
  { name: "hasSuffix", run: hasSuffix, vectors: hasSuffixCases },
  { name: "ensureTextSuffix", run: ensureTextSuffix, vectors: textSuffixCases },
  { name: "appendUnique", run: appendUnique, vectors: appendUniqueCases },
  { name: "runEffects", run: dispatch, vectors: dispatchCases },
  { name: "runEffects, no commit message", run: dispatch, vectors: dispatchPlainTextCases },
  { name: "runEffects, a list", run: dispatch, vectors: dispatchListCases },
  { name: "seenKind", run: seenKind, vectors: seenKindCases },
  { name: "createMessageJudge", run: judge, vectors: fixpointCases },
  { name: "whyNotJudgeable", run: whyNotJudgeable, vectors: oddHeaderCases },
  { name: "readIdent", run: readIdent, vectors: identCases },
  { name: "isEmptyMessage", run: isEmptyMessage, vectors: emptyMessageCases },
  { name: "cleanMessage", run: cleanMessage, vectors: cleanMessageCases },
  { name: "matches", run: matches, vectors: matchesCases },
  {
    name: "the checks",
    run: (text, dfa, rules) => ({
      require: holdsIn(requireMatchRow, text, dfa, rules),
      forbid: holdsIn(forbidMatchRow, text, dfa, rules),
    }),
    vectors: checkCases,
  },
  { name: "checks of parts", run: findInPart, vectors: partCheckCases },
  { name: "text.case", run: findInPart, vectors: caseCases },
  { name: "diffLines", run: diffLines, vectors: diffCases },
  { name: "parseGlobalOptions", run: parseGlobalOptions, vectors: globalOptionCases },
  { name: "parseConfigFile", run: parseConfigFile, vectors: configFileCases },
  {
    name: "parseConfigFile, remotes",
    run: (text) => parseConfigFile(text, wantedSettings.remotes),
    vectors: remoteSettingCases,
  },
  { name: "remoteName", run: remoteName, vectors: remoteNameCases },
  {
    name: "isTrustedAddress",
    run: (url) => isTrustedAddress({}, url),
    vectors: otherMachineCases,
  },
  { name: "rewriteUrl", run: rewriteUrl, vectors: rewriteUrlCases },
  { name: "planDirOf", run: planDirOf, vectors: planDirCases },
  { name: "sealedOf", run: sealedOf, vectors: sealedOfCases },
  { name: "parseBreakGlass", run: parseBreakGlass, vectors: breakGlassCases },
  { name: "bakedFolderFor", run: bakedFolderFor, vectors: bakedFolderCases },
  { name: "givesBakedHook", run: givesBakedHook, vectors: bakedPushCases },
  { name: "addLowerLayers", run: addLower, vectors: addLowerCases },
  { name: "commit line", run: summariseCommitLine, vectors: commitLineCases },
  { name: "command line", run: readLine, vectors: commandLineCases },
  { name: "joinMergeMessages", run: joinMergeMessages, vectors: joinMergeCases },
  { name: "joinCommitTreeParts", run: joinCommitTreeParts, vectors: joinPartsCases },
  { name: "edited argv", run: editCommitLine, vectors: editCases },
  { name: "gh line", run: shoutGhLine, vectors: ghLineCases },
];

/** What a check of a part says of a stored message. */
function findInPart(text: string, effect: Effect): string | null {
  const { found } = (rowOf(effect) as EffectRow<any>).on.message as OnMessage<any>;
  const finding = found === undefined ? null : found(draftOf(text, asStored), effect);
  return finding === null ? null : finding.text;
}

function holdsIn(row: any, text: string, dfa: PatternDfa, cleanup: CleanupSettings): boolean {
  return row.on.message.holds(draftOf(text, cleanup), { dfa }, "");
}

/** The sealed plan itself is kept, too. */
function addLower(sealed: Plan, combined: Plan): Plan {
  const plan = { ...addLowerLayers(sealed, combined) };
  if (plan.sealed !== sealed) throw new Error("the sealed plan is another");
  delete plan.sealed;
  return plan;
}

/** Every subject's outputs, in the order of its vectors. */
export function runAll(): { [subject: string]: unknown[] } {
  const outputs: { [subject: string]: unknown[] } = {};
  for (const subject of subjects) {
    outputs[subject.name] = subject.vectors.map((vector) => subject.run(...vector.input));
  }
  return outputs;
}
