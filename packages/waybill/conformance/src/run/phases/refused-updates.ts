// Updates of which one member is wrong and all others are new: they are refused as a whole, and the resource stays as it was.
import { type Json, matches, type Operation } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { schemasAt } from "../../description/schema-parts.ts";
import { invalidVariants } from "../../values/index.ts";
import { asObject, type JsonObject, valueAt } from "../../values/json.ts";
import { type CallResult, type Context, isRefused } from "../context.ts";
import { bodyTypeOf, inputsFor, inputsFromLink } from "../inputs.ts";
import { linksOf } from "../links.ts";
import { enumOf } from "../lists.ts";
import { changesSince, readOwn } from "../reading.ts";
import { renewed } from "../variation.ts";
import { create } from "./baseline.ts";

export async function runRefusedUpdates(context: Context): Promise<void> {
  for (const result of context.accepted) {
    if (result.operation.method !== "post") continue;
    for (const { followed } of linksOf(context, result)) {
      const { operation } = followed;
      if (operation.method !== "put" && operation.method !== "patch") continue;
      const id = `${operation.id}/invalid/nothing-changed`;
      const run = (): Promise<void> => tryUpdates(context, result.operation, operation);
      await context.caseElsewhere("invalid", id, operation.id, run);
    }
  }
}

async function tryUpdates(context: Context, producer: Operation, operation: Operation): Promise<void> {
  const mediaType = bodyTypeOf(operation);
  const all = inputsFor(context, operation, "all")?.values.body;
  const created = await create(context, producer);
  if (mediaType === null || all?.kind !== "value" || created === null) return;
  const link = linksOf(context, created).find(({ followed }) => followed.operation === operation);
  const values = link === undefined ? null : inputsFromLink(context, link.followed);
  const before = await readOwn(context, created);
  if (values === null || before?.resource == null) return;
  const good = otherValues(all, before.resource);
  const variants = invalidVariants(mediaType.schema, good);
  for (const name of Object.keys(asObject(good) ?? {})) {
    const wrong = variants.find((one) => one.path[0] === name && isWrongAlone(one.value, name, all.mediaType.schema));
    if (wrong === undefined) continue;
    // The wrong member before the others, and behind them: some services take over what they have read so far.
    const whole = asObject(renewed(context, wrong.value, wrong.path)) ?? {};
    const { [name]: broken = null, ...rest } = whole;
    for (const value of [
      { [name]: broken, ...rest },
      { ...rest, [name]: broken },
    ]) {
      const result = await context.call(operation, { ...values, body: { kind: "value", mediaType, value } });
      if (!isRefused(result.status)) break;
      await checkUnchanged(context, { created, before, result });
    }
  }
}

/** The body with values that the resource does not have yet. */
function otherValues(
  { value, mediaType }: { value: Json; mediaType: { schema: Parameters<typeof matches>[0] } },
  has: JsonObject,
): Json {
  const members = Object.entries(asObject(value) ?? {}).map(([name, member]): [string, Json] => {
    if (typeof member === "boolean") return [name, has[name] !== true];
    const lists = schemasAt(mediaType.schema, [name]);
    const names = lists.flatMap((list) => (list.kind === "array" ? (enumOf(list.items) ?? []) : []));
    const own = JSON.stringify(has[name]);
    const other = names.map((one) => [one]).find((one) => JSON.stringify(one) !== own);
    return [name, other ?? member];
  });
  const changed = Object.fromEntries(members);
  return matches(mediaType.schema, changed) ? changed : value;
}

/** Still there, and what makes the whole invalid. */
function isWrongAlone(value: Json, name: string, schema: Parameters<typeof matches>[0]): boolean {
  const member = valueAt(value, [name]);
  return member !== undefined && !matches(schema, { [name]: member });
}

interface Tried {
  readonly created: CallResult;
  readonly before: NonNullable<Awaited<ReturnType<typeof readOwn>>>;
  readonly result: CallResult;
}

async function checkUnchanged(context: Context, { created, before, result }: Tried): Promise<void> {
  const changes = await changesSince(context, created, before);
  if (changes === null) return;
  const message = `${result.operation.id} changes ${changes.names.join(", ")} although it returns ${result.status}`;
  context.object("wrong-state", message, { ...result, where: placeOf(result.operation.at) });
}
