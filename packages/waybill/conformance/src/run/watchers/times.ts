// What a request has just made -> the time at which it says that it was made is that of the response, by the clock of the service.
import { headerOf } from "../../exchange/exchange.ts";
import { show } from "../../values/json.ts";
import { type Context, isAccepted } from "../context.ts";
import { idsMadeBy } from "../links.ts";
import { recordsIn } from "../records.ts";
import { membersOfBody } from "../request-values.ts";

const names = /^(created|inserted|placed|order(ed)?)_?(at|on|date|time)$/i;
const format = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d/;

/** Milliseconds: time zones and days are further apart, and a busy service takes less. */
const slack = 120_000;

export function watchTimes(context: Context): void {
  /** When each record was made that has not been seen since, with the members that its request has. */
  const made = new Map<unknown, { readonly at: number; readonly sent: ReadonlySet<string> }>();
  const known = new Set<string>();
  context.listeners.push((result) => {
    if (!isAccepted(result.status)) return;
    const at = Date.parse(headerOf(result.exchange.response.headers, "date") ?? "");
    const sent = new Set(Object.keys(membersOfBody(result.values) ?? {}));
    for (const id of Number.isNaN(at) ? [] : idsMadeBy(result)) {
      // What is done with it returns its id as well.
      if (!known.has(id)) made.set(id, { at, sent });
      known.add(id);
    }
    for (const item of recordsIn(result.json)) {
      const own = made.get(item["id"]);
      if (own === undefined) continue;
      made.delete(item["id"]);
      for (const [name, value] of Object.entries(item)) {
        if (!names.test(name) || own.sent.has(name) || typeof value !== "string" || !format.test(value)) continue;
        if (Math.abs(Date.parse(value) - own.at) > slack)
          context.fault("rule-broken", result, `returns ${name} ${show(value)} for what was made at another time`);
      }
    }
  });
}
