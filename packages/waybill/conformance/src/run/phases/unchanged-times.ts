// A time of the last change that, by its description or by that of an operation, a request is no change for -> after the request every
// listed record has the same time.

import type { Json, Operation } from "waybill/description";
import { propertiesIn, recordsOf } from "../../description/schema-parts.ts";
import { isNamedIn, sentencesIn, statedOf, textOf } from "../../description/stated.ts";
import { type CallResult, type Cases, type Context, isAccepted } from "../context.ts";
import { provide } from "../creating.ts";
import { listingsIn } from "../engines/read-twice.ts";
import { freshValues } from "../inputs.ts";
import { ownerOfPath } from "../knowledge.ts";
import { timesOfChange } from "../records.ts";
import { readWhole } from "./pages.ts";
import { lateCase } from "./stated-refusals.ts";

export function* unchangedTimes(context: Context): Cases {
  for (const first of listingsIn(context)) {
    const schemas = first.verdict?.mediaType == null ? [] : recordsOf(first.verdict.mediaType.schema);
    const times = schemas.flatMap(propertiesIn).filter(({ name }) => timesOfChange.test(name));
    for (const { name, schema } of times.slice(0, 1)) {
      for (const { operation } of context.accepted) {
        if (!isNoChange(operation, { noun: ownerOfPath(first.operation.path.text), name, stated: textOf(schema) }))
          continue;
        const run = (): Promise<void> => compareTimes(context, operation, { first, name });
        yield lateCase("links", operation, `links/unchanged/${name}`, run);
      }
    }
  }
}

interface StatedTime {
  /** Of the records. */
  readonly noun: string;
  readonly name: string;
  readonly stated: string;
}

/** `Loans and returns do not change it`, `Lending is no change of the book: its updatedAt stays`. */
function isNoChange(operation: Operation, { noun, name, stated }: StatedTime): boolean {
  if (!["post", "put", "delete"].includes(operation.method)) return false;
  const isConditional = /\b(?:if|when|unless|until|only|already|nothing|no value)\b/i;
  const excluded = /\b(?:do|does|will|must) not (?:change|affect|touch|update|move) (?:it|this)\b/i;
  const owner = ownerOfPath(operation.path.text);
  const stays = /\b(?:stays?|remains?|unchanged|untouched|not (?:changed?|updated?|touched?)|as it (?:is|was))\b/i;
  return (
    sentencesIn(stated).some((one) => excluded.test(one) && isNamedIn(one, owner) && !isConditional.test(one)) ||
    sentencesIn(statedOf(operation)).some(
      (one) => isNamedIn(one, name) && isNamedIn(one, noun) && stays.test(one) && !isConditional.test(one),
    )
  );
}

async function compareTimes(
  context: Context,
  operation: Operation,
  { first, name }: { readonly first: CallResult; readonly name: string },
): Promise<void> {
  const usual = await provide(context, operation);
  // What it needs is made before.
  const values = usual === null ? null : await freshValues(context, operation, usual);
  const before = await timesIn(context, first, name);
  const result = values === null ? null : await context.call(operation, values);
  if (result === null || !isAccepted(result.status)) return;
  for (const [id, time] of await timesIn(context, first, name)) {
    if (before.get(id) === undefined || before.get(id) === time) continue;
    const text = `changes the ${name} of a record of ${first.operation.id}, which is described as no change`;
    return context.fault("wrong-state", result, text);
  }
}

async function timesIn(context: Context, first: CallResult, name: string): Promise<ReadonlyMap<Json, Json>> {
  const items = (await readWhole(context, first))?.items ?? [];
  return new Map(items.map((item) => [item["id"] ?? null, item[name] ?? null]));
}
