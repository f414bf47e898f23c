// Changes -> a report in JUnit's XML, which most CI systems show: a failed test for each change that fails the run, a passed one for others.
import { junitOf, printable, type TestCase } from "../../diagnostics/index.ts";
import { type Bump, type Change, isLarger } from "../change.ts";
import { acceptedWords, type Shown, shownPlace, usesInShort } from "./shown-change.ts";

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
