// What the comparison of two models has found so far, and the pairs of named schemas that it has met.
import { computedOnce } from "../../model/computed-once.ts";
import type { Location } from "../../model/place.ts";
import type { NamedSchema } from "../../model/schema.ts";
import type { Usable, UsageProblem } from "../../run/config/usage.ts";
import {
  type MemberEdit,
  type MemberPlace,
  memberKey,
  type PlannedChange,
  type PlannedKind,
  type Question,
  type RequiredMember,
  type ValuesEdit,
} from "./changes.ts";

/** What is known before schemas are compared. */
interface Known {
  readonly stated: StatedRenames;
  /** The new names of events by the old ones. */
  readonly events: ReadonlyMap<string, string>;
  /** The schemas whose names the old description does not have. */
  readonly freshSchemas: readonly NamedSchema[];
}

export class Findings {
  readonly api: string;
  readonly stated: StatedRenames;
  readonly members: Map<string, MemberEdit> = new Map();
  readonly required: Map<string, RequiredMember[]> = new Map();
  readonly valueEdits: Map<string, ValuesEdit> = new Map();
  readonly keySets: ValuesEdit[] = [];
  readonly types: Map<string, PlannedChange> = new Map();
  readonly questions: Question[] = [];
  /** The schemas that were met in the place of each old one, in that order. */
  readonly met: Map<NamedSchema, Set<NamedSchema>> = new Map();
  private readonly entered = new Map<NamedSchema, Set<Location>>();
  private readonly events: ReadonlyMap<string, string>;
  private readonly unchanged = new Set<string>();
  private readonly known = new Map<string, PlannedChange>();

  readonly freshSchemas: readonly NamedSchema[];

  constructor(api: string, { stated, events, freshSchemas }: Known) {
    this.api = api;
    this.stated = stated;
    this.events = events;
    this.freshSchemas = freshSchemas;
  }

  /** The same change is one change, wherever it is met. */
  change(kind: PlannedKind, about: Omit<PlannedChange, "kind" | "api">): PlannedChange {
    return computedOnce(this.known, `${kind}\0${about.message}`, () => ({ kind, api: this.api, ...about }));
  }

  get changes(): readonly PlannedChange[] {
    return [...this.known.values()];
  }

  /** Alternatives without names are at one place: a member that is the same in one of them and not in another is unclear. */
  member(key: string, edit: MemberEdit): void {
    const known = this.members.get(key);
    // What is gone from its place may be in another part of the request.
    if (known?.kind === "move" && edit.kind === "gone") return;
    if (known?.kind === "gone" && edit.kind === "move") {
      this.members.set(key, edit);
      return;
    }
    const isOther = known !== undefined && JSON.stringify(verdictOf(known)) !== JSON.stringify(verdictOf(edit));
    this.members.set(key, isOther || this.unchanged.has(key) ? { kind: "unclear", change: edit.change } : edit);
  }

  keep(key: string): void {
    const known = this.members.get(key);
    this.unchanged.add(key);
    if (known !== undefined) this.members.set(key, { kind: "unclear", change: known.change });
  }

  require({ top, path }: MemberPlace, member: RequiredMember): void {
    const key = memberKey(top, path);
    const list = this.required.get(key) ?? [];
    if (!list.some(({ name }) => name === member.name)) this.required.set(key, [...list, member]);
  }

  values(key: string, edit: ValuesEdit): void {
    if (!this.valueEdits.has(key)) this.valueEdits.set(key, edit);
  }

  ask(question: Omit<Question, "api">): void {
    if (!this.questions.some(({ old }) => old === question.old)) this.questions.push({ api: this.api, ...question });
  }

  meet(before: NamedSchema, after: NamedSchema): void {
    const set = this.met.get(before) ?? new Set();
    this.met.set(before, set.add(after));
  }

  /** Whether a schema is compared at this place for the first time: recursion ends here. */
  enter(named: NamedSchema, at: Location): boolean {
    const places = this.entered.get(named) ?? new Set();
    if (places.has(at)) return false;
    this.entered.set(named, places.add(at));
    return true;
  }

  isSame(before: NamedSchema, after: NamedSchema): boolean {
    return before.name === after.name || this.met.get(before)?.has(after) === true;
  }

  eventIsNow(before: string, after: string): boolean {
    return this.events.get(before) === after;
  }
}

function verdictOf(edit: MemberEdit): readonly unknown[] {
  return [edit.kind, "to" in edit ? edit.to : null];
}

// The renames that a command line states: `--rename Order.note=remark` -> what was renamed, by its old name.

/**
 * New names by old ones, as they are written: `Order`, `Order.note`, `OrderStatus.SENT`, `listOrders`, `order.created`; with several
 * APIs also `shop:Order`.
 */
export class StatedRenames {
  private readonly chosenNames: ReadonlyMap<string, string>;
  private readonly used: Set<string>;
  private readonly api: string | null;

  constructor(renames: ReadonlyMap<string, string>, api: string | null = null, used: Set<string> = new Set()) {
    this.chosenNames = renames;
    this.api = api;
    this.used = used;
  }

  forApi(api: string): StatedRenames {
    return new StatedRenames(this.chosenNames, api, this.used);
  }

  /** The name that `old` has now; `null` if none is stated. */
  of(old: string): string | null {
    const key = [`${this.api}:${old}`, old].find((one) => this.chosenNames.has(one));
    if (key === undefined) return null;
    this.used.add(key);
    return this.chosenNames.get(key) ?? null;
  }

  /** Those that named nothing. */
  unused(): string[] {
    return [...this.chosenNames.keys()].filter((old) => !this.used.has(old));
  }
}

/** `Order.note=Order.remark` is `Order.note=remark`. */
export function readRenames(written: readonly string[]): Usable<ReadonlyMap<string, string>> {
  const renames = new Map<string, string>();
  const problems: UsageProblem[] = [];
  for (const text of written) {
    const at = text.indexOf("=");
    const [old, to] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
    const owner = old.slice(0, old.lastIndexOf(".") + 1);
    if (at <= 0 || old === "" || to === "") {
      const hint = "for example --rename Order.note=remark, --rename listOrders=findOrders";
      problems.push({ message: `--rename ${JSON.stringify(text)} is not OLD=NEW`, hint });
    } else renames.set(old, owner !== "" && to.startsWith(owner) ? to.slice(owner.length) : to);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: renames };
}
