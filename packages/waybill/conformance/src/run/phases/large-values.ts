// Amounts and lists that have no upper bound -> a large amount and a long list: accepted, and read back as they were sent; the amount also
// beside all other members, with each listed value of a reference.
import { type Json, matches, type Schema } from "waybill/description";
import { isPartial, placeOf } from "../../description/description.ts";
import { resolved, schemasAt } from "../../description/schema-parts.ts";
import { type Place, placesIn } from "../../values/index.ts";
import { asObject, isList, type JsonObject, type Path, valueAt, withValueAt } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { checkReadBack, expectAccepted, readByLinks } from "../engines/read-back.ts";
import { isReference } from "../knowledge.ts";
import { fullBodies } from "../rules/entries.ts";
import { jsonBodyOf, renewed, withBody } from "../variation.ts";

/** More than anyone has on hand, and few enough for any type. */
const large = 1_000;
/** So many elements fit into any body. */
const long = 40;

export function* largeValues(context: Context): Cases {
  for (const first of context.accepted) {
    const { operation } = first;
    const body = jsonBodyOf(first);
    if (operation.method !== "post" || body === null || isPartial(operation, "request")) continue;
    const { schema } = body;
    for (const [index, base] of [body.value, ...fullBodies(context, operation)].entries()) {
      for (const { path, value, what } of largerThan(schema, base)) {
        if (!matches(schema, value) || (index > 0 && isList(valueAt(value, path) ?? null))) continue;
        const among = index === 0 ? "" : "/among-all";
        const name = `valid/body/${path.join(".")}/${what.replaceAll(" ", "-")}${among}`;
        const larger = { value, base, what: `${path.join(".")} ${what}`, schema };
        yield caseOf("valid", operation, name, () => tryLarger(context, first, larger), { elsewhere: "or last" });
      }
    }
  }
}

interface Larger {
  readonly value: Json;
  /** The same with a usual amount. */
  readonly base: Json;
  readonly what: string;
  readonly schema: Schema;
}

async function tryLarger(context: Context, first: CallResult, { value, base, what, schema }: Larger): Promise<void> {
  const { operation, values } = first;
  const made = await expectAccepted(context, operation, {
    values: withBody(values, renewed(context, value)),
    control: async () => withBody(values, renewed(context, base)),
    what,
    where: placeOf(schema.at),
  });
  if (!isAccepted(made.status)) return;
  for (const read of await readByLinks(context, made)) checkReadBack(context, made, read);
}

function* largerThan(schema: Schema, value: Json): Generator<Pick<Larger, "value" | "what"> & { readonly path: Path }> {
  for (const place of placesIn(schema, value)) {
    if (isUnboundNumber(place)) yield { path: place.path, value: place.put(large), what: `of ${large}` };
  }
  for (const path of listsIn(value, [])) {
    const [element] = valueAt(value, path) as readonly JsonObject[];
    const isOpen = schemasAt(schema, path).every((list) => list.kind !== "array" || list.maxItems === null);
    if (element === undefined || !isOpen) continue;
    const elements = Array.from({ length: long }, (_, index) => numbered(schema, [...path, 0], { element, index }));
    yield { path, value: withValueAt(value, path, elements), what: `with ${long} elements` };
  }
}

function isUnboundNumber({ path, schema, isThere }: Place): boolean {
  const own = resolved(schema);
  const name = path.at(-1);
  if (!isThere || own.kind !== "number" || typeof name !== "string" || isReference(name)) return false;
  return own.maximum === null && own.exclusiveMaximum === null;
}

/** Each element has another amount. */
function numbered(
  schema: Schema,
  path: Path,
  { element, index }: { readonly element: JsonObject; readonly index: number },
): Json {
  return Object.fromEntries(
    Object.entries(element).map(([name, value]): [string, Json] => {
      const isAmount = typeof value === "number" && Number.isInteger(value) && !isReference(name);
      const fits = schemasAt(schema, [...path, name]).some((one) => matches(one, (value as number) + index));
      return [name, isAmount && fits ? value + index : value];
    }),
  );
}

function listsIn(value: Json, path: Path): Path[] {
  if (isList(value)) return value.length > 0 && value.every((one) => asObject(one) !== null) ? [path] : [];
  return Object.entries(asObject(value) ?? {}).flatMap(([name, member]) => listsIn(member, [...path, name]));
}
