// A document, walked -> its value with what references lead to in their places: the official schemas do not follow them.
import { computedOnce } from "../../model/computed-once.ts";
import type { Node } from "../../source/index.ts";
import type { WalkedDocuments } from "../walked-documents.ts";

export interface Resolving {
  /** Whether references below this member stay. */
  readonly isOpen: (member: Node, parent: Node) => boolean;
  /** Whether fields beside `$ref` count. */
  readonly withSiblings: boolean;
  /**
   * Whether what contains itself does so in the value. Otherwise a reference to a value that contains it stays: it is allowed wherever its
   * target is.
   */
  readonly cyclic: boolean;
}

export function resolvedValue(root: Node, documents: WalkedDocuments, resolving: Resolving): unknown {
  return new Resolution(documents, resolving).resolveAll(root);
}

/** References that are followed within each other; beyond it they wait, because the stack is finite. */
const deepest = 100;

class Resolution {
  private readonly documents: WalkedDocuments;
  private readonly resolving: Resolving;
  // By the values as they were read: most of a description is not copied.
  private readonly values = new Map<unknown, unknown>();
  private readonly entered = new Set<unknown>();
  private readonly referring = new Map<unknown, boolean>();
  private readonly unfilled: (() => void)[] = [];
  private depth = 0;

  constructor(documents: WalkedDocuments, resolving: Resolving) {
    this.documents = documents;
    this.resolving = resolving;
  }

  resolveAll(root: Node): unknown {
    const value = this.valueOf(root);
    // Filling one may add others.
    for (const fill of this.unfilled) fill();
    return value;
  }

  private valueOf(node: Node): unknown {
    const { value } = node;
    if (!this.refers(value)) return value;
    if (this.values.has(value)) return this.values.get(value);
    if (this.entered.has(value)) return value;
    this.entered.add(value);
    const resolved = node.isArray ? this.itemsOf(node) : this.objectOf(node);
    this.entered.delete(value);
    this.values.set(value, resolved);
    return resolved;
  }

  /** Whether a value contains a reference. */
  private refers(value: unknown): boolean {
    if (typeof value !== "object" || value === null) return false;
    return computedOnce(
      this.referring,
      value,
      () => Object.hasOwn(value, "$ref") || Object.values(value).some((member) => this.refers(member)),
    );
  }

  private itemsOf(node: Node): unknown {
    const items: unknown[] = [];
    if (this.resolving.cyclic) this.values.set(node.value, items);
    for (const item of node.items()) items.push(this.resolving.isOpen(item, node) ? item.value : this.valueOf(item));
    return items;
  }

  private objectOf(node: Node): unknown {
    const target = this.documents.resolved(node);
    if (target.value === node.value) return this.filled(node);
    if (!this.resolving.cyclic && this.entered.has(target.value)) return node.value;
    this.depth += 1;
    const value = this.valueOf(target);
    this.depth -= 1;
    const siblings = node.without(new Set(["$ref"]));
    if (!this.resolving.withSiblings || siblings.members().length === 0) return value;
    // The `summary` and `description` of a reference, and the fields next to that of a path item.
    const more = Object.fromEntries(this.membersOf(siblings));
    if (typeof value !== "object" || value === null) return value;
    const merged = { ...value, ...more };
    // Its target may be one that waits.
    if (this.resolving.cyclic) this.unfilled.push(() => Object.assign(merged, value, more));
    return merged;
  }

  private filled(node: Node): unknown {
    const value: Record<string, unknown> = {};
    if (this.resolving.cyclic) this.values.set(node.value, value);
    const fill = (): void => {
      for (const [key, member] of this.membersOf(node))
        Object.defineProperty(value, key, { value: member, enumerable: true, configurable: true, writable: true });
    };
    if (!this.resolving.cyclic || this.depth < deepest) fill();
    else this.unfilled.push(fill);
    return value;
  }

  private membersOf(node: Node): [string, unknown][] {
    return node
      .members()
      .map((member) => [member.key, this.resolving.isOpen(member, node) ? member.value : this.valueOf(member)]);
  }
}
