// Requests that were accepted, sent again as they are: whether the second or the third time, the response is one of those declared.
import type { Operation } from "waybill/description";
import type { Context } from "../context.ts";
import { renewed, withBody } from "../variation.ts";
import { entriesIn } from "./stated-rules.ts";

/** So often a create is repeated: the second may be another case than the first, and than the third. */
const times = 2;

export async function runRepeats(context: Context): Promise<void> {
  for (const { operation, values } of context.accepted) {
    if (operation.method === "delete" || isOnce(operation)) continue;
    // What was made for it is used up by it.
    const isAboutOne = context.links.producersOf(operation).some(({ method }) => method === "post");
    const count = operation.method === "post" && !isAboutOne ? times : 1;
    const id = `${operation.id}/valid/repeated`;
    const run = async (): Promise<void> => {
      const { body } = values;
      for (let round = 0; round < count; round += 1) {
        // Deliveries to one address for two subscriptions cannot be kept apart.
        const same = body?.kind === "value" ? withBody(values, renewed(context, body.value)) : values;
        await context.call(operation, same);
      }
    };
    await context.caseElsewhere("valid", id, operation.id, run);
  }
}

/** A value that must be unique is tried twice elsewhere. */
function isOnce(operation: Operation): boolean {
  return entriesIn(operation, "x-waybill-unique").length > 0;
}
