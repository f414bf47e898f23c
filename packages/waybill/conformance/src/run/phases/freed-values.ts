// A value that only one thing may have -> it is free again once the thing is deleted, where the description states that.
import { matches, type Operation } from "waybill/description";
import { declares, isNamedIn, proseSentencesIn } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, isAccepted } from "../context.ts";
import { create } from "../creating.ts";
import { isSingledOut } from "../engines/contrast.ts";
import { bodyTypeOf, distinctBody, follow } from "../inputs.ts";
import { membersOfBody } from "../request-values.ts";
import { withMembers } from "../variation.ts";
import { lateCase } from "./stated-refusals.ts";

export function* freedValues(context: Context): Cases {
  for (const { operation: deletion } of context.accepted) {
    if (deletion.method !== "delete") continue;
    for (const producer of context.links.producersOf(deletion)) {
      const why = declares(producer, 409) ? freeingIn(`${textOf(deletion)}. ${textOf(producer)}`) : null;
      if (producer.method === "post" && why !== null)
        yield lateCase("links", producer, "links/freed", () => tryFreed(context, { producer, deletion, why }));
    }
  }
}

function textOf({ words, responses }: Operation): string {
  return [words.summary, words.description, ...responses.map(({ description }) => description)].join(". ");
}

/** `Afterwards it is gone, and the address can be used again.` */
function freeingIn(stated: string): string | null {
  const isFree =
    /\b(used|taken|assigned|available|free) again\b|\b(becomes?|is|are) (free|available)\b|\b(freed|reused|reusable)\b/i;
  const isOver = /\b(deleted|deletion|deleting|removed|afterwards|gone)\b/i;
  const about = proseSentencesIn(stated).flatMap((one) => one.split(";"));
  return about.find((one) => isFree.test(one) && isOver.test(one) && !/\b(not|never|cannot)\b/i.test(one)) ?? null;
}

interface Freeing {
  readonly producer: Operation;
  readonly deletion: Operation;
  readonly why: string;
}

async function tryFreed(context: Context, { producer, deletion, why }: Freeing): Promise<void> {
  const made = await create(context, producer);
  const body = made === null ? null : membersOfBody(made.values);
  const schema = bodyTypeOf(producer)?.schema;
  if (made === null || body === null || schema === undefined) return;
  const send = (members: JsonObject): Promise<CallResult> =>
    context.call(producer, withMembers(producer, made.values, members), context.credential(producer));
  const withOther = (name: string): JsonObject => ({
    ...body,
    [name]: asObject(distinctBody(context, producer, body))?.[name] ?? null,
  });
  const named = Object.keys(body).filter((name) => isNamedIn(why, name));
  for (const name of named.length > 0 ? named : Object.keys(body)) {
    const changed = withOther(name);
    if (changed[name] === body[name] || !matches(schema, changed)) continue;
    // It alone is in the way: with another value of it, the same request is accepted.
    if ((await send(body)).status !== 409 || !isAccepted((await send(changed)).status)) continue;
    const next = follow(context, made, deletion);
    if (next === null || !isAccepted((await context.call(deletion, next.values)).status)) return;
    const again = await send(body);
    if (again.status !== 409 || !(await isSingledOut(again, () => send(withOther(name))))) return;
    const text = `still rejects the ${name} of what ${deletion.id} has deleted, which is described as: ${why.trim()}`;
    return context.fault("wrong-state", again, text);
  }
}
