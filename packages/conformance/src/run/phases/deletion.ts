// What was deleted -> it cannot be read, changed or deleted any more, and no list has it.
import type { Operation } from "waybill/description";
import { type Answered, asObject, type Context, isAccepted } from "../context.ts";
import { inputsFromLink } from "../inputs.ts";
import { isAboutOne, linksOf } from "../links.ts";
import { itemsOf } from "../lists.ts";
import type { RequestValues } from "../request-values.ts";
import type { Followed } from "../runtime-expression.ts";
import { saysAbsence } from "./absence.ts";

export interface Deletion {
  readonly created: Answered;
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
  const after: Answered[] = isThing && saysAbsence(deletion) ? [await context.call(deletion, values)] : [];
  for (const { followed } of others) {
    const next = inputsFromLink(context, followed);
    if (next !== null) after.push(await context.call(followed.operation, next));
  }
  for (const answered of after) {
    if (!isAccepted(answered.status) || isMarkedAsGone(answered)) continue;
    const message = `${answered.operation.id} answers ${answered.status} for what ${deletion.id} has deleted`;
    context.object("deleted-resource", message, answered);
  }
  if (isThing) await lookInLists(context, created, deletion);
}

/** The path whatever its parameters are called: `/things/{}`. */
function shapeOf({ path }: Operation): string {
  return path.text.replace(/\{[^}]*\}/g, "{}");
}

/** Of what is gone, or of something below it, and sure to say that it is not there. */
function mustMiss(followed: Followed, gone: string): boolean {
  const { operation } = followed;
  const shape = shapeOf(operation);
  const isReading = operation.method === "get";
  // What is always there, such as a setting, may go back to what it was at first.
  if (!gone.endsWith("}")) return isReading && shape === gone && saysAbsence(operation);
  if (shape === gone || shape.startsWith(`${gone}/`)) return isReading || saysAbsence(operation);
  // An id in a body: elsewhere, and about the same.
  const isElsewhere = operation.parameters.every((one) => one.in !== "path");
  return isElsewhere && !isReading && isAboutOne(followed) && saysAbsence(operation);
}

/** Services may keep what was deleted, as long as they say so. */
function isMarkedAsGone({ json }: Answered): boolean {
  return Object.entries(asObject(json) ?? {}).some(
    ([name, value]) =>
      (/(deleted|removed|archived)(_?(at|on|date))?$/i.test(name) && value !== null && value !== false) ||
      (typeof value === "string" &&
        /^(deleted|removed|archived|cancell?ed|inactive|closed|terminated|revoked|deactivated)$/i.test(value)),
  );
}

async function lookInLists(context: Context, created: Answered, deletion: Operation): Promise<void> {
  const id = asObject(created.json)?.["id"];
  if (id === undefined) return;
  for (const [operation, { accepted, answered }] of context.baselines) {
    if (!accepted || operation.method !== "get" || itemsOf(answered.json) === null) continue;
    if (
      operation.path.text !== created.operation.path.text &&
      !operation.path.text.startsWith(`${created.operation.path.text}/`)
    )
      continue;
    const list = await context.call(operation, answered.values);
    const found = itemsOf(list.json)?.find((item) => item["id"] === id);
    if (found === undefined || isMarkedAsGone({ ...list, json: found })) continue;
    context.object("deleted-resource", `${operation.id} lists what ${deletion.id} has deleted`, list);
  }
}
