// The options of a handler, which JavaScript may give in any form, to what it works with: checked, and complete.
import type { WebhookEvent } from "./events.gen.ts";
import type { WebhookHandlerOptions, WebhookHandlers } from "./handler-options.ts";
import { scheme } from "./headers.ts";
import { isEventName } from "./payload.ts";
import { type SeenSettings, seenSettingsOf } from "./runtime/handling.gen.ts";
import { checkedNumber, isObject, toleranceOf } from "./runtime/signatures.gen.ts";

export interface Settings extends Omit<WebhookHandlerOptions, "seen" | "maxBodyBytes"> {
  readonly maxBodyBytes: number;
  readonly seen: SeenSettings<WebhookEvent> | null;
}

/**
 * Throws a `TypeError` when `on` has something else than functions for events that there are, or `seen` is no store; and a
 * `RangeError` for a number that cannot be meant, such as `NaN`. The secret is not looked at: builds import handlers, too.
 */
export function settingsOf(options: WebhookHandlerOptions): Settings {
  checkHandlers(options?.on);
  toleranceOf(scheme, options);
  return {
    ...options,
    maxBodyBytes: checkedNumber("maxBodyBytes", options.maxBodyBytes ?? 1024 * 1024, { least: 1 }),
    seen: options.seen === undefined ? null : seenSettingsOf(options.seen),
  };
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
