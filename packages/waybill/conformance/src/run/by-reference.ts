// An index of items by the ids that they name: with thousands of deliveries, comparing each with all others would take most of a run.
import type { Json } from "waybill/description";

interface Entry<Item> {
  readonly item: Item;
  readonly position: number;
}

export class ByReference<Item> {
  private readonly entries = new Map<Item, Entry<Item>>();
  private readonly naming = new Map<Json, Set<Entry<Item>>>();
  private added = 0;

  get all(): Item[] {
    return [...this.entries.keys()];
  }

  get size(): number {
    return this.entries.size;
  }

  add(item: Item, references: Iterable<Json>): void {
    const entry = { item, position: this.added++ };
    this.entries.set(item, entry);
    for (const id of references) {
      const others = this.naming.get(id);
      if (others === undefined) this.naming.set(id, new Set([entry]));
      else others.add(entry);
    }
  }

  delete(item: Item, references: Iterable<Json>): void {
    const entry = this.entries.get(item);
    this.entries.delete(item);
    if (entry !== undefined) for (const id of references) this.naming.get(id)?.delete(entry);
  }

  /** Those that name at least one of the ids, in the order in which they were added. */
  about(references: Iterable<Json>): Item[] {
    const found = new Set<Entry<Item>>();
    for (const id of references) for (const entry of this.naming.get(id) ?? []) found.add(entry);
    return [...found].sort((a, b) => a.position - b.position).map(({ item }) => item);
  }
}
