// What a call has created -> the same as it is now, and calls on it: along the description's links, or out of a list.

import type { Json, Operation } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { bodyTypeOf, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { itemsOf } from "../lists.ts";
import type { RequestValues } from "../request-values.ts";

export interface Found {
  readonly result: CallResult;
  /** `null`: it is not there. */
  readonly resource: Readonly<Record<string, Json>> | null;
}

/** By a link that reads it, or in a list below whose path it was created. */
export async function readResource(context: Context, created: CallResult): Promise<Found | null> {
  const link = linksOf(context, created).find(({ followed }) => followed.operation.method === "get");
  if (link !== undefined) {
    const values = inputsFromLink(context, link.followed);
    if (values === null) return null;
    const result = await context.call(link.followed.operation, values);
    return { result, resource: isAccepted(result.status) ? asObject(result.json) : null };
  }
  const id = asObject(created.json)?.["id"];
  for (const [operation, { accepted, result: baseline }] of context.baselines) {
    if (id === undefined || !accepted || operation.method !== "get" || itemsOf(baseline.json) === null) continue;
    if (operation.path.text !== created.operation.path.text) continue;
    const result = await context.call(operation, baseline.values);
    return { result, resource: itemsOf(result.json)?.find((item) => item["id"] === id) ?? null };
  }
  return null;
}

interface CallOn {
  /** The member that holds the state. */
  readonly property: string;
  readonly created: CallResult;
  readonly operationId: string;
  /** The state to ask for, where the operation takes it. */
  readonly to: Json;
}

export async function callOn(
  context: Context,
  { property, created, operationId, to }: CallOn,
): Promise<CallResult | null> {
  const link = linksOf(context, created).find(({ followed }) => followed.operation.id === operationId);
  const values = link === undefined ? null : inputsFromLink(context, link.followed);
  if (link === undefined || values === null) return null;
  return await context.call(link.followed.operation, asking(link.followed.operation, values, { property, to }));
}

/** An update that takes the property itself is asked for the state that it leads to. */
function asking(
  operation: Operation,
  values: RequestValues,
  { property, to }: { readonly property: string; readonly to: Json },
): RequestValues {
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || to === null) return values;
  if (!propertiesIn(mediaType.schema).some(({ name }) => name === property)) return values;
  const own = values.body?.kind === "value" ? asObject(values.body.value) : null;
  return { ...values, body: { kind: "value", mediaType, value: { ...own, [property]: to } } };
}
