// Names of other enums and of messages where a list of names is allowed: a status of another thing, the message of a test.
import type { Description } from "../../description/description.ts";
import { placeOf } from "../../description/description.ts";
import { foreignVariants } from "../../values/index.ts";
import type { CallResult, Context } from "../context.ts";
import { bodyTypeOf } from "../inputs.ts";
import { enumOf } from "../lists.ts";
import { bodyCaseId, renewed, withBody, withParameter } from "../variation.ts";
import { checkRefused } from "./invalid.ts";

/** No more names are tried in one place. */
const most = 36;

export async function runSiblings(context: Context): Promise<void> {
  const names = namesOf(context.description);
  for (const first of context.accepted) {
    await varyParameters(context, first, names);
    await varyBody(context, first, names);
  }
}

/** The names of every enum that has a name of its own, and of every message. */
function namesOf({ schemas, messages }: Description): readonly string[] {
  const listed = schemas.flatMap(({ schema }) => enumOf(schema) ?? []);
  return [...new Set([...messages.map(({ eventName }) => eventName), ...listed])];
}

/** Those that look most like one of the place come first: `order.shipped` for `SHIPPED`. */
function candidatesFor(own: readonly string[], names: readonly string[]): readonly string[] {
  const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/);
  const known = new Set(own.flatMap(wordsOf));
  const likeness = (name: string): number => wordsOf(name).filter((word) => known.has(word)).length;
  const others = names.filter((name) => !own.includes(name));
  return others.sort((a, b) => likeness(b) - likeness(a)).slice(0, most);
}

async function varyParameters(
  context: Context,
  { operation, values }: CallResult,
  names: readonly string[],
): Promise<void> {
  for (const parameter of operation.parameters) {
    const own = enumOf(parameter.schema);
    if (own === null || parameter.in === "path") continue;
    for (const name of candidatesFor(own, names)) {
      const id = `${operation.id}/invalid/${parameter.in}.${parameter.name}/sibling:${name}`;
      await context.case("invalid", id, operation.id, async () => {
        const result = await context.call(operation, withParameter(values, parameter, name));
        const what = `${parameter.in} parameter ${parameter.name} = ${JSON.stringify(name)}, a name of another list`;
        checkRefused(context, result, { what, where: placeOf(parameter.at), refused: null });
      });
    }
  }
}

async function varyBody(context: Context, { operation, values }: CallResult, names: readonly string[]): Promise<void> {
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  for (const variant of foreignVariants(mediaType.schema, body.value, (own) => candidatesFor(own, names))) {
    await context.case("invalid", `${operation.id}/invalid/${bodyCaseId(variant)}`, operation.id, async () => {
      const result = await context.call(operation, withBody(values, renewed(context, variant.value, variant.path)));
      const what = `${variant.path.join(".")} ${variant.what}`;
      checkRefused(context, result, { what, where: placeOf(mediaType.schema.at), refused: null });
    });
  }
}
