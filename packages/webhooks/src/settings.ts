// The options of a handler, which JavaScript may give in any form, to what it works with: checked, and complete.
import { toleranceOf } from "./authentic.ts";
import type { SeenOptions, WebhookHandlerOptions, WebhookHandlers } from "./handler-options.ts";
import { isObject } from "./members.ts";
import { checkedNumber } from "./number-option.ts";
import { isEventName } from "./payload.ts";
import type { SeenStore } from "./seen.ts";

export interface Settings extends Omit<WebhookHandlerOptions, "seen" | "maxBodyBytes"> {
  readonly maxBodyBytes: number;
  readonly seen: SeenSettings | null;
}

export interface SeenSettings extends Pick<SeenOptions, "store" | "key"> {
  /** What the keys in the store begin with. */
  readonly prefix: string;
  readonly retentionSeconds: number;
  readonly leaseSeconds: number;
  readonly storeTimeoutSeconds: number;
}

/**
 * Throws a `TypeError` when `on` has something else than functions for events that there are, or `seen` is no store; and a
 * `RangeError` for a number that cannot be meant, such as `NaN`. The secret is not looked at: builds import handlers, too.
 */
export function settingsOf(options: WebhookHandlerOptions): Settings {
  checkHandlers(options?.on);
  toleranceOf(options);
  return {
    ...options,
    maxBodyBytes: checkedNumber("maxBodyBytes", options.maxBodyBytes ?? 1024 * 1024, { least: 1 }),
    seen: options.seen === undefined ? null : seenSettingsOf(options.seen),
  };
}

const tenYears = 10 * 365 * 86_400;

function seenSettingsOf(seen: SeenStore | SeenOptions): SeenSettings {
  const given: SeenOptions = isObject(seen) && !("claim" in seen) ? seen : { store: seen };
  const { namespace, key, retentionSeconds = 3 * 86_400, leaseSeconds = 60, storeTimeoutSeconds = 5 } = given;
  if (namespace !== undefined && (typeof namespace !== "string" || namespace === "")) {
    throw new TypeError(
      "`seen.namespace` has to be a text that is not empty, such as the name of what this handler does.",
    );
  }
  if (key !== undefined && typeof key !== "function") {
    throw new TypeError("`seen.key` has to be a function that takes the event and gives a text.");
  }
  const least = 0.001;
  return {
    store: checkedStore(given.store),
    key,
    prefix: namespace === undefined ? "" : `${namespace}:`,
    retentionSeconds: checkedNumber("seen.retentionSeconds", retentionSeconds, { least, most: tenYears }),
    leaseSeconds: checkedNumber("seen.leaseSeconds", leaseSeconds, { least, most: tenYears }),
    storeTimeoutSeconds: checkedNumber("seen.storeTimeoutSeconds", storeTimeoutSeconds, { least, most: 86_400 }),
  };
}

function checkedStore(store: SeenStore): SeenStore {
  if (isObject(store) && "claim" in store && typeof store.claim === "function") return store;
  throw new TypeError(
    "`seen` has to be a store, or { store }, whose `claim` is a function: see the interface SeenStore.",
  );
}

function checkHandlers(on: WebhookHandlers | undefined): void {
  if (!isObject(on)) {
    throw new TypeError(
      'There is no `on`: say what to do with each event, as in { on: { "order.shipped": (event) => … } }.',
    );
  }
  for (const [name, handler] of Object.entries(on)) {
    if (!isEventName(name))
      throw new TypeError(`There is no event ${JSON.stringify(name)} to handle: take it out of \`on\`.`);
    if (handler === undefined || typeof handler === "function") continue;
    throw new TypeError(`What is to handle ${name} is no function: give one that takes the event.`);
  }
}
