// What the command and the library use of policies: settings -> a policy, and changes chosen and judged by it.

import { nearest } from "../../diagnostics/code.ts";
import { expressionOf } from "../../model/finish/filters.ts";
import { type Bump, bumps, type Change, fingerprintOf, largestOf, type OperationPlace, type Use } from "../change.ts";
import { kinds } from "../rules/all-rules.ts";
import { type Deprecation, withDeprecation } from "./deprecation.ts";

/** What a rule needs instead of its own bump; `off`: it is not reported. */
export type Severity = Bump | "off";

/** A change that someone decided to make. */
export interface Acceptance {
  readonly fingerprint: string;
  /** What was accepted, for readers: `major enum-value-added: Order.status: the value "x" is new`. */
  readonly change: string;
  readonly reason: string;
  /** The last day on which it applies, as `2027-01-31`; `null`: always. */
  readonly until: string | null;
}

export interface Policy {
  /** By the id of a rule. */
  readonly rules: Readonly<Record<string, Severity>>;
  /** The largest bump of new values in the bodies of error responses; `null`: as elsewhere. */
  readonly errors: Severity | null;
  /** In order: the last one counts. */
  readonly overrides: readonly Override[];
  readonly accepted: readonly Acceptance[];
  readonly deprecation: Deprecation | null;
}

/** Rules for the uses that match one of each list that is there; `*` is any other rule. */
export interface Override {
  readonly paths?: readonly string[];
  readonly tags?: readonly string[];
  readonly status?: readonly string[];
  readonly rules: Readonly<Record<string, Severity>>;
}

export interface AcceptedChange {
  readonly change: Change;
  readonly acceptance: Acceptance;
}

export interface Judged {
  /** Those that count, the largest bump first. */
  readonly changes: readonly Change[];
  /** Those that do not, because they were accepted. */
  readonly accepted: readonly AcceptedChange[];
  /** Those that count again, because their acceptance has expired. */
  readonly expired: readonly AcceptedChange[];
  /** Acceptances of changes that are not there. */
  readonly unused: readonly Acceptance[];
}

/** `today`: `2026-11-23`. */
export function applyPolicy(policy: Policy, changes: readonly Change[], today: string): Judged {
  const ruled = changes.flatMap((change) => ruledBy(policy, change, today));
  const byFingerprint = new Map(policy.accepted.map((each) => [each.fingerprint, each]));
  const known = ruled.flatMap((change) => {
    const acceptance = byFingerprint.size === 0 ? undefined : byFingerprint.get(fingerprintOf(change));
    return acceptance === undefined ? [] : [{ change, acceptance }];
  });
  const isExpired = ({ acceptance: { until } }: AcceptedChange): boolean => until !== null && until < today;
  const accepted = known.filter((each) => !isExpired(each));
  const settled = new Set(accepted.map(({ change }) => change));
  const usedAcceptances = new Set(known.map(({ acceptance }) => acceptance));
  return {
    changes: sorted(ruled.filter((change) => !settled.has(change))),
    accepted,
    expired: known.filter(isExpired),
    unused: policy.accepted.filter((each) => !usedAcceptances.has(each)),
  };
}

export function acceptanceOf(change: Change, { reason, until }: Pick<Acceptance, "reason" | "until">): Acceptance {
  const { bump, rule, message } = change;
  return { fingerprint: fingerprintOf(change), change: `${bump} ${rule}: ${message}`, reason, until };
}

/** With the bumps that the policy gives its uses; none where every use is off. */
function ruledBy(policy: Policy, change: Change, today: string): Change[] {
  const { deprecation } = policy;
  const severities = new Map(change.uses.map((use) => [use, severityOf(policy, change.rule, use)]));
  const stated = change.uses.filter((use) => severities.get(use) !== null);
  const others = change.uses.filter((use) => severities.get(use) === null);
  const judged =
    deprecation === null || others.length === 0
      ? { ...change, uses: others }
      : withDeprecation({ ...change, uses: others }, deprecation, today);
  if (stated.length === 0) return [judged];
  const ruled = stated.flatMap((use) => {
    const bump = severities.get(use) ?? "off";
    return bump === "off" ? [] : [{ ...use, bump }];
  });
  const uses = [...judged.uses, ...ruled].toSorted((a, b) => bumps.indexOf(a.bump) - bumps.indexOf(b.bump));
  const bump = largestOf(uses.map((use) => use.bump));
  return bump === null ? [] : [{ ...judged, uses, bump }];
}

