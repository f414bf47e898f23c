// Arguments and their JSON Schema -> the members that the schema does not allow, and those that it does.

type JsonSchema = { readonly [keyword: string]: unknown };

interface Unexpected {
  /** `body/parts/0`; empty for the arguments themselves. */
  readonly place: string;
  readonly name: string;
  readonly allowed: readonly string[];
}

/** Messages such as `unknown argument "colour" (arguments: id, color)`. `root` is the schema, and where its `$defs` are. */
export function unexpectedIn(root: JsonSchema, value: unknown): { readonly message: string }[] {
  return unexpectedBy({ schema: root, value, place: "" }, root).map(({ place, name, allowed }) => {
    const [kind, where] = place === "" ? ["argument", ""] : ["member", ` of ${place}`];
    return { message: `unknown ${kind} ${JSON.stringify(name)}${where} (${kind}s: ${allowed.join(", ") || "none"})` };
  });
}

interface Checked {
  readonly schema: unknown;
  readonly value: unknown;
  readonly place: string;
}

function unexpectedBy({ schema, value, place }: Checked, root: JsonSchema): Unexpected[] {
  if (!isObject(schema)) return [];
  const by = (part: unknown): Unexpected[] => unexpectedBy({ schema: part, value, place }, root);
  return [
    ...by(targetOf(schema, root)),
    ...listIn(schema, "allOf").flatMap(by),
    ...["anyOf", "oneOf"].flatMap((keyword) => inAll(listIn(schema, keyword).map(by))),
    ...unevaluatedIn({ schema, value, place }, root),
    ...partsOf({ schema, value, place }).flatMap((part) => ("allowed" in part ? [part] : unexpectedBy(part, root))),
  ];
}

/** What no alternative allows. */
function inAll([first = [], ...others]: readonly Unexpected[][]): Unexpected[] {
  const isIn = (list: readonly Unexpected[], { place, name }: Unexpected): boolean =>
    list.some((each) => each.place === place && each.name === name);
  return first.filter((each) => others.every((list) => isIn(list, each)));
}

function partsOf({ schema, value, place }: Checked & { readonly schema: JsonSchema }): (Checked | Unexpected)[] {
  const below = (name: string | number): string => (place === "" ? String(name) : `${place}/${name}`);
  if (Array.isArray(value)) {
    const { prefixItems, items } = schema;
    const schemas = Array.isArray(prefixItems) ? prefixItems : [];
    return value.map((item: unknown, at) => ({ schema: schemas[at] ?? items, value: item, place: below(at) }));
  }
  if (!isObject(value)) return [];
  const { properties, patternProperties, additionalProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  return Object.entries(value).map(([name, member]) => {
    const memberSchema =
      memberOf(properties, name) ?? patterns.find(([pattern]) => new RegExp(pattern, "u").test(name))?.[1];
    if (memberSchema === undefined && additionalProperties === false)
      return { place, name, allowed: namesIn(properties) };
    return { schema: memberSchema ?? additionalProperties, value: member, place: below(name) };
  });
}

function unevaluatedIn(
  { schema, value, place }: Checked & { readonly schema: JsonSchema },
  root: JsonSchema,
): Unexpected[] {
  if (schema["unevaluatedProperties"] !== false || !isObject(value) || Array.isArray(value)) return [];
  const allowed = evaluatedBy(schema, root);
  return Object.keys(value).flatMap((name) => (allowed.includes(name) ? [] : [{ place, name, allowed }]));
}

/** The names that the schema or any of its parts mentions. */
function evaluatedBy(schema: unknown, root: JsonSchema): string[] {
  if (!isObject(schema)) return [];
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => listIn(schema, keyword));
  const all = [targetOf(schema, root), schema["if"], schema["then"], schema["else"], ...parts];
  return [...namesIn(schema["properties"]), ...all.flatMap((part) => evaluatedBy(part, root))];
}

function targetOf({ $ref }: JsonSchema, { $defs }: JsonSchema): unknown {
  return typeof $ref === "string" ? memberOf($defs, $ref.replace("#/$defs/", "")) : undefined;
}

function listIn(schema: JsonSchema, keyword: string): readonly unknown[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

function namesIn(properties: unknown): string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}

function memberOf(holder: unknown, name: string): unknown {
  return isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
}

function isObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null;
}
