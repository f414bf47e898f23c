// Changes -> a report in JUnit's XML, which most CI systems show: a failed test for each change that fails the run, a passed one for others.
import { printable } from "../../diagnostics/index.ts";
import { type Bump, type Change, isLarger } from "../change.ts";
import { acceptedWords, type Shown, shownPlace, usesInShort } from "./shown-change.ts";

export interface JUnit extends Shown {
  /** The smallest bump that fails the run. `null`: major changes are shown as failures, although the run passes. */
  readonly failOn: Bump | null;
}

export function junitOfChanges({ changes, accepted = [], prefixes, failOn }: JUnit): string {
  const smallest = failOn ?? "major";
  const fails = ({ bump }: Change): boolean => !isLarger(smallest, bump);
  const failures = changes.filter(fails).length;
  const caseOf = (change: Change): string => {
    const { bump, rule, message, means, revision, base } = change;
    const open = `    <testcase classname="${attribute(rule)}" name="${attribute(message)}"`;
    if (!fails(change)) return `${open}/>`;
    const text = [
      shownPlace(revision, prefixes.revision).label,
      `was ${shownPlace(base, prefixes.base).label}`,
      means,
      `in: ${usesInShort(change)}`,
    ]
      .map(content)
      .join("\n");
    return `${open}>\n      <failure type="${bump}" message="${attribute(message)}">${text}</failure>\n    </testcase>`;
  };
  const skipped = accepted.map((each) => {
    const name = `    <testcase classname="${attribute(each.change.rule)}" name="${attribute(each.change.message)}">`;
    return `${name}\n      <skipped message="${attribute(acceptedWords(each))}"/>\n    </testcase>`;
  });
  // Without a change there is a passed test, so that no system takes an empty report for a broken run.
  const none = '    <testcase classname="waybill diff" name="no changes"/>';
  const cases = changes.length + skipped.length === 0 ? [none] : [...changes.map(caseOf), ...skipped];
  const counts = `tests="${cases.length}" failures="${failures}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="waybill diff" ${counts}>`,
    `  <testsuite name="waybill diff" ${counts} errors="0" skipped="${skipped.length}">`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function content(text: string): string {
  return printable(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function attribute(text: string): string {
  return content(text).replaceAll('"', "&quot;");
}
