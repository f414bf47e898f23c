// The options of a run: the cases that `only` selects, and the findings that are then reported; and the names of triggers -> the event that each makes fire, and what its delivery has to say:
// `cart.changed?change=REMOVED`.

import type { Json } from "waybill/description";
import type { Description } from "../description/description.ts";
import type { ReceivedResponse, SentRequest } from "../exchange/exchange.ts";
import type { Check, Finding } from "../finding.ts";
import type { Excuse } from "../ledger/excuses.ts";
import { asObject, isList } from "../values/json.ts";
import type { CaseResult, Phase } from "./run-report.ts";

export interface RunOptions {
  readonly description: Description;
  /** The address that the description's paths are below: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The credential: a bearer token or API key, or `user:password` for basic authentication. `null`: none is needed. */
  readonly key: string | null;
  /** Credentials for single security schemes, by the name of the scheme, in place of `key`. */
  readonly keys?: Readonly<Record<string, string>>;
  /** A key of another account, which must not reach what this one has. */
  readonly otherKey?: string | null;
  /** Its credentials for single security schemes, in place of `otherKey`. */
  readonly otherKeys?: Readonly<Record<string, string>>;
  /** Another key of the same account, which the run uses and then has revoked by the trigger `revoke`. */
  readonly spareKey?: string | null;
  /** Keys that were valid once: revoked ones, or those of an account that was deactivated. */
  readonly revokedKeys?: readonly string[];
  /**
   * Other addresses of this machine, such as `127.0.0.2`, that the service sees as other clients: where the rate limit counts
   * addresses, each has a budget of its own. Default: none, and what needs two clients is not tried.
   */
  readonly otherAddress?: string | readonly string[] | null;
  /**
   * Values that the service knows and the description cannot: `{ campaignId: "cmp_1", sku: ["MUG"] }`. Each is used where a
   * parameter or field has that name; lists may be in the plural, and objects in them lend their `id`.
   */
  readonly values?: Readonly<Record<string, Json>>;
  /** Where to receive deliveries, on 127.0.0.1; port 0 takes any. `null`: nowhere. */
  readonly webhookPort?: number | null;
  /**
   * The address under which the service reaches that port, such as a tunnel's: `https://abc.example`. `{port}` in it is replaced by
   * the port. Default: `http://127.0.0.1:{port}`, which a service that rejects private addresses has to be configured to allow.
   */
  readonly webhookUrl?: string | null;
  /** What the sender signs with, where no operation takes subscriptions. `null`: signatures are not checked there. */
  readonly webhookSecret?: string | null;
  /**
   * Triggers of events that no operation causes, by event name. Each gets the known values of the resource. Where one event can say
   * several things, each has a trigger of its own, with members that its delivery has: `cart.changed?change=REMOVED&page=home`.
   */
  readonly triggers?: Readonly<Record<string, Trigger>>;
  /** The same seed repeats the same requests. */
  readonly seed?: number;
  /** Random valid requests for each operation. Default: 3. */
  readonly randomCases?: number;
  /** Stop after so many requests. Default: 5,000; and always before the service's own budget is spent. */
  readonly maxRequests?: number;
  /** Go on until the rate limit is reached: it shows every 429, and leaves the key without budget. */
  readonly spendBudget?: boolean;
  readonly excuses?: readonly Excuse[];
  /** Holes in the ledger make the run fail. */
  readonly complete?: boolean;
  /** Checks that make the run fail where they apply and did not run; `all` for each of them. Default: none. */
  readonly require?: readonly (Check | "all")[];
  /** Whether the report has every exchange, as a HAR shows them. Default: no. */
  readonly keepExchanges?: boolean;
  /** Checks that are left out. Default: none. */
  readonly off?: readonly Check[];
  /** Statuses that an operation may return besides those that the description declares, by operation. */
  readonly expect?: Readonly<Record<string, readonly number[]>>;
  /** The longest that a response may take, in milliseconds, by operation; `*` is for all others. Default: no limit. */
  readonly responseTime?: Readonly<Record<string, number>>;
  /** Run only the cases whose id starts with this, and what they need. */
  readonly only?: string | null;
  /** Stop at the first finding. */
  readonly failFast?: boolean;
  /** Longest wait for a response or a delivery, in milliseconds. Default: 15,000 and 5,000. */
  readonly responseMs?: number;
  readonly deliveryMs?: number;
  readonly onFinding?: (finding: Finding) => void;
  /** Called with each case when it is over. */
  readonly onCase?: (result: CaseResult) => void;
  /** In place of a socket: Fastify's `inject`, a Fetch handler. */
  readonly send?: (request: SentRequest) => Promise<ReceivedResponse>;
}

