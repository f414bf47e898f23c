// The rate limit's headers, from response to response: they agree with each other and with time, and each request uses up one.
import {
  below,
  type Description,
  extensionOf,
  infoExtensionOf,
  numberIn,
  placeOf,
  textIn,
  textsIn,
} from "../../description/description.ts";
import type { Objection } from "../../exchange/check-response.ts";
import { type Exchange, headerOf } from "../../exchange/exchange.ts";

export interface RateRule {
  readonly limit: readonly string[];
  readonly remaining: readonly string[];
  readonly secondsUntilReset: readonly string[];
  readonly resetTimestamp: readonly string[];
  readonly windowSeconds: number | null;
  /** What has a budget of its own: `client-ip`, `api-key`. */
  readonly scope: string | null;
  readonly exceededStatus: number;
  readonly where: string | null;
}

/** `x-waybill-rate-limit` of `info`; `null` when there is none. */
export function rateRuleOf({ http }: Pick<Description, "http">): RateRule | null {
  const rule = infoExtensionOf(http, "x-waybill-rate-limit");
  if (http === null || rule === null) return null;
  const headers = extensionOf(rule, "headers");
  return {
    limit: textsIn(headers, "limit"),
    remaining: textsIn(headers, "remaining"),
    secondsUntilReset: textsIn(headers, "secondsUntilReset"),
    resetTimestamp: textsIn(headers, "resetTimestamp"),
    windowSeconds: numberIn(rule, "windowSeconds"),
    scope: textIn(rule, "scope"),
    exceededStatus: numberIn(rule, "exceededStatus") ?? 429,
    where: placeOf(below(below(http.at, "info"), "x-waybill-rate-limit")),
  };
}

/** What the headers of a response say is left of the budget; `null` where they do not. */
export function remainingIn({ response }: Exchange, names: readonly string[]): number | null {
  const texts = names.map((name) => headerOf(response.headers, name));
  const text = texts.find((one) => one !== null && /^\d+$/.test(one));
  return text == null ? null : Number(text);
}

interface Reading {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window. */
  readonly reset: number | null;
  /** Unix milliseconds of our clock. */
  readonly at: number;
}

interface Reset extends Pick<Reading, "reset" | "at"> {
  readonly timestamp: number | null;
  /** Unix milliseconds, of the request. */
  readonly sentAt: number;
}

/** Another program of the same client hardly makes its request in so short a time before the first one of the run. */
const beforehandMs = 100;

/** Seconds by which clocks and roundings may differ. */
const slack = 3;

export class RateWatch {
  private readonly rule: RateRule;
  private readonly now: () => number;
  private last: Reading | null = null;
  /** The first response, and how many requests were accepted after it. */
  private first: Reading | null = null;
  private counted = 0;
  private hasRefused = false;
  /** The first response of the run that was counted, where it has the headers; `null` where nothing more can be concluded from it. */
  private opening: (Reading & { readonly sentAt: number }) | null | undefined;
  /** The first reading of a reset, which counts down from there. */
  private resetAtFirst: { readonly reset: number; readonly at: number } | null = null;

  constructor(rule: RateRule, now: () => number) {
    this.rule = rule;
    this.now = now;
  }

  /** What is wrong with a response's headers, alone or after the response before it. Responses have to come one after the other. */
  check({ response }: Exchange, sentAt: number): Objection[] {
    const { rule } = this;
    const isFirst = this.opening === undefined;
    if (isFirst) this.opening = null;
    const read = (names: readonly string[]): number[] =>
      names.flatMap((name) => {
        const text = headerOf(response.headers, name);
        return text !== null && /^\d+$/.test(text) ? [Number(text)] : [];
      });
    const [limits, remainings] = [read(rule.limit), read(rule.remaining)];
    const [limit, remaining] = [limits[0], remainings[0]];
    if (limit === undefined || remaining === undefined) return [];
    const at = this.now();
    const [reset = null] = read(rule.secondsUntilReset);
    const [timestamp = null] = read(rule.resetTimestamp);
    const isCounted = response.status !== 401;
    if (isFirst && isCounted) this.opening = { limit, remaining, reset, at, sentAt };
    // Nothing is counted yet: the first request that is opens the window.
    if (isFirst && !isCounted && remaining === limit) this.opening = undefined;
    const opening = this.wrongOpening(reset, sentAt);
    const wrong = [
      ...(opening === null || opening.check !== "rate-limit-headers" ? [] : [opening.message]),
      ...(new Set(limits).size > 1 ? [`${rule.limit.join(" and ")} differ`] : []),
      ...(new Set(remainings).size > 1 ? [`${rule.remaining.join(" and ")} differ`] : []),
      ...(remaining > limit ? [`${rule.remaining[0]} is more than ${rule.limit[0]}`] : []),
      ...this.wrongReset({ reset, timestamp, sentAt, at }),
    ];
    const miscounted = this.miscounted({ limit, remaining, reset, at }, response.status);
    const { where } = rule;
    const objections = [
      ...wrong.map((message): Objection => ({ check: "rate-limit-headers", message, where })),
      ...(miscounted === null ? [] : [{ check: "rate-limit-count" as const, message: miscounted, where }]),
      ...(opening?.check === "rate-limit-count" ? [{ ...opening, where }] : []),
    ];
    if (response.status !== 401) {
      this.last = { limit, remaining, reset, at };
      this.first ??= this.last;
    }
    return objections;
  }

