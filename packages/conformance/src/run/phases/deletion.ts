// A deleted resource -> it can no longer be read, changed or deleted, and no list has it.

import type { Operation } from "waybill/description";
import { asObject } from "../../values/json.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { inputsFromLink } from "../inputs.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { itemsOf } from "../lists.ts";
import type { RequestValues } from "../request-values.ts";
import type { Followed } from "../runtime-expression.ts";
import { declaresAbsence } from "./absence.ts";

export interface Deletion {
  readonly created: CallResult;
  readonly deletion: Operation;
  /** Of the deletion. */
  readonly values: RequestValues;
}

/** After a deletion every link to the thing itself, or to what is below it, leads nowhere, and no list has it. */
export async function checkGone(context: Context, { created, deletion, values }: Deletion): Promise<void> {
  const gone = shapeOf(deletion);
  // What has no id of its own, such as a mark on something, may be taken away as often as one likes.
  const isThing = gone.endsWith("}");
  const others = linksOf(context, created).filter(
    ({ followed }) => followed.operation !== deletion && mustMiss(followed, gone),
  );
  const after: CallResult[] = isThing && declaresAbsence(deletion) ? [await context.call(deletion, values)] : [];
  for (const { followed } of others) {
    const next = inputsFromLink(context, followed);
    if (next !== null) after.push(await context.call(followed.operation, next));
  }
  for (const result of after) {
    if (!isAccepted(result.status) || isMarkedAsGone(result)) continue;
    const message = `${result.operation.id} returns ${result.status} for what ${deletion.id} has deleted`;
    context.object("deleted-resource", message, result);
  }
  if (isThing) await lookInLists(context, created, deletion);
}

/** The path without the names of its parameters: `/things/{}`. */
function shapeOf({ path }: Operation): string {
  return path.text.replace(/\{[^}]*\}/g, "{}");
}

/** Calls on the deleted resource, or below it, with a declared response for its absence. */
function mustMiss(followed: Followed, gone: string): boolean {
  const { operation } = followed;
  const shape = shapeOf(operation);
  const isReading = operation.method === "get";
  // A singleton, such as a setting, may return to its initial value.
  if (!gone.endsWith("}")) return isReading && shape === gone && declaresAbsence(operation);
  if (shape === gone || shape.startsWith(`${gone}/`)) return isReading || declaresAbsence(operation);
  // An id in a body: elsewhere, and about the same.
  const isElsewhere = operation.parameters.every((one) => one.in !== "path");
  return isElsewhere && !isReading && isAboutOne(followed) && declaresAbsence(operation);
}

/** Services may keep what was deleted, as long as they mark it as deleted. */
function isMarkedAsGone({ json }: CallResult): boolean {
  return Object.entries(asObject(json) ?? {}).some(
    ([name, value]) =>
      (/(deleted|removed|archived)(_?(at|on|date))?$/i.test(name) && value !== null && value !== false) ||
      (typeof value === "string" &&
        /^(deleted|removed|archived|cancell?ed|inactive|closed|terminated|revoked|deactivated)$/i.test(value)),
  );
}

async function lookInLists(context: Context, created: CallResult, deletion: Operation): Promise<void> {
  const id = asObject(created.json)?.["id"];
  if (id === undefined) return;
  for (const [operation, { accepted, result }] of context.baselines) {
    if (!accepted || operation.method !== "get" || itemsOf(result.json) === null) continue;
    if (
      operation.path.text !== created.operation.path.text &&
      !operation.path.text.startsWith(`${created.operation.path.text}/`)
    )
      continue;
    const list = await context.call(operation, result.values);
    const found = itemsOf(list.json)?.find((item) => item["id"] === id);
    if (found === undefined || isMarkedAsGone({ ...list, json: found })) continue;
    context.object("deleted-resource", `${operation.id} lists what ${deletion.id} has deleted`, list);
  }
}