/** `null`: its own bump. */
function severityOf({ rules, errors, overrides }: Policy, rule: string, use: Use): Severity | null {
  const override = overrides.findLast((each) => (rule in each.rules || "*" in each.rules) && selects(each, use));
  if (override !== undefined) return override.rules[rule] ?? override.rules["*"] ?? null;
  const isNewInError = use.bump === "major" && isError(use) && newValues.has(rule);
  return rules[rule] ?? (isNewInError ? errors : null) ?? rules["*"] ?? null;
}

/** The rules for values that the base does not describe. */
const newValues: ReadonlySet<string> = new Set(
  kinds.filter(({ request, response }) => request === "minor" && response === "major").map(({ id }) => id),
);

function isError({ status }: Use): boolean {
  return status !== null && /^(?:[45]|default$)/.test(status);
}

function selects({ paths, tags, status }: Override, use: Use): boolean {
  const { operation } = use;
  const isListed = (list: readonly string[] | undefined, isIt: (one: string) => boolean): boolean =>
    list === undefined || list.some(isIt);
  return (
    isListed(paths, (path) => operation !== null && expressionOf(path).test(operation.path)) &&
    isListed(tags, (tag) => operation?.tags.includes(tag) === true) &&
    isListed(status, (one) => use.status !== null && isStatus(one, use.status))
  );
}

/** `4XX` covers `404`. */
function isStatus(pattern: string, status: string): boolean {
  const [one, other] = [pattern.toUpperCase(), status.toUpperCase()];
  return one === other || (/^[1-5]XX$/.test(one) && one[0] === other[0]);
}

/** The largest bump first; otherwise as they were. */
function sorted(changes: readonly Change[]): Change[] {
  return changes.toSorted((a, b) => bumps.indexOf(a.bump) - bumps.indexOf(b.bump));
}

/** The names that no rule has, each with what to do. */
export function unknownRules(
  rules: Readonly<Record<string, unknown>>,
): { readonly rule: string; readonly hint: string }[] {
  const known = kinds.map(({ id }) => id);
  return Object.keys(rules)
    .filter((rule) => rule !== "*" && !known.includes(rule))
    .map((rule) => {
      const near = nearest(rule, known);
      return { rule, hint: near === undefined ? "docs/diff.md lists the rules" : `did you mean ${near}?` };
    });
}

/** As it is configured; `null`: no promise. */
export function deprecationOf(
  config: Partial<{ [Field in keyof Deprecation]: NonNullable<Deprecation[Field]> }> | undefined,
): Deprecation | null {
  if (config === undefined) return null;
  const { days = null, sunset = "x-sunset", stability = "x-stability-level" } = config;
  return { days, sunset, stability };
}

// Changes -> those of the chosen operations, each with its uses there alone.
export interface Chosen {
  /** Paths with `*` for any characters but `/`, and `**` for any characters. Empty: all. */
  readonly paths: readonly string[];
  readonly tags: readonly string[];
}

/** An operation is chosen when its path matches one of the paths, and one of its tags one of the tags. */
export function chosenChanges(changes: readonly Change[], chosen: Chosen): Change[] {
  if (chosen.paths.length + chosen.tags.length === 0) return [...changes];
  return changes.flatMap((change) => {
    const uses = change.uses.filter(({ operation }) => operation !== null && isChosen(operation, chosen));
    const bump: Bump | null = largestOf(uses.map((use) => use.bump));
    return bump === null ? [] : [{ ...change, uses, bump }];
  });
}

function isChosen(operation: OperationPlace, { paths, tags }: Chosen): boolean {
  return (
    (paths.length === 0 || paths.some((path) => expressionOf(path).test(operation.path))) &&
    (tags.length === 0 || tags.some((tag) => operation.tags.includes(tag)))
  );
}

/** The paths and tags that no operation has: `--tag ordres`. */
export function unmatchedOf(
  { paths, tags }: Chosen,
  operations: readonly OperationPlace[],
): { readonly paths: readonly string[]; readonly tags: readonly string[] } {
  return {
    paths: paths.filter((path) => !operations.some((operation) => expressionOf(path).test(operation.path))),
    tags: tags.filter((tag) => !operations.some((operation) => operation.tags.includes(tag))),
  };
}
