// Named schemas that lead back to themselves without passing through a member or an element: they would never be decided.
import type { Report } from "../diagnostics/index.ts";
import { type Location, Node } from "../source/index.ts";
import type { Draft } from "./names.ts";
import type { NamedSchema, RefSchema, Schema } from "./schema.ts";
import { sameValueChildrenOf } from "./walk.ts";

/** So many references in a row are no description; what walks schemas walks them by calling itself. */
const maxChain = 200;

type Named = Draft<NamedSchema, "schema">;

interface Step {
  readonly named: NamedSchema;
  readonly refs: readonly RefSchema[];
  next: number;
  /** The longest chain of references below, as far as it is known. */
  height: number;
}

/**
 * Reports every circle of references, and every chain that is longer than anything that walks it can bear. The schemas on it
 * then accept anything, so that whoever works on with the model comes to an end.
 */
export function checkCycles(schemas: readonly Named[], report: Report): void {
  const heights = new Map<NamedSchema, number>();
  const broken = new Set<NamedSchema>();
  for (const schema of schemas) new Walk({ report, heights, broken }).from(schema);
  for (const named of schemas) {
    if (broken.has(named)) named.schema = { kind: "any", at: named.schema.at, notes: named.schema.notes };
  }
}

interface Findings {
  readonly report: Report;
  readonly heights: Map<NamedSchema, number>;
  readonly broken: Set<NamedSchema>;
}

/** Depth first, with a stack of its own: the chain that is looked for would exhaust the engine's. */
class Walk {
  private readonly findings: Findings;
  private readonly path: Step[] = [];
  private readonly onPath = new Set<NamedSchema>();

  constructor(findings: Findings) {
    this.findings = findings;
  }

  from(start: NamedSchema): void {
    this.enter(start);
    for (let step = this.path.at(-1); step !== undefined; step = this.path.at(-1)) {
      const ref = step.refs[step.next];
      step.next += 1;
      if (ref === undefined) this.leave(step);
      else if (this.onPath.has(ref.target)) this.closeCircle(ref);
      else this.enter(ref.target);
    }
  }

  private enter(named: NamedSchema): void {
    const known = this.findings.heights.get(named);
    if (known !== undefined) {
      this.raise(known);
      return;
    }
    this.path.push({ named, refs: refsOf(named.schema), next: 0, height: 0 });
    this.onPath.add(named);
  }

  private leave({ named, height }: Step): void {
    this.path.pop();
    this.onPath.delete(named);
    const isTooLong = height > maxChain;
    if (isTooLong) {
      const feature = `a chain of more than ${maxChain} references`;
      const reason = "it cannot be followed to its end";
      this.findings.report.add("unsupported-feature", named.at, { feature, reason });
      this.findings.broken.add(named);
    }
    this.findings.heights.set(named, isTooLong ? 0 : height);
    this.raise(isTooLong ? 0 : height);
  }

  /** The schema that is being looked at stands above a chain of this height. */
  private raise(height: number): void {
    const above = this.path.at(-1);
    if (above !== undefined) above.height = Math.max(above.height, height + 1);
  }

  private closeCircle(ref: RefSchema): void {
    const start = this.path.findIndex((step) => step.named === ref.target);
    const circle = this.path.slice(start).map((step) => step.named);
    const related = circle.map((named) => ({
      message: `through ${named.name}`,
      place: { kind: "key", location: named.at } as const,
    }));
    this.findings.report.add("ref-cycle", placeOf(ref.at), { ref: ref.target.name }, { related });
    for (const named of circle) this.findings.broken.add(named);
  }
}

/** The references that judge the very value the schema judges. */
function refsOf(schema: Schema): RefSchema[] {
  return schema.kind === "ref" ? [schema] : sameValueChildrenOf(schema).flatMap(refsOf);
}

function placeOf(at: Location): Location {
  return at instanceof Node ? (at.get("$ref") ?? at) : at;
}
