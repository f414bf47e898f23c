// A list -> more records of it, created by the operation that creates what it lists: so many that they fill a page, or with values that show
// how it selects and sorts.
import { type Json, matches, type Operation } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { variedBodies } from "../creating.ts";
import { callAnew, distinctBody, inputsFor } from "../inputs.ts";
import { inOrder } from "../ranges.ts";
import { noValues, type RequestValues } from "../request-values.ts";
import { anew, jsonBodyOf, withBody } from "../variation.ts";
import { defaultOf, sizeOf } from "./read-twice.ts";

/** Records of a list, as far as it has few: others make theirs below something else. */
const fewRecords = 6;

/** A list below a resource gets records of its kind: with all members and without, and with other values. */
export async function fill(context: Context, { operation, values }: CallResult, count: number): Promise<void> {
  const producer = context.description.operations.find(
    ({ method, path }) => method === "post" && path.text === operation.path.text,
  );
  if (producer === undefined || !context.baselines.has(producer)) return;
  const wanted = recordsWanted(context, operation);
  if (count >= Math.max(fewRecords, wanted)) return;
  const least = inputsFor(context, producer, "required")?.values ?? null;
  const most = inputsFor(context, producer, "all")?.values ?? null;
  const { body = null } = most ?? {};
  const others =
    most === null || body?.kind !== "value" ? [] : variedBodies(body.mediaType.schema, body.value, fewRecords);
  for (const one of [least, most, ...others.map((value) => withBody(most ?? noValues, value))]) {
    if (one === null) continue;
    if (count < fewRecords) await callAnew(context, producer, anew(context, inside(one)));
  }
  // Without a size, a page of the default size shows what that is.
  const missing = least === null ? 0 : wanted - Math.max(count, Math.min(count + 2 + others.length, fewRecords));
  for (let index = 0; index < missing && least !== null; index += 1)
    if (!isAccepted((await callAnew(context, producer, anew(context, inside(least)))).status)) return;

  function inside(one: RequestValues): RequestValues {
    return { ...one, parameters: { ...one.parameters, path: values.parameters.path } };
  }
}

/** Of a list whose default size is higher, no more records are made. */
const mostMade = 30;

/** How many records a list needs to have more than a page of them; none where each request counts. */
function recordsWanted({ session }: Context, operation: Operation): number {
  const size = sizeOf(operation);
  const standard = size === null ? null : defaultOf(size.schema);
  return standard === null || standard >= mostMade || session.remaining !== null ? 0 : standard + 1;
}

export function isShort(context: Context, operation: Operation, items: readonly JsonObject[]): boolean {
  return items.length < recordsWanted(context, operation);
}

/** The accepted request of the operation that creates what is listed. */
export function producerOf(context: Context, { path }: Operation): CallResult | undefined {
  return context.accepted.find(({ operation }) => operation.method === "post" && operation.path.text === path.text);
}

/** A record with these members, as far as its request declares them; `null`: it declares none of them, or is rejected. */
export async function createWith(context: Context, first: CallResult, members: JsonObject): Promise<CallResult | null> {
  const producer = producerOf(context, first.operation);
  const body = producer === undefined ? null : jsonBodyOf(producer);
  if (producer === undefined || body === null) return null;
  const declared = new Set(propertiesIn(body.schema).map(({ name }) => name));
  const exact: Record<string, Json> = {};
  for (const [name, member] of Object.entries(members))
    if (declared.has(name) && matches(body.schema, { ...asObject(body.value), ...exact, [name]: member }))
      exact[name] = member;
  if (Object.keys(exact).length === 0) return null;
  const distinct = distinctBody(context, producer.operation, { ...asObject(body.value), ...exact });
  const ordered = Object.keys(exact).reduce<Json>((value, name) => inOrder(body.schema, value, [name]) ?? value, {
    ...asObject(distinct),
    ...exact,
  });
  const values = anew(context, withBody(producer.values, ordered));
  const { path } = first.values.parameters;
  const parameters = { ...values.parameters, path };
  const result = await callAnew(context, producer.operation, { ...values, parameters });
  return isAccepted(result.status) ? result : null;
}
