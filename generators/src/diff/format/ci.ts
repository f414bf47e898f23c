// Changes -> what CI systems show: GitHub's annotations, JUnit's XML, and SARIF.
import { annotationOf, junitOf, printable, sarifOf, type TestCase, uriOf } from "../../diagnostics/index.ts";
import { writtenAt } from "../../model/place.ts";
import { type Bump, type Change, fingerprintOf, isLarger } from "../change.ts";
import type { AcceptedChange } from "../policy/policy.ts";
import { kinds } from "../rules/all-rules.ts";
import { acceptedWords, type Shown, shownPlace, usesInShort } from "./shown-change.ts";

export interface Annotated extends Shown {
  /** The smallest bump that fails the run, or `null`. */
  readonly failOn: Bump | null;
  /** The path of a file in the checkout. */
  readonly fileOf: (path: string) => string;
}

/** A change that fails the run is an error; another major change is a warning. */
export function githubOfChanges({ changes, prefixes, failOn, fileOf }: Annotated): string {
  const lines = changes.map((change) => {
    const { bump, rule, message, means, base, revision } = change;
    const { line, column } = shownPlace(revision, "");
    const fails = failOn !== null && !isLarger(failOn, bump);
    const was = `was ${shownPlace(base, prefixes.base).label}`;
    return annotationOf({
      severity: fails ? "error" : bump === "major" ? "warning" : "notice",
      file: prefixes.revision === "" ? fileOf(writtenAt(revision).document.path) : null,
      line: prefixes.revision === "" ? line : null,
      column,
      title: `${bump}: ${rule}`,
      text: [message, means, `in: ${usesInShort(change)}`, was].join("\n"),
    });
  });
  return lines.map((line) => `${line}\n`).join("");
}

export interface JUnit extends Shown {
  /** The smallest bump that fails the run. `null`: major changes are shown as failures, although the run passes. */
  readonly failOn: Bump | null;
}

export function junitOfChanges({ changes, accepted = [], prefixes, failOn }: JUnit): string {
  const smallest = failOn ?? "major";
  const caseOf = (change: Change): TestCase => {
    const { bump, means, revision, base } = change;
    const test = testOf(change);
    if (isLarger(smallest, bump)) return test;
    const lines = [
      shownPlace(revision, prefixes.revision).label,
      `was ${shownPlace(base, prefixes.base).label}`,
      means,
      `in: ${usesInShort(change)}`,
    ];
    return { ...test, failures: [{ type: bump, message: test.name, text: lines.map(printable).join("\n") }] };
  };
  const skipped = accepted.map((each) => ({ ...testOf(each.change), skipped: printable(acceptedWords(each)) }));
  // Without a change there is a passed test, so that no system takes an empty report for a broken run.
  const none = { classname: command, name: "no changes" };
  const cases = changes.length + skipped.length === 0 ? [none] : [...changes.map(caseOf), ...skipped];
  return junitOf({ name: command, suites: [{ name: command, cases }] });
}

const command = "waybill diff";

function testOf({ rule, message }: Change): TestCase {
  return { classname: rule, name: printable(message) };
}

// Changes -> SARIF 2.1.0, which code scanning shows: a result for each change, at its place in the revision.

export interface Sarif extends Shown {
  /** The version of the tool. */
  readonly version: string;
  /** The path of a file from the root of the checkout, by its absolute path. */
  readonly fileOf: (path: string) => string;
}

const levels: Readonly<Record<Bump, string>> = { major: "error", minor: "warning", patch: "note" };

export function sarifOfChanges({ changes, accepted = [], prefixes, version, fileOf }: Sarif): string {
  const usedRules = new Set([...changes, ...accepted.map(({ change }) => change)].map(({ rule }) => rule));
  const rules = kinds.filter(({ id }) => usedRules.has(id)).map(({ id }) => id);
  const resultOf = (change: Change): object => ({
    ruleId: change.rule,
    ruleIndex: rules.indexOf(change.rule),
    level: levels[change.bump],
    message: { text: printable(`${change.message}. ${change.means} In ${usesInShort(change)}.`) },
    locations: [locationOf(change.revision, { prefix: prefixes.revision, fileOf })],
    relatedLocations: [
      { id: 1, message: { text: "before" }, ...locationOf(change.base, { prefix: prefixes.base, fileOf }) },
    ],
    partialFingerprints: { "waybillChange/v1": fingerprintOf(change) },
    properties: { bump: change.bump, uses: change.uses.map(({ where }) => where) },
  });
  const suppressed = ({ change, acceptance }: AcceptedChange): object => ({
    ...resultOf(change),
    suppressions: [{ kind: "external", justification: acceptance.reason }],
  });
  const described = rules.map((id) => ({ id, text: id.replaceAll("-", " ") }));
  const results = [...changes.map(resultOf), ...accepted.map(suppressed)];
  return sarifOf({ name: "waybill diff", version, rules: described, results });
}

function locationOf(
  location: Change["base"],
  { prefix, fileOf }: { readonly prefix: string; readonly fileOf: Sarif["fileOf"] },
): object {
  const { line, column, pointer } = shownPlace(location, prefix);
  return {
    physicalLocation: {
      artifactLocation: { uri: artifactOf(prefix, fileOf(location.document.path)) },
      ...(line === null ? {} : { region: { startLine: line, ...(column === null ? {} : { startColumn: column }) } }),
    },
    logicalLocations: [{ fullyQualifiedName: pointer === "" ? "/" : pointer }],
  };
}

/** A file of a commit is no file of the checkout: its name is kept as a part of the path. */
function artifactOf(prefix: string, file: string): string {
  return uriOf(`${prefix === "" ? "" : `${prefix.replaceAll(":", "")}/`}${file}`);
}
