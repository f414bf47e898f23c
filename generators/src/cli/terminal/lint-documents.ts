// Diagnostics -> the documents that CI systems read: SARIF, JUnit and Checkstyle.

import {
  type Code,
  checkstyleOf,
  codes,
  coordinatesOf,
  type Diagnostic,
  junitOf,
  labelOf,
  sarifOf,
  type TestCase,
  uriOf,
} from "../../diagnostics/index.ts";
import { locate } from "../../run/reported.ts";
import { toolkitVersion } from "../../run/toolkit.ts";
import { repositoryOf } from "./report-output.ts";
import type { Terminal } from "./terminal.ts";

export const lintDocuments = ["sarif", "junit", "checkstyle"] as const;

type LintDocument = (typeof lintDocuments)[number];

interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** Whether warnings fail the run. */
  readonly areWarningsFailures: boolean;
}

export function lintDocumentOf(
  kind: LintDocument,
  { diagnostics, areWarningsFailures }: Findings,
  terminal: Terminal,
): string {
  const base = kind === "sarif" ? repositoryOf(terminal) : terminal.cwd;
  const located = locate({ diagnostics, excerpts: new Map(), base: terminal.cwd }, base).map((one) => one.diagnostic);
  switch (kind) {
    case "sarif":
      return sarifOfFindings(located);
    case "checkstyle":
      return checkstyleOfFindings(located);
    case "junit":
      return junitOfFindings(located, areWarningsFailures);
  }
}

const command = "waybill lint";

function sarifOfFindings(diagnostics: readonly Diagnostic[]): string {
  const found: readonly Code[] = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const levels = { error: "error", warning: "warning", tolerated: "note" } as const;
  const results = diagnostics.map(({ code, severity, message, hint, place }) => ({
    ruleId: code,
    ruleIndex: found.indexOf(code),
    level: levels[severity],
    message: { text: `${message}. Hint: ${hint}` },
    locations: locationsOf(coordinatesOf(place)),
  }));
  const rules = found.map((code) => ({ id: code, text: codes[code].cause }));
  return sarifOf({ name: command, version: toolkitVersion(), rules, results });
}

function locationsOf({ file, line, column }: ReturnType<typeof coordinatesOf>): object[] {
  if (file === null) return [];
  const region = { startLine: line ?? 1, startColumn: column ?? 1 };
  return [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }];
}

function checkstyleOfFindings(diagnostics: readonly Diagnostic[]): string {
  const severities = { error: "error", warning: "warning", tolerated: "info" } as const;
  const byFile = Map.groupBy(diagnostics, ({ place }) => coordinatesOf(place).file ?? "");
  const files = [...byFile].map(([name, all]) => ({
    name,
    errors: all.map(({ place, severity, message, hint, code }) => {
      const { line, column } = coordinatesOf(place);
      const text = `${message}; hint: ${hint}`;
      return {
        line: line ?? 1,
        column: column ?? 1,
        severity: severities[severity],
        message: text,
        source: `waybill.${code}`,
      };
    }),
  }));
  return checkstyleOf(files);
}

/** What does not fail the run is a test that passed; without findings there is one, so that no system misses the report. */
function junitOfFindings(diagnostics: readonly Diagnostic[], areWarningsFailures: boolean): string {
  const cases = diagnostics.map(({ code, severity, message, hint, place }): TestCase => {
    const name = [labelOf(place), message].filter((part) => part !== "").join(" ");
    const fails = severity === "error" || (severity === "warning" && areWarningsFailures);
    return {
      classname: code,
      name,
      failures: fails ? [{ type: severity, message, text: `${name}\nhint: ${hint}` }] : [],
    };
  });
  const none = { classname: command, name: "no findings" };
  return junitOf({ name: command, suites: [{ name: command, cases: cases.length === 0 ? [none] : cases }] });
}
