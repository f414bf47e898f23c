// `--only` -> the cases that run, and the findings that are reported: other operations run because the cases depend on them.
import type { Finding } from "../finding.ts";
import type { Phase } from "./run-report.ts";

/** The beginning of the ids of the selected cases; `null`: all cases. */
export type Selected = string | null;

/** All others use what these phases create. */
const needed: readonly Phase[] = ["baseline", "subscriptions"];

export function isRun(only: Selected, phase: Phase, caseId: string): boolean {
  return only === null || needed.includes(phase) || caseId.startsWith(only);
}

/** Whether a case of the operation or event may be selected. */
export function isAbout(only: Selected, subject: string): boolean {
  return only === null || subject.startsWith(only) || only.startsWith(`${subject}/`);
}

/**
 * Whether a finding is reported. `isKnown`: a case that is not selected has it too, so a run of all cases reports it there, unless
 * it is about the selected operation.
 */
export function isReported(
  only: Selected,
  { subject, caseId }: Pick<Finding, "subject" | "caseId">,
  isKnown: boolean,
): boolean {
  if (only === null) return true;
  if (caseId?.startsWith(only) === true) return !isKnown || (subject !== null && isAbout(only, subject));
  // Of an operation as a whole, other cases may have findings.
  return subject !== null && (caseId === null ? isAbout(only, subject) : subject.startsWith(only));
}