  /** Requests were sent at the same time: counting starts again. */
  interrupt(): void {
    this.last = null;
    this.first = null;
    this.counted = 0;
  }

  /** The headers may be as old as the request: a response can take its time. */
  private *wrongReset({ reset, timestamp, sentAt, at }: Reset): Generator<string> {
    const { rule } = this;
    if (reset !== null && rule.windowSeconds !== null && reset > rule.windowSeconds) {
      yield `${rule.secondsUntilReset[0]} is more than the window of ${rule.windowSeconds} seconds`;
    }
    const standing = reset === null ? null : this.standing(reset, { sentAt, at });
    if (standing !== null) yield standing;
    const [from, to] = [sentAt / 1000 + (reset ?? 0) - slack, at / 1000 + (reset ?? 0) + slack];
    if (reset !== null && timestamp !== null && (timestamp < from || timestamp > to)) {
      const [time, seconds] = [rule.resetTimestamp[0], rule.secondsUntilReset[0]];
      yield `${time} is not the time that ${seconds} counts down to, in Unix seconds`;
    }
  }

  /**
   * Where no older request is tracked, the first one of the run is the only one in the window: the budget has one less, and the
   * window begins with it. That none is older shows in the reset, which counts to the moment when the oldest request leaves.
   */
  private wrongOpening(reset: number | null, sentAt: number): Pick<Objection, "check" | "message"> | null {
    const { rule, opening } = this;
    if (opening == null || opening.reset === null || reset === null || rule.windowSeconds === null) return null;
    const used = opening.limit - opening.remaining;
    const [remainingName, resetName] = [rule.remaining[0], rule.secondsUntilReset[0]];
    if (used === 1) {
      this.opening = null;
      if (opening.reset >= rule.windowSeconds - slack) return null;
      const message = `${resetName} is ${opening.reset} although the only request of the window of ${rule.windowSeconds} seconds was just made`;
      return { check: "rate-limit-headers", message };
    }
    // Headers are rounded up to seconds, or down: the oldest request was tracked at this time or later.
    const oldest = sentAt + (reset - 1 - rule.windowSeconds) * 1000;
    const mayBeFirst = opening.reset >= rule.windowSeconds - 1 && oldest <= opening.at;
    if (mayBeFirst && oldest < opening.sentAt - beforehandMs) return null;
    this.opening = null;
    if (!mayBeFirst) return null;
    const message = `${remainingName} is ${opening.remaining} of ${opening.limit} after the first request of a window`;
    return { check: "rate-limit-count", message };
  }

  /** Until the oldest request leaves the window, the reset counts down: no request of a run is older. */
  private standing(reset: number, { sentAt, at }: Pick<Reset, "sentAt" | "at">): string | null {
    this.resetAtFirst ??= { reset, at };
    const { reset: before, at: since } = this.resetAtFirst;
    // A response can take its time: the reset was read after the request was sent, and before the response came.
    const elapsed = Math.max(0, sentAt - since) / 1000;
    if (before === 0 || elapsed >= before - 1) {
      this.resetAtFirst = { reset, at };
      return null;
    }
    if (reset <= before - elapsed + slack) return null;
    const name = this.rule.secondsUntilReset[0];
    return `${name} is ${reset}, ${Math.round(elapsed)} seconds after it was ${before}: it does not count down`;
  }

  private miscounted(now: Reading, status: number): string | null {
    const { rule, last } = this;
    const [name] = rule.remaining;
    if (last === null) return null;
    const isRefused = status === rule.exceededStatus;
    if (status !== 401 && !isRefused) this.counted += 1;
    if (isRefused && this.first !== null && now.at - this.first.at < ((this.first.reset ?? 0) - 1) * 1000) {
      // The first response left so many, itself aside.
      const initialRemaining = this.first.remaining;
      if (this.counted !== initialRemaining && !this.hasRefused) {
        this.hasRefused = true;
        return `${this.counted} requests were accepted after ${name} was ${initialRemaining}`;
      }
      this.hasRefused = true;
    }
    if (isRefused && last.remaining > 0 && last.limit === now.limit) {
      return `a request is rejected with ${status} although ${name} was ${last.remaining} before it`;
    }
    // The key is checked before the budget, and requests leave the window when their time is over.
    const hasRolled = last.reset === null || now.at - last.at >= (last.reset - 1) * 1000;
    if (isRefused || status === 401 || now.limit !== last.limit || hasRolled || status >= 500) return null;
    if (last.remaining === 0) return `a request gets ${status} although ${name} was 0 before it`;
    if (now.remaining === last.remaining - 1) return null;
    const used = last.remaining - now.remaining;
    return `one request uses up ${used} of the budget (${name} from one response to the next)`;
  }
}
