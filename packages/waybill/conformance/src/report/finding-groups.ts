// Findings -> those to print: where many operations and statuses have the same fault, the first of them and the names of the others.
import type { Finding } from "../finding.ts";

export interface FindingGroup {
  readonly first: Finding;
  /** `listOrders 401`: of those that are the same fault. */
  readonly others: readonly string[];
}

/** Fewer are printed whole. */
const many = 4;

export function groupsOfFindings(findings: readonly Finding[]): FindingGroup[] {
  const groups = Map.groupBy(findings, faultOf);
  return findings.flatMap((finding): FindingGroup[] => {
    const group = groups.get(faultOf(finding)) ?? [];
    if (group.length < many) return [{ first: finding, others: [] }];
    return group[0] === finding ? [{ first: finding, others: group.slice(1).map(nameOf) }] : [];
  });
}

/** The check, and the message without the operation and the status in front of it. */
function faultOf(finding: Finding): string {
  return `${finding.check}\n${finding.message.slice(beginningOf(finding).length)}`;
}

function nameOf(finding: Finding): string {
  return beginningOf(finding) || (finding.subject ?? "");
}

/** Of the message: an operation or an event, and the status of a response. */
function beginningOf({ subject, message }: Finding): string {
  if (subject === null || !message.startsWith(subject)) return "";
  const [status = ""] = /^ \d{3}(?=\W)/.exec(message.slice(subject.length)) ?? [];
  return `${subject}${status}`;
}
