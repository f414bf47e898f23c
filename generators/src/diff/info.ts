// The Info Object of two descriptions -> what differs.
import type { Info } from "../model/http.ts";
import type { Location } from "../model/place.ts";
import { inside, type Report } from "./rule.ts";
import { compareWritten, compareWrittenExtensions } from "./rules/annotations/as-written.ts";
import { compareText } from "./rules/annotations/text.ts";

interface Described {
  readonly info: Info;
  readonly at: Location;
}

/** Without the version, which changes decide. */
export function compareInfo(base: Described, revision: Described, report: Report): void {
  const [was, is] = [base, revision].map(({ info, at }) => ({ ...info, at: inside(at, "info") }));
  if (was === undefined || is === undefined) return;
  compareText(was, is, report);
  compareWritten(was, is, ["termsOfService", "contact", "license"], report);
  compareWrittenExtensions(was, is, report);
}
