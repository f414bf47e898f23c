// Problems of the source layer to diagnostics.
import {
  type LimitPlace,
  type Node,
  pointerOf,
  type SourceProblem,
  type UnreadableReason,
  writtenValue,
} from "../source/index.ts";
import { nearest, quote } from "./code.ts";
import type { Place } from "./diagnostic.ts";
import type { Extra, Report } from "./report.ts";

const checkPath = "check the path; it is relative to the file of the $ref";

/** Why a file cannot be read, and what to do about it. */
const reasons: Readonly<Record<UnreadableReason, readonly [reason: string, advice: string]>> = {
  "not-found": ["there is no such file", checkPath],
  "is-directory": ["it is a folder", checkPath],
  "bad-name": ["no file can have this name", checkPath],
  "not-a-file": ["it is a device or a pipe, not a file", "save the text to a file and name that"],
  "link-circle": ["it is a link that leads back to itself", "replace the link with the file"],
  "no-permission": ["permission denied", "make the file and its parent folders readable for the current user"],
  "too-large": ["it is too large", "split the description into several files that refer to each other"],
  "not-utf8": ["it is not UTF-8 text", "save the file as UTF-8; editors call this the encoding of the file"],
  unreadable: ["the system refused", "check whether another program can open the file"],
};

const checkEntryPath =
  "check the path; on the command line it is relative to the working directory, in a configuration to its folder";

/** `did you mean "schemas/order.yaml"?` */
function nearFileOf({ path, reason, beside }: SourceProblem & { readonly kind: "unreadable" }): string | null {
  if (reason !== "not-found") return null;
  const at = path.lastIndexOf("/") + 1;
  const near = nearest(path.slice(at), beside);
  return near === undefined ? null : `did you mean ${quote(path.slice(0, at) + near)}?`;
}

/**
 * Returns what a reference means where the problem itself has a meaning that can be tolerated. `tolerated`: the meaning of any other
 * reference that leads nowhere. By default it has none.
 */
export function reportSourceProblem(
  report: Report,
  problem: SourceProblem,
  { tolerated = null }: Pick<Extra, "tolerated"> = {},
): Node | null {
  const intendedNode = problem.kind === "ref-missing" ? problem.meant : undefined;
  if (problem.kind !== "ref-missing" || intendedNode === undefined) reportMeaningless(report, problem, tolerated);
  else report.add("unescaped-ref", problem.from, { ref: problem.ref, pointer: pointerOf(intendedNode) });
  return intendedNode ?? null;
}

function reportMeaningless(report: Report, problem: SourceProblem, tolerated: string | null): void {
  switch (problem.kind) {
    case "unreadable": {
      const place = problem.from ?? ({ kind: "file", path: problem.path } as const);
      const [reason, usual] = reasons[problem.reason];
      const advice = usual === checkPath && problem.from === null ? checkEntryPath : usual;
      report.add(
        "unreadable-file",
        place,
        { path: problem.path, reason, advice: nearFileOf(problem) ?? advice },
        {
          tolerated: problem.from === null ? null : tolerated,
        },
      );
      break;
    }
    case "ref-outside": {
      const { from, path, folder, throughLink } = problem;
      report.add("ref-outside", from, { path, folder, throughLink }, { tolerated });
      break;
    }
    case "over-limit":
      report.add("over-limit", placeOf(problem.at), { limit: problem.limit, max: problem.max });
      break;
    case "syntax": {
      const { document, offset, detail, advice } = problem;
      const code = document.format === "json" ? "invalid-json" : "invalid-yaml";
      report.add(code, { kind: "offset", document, offset }, { detail, advice });
      break;
    }
    case "duplicate-keys":
      for (const { key, first, again } of problem.duplicates) {
        const { document } = problem;
        const related = [{ message: "first given here", place: { kind: "offset", document, offset: first } as const }];
        report.add("duplicate-key", { kind: "offset", document, offset: again }, { key }, { related });
      }
      break;
    case "ref-not-string":
      report.add("ref-not-string", problem.from, { found: kindOf(problem.from.value) }, { tolerated });
      break;
    case "ref-remote":
      report.add("ref-remote", problem.from, { ref: problem.ref }, { tolerated });
      break;
    case "ref-fragment":
      report.add("ref-malformed", problem.from, { ref: problem.ref }, { tolerated });
      break;
    case "ref-anchor": {
      const { from, ref, anchor, known } = problem;
      const near = nearest(anchor, known);
      const advice = known.length === 0 ? "no schema there has an $anchor; point to the schema with #/…" : undefined;
      report.add("ref-not-found", from, { ref, missing: anchor, near, known, advice }, { tolerated });
      break;
    }
    case "ref-missing":
      reportMissing(report, problem, tolerated);
      break;
  }
}

function placeOf(at: LimitPlace): Place {
  switch (at.kind) {
    case "node":
      return { kind: "value", location: at.node };
    case "text":
      return { kind: "offset", document: at.document, offset: at.offset };
    case "path":
      return { kind: "file", path: at.path };
  }
}

function reportMissing(
  report: Report,
  problem: SourceProblem & { readonly kind: "ref-missing" },
  tolerated: string | null,
): void {
  const { from, reached, missing, advice } = problem;
  const written = writtenValue(from);
  const ref = typeof written === "string" ? written : problem.ref;
  const known = reached.isArray ? [] : reached.members().map((member) => member.key);
  const near = nearest(missing, known);
  const moved = movedTo(problem.ref, reached);
  const related = [{ message: `no ${quote(missing)} in here`, place: { kind: "key", location: reached } as const }];
  report.add("ref-not-found", from, { ref, missing, near, known, advice: advice ?? moved }, { related, tolerated });
}

/** Where OpenAPI 3 and AsyncAPI keep what Swagger 2.0 kept at the top: `#/definitions/Order` is `#/components/schemas/Order`. */
function movedTo(ref: string, reached: Node): string | undefined {
  const [, section = "", rest = ""] =
    /#\/(definitions|parameters|responses|securityDefinitions)\/(.+)$/.exec(ref) ?? [];
  const folder =
    section === "definitions" ? "schemas" : section === "securityDefinitions" ? "securitySchemes" : section;
  const key = rest.replaceAll("~1", "/").replaceAll("~0", "~");
  if (rest === "" || reached.get("components")?.get(folder)?.has(key) !== true) return undefined;
  return `did you mean "#/components/${folder}/${rest}"? Since version 3 of OpenAPI, reusable parts are defined under components`;
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
