// A stack overflow or an oversized string in a step -> a diagnostic. The default limits prevent both; descriptions that they
// miss, or that a raised limit accepts, still end in a message about the description.
import type { Location, SourceDocument } from "../source/index.ts";
import { Node } from "../source/index.ts";
import type { Report } from "./report.ts";

/** How the message names the step that failed: `to be read`, `for the target zod`. */
export interface BoundedStep {
  readonly report: Report;
  /** Where the description begins; `null` when it was not read. */
  readonly document: SourceDocument | null;
  readonly purpose: string;
}

/** The result of a step; `null`, and a report, if the engine's stack or maximum string length was exceeded. */
export function bounded<T>(step: BoundedStep, run: () => T): T | null {
  try {
    return run();
  } catch (error) {
    reportExhaustion(step, error);
    return null;
  }
}

/** Rethrows every other error. */
export function reportExhaustion({ report, document, purpose }: BoundedStep, error: unknown): void {
  if (!(error instanceof RangeError) || !/call stack|string length/.test(error.message)) throw error;
  const isDepth = error.message.includes("call stack");
  const place = document === null ? ({ kind: "none" } as const) : deepestIn(document);
  report.add("too-deep", place, { purpose, isDepth });
}

/** The innermost value of a document; found without recursion, which is what has just failed. */
function deepestIn(document: SourceDocument): Location {
  let deepest: { readonly node: Node; readonly depth: number } = { node: Node.root(document), depth: 0 };
  const open = [deepest];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at.depth > deepest.depth) deepest = at;
    for (const child of [...at.node.members(), ...at.node.items()]) {
      if (typeof child.value === "object") open.push({ node: child, depth: at.depth + 1 });
    }
  }
  return deepest.node;
}
