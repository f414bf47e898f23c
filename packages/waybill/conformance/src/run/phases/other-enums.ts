// Names of other enums and of messages where a list of names is allowed: a status of another thing, the message of a test.
import { type Description, placeOf } from "../../description/description.ts";
import { enumOf } from "../../description/schema-parts.ts";
import { foreignVariants } from "../../values/index.ts";
import type { CallResult, Cases, Context } from "../context.ts";
import { refusalOf } from "../engines/refusal.ts";
import { bodyCaseId, jsonBodyOf, renewed, withBody, withParameter } from "../variation.ts";

/** No more names are tried in one place. */
const most = 15;

export function* namesOfOtherEnums(context: Context): Cases {
  const names = namesOf(context.description);
  for (const first of context.accepted) {
    yield* inParameters(context, first, names);
    yield* inBodies(context, first, names);
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
  // A list that shares a name with the place is the nearest one: what it has besides is tried whole.
  const near = names.flatMap((list, index) => (list.some((name) => own.includes(name)) ? (foreign[index] ?? []) : []));
  const firsts = foreign.flatMap((list) => list.slice(0, 1));
  const lasts = foreign.flatMap((list) => list.slice(-1));
  const sorted = alike.sort((a, b) => likeness(b) - likeness(a));
  return [...new Set([...near, ...sorted, ...firsts, ...lasts])].slice(0, most);
}

function* inParameters(context: Context, { operation, values }: CallResult, names: Names): Cases {
  for (const parameter of operation.parameters) {
    const own = enumOf(parameter.schema);
    if (own === null || parameter.in === "path") continue;
    const place = `${parameter.in}.${parameter.name}`;
    for (const name of candidatesFor(own, names)) {
      yield refusalOf(context, operation, {
        name: `${place}/sibling:${name}`,
        kind: `sibling ${name}`,
        values: withParameter(values, parameter, name),
        what: `${parameter.in} parameter ${parameter.name} = ${JSON.stringify(name)}, a name of another list`,
        where: placeOf(parameter.at),
      });
    }
  }
}

function* inBodies(context: Context, first: CallResult, names: Names): Cases {
  const body = jsonBodyOf(first);
  if (body === null) return;
  for (const variant of foreignVariants(body.schema, body.value, (own) => candidatesFor(own, names))) {
    yield refusalOf(context, first.operation, {
      name: bodyCaseId(variant),
      kind: `sibling ${variant.detail}`,
      values: () => withBody(first.values, renewed(context, variant.value, variant.path)),
      what: `${variant.path.join(".")} ${variant.what}`,
      where: placeOf(body.schema.at),
    });
  }
}
