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
const most = 15;

export async function runSiblings(context: Context): Promise<void> {
  const names = namesOf(context.description);
  for (const first of context.accepted) {
    await varyParameters(context, first, names);
    await varyBody(context, first, names);
  }
}

type Names = readonly (readonly string[])[];

/** The names of every message, and of every enum that has a name of its own. */
function namesOf({ schemas, messages }: Description): Names {
  const enums = schemas.map(({ schema }) => enumOf(schema) ?? []);
  return [messages.map(({ eventName }) => eventName), ...enums].filter(({ length }) => length > 0);
}

/**
 * What no list has in common with the place comes last, and of each such list its first name and its last: where one is accepted, so are others.
 * `order.shipped` looks like `SHIPPED`.
 */
function candidatesFor(own: readonly string[], names: Names): readonly string[] {
  const wordsOf = (name: string): string[] => name.toLowerCase().split(/[^a-z0-9]+/);
  const known = new Set(own.flatMap(wordsOf));
  const likeness = (name: string): number => wordsOf(name).filter((word) => known.has(word)).length;
  const foreign = names.map((list) => list.filter((name) => !own.includes(name)));
  const alike = foreign.flat().filter((name) => likeness(name) > 0);
  // A list that shares a name with the place is its nearest sibling: what it has besides is tried whole.
  const near = names.flatMap((list, index) => (list.some((name) => own.includes(name)) ? (foreign[index] ?? []) : []));
  const firsts = foreign.flatMap((list) => list.slice(0, 1));
  const lasts = foreign.flatMap((list) => list.slice(-1));
  const sorted = alike.sort((a, b) => likeness(b) - likeness(a));
  return [...new Set([...near, ...sorted, ...firsts, ...lasts])].slice(0, most);
}

async function varyParameters(context: Context, { operation, values }: CallResult, names: Names): Promise<void> {
  for (const parameter of operation.parameters) {
    const own = enumOf(parameter.schema);
    if (own === null || parameter.in === "path") continue;
    for (const name of candidatesFor(own, names)) {
      const id = `${operation.id}/invalid/${parameter.in}.${parameter.name}/sibling:${name}`;
      const run = async (): Promise<void> => {
        const result = await context.call(operation, withParameter(values, parameter, name));
        const what = `${parameter.in} parameter ${parameter.name} = ${JSON.stringify(name)}, a name of another list`;
        checkRefused(context, result, { what, where: placeOf(parameter.at), refused: null });
      };
      await context.case("invalid", id, operation.id, run, `sibling ${name}`);
    }
  }
}

async function varyBody(context: Context, { operation, values }: CallResult, names: Names): Promise<void> {
  const { body } = values;
  const mediaType = bodyTypeOf(operation);
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return;
  for (const variant of foreignVariants(mediaType.schema, body.value, (own) => candidatesFor(own, names))) {
    const run = async (): Promise<void> => {
      const result = await context.call(operation, withBody(values, renewed(context, variant.value, variant.path)));
      const what = `${variant.path.join(".")} ${variant.what}`;
      checkRefused(context, result, { what, where: placeOf(mediaType.schema.at), refused: null });
    };
    const id = `${operation.id}/invalid/${bodyCaseId(variant)}`;
    await context.case("invalid", id, operation.id, run, `sibling ${variant.detail}`);
  }
}
