// Several creates at once: each makes a record of its own, as many as were accepted, and each can be read.
import { placeOf } from "../../description/description.ts";
import { type CallResult, type Context, isAccepted } from "../context.ts";
import { inputsFor } from "../inputs.ts";
import { idsMadeBy, linksOf } from "../links.ts";
import { readOwn } from "../reading.ts";
import { renewed, withBody } from "../variation.ts";

const count = 5;

export async function runAtOnce(context: Context): Promise<void> {
  for (const { operation } of context.accepted) {
    const usual = inputsFor(context, operation, "required")?.values;
    const first = context.baselines.get(operation);
    if (operation.method !== "post" || first === undefined || usual === undefined) continue;
    if (linksOf(context, first).length === 0 || idsMadeBy(first).length === 0) continue;
    await context.caseElsewhere("links", `${operation.id}/links/at-once`, operation.id, async () => {
      const { session } = context;
      session.together = true;
      const made = await Promise.all(
        Array.from({ length: count }, () => {
          const { body } = usual;
          const values = body?.kind === "value" ? withBody(usual, renewed(context, body.value)) : usual;
          return context.call(operation, values);
        }),
      ).finally(() => {
        session.together = false;
      });
      await checkMade(
        context,
        made.filter(({ status }) => isAccepted(status)),
      );
    });
  }
}

async function checkMade(context: Context, made: readonly CallResult[]): Promise<void> {
  const [first] = made;
  if (first === undefined) return;
  const { operation } = first;
  const ids = made.flatMap((one) => idsMadeBy(one));
  if (new Set(ids).size < ids.length) {
    const message = `${operation.id} returns the same id to several of ${made.length} concurrent requests`;
    context.object("rule-broken", message, { ...first, where: placeOf(operation.at) });
  }
  for (const one of made) {
    const read = await readOwn(context, one);
    if (read === null || read.resource !== null || one.status === 202) continue;
    const message = `${read.result.operation.id} does not return what ${operation.id} created in a concurrent request`;
    context.object("lost-resource", message, { ...read.result, where: placeOf(operation.at) });
  }
}
