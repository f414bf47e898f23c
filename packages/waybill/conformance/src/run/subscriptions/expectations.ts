// The events that should have fired, and what has arrived of them.
import type { Json } from "waybill/description";
import type { Subscription } from "./subscriptions.ts";

export interface Arrived {
  readonly subscription: Subscription;
  readonly event: string;
  readonly payload: unknown;
  /** Every text and number in the payload. */
  readonly scalars: ReadonlySet<Json>;
}

/** An event that should have fired, and who should hear of it. */
export interface Expected {
  readonly event: string;
  /** Ids of what it is about; without any, every event of that name counts. */
  readonly references: readonly Json[];
  readonly recipients: readonly Subscription[];
  /** The operation or trigger, for messages. */
  readonly cause: string;
  readonly where: string | null;
  /** The case that caused it. */
  readonly caseId: string | null;
  /** Unix milliseconds. */
  readonly at: number;
}

export class Expectations {
  readonly expected: Expected[] = [];
  readonly arrived: Arrived[] = [];
  /** What has not come to everyone yet, and is waited for. */
  private readonly open = new Set<Expected>();
  private readonly byEvent = new Map<string, { readonly named: ByReference<Expected>; readonly any: Set<Expected> }>();
  private readonly arrivedAt = new Map<Subscription, Map<string, ByReference<Arrived>>>();

  add(expected: Expected): void {
    const { event, references } = expected;
    this.expected.push(expected);
    this.open.add(expected);
    const ofEvent = this.byEvent.get(event) ?? { named: new ByReference<Expected>(), any: new Set<Expected>() };
    this.byEvent.set(event, ofEvent);
    if (references.length === 0) ofEvent.any.add(expected);
    else ofEvent.named.add(expected, references);
  }

  /** Forgets all but the first `length`. */
  forgetSince(length: number): void {
    for (const expected of this.expected.splice(length)) {
      const ofEvent = this.byEvent.get(expected.event);
      ofEvent?.named.delete(expected, expected.references);
      ofEvent?.any.delete(expected);
      this.open.delete(expected);
    }
  }

  take(arrived: Arrived): void {
    const { subscription, event, scalars } = arrived;
    this.arrived.push(arrived);
    const events = this.arrivedAt.get(subscription) ?? new Map<string, ByReference<Arrived>>();
    this.arrivedAt.set(subscription, events);
    const ofEvent = events.get(event) ?? new ByReference<Arrived>();
    events.set(event, ofEvent);
    ofEvent.add(arrived, scalars);
  }

  /** Everything of that name that has arrived at a subscription. */
  arrivedOf(event: string, subscription: Subscription): Arrived[] {
    return this.arrivedAt.get(subscription)?.get(event)?.all ?? [];
  }

  countOf(event: string, subscription: Subscription): number {
    return this.arrivedAt.get(subscription)?.get(event)?.size ?? 0;
  }

  /** What arrived of an expected event. */
  of({ event, references }: Expected, subscription: Subscription): Arrived[] {
    if (references.length === 0) return this.arrivedOf(event, subscription);
    return this.arrivedAt.get(subscription)?.get(event)?.about(references) ?? [];
  }

  /** What should have fired an event that names these ids. */
  causesOf(event: string, references: Iterable<Json>): Expected[] {
    const ofEvent = this.byEvent.get(event);
    return ofEvent === undefined ? [] : [...ofEvent.any, ...ofEvent.named.about(references)];
  }

  /** Those to which it has not come as often as it should have. */
  missingAt(expected: Expected): Subscription[] {
    return expected.recipients.filter((one) => this.of(expected, one).length < this.timesExpected(expected, one).least);
  }

  /** Those to which it has come more often. */
  repeatedAt(expected: Expected): Subscription[] {
    return expected.recipients.filter((one) => this.of(expected, one).length > this.timesExpected(expected, one).most);
  }

  /** Whether something is still missing that is waited for. What has come to everyone is not looked at again. */
  isAwaiting(): boolean {
    for (const expected of this.open) {
      if (this.missingAt(expected).length > 0) return true;
      this.open.delete(expected);
    }
    return false;
  }

  /** Stops waiting; returns what is missing. */
  giveUp(): Expected[] {
    const missing = [...this.open].filter((expected) => this.missingAt(expected).length > 0);
    this.open.clear();
    return missing;
  }

  /**
   * How often an event should have come. One that names no ids may be about these ids, too, or about others: without ids, all events of
   * that name are counted.
   */
  private timesExpected({ event, references }: Expected, recipient: Subscription): { least: number; most: number } {
    const ofEvent = this.byEvent.get(event);
    const count = (some: Iterable<Expected> = []): number =>
      [...some].filter(({ recipients }) => recipients.includes(recipient)).length;
    const unnamed = count(ofEvent?.any);
    const isNamed = references.length > 0;
    const named = count(isNamed ? ofEvent?.named.about(references) : ofEvent?.named.all);
    return { least: isNamed ? named : named + unnamed, most: named + unnamed };
  }
}

interface Entry<Item> {
  readonly item: Item;
  readonly position: number;
}

/** An index of items by the ids that they name: with thousands of deliveries, comparing each with all others would take most of a run. */
class ByReference<Item> {
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
    const matchingEntries = new Set<Entry<Item>>();
    for (const id of references) for (const entry of this.naming.get(id) ?? []) matchingEntries.add(entry);
    return [...matchingEntries].sort((a, b) => a.position - b.position).map(({ item }) => item);
  }
}
