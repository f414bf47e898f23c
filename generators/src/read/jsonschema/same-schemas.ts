// Two locations of schemas -> whether they are identical word for word. References are compared by their targets, so a schema
// copied into two documents, as bundlers do, counts as one.
import { identityOf, type Node } from "../../source/index.ts";
import type { SchemaResources } from "./resources.ts";

type Pair = readonly [Node, Node];

/** Keywords by which a schema depends on its location, or can be referred to by more than its location. */
const placed: readonly string[] = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$schema", "schemaFormat"];

export class SameSchemas {
  private readonly resources: SchemaResources;
  /** Pairs known to be identical: all pairs of a comparison that found no difference. */
  private readonly known = new Set<string>();

  constructor(resources: SchemaResources) {
    this.resources = resources;
  }

  /** Whether two schemas and their targets are identical. Recursive schemas are identical until a difference is found. */
  areSame(one: Node, other: Node): boolean {
    const met = new Set<string>();
    const open: Pair[] = [[this.end(one), this.end(other)]];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      const key = pair.map(identityOf).join("\n");
      if (met.has(key) || this.known.has(key) || identityOf(pair[0]) === identityOf(pair[1])) continue;
      met.add(key);
      const inner = this.below(...pair);
      if (inner === null) return false;
      open.push(...inner);
    }
    for (const key of met) this.known.add(key);
    return true;
  }

  /** The pairs that must be identical for the two to be; `null` when they differ. */
  private below(one: Node, other: Node): readonly Pair[] | null {
    if (one.isArray && other.isArray) return paired(one.items(), other.items());
    if (!one.isObject || !other.isObject) return areEqualScalars(one, other) ? [] : null;
    if (placed.some((keyword) => one.has(keyword)) || one.get("discriminator")?.isObject === true) return null;
    const members = one.members().filter(({ key }) => key !== "$ref");
    const theirs = new Map(other.members().map((member) => [member.key, member]));
    theirs.delete("$ref");
    const pairs = paired(
      members,
      members.flatMap(({ key }) => theirs.get(key) ?? []),
    );
    const targets = this.targets(one.get("$ref"), other.get("$ref"));
    return pairs === null || targets === null || theirs.size !== members.length ? null : [...pairs, ...targets];
  }

  private targets(one: Node | undefined, other: Node | undefined): readonly Pair[] | null {
    if (one === undefined && other === undefined) return [];
    const [first, second] = [this.targetOf(one), this.targetOf(other)];
    return first === null || second === null ? null : [[this.end(first), this.end(second)]];
  }

  /** The end of a chain of plain references; in a cycle, any location of the cycle. */
  private end(start: Node): Node {
    const passed = new Set<string>();
    let at = start;
    while (at.keys().length === 1 && !passed.has(identityOf(at))) {
      const target = this.targetOf(at.get("$ref"));
      if (target === null) break;
      passed.add(identityOf(at));
      at = target;
    }
    return at;
  }

  private targetOf(ref: Node | undefined): Node | null {
    if (typeof ref?.value !== "string") return null;
    const target = this.resources.resolve(ref.value, ref);
    return target.ok ? target.value : null;
  }
}

function paired(some: readonly Node[], others: readonly Node[]): readonly Pair[] | null {
  if (some.length !== others.length) return null;
  return some.flatMap((node, index) => {
    const other = others[index];
    return other === undefined ? [] : [[node, other] as const];
  });
}

/** Numbers that JavaScript cannot distinguish from their neighbours equal none: the texts behind them may differ. */
function areEqualScalars({ value: one }: Node, { value: other }: Node): boolean {
  if (typeof one === "number" && Math.abs(one) > Number.MAX_SAFE_INTEGER) return false;
  return one === other && (one === null || typeof one !== "object");
}
