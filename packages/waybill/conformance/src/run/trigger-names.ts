// The names of triggers -> the event that each makes fire, and what its delivery has to say: `cart.changed?change=REMOVED`.
import type { Json } from "waybill/description";
import { asObject, isList } from "../values/json.ts";
import type { RunOptions, Trigger } from "./run-options.ts";

export interface NamedTrigger {
  /** As it was given. */
  readonly name: string;
  readonly trigger: Trigger;
  /** Members of the delivery, wherever they are in it, and a value that one of that name has. */
  readonly says: readonly (readonly [member: string, value: string])[];
}

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
    const found = valuesOf(payload, member);
    if (!found.some((one) => (typeof one === "string" ? one : JSON.stringify(one)) === value))
      return `has ${found.length === 0 ? "no" : "another"} ${member}; expected: ${value}`;
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
