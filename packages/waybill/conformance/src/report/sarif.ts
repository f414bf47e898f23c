// A report -> SARIF 2.1.0, which code scanning shows: a result for each finding, at the line of the description behind it.
import { sarifOf, toolkitVersion, uriOf } from "waybill/command";
import { type Cause, causesOf, checks, type Finding, identityOfFinding, sentenceOf } from "../finding.ts";
import type { RunReport } from "../run/run-report.ts";
import { repeatOf, visible } from "./summary.ts";

/** What has one cause is one result. Paths of the description are relative to the working directory. */
export function sarifReport({ findings, seed }: RunReport): string {
  const rules = [...new Set(findings.map(({ check }) => check))];
  const resultOf = ({ first: finding, others }: Cause): object => ({
    ruleId: finding.check,
    ruleIndex: rules.indexOf(finding.check),
    level: "error",
    message: { text: textOf(finding, seed) },
    ...locationsOf(finding),
    ...(others.length === 0 ? {} : { relatedLocations: others.flatMap((one) => locationsOf(one).locations ?? []) }),
    partialFingerprints: { "waybillConform/v1": identityOfFinding(finding) },
  });
  const described = rules.map((id) => ({ id, text: checks[id] }));
  const results = causesOf(findings).map(resultOf);
  return sarifOf({ name: "waybill conform", version: toolkitVersion(), rules: described, results });
}

function textOf(finding: Finding, seed: number): string {
  const { curl, shown } = finding.evidence;
  const lines = [sentenceOf(finding), ...(curl === null ? [] : [curl]), shown, `again: ${repeatOf(finding, seed)}`];
  return visible(lines.join("\n"));
}

/** `spec/openapi.yaml:7:3`. */
function locationsOf({ where, subject }: Finding): { readonly locations?: readonly object[] } {
  const logicalLocations = subject === null ? [] : [{ name: subject }];
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/s.exec(where ?? "") ?? [];
  if (file === undefined) return logicalLocations.length === 0 ? {} : { locations: [{ logicalLocations }] };
  const uri = uriOf(file.replaceAll("\\", "/"));
  const region = { startLine: Number(line), startColumn: Number(column) };
  return { locations: [{ physicalLocation: { artifactLocation: { uri }, region }, logicalLocations }] };
}
