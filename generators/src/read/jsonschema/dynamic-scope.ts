// `$dynamicRef` -> its target, which depends on the resources on the way to it. A schema that contains one is read once for each
// scope it can have.
import { identityOf, type Node } from "../../source/index.ts";
import { recursiveAnchor, recursiveTargetOf, type SchemaResources, splitUri, subschemasOf } from "./resources.ts";

/** The target of each dynamic anchor: the one in the outermost resource on the way that has it. */
export type DynamicScope = ReadonlyMap<string, Node>;

export const noScope: DynamicScope = new Map();

/** A location in one scope. */
export interface Variant {
  /** The scope inside of it. */
  readonly scope: DynamicScope;
  /** The same text for the same scope; empty for the scope of the location on its own. */
  readonly key: string;
  /** The targets that differ from those of the location on its own, and their anchors. */
  readonly bound: readonly (readonly [anchor: string, place: Node])[];
  /** The resources of those targets: the schema is named after them. */
  readonly owners: readonly Node[];
}

export class DynamicScopes {
  private readonly resources: SchemaResources;
  private readonly namesOf = new Map<string, { readonly count: number; readonly names: ReadonlySet<string> }>();

  constructor(resources: SchemaResources) {
    this.resources = resources;
  }

  /** The scope inside a location that was reached in another scope. */
  enter(scope: DynamicScope, place: Node): DynamicScope {
    const { dynamicAnchors } = this.resources.resourceOf(place);
    if (dynamicAnchors.size === 0) return scope;
    const added = [...dynamicAnchors].filter(([name]) => !scope.has(name));
    return added.length === 0 ? scope : new Map([...scope, ...added]);
  }

  /** The location when it is reached in `scope`. */
  variantOf(place: Node, scope: DynamicScope): Variant {
    const localScope = this.enter(noScope, place);
    const different = [...scope].filter(([name, node]) => !isSame(localScope.get(name), node));
    if (different.length === 0) return { scope: localScope, key: "", bound: [], owners: [] };
    const names = this.namesBelow(place);
    const bound = different.filter(([name]) => names.has(name)).sort(([a], [b]) => (a < b ? -1 : 1));
    const key = bound.map(([name, node]) => `?${name}=${identityOf(node)}`).join("");
    const owners = new Set(bound.map(([, node]) => this.resources.resourceOf(node).at));
    return { scope: new Map([...localScope, ...bound]), key, bound, owners: [...owners] };
  }

  /** The anchors of every `$dynamicRef` that can be reached from a location. */
  private namesBelow(place: Node): ReadonlySet<string> {
    const known = this.namesOf.get(identityOf(place));
    // A file that was read since can have more targets for an anchor.
    if (known?.count === this.resources.dynamicCount) return known.names;
    const names = new Set<string>();
    const seen = new Set<string>();
    const open: Node[] = [place];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(identityOf(node))) continue;
      seen.add(identityOf(node));
      open.push(...subschemasOf(node), ...this.targetsOf(node, names), ...this.recursiveTargetsOf(node, names));
    }
    this.namesOf.set(identityOf(place), { count: this.resources.dynamicCount, names });
    return names;
  }

  private recursiveTargetsOf(node: Node, names: Set<string>): readonly Node[] {
    if (!node.has("$recursiveRef")) return [];
    const target = recursiveTargetOf(node);
    if (!this.isExtensible(target)) return [target];
    names.add(recursiveAnchor);
    return [target, ...this.resources.placesOf(recursiveAnchor)];
  }

  /** Whether a `$recursiveRef` to this schema refers to the outermost resource that extends it. */
  isExtensible(target: Node): boolean {
    return isSame(this.resources.resourceOf(target).dynamicAnchors.get(recursiveAnchor), target);
  }

  private targetsOf(node: Node, names: Set<string>): Node[] {
    return ["$ref", "$dynamicRef"].flatMap((keyword) => {
      const ref = node.get(keyword);
      if (typeof ref?.value !== "string") return [];
      const target = this.resources.resolve(ref.value, ref);
      if (!target.ok) return [];
      const anchor = keyword === "$dynamicRef" ? dynamicAnchorOf(ref.value, target.value) : null;
      if (anchor === null) return [target.value];
      names.add(anchor);
      return [target.value, ...this.resources.placesOf(anchor)];
    });
  }
}

/** The anchor of a `$dynamicRef` that is resolved dynamically; `null` where it is a reference like any other. */
export function dynamicAnchorOf(ref: string, target: Node): string | null {
  const [, fragment] = splitUri(ref);
  return fragment !== "" && target.get("$dynamicAnchor")?.value === fragment ? fragment : null;
}

function isSame(a: Node | undefined, b: Node): boolean {
  return a !== undefined && identityOf(a) === identityOf(b);
}
