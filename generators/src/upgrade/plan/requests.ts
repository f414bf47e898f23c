// The renames that a command line states: `--rename Order.note=remark` -> what was renamed, by its old name.
import type { Usable, UsageProblem } from "../../run/config/usage.ts";

/**
 * New names by old ones, as they are written: `Order`, `Order.note`, `OrderStatus.SENT`, `listOrders`, `order.created`; with several
 * APIs also `shop:Order`.
 */
export class StatedRenames {
  private readonly given: ReadonlyMap<string, string>;
  private readonly used: Set<string>;
  private readonly api: string | null;

  constructor(given: ReadonlyMap<string, string>, api: string | null = null, used: Set<string> = new Set()) {
    this.given = given;
    this.api = api;
    this.used = used;
  }

  forApi(api: string): StatedRenames {
    return new StatedRenames(this.given, api, this.used);
  }

  /** The name that `old` has now; `null` if none is stated. */
  of(old: string): string | null {
    const key = [`${this.api}:${old}`, old].find((one) => this.given.has(one));
    if (key === undefined) return null;
    this.used.add(key);
    return this.given.get(key) ?? null;
  }

  /** Those that named nothing. */
  unused(): string[] {
    return [...this.given.keys()].filter((old) => !this.used.has(old));
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
