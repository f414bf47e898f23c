// What comes to be outside of the API -> as if an operation had made it: it is announced once to each subscription, can be read, is in its
// state, and goes on from there.
import { type Json, matches } from "waybill/description";
import { asObject, type JsonObject } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { type NamedTrigger, unsaidIn } from "../run-options.ts";
import { dataOf } from "../subscriptions/payloads.ts";
import type { Subscriptions } from "../subscriptions/subscriptions.ts";
import type { StateMachine, Transition } from "./state-machine.ts";

/** What a life cycle does with a resource. */
export interface Steps {
  /** Reads the resource, and checks its state and the lists that have it; `null`: it cannot be read. */
  check(created: CallResult, to: Json, cause: string): Promise<JsonObject | null>;
  comparePayload(event: string, payload: unknown, resource: JsonObject): void;
  make(transition: Transition, created: CallResult): Promise<unknown>;
}

export interface ExternalCreation {
  readonly context: Context;
  readonly machine: StateMachine;
  readonly subscriptions: Subscriptions;
  readonly steps: Steps;
}

/** One trigger of a transition that begins a life, and one step on from there. */
export async function createExternally(
  { context, machine, subscriptions, steps }: ExternalCreation,
  transition: Transition,
  named: NamedTrigger,
): Promise<void> {
  const { event, to } = transition;
  const producer = producerOf(context, machine);
  if (event === null || producer === null) return;
  const about = { cause: `a trigger of ${named.name}`, where: machine.where };
  const fired = await subscriptions.after(event, about, async () => {
    context.consistency.forget();
    await named.trigger(context.knowledge.all());
  });
  const [arrived] = fired.arrived;
  const created = arrived === undefined ? null : asMadeBy(producer, dataOf(arrived.payload));
  if (arrived === undefined || created === null) return;
  const resource = await steps.check(created, to, about.cause);
  if (resource === null) return;
  steps.comparePayload(event, arrived.payload, resource);
  const unsaid = unsaidIn(arrived.payload, named) === null ? null : unsaidIn(resource, named);
  if (unsaid !== null) {
    const message = `what ${about.cause} makes ${unsaid}`;
    context.objectTo("payload-differs", message, {
      subject: event,
      where: machine.where,
      shown: JSON.stringify(resource),
    });
  }
  const next = machine.transitions.find((one) => one.operation !== null && one.from?.includes(to) === true);
  if (next !== undefined) await steps.make(next, created);
}

/** The operation that makes such a resource, as it was called first. */
function producerOf({ accepted }: Pick<Context, "accepted">, { transitions }: StateMachine): CallResult | null {
  const creates = transitions.filter(({ from }) => from === null).map(({ operation }) => operation);
  return accepted.find(({ operation }) => creates.includes(operation.id)) ?? null;
}

/** As if the operation had just made the resource that a delivery is about; `null` where the delivery does not say which. */
function asMadeBy(producer: CallResult, data: JsonObject): CallResult | null {
  const { exchange, verdict, values } = producer;
  const named = Object.entries(asObject(producer.json) ?? {}).filter(([name]) => Object.hasOwn(data, name));
  const ids = named.filter(([name]) => /(^|[a-z_])(id|uuid)$/i.test(name));
  if (ids.length === 0) return null;
  const json = { ...asObject(producer.json), ...Object.fromEntries(ids.map(([name]) => [name, data[name] ?? null])) };
  const schema = verdict?.mediaType?.schema;
  if (schema !== undefined && !matches(schema, json)) return null;
  const body = Buffer.from(JSON.stringify(json));
  return {
    ...producer,
    json,
    values: { ...values, body: null },
    exchange: { ...exchange, response: { ...exchange.response, body } },
  };
}
