// All deliveries of a run, and all that was read of what they are about -> a delivery has no value that the record never had.
import type { Json } from "waybill/description";
import { placeOf } from "../description/description.ts";
import { asObject, type JsonObject } from "../values/json.ts";
import type { CallResult, Context } from "./context.ts";
import type { Arrived } from "./expectations.ts";
import { isSame, itemsOf } from "./items.ts";
import { isReference } from "./knowledge.ts";
import { dataOf } from "./phases/made-outside.ts";
import { type StateMachine, stateMachinesOf } from "./state-machine.ts";

/** What a record was seen to say: each member, and its values. */
type Past = Map<string, Map<string, Json>>;

export class PayloadHistory {
  private readonly context: Context;
  private readonly machines: readonly StateMachine[];
  private readonly pasts = new Map<Json, Past>();

  constructor(context: Context) {
    this.context = context;
    this.machines = stateMachinesOf(context.description);
    context.listeners.push((result) => this.take(result));
  }

  check(arrived: readonly Arrived[]): void {
    for (const one of arrived) this.checkOne(one);
  }

  private take({ json, status, operation }: CallResult): void {
    if (operation.method !== "get" || status !== 200) return;
    const whole = asObject(json);
    for (const item of itemsOf(json) ?? (whole === null ? [] : [whole])) {
      const id = item["id"];
      // A short one may be that of something else as well.
      if (typeof id !== "string" || id.length < 6) continue;
      const past = this.pasts.get(id) ?? new Map<string, Map<string, Json>>();
      this.pasts.set(id, past);
      for (const [name, value] of Object.entries(item)) {
        const values = past.get(name) ?? new Map<string, Json>();
        past.set(name, values.set(JSON.stringify(value), value));
      }
    }
  }

  private checkOne({ event, payload }: Arrived): void {
    const data = dataOf(payload);
    for (const past of this.pastsOf(data)) {
      for (const [name, value] of Object.entries(data)) {
        const values = [...(past.get(name)?.values() ?? [])];
        // What changes may have been otherwise when nothing was read; that of which there is none yet may come later.
        if (value === null || values.length !== 1 || isSame(value, values[0]) || this.isState(name)) continue;
        const shown = `delivered: ${JSON.stringify(value)}\nread: ${JSON.stringify(values[0])}`;
        const message = `${event} has a ${name} that the resource never had`;
        this.context.objectTo("payload-differs", message, { subject: event, where: this.placeOf(event), shown });
      }
    }
    this.checkState(event, data);
  }

  /** The records whose ids the delivery has under a name of its own kind: `orderId`, or `id`. */
  private pastsOf(data: JsonObject): Past[] {
    const [own] = Object.entries(data).filter(([name]) => /id$/i.test(name) && isReference(name));
    const past = own === undefined ? undefined : this.pasts.get(own[1]);
    return past === undefined ? [] : [past];
  }

  /** An event of the state machine has the state that it leads to. */
  private checkState(event: string, data: JsonObject): void {
    for (const { property, transitions, where } of this.machines) {
      const own = transitions.filter((one) => one.event === event);
      const state = data[property];
      if (state === undefined || own.length === 0 || own.some(({ to }) => to === state)) continue;
      const message = `${event} has ${property} ${JSON.stringify(state)}; the state machine says ${JSON.stringify(own[0]?.to ?? null)}`;
      this.context.objectTo("payload-differs", message, { subject: event, where, shown: JSON.stringify(data) });
    }
  }

  private isState(name: string): boolean {
    return this.machines.some(({ property }) => property === name);
  }

  private placeOf(event: string): string | null {
    const message = this.context.description.messages.find(({ eventName }) => eventName === event);
    return message === undefined ? null : placeOf(message.at);
  }
}
