// A change, and what a team promises about deprecated and unstable parts of its API -> the change with the bump that follows.
import { memberOf } from "../../model/fields.ts";
import { type Location, valueAt } from "../../model/place.ts";
import { type Bump, type Change, isLarger, largestOf } from "../change.ts";

export interface Deprecation {
  /** The days between the announcement of a removal and its day, `x-sunset`. `null`: a removal needs no day. */
  readonly days: number | null;
  /** The extension with the day of a removal: `x-sunset: 2027-01-31`. */
  readonly sunset: string;
  /** The extension of operations with their level: `draft`, `alpha`, `beta` or `stable`. */
  readonly stability: string;
}

/** From the least stable. Operations without a level are stable. */
const levels = ["draft", "alpha", "beta", "stable"];

/** Operations of these levels may change in a minor version. */
const unstable: ReadonlySet<string> = new Set(["draft", "alpha"]);

const removals: ReadonlySet<string> = new Set([
  "operation-removed",
  "parameter-removed",
  "header-removed",
  "property-removed",
  "closed-property-removed",
]);

export function withDeprecation(change: Change, policy: Deprecation, today: string): Change {
  const stable = withStability(change, policy);
  if (removals.has(change.rule)) return removed(stable, policy, today);
  if (change.rule === "deprecated") return announced(stable, policy, today);
  return change.rule === "extension-changed" ? extended(stable, policy) : stable;
}

/** Uses in operations that are not stable yet need a minor version at most. */
function withStability(change: Change, { stability }: Deprecation): Change {
  const uses = change.uses.map((use) =>
    use.bump === "major" && unstable.has(String(use.operation?.extensions[stability]))
      ? { ...use, bump: "minor" as const }
      : use,
  );
  return { ...change, uses, bump: largestOf(uses.map(({ bump }) => bump)) ?? change.bump };
}

/** What was deprecated in the base, and is past its day, can be removed in a minor version. */
function removed(change: Change, { days, sunset }: Deprecation, today: string): Change {
  if (change.bump !== "major" || fieldOf(change.base, "deprecated") !== true) return change;
  const stated = fieldOf(change.base, sunset);
  const day = dayOf(stated);
  if (day === null && stated !== undefined)
    return {
      ...change,
      means: `${sunset}: ${JSON.stringify(stated)} is not a date such as 2027-01-31. ${change.means}`,
    };
  if (day === null)
    return days === null
      ? lowered(change, "It was deprecated.")
      : { ...change, means: `It was deprecated without a removal date (${sunset}). ${change.means}` };
  return day <= today
    ? lowered(change, `It was deprecated, and announced to be removed on ${day}.`)
    : { ...change, means: `It was announced to be removed on ${day}, which has not passed. ${change.means}` };
}

function lowered(change: Change, means: string): Change {
  const uses = change.uses.map((use) => (use.bump === "major" ? { ...use, bump: "minor" as const } : use));
  return { ...change, bump: "minor", uses, means };
}

/** Whether the day of its removal is far enough away. */
function announced(change: Change, { days, sunset }: Deprecation, today: string): Change {
  if (days === null) return change;
  const day = change.revision.parent === null ? null : dayOf(fieldOf(change.revision.parent, sunset));
  const first = daysAfter(today, days);
  if (day !== null && day >= first) return change;
  const dateStatus = day === null ? "it is missing" : `it is ${day}`;
  return raised(change, `The policy requires a removal date, ${sunset}, of ${first} or later; ${dateStatus}.`);
}

/** A day of removal that comes sooner or is taken back, and a level that sinks, break a promise. */
function extended(change: Change, { sunset, stability }: Deprecation): Change {
  const [was, is] = [valueAt(change.base), valueAt(change.revision)];
  if (change.revision.key === sunset) {
    const [before, after] = [dayOf(was), dayOf(is)];
    if (after === null && is !== undefined)
      return raised(change, `${JSON.stringify(is)} is not a removal date such as 2027-01-31.`);
    if (before !== null && after === null && isStillDeprecated(change))
      return raised(change, `The removal date was ${before}, and is no longer stated.`);
    return before !== null && after !== null && after < before
      ? raised(change, `The removal date was ${before}, and is now ${after}.`)
      : change;
  }
  if (change.revision.key !== stability) return change;
  if (is !== undefined && !levels.includes(String(is)))
    return raised(change, `${JSON.stringify(is)} is not a stability level; available: ${levels.join(", ")}.`);
  const [from, to] = [levelOf(was), levelOf(is)];
  return levels.indexOf(to) < levels.indexOf(from)
    ? raised(change, `Its stability was ${from}, and is now only ${to}.`)
    : change;
}

/** Where the deprecation is taken back, too, nothing will be removed. */
function isStillDeprecated({ revision }: Change): boolean {
  return revision.parent !== null && fieldOf(revision.parent, "deprecated") === true;
}

function raised(change: Change, means: string): Change {
  const bump: Bump = "major";
  return isLarger(bump, change.bump)
    ? { ...change, bump, means, uses: change.uses.map((use) => ({ ...use, bump })) }
    : { ...change, means };
}

function levelOf(value: unknown): string {
  return typeof value === "string" && levels.includes(value) ? value : "stable";
}

function fieldOf(at: Location, field: string): unknown {
  return memberOf(valueAt(at), field);
}

/** `2027-01-31`, also of a date with a time. */
function dayOf(value: unknown): string | null {
  return typeof value === "string" && isDay(value.slice(0, 10)) ? value.slice(0, 10) : null;
}

/** Whether a text is a day of the calendar: `2027-01-31`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const millisecondsOfDay = 86_400_000;

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * millisecondsOfDay).toISOString().slice(0, 10);
}
