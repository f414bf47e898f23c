// Problems of the source layer to diagnostics.
import { type SourceProblem, type UnreadableReason } from "../source/index.ts";
import { nearest } from "./nearest.ts";
import type { Report } from "./report.ts";

const reasons: Readonly<Record<UnreadableReason, string>> = {
  "not-found": "there is no such file",
  "is-directory": "it is a folder",
  "no-permission": "permission denied",
  "too-large": "it is too large",
  "outside-roots": "it lies outside the allowed folders",
  unreadable: "the system refused",
};

export function reportSourceProblem(report: Report, problem: SourceProblem): void {
  switch (problem.kind) {
    case "unreadable": {
      const place = problem.from ?? ({ kind: "file", path: problem.path } as const);
      return report.add("unreadable-file", place, { path: problem.path, reason: reasons[problem.reason] });
    }
    case "syntax": {
      const { document, offset, detail } = problem;
      const code = document.format === "json" ? "invalid-json" : "invalid-yaml";
      return report.add(code, { kind: "offset", document, offset }, { detail });
    }
    case "ref-not-string":
      return report.add("ref-not-string", problem.from, { found: kindOf(problem.from.value) });
    case "ref-remote":
      return report.add("ref-remote", problem.from, { ref: problem.ref });
    case "ref-fragment":
      return report.add("ref-malformed", problem.from, { ref: problem.ref });
    case "ref-missing": {
      const { from, ref, reached, missing } = problem;
      const near = nearest(missing, reached.members().map((member) => member.key));
      const related = [{ message: `no ${JSON.stringify(missing)} in here`, place: { kind: "key", location: reached } as const }];
      return report.add("ref-not-found", from, { ref, missing, near }, { related });
    }
  }
}

/** A JSON value's kind in words: `an array`, `a string`. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "object":
      return "an object";
    case "number":
      return Number.isInteger(value) ? "an integer" : "a number";
    default:
      return `a ${typeof value}`;
  }
}