/** `resource`: everything known of it by name, `orderId` and `id` among it. */
export type Trigger = (resource: Readonly<Record<string, Json>>) => Promise<void>;

export interface NamedTrigger {
  /** As it was given. */
  readonly name: string;
  readonly trigger: Trigger;
  /** Members of the delivery, wherever they are in it, and a value that one of that name has. */
  readonly says: readonly (readonly [member: string, value: string])[];
}

/** The name of the trigger that revokes `spareKey`; it gets the key as `key`. */
export const revokeEvent = "revoke";

/** The event of a trigger's name. */
export function eventOf(name: string): string {
  return name.split("?")[0] ?? name;
}

export function triggersFor({ triggers = {} }: Pick<RunOptions, "triggers">, event: string): NamedTrigger[] {
  return Object.entries(triggers).flatMap(([name, trigger]) => {
    if (eventOf(name) !== event) return [];
    const pairs = name.slice(event.length + 1).split("&");
    const says = pairs.flatMap((pair): [string, string][] => {
      const at = pair.indexOf("=");
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    });
    return [{ name, trigger, says }];
  });
}

/** What a delivery does not say although its trigger does, as the end of a sentence; `null`: nothing. */
export function unsaidIn(payload: unknown, { says }: NamedTrigger): string | null {
  for (const [member, value] of says) {
    const actualValues = valuesOf(payload, member);
    if (!actualValues.some((one) => (typeof one === "string" ? one : JSON.stringify(one)) === value))
      return `has ${actualValues.length === 0 ? "no" : "another"} ${member}; expected: ${value}`;
  }
  return null;
}

function valuesOf(value: unknown, member: string): Json[] {
  if (isList(value as Json)) return (value as readonly Json[]).flatMap((one) => valuesOf(one, member));
  return Object.entries(asObject(value) ?? {}).flatMap(([name, inner]) => [
    ...(name === member ? [inner] : []),
    ...valuesOf(inner, member),
  ]);
}

/** The beginning of the ids of the selected cases; `null`: all cases. */
export type Selected = string | null;

/** All others use what these phases create. */
const needed: readonly Phase[] = ["baseline", "subscriptions"];

export function isRun(only: Selected, phase: Phase, caseId: string): boolean {
  return only === null || needed.includes(phase) || caseId.startsWith(only);
}

/** Whether a case of the operation or event may be selected. */
export function isAbout(only: Selected, subject: string): boolean {
  return only === null || subject.startsWith(only) || only.startsWith(`${subject}/`);
}

/**
 * Whether a finding is reported. `isKnown`: a case that is not selected has it too, so a run of all cases reports it there, unless
 * it is about the selected operation.
 */
export function isReported(
  only: Selected,
  { subject, caseId }: Pick<Finding, "subject" | "caseId">,
  isKnown: boolean,
): boolean {
  if (only === null) return true;
  if (caseId?.startsWith(only) === true) return !isKnown || (subject !== null && isAbout(only, subject));
  // Of an operation as a whole, other cases may have findings.
  return subject !== null && (caseId === null ? isAbout(only, subject) : subject.startsWith(only));
}
