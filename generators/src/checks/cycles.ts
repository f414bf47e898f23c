// Named schemas that lead back to themselves without passing through a member or an element: they would never be decided.
import type { Report } from "../diagnostics/index.ts";
import type { DraftSchema } from "../model/draft.ts";
import type { NamedSchema, RefSchema, Schema } from "../model/schema.ts";
import { sameValueChildrenOf } from "../model/walk.ts";
import { defaultLimits, type Limits, type Location, Node } from "../source/index.ts";

/** No real description has so long a chain of references; code that walks schemas is recursive. */
const maxChain = 200;

type Named = Omit<NamedSchema, "schema"> & Pick<DraftSchema, "schema">;

interface Step {
  readonly named: NamedSchema;
  readonly refs: readonly RefSchema[];
  next: number;
  /** Results for the references below. */
  below: Reach;
}

/** The longest chain of references, and how many there are when each occurrence is followed. */
interface Reach {
  readonly height: number;
  readonly count: number;
}

/**
 * Reports every reference cycle, and every chain that is too long to walk recursively. The schemas on it
 * then accept anything, so that later passes over the model terminate.
 */
export function checkCycles(schemas: readonly Named[], report: Report, limits: Limits = defaultLimits): void {
  const reaches = new Map<NamedSchema, Reach>();
  const broken = new Set<NamedSchema>();
  for (const schema of schemas) new Walk({ report, limits, reaches, broken }).from(schema);
  for (const named of schemas) {
    if (broken.has(named)) named.schema = { kind: "any", at: named.schema.at, annotations: named.schema.annotations };
  }
}

interface Findings {
  readonly report: Report;
  readonly limits: Limits;
  readonly reaches: Map<NamedSchema, Reach>;
  readonly broken: Set<NamedSchema>;
}

/** Depth first, with a stack of its own: a long chain would overflow the engine's. */
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
    const known = this.findings.reaches.get(named);
    if (known !== undefined) {
      this.raise(known);
      return;
    }
    this.path.push({ named, refs: refsOf(named.schema), next: 0, below: { height: 0, count: 0 } });
    this.onPath.add(named);
  }

  private leave({ named, below: { height, count } }: Step): void {
    this.path.pop();
    this.onPath.delete(named);
    const isTooLong = height > maxChain;
    if (isTooLong) {
      const feature = `a chain of more than ${maxChain} references`;
      const reason = "it cannot be followed to its end";
      this.findings.report.add("unsupported-feature", named.at, { feature, reason });
      this.findings.broken.add(named);
    }
    const { expansions: max } = this.findings.limits;
    const isTooWide = count > max;
    if (isTooWide && !isTooLong) {
      this.findings.report.add("over-limit", { kind: "key", location: named.at }, { limit: "expansions", max });
      this.findings.broken.add(named);
    }
    const reach = isTooLong || isTooWide ? { height: 0, count: 0 } : { height, count };
    this.findings.reaches.set(named, reach);
    this.raise(reach);
  }

  /** The current schema is above a chain of this height. */
  private raise({ height, count }: Reach): void {
    const above = this.path.at(-1);
    if (above === undefined) return;
    above.below = { height: Math.max(above.below.height, height + 1), count: above.below.count + count + 1 };
  }

  private closeCircle(ref: RefSchema): void {
    const start = this.path.findIndex((step) => step.named === ref.target);
    const circle = this.path.slice(start).map((step) => step.named);
    const related = circle.map((named) => ({
      message: `through ${named.name}`,
      place: { kind: "key", location: named.at } as const,
    }));
    const tolerated = `any value is accepted by ${circle.map(({ name }) => name).join(", ")}`;
    this.findings.report.add("ref-cycle", placeOf(ref.at), { ref: ref.target.name }, { related, tolerated });
    for (const named of circle) this.findings.broken.add(named);
  }
}

/** The references that validate the same value as the schema. */
function refsOf(schema: Schema): RefSchema[] {
  return schema.kind === "ref" ? [schema] : sameValueChildrenOf(schema).flatMap(refsOf);
}

function placeOf(at: Location): Location {
  return at instanceof Node ? (at.get("$ref") ?? at) : at;
}
