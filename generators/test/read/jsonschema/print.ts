// A schema of the model as one line, so that a table can show the model of a piece of YAML.
import type {
  ArraySchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  UnevaluatedSchema,
  UnionSchema,
} from "../../../src/model/schema.ts";
import { unreachable } from "../../../src/model/unreachable.ts";

/** `{ id: integer(minimum 1), name?: string, ... }`; an open object ends in `...`, a union of types is written with `|`. */
export function print(schema: Schema): string {
  switch (schema.kind) {
    case "any":
    case "never":
    case "null":
    case "boolean":
      return schema.kind;
    case "number":
      return named(schema.integer ? "integer" : "number", numberFacets(schema));
    case "string":
      return named("string", stringFacets(schema));
    case "array":
      return printArray(schema);
    case "object":
      return printObject(schema);
    case "enum":
      return schema.values.map((value) => JSON.stringify(value)).join(" / ");
    case "ref":
      return `-> ${schema.target.name}`;
    case "union":
      return printUnion(schema);
    case "intersection":
      return `(${schema.members.map(print).join(" & ")})`;
    case "not":
      return `not ${print(schema.schema)}`;
    case "conditional":
      return `if ${print(schema.if)} then ${print(schema.then)} else ${print(schema.else)}`;
    case "unevaluated":
      return printUnevaluated(schema);
    default:
      return unreachable(schema);
  }
}

function named(name: string, facets: readonly string[]): string {
  return facets.length === 0 ? name : `${name}(${facets.join(", ")})`;
}

function facetsOf(facets: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(facets).flatMap(([name, value]) =>
    value === null || value === false ? [] : [value === true ? name : `${name} ${value}`],
  );
}

function numberFacets({
  minimum,
  exclusiveMinimum,
  maximum,
  exclusiveMaximum,
  multipleOf,
  format,
}: NumberSchema): string[] {
  return facetsOf({ ">=": minimum, ">": exclusiveMinimum, "<=": maximum, "<": exclusiveMaximum, multipleOf, format });
}

function stringFacets(schema: StringSchema): string[] {
  const { minLength, maxLength, pattern, format, contentEncoding, contentMediaType } = schema;
  return facetsOf({ minLength, maxLength, pattern, format, contentEncoding, contentMediaType });
}

function printArray({ prefixItems, items, contains, minItems, maxItems, uniqueItems }: ArraySchema): string {
  const elements = [...prefixItems.map(print), `...${print(items)}`].join(", ");
  const found = contains === null ? null : `${print(contains.schema)} ${contains.min}..${contains.max ?? ""}`;
  return named(`[${elements}]`, facetsOf({ contains: found, minItems, maxItems, uniqueItems }));
}

function printObject(schema: ObjectSchema): string {
  const { additional, additionalStated, minProperties, maxProperties, propertyNames } = schema;
  const members = [
    ...schema.properties.map(({ name, required, schema: value }) => `${name}${required ? "" : "?"}: ${print(value)}`),
    ...schema.patternProperties.map(({ pattern, schema: value }) => `/${pattern}/: ${print(value)}`),
    ...schema.requiredElsewhere.map((name) => `required ${name}`),
    ...schema.dependentRequired.map(({ name, requires }) => `${name} requires ${requires.join(" ")}`),
    ...schema.dependentSchemas.map(({ name, schema: value }) => `${name} implies ${print(value)}`),
    ...(additionalStated ? [`...${print(additional)}`] : ["..."]),
  ];
  const names = propertyNames === null ? null : print(propertyNames);
  return named(`{ ${members.join(", ")} }`, facetsOf({ names, minProperties, maxProperties }));
}

function printUnevaluated({ schema, properties, items }: UnevaluatedSchema): string {
  const rests = facetsOf({
    "other members": properties === null ? null : print(properties),
    "other elements": items === null ? null : print(items),
  });
  return named(`left by ${print(schema)}`, rests);
}

function printUnion({ mode, members, discriminator }: UnionSchema): string {
  const printed = members.map(print);
  if (mode === "types") return printed.join(" | ");
  const by =
    discriminator === null
      ? ""
      : ` by ${discriminator.property} ${discriminator.mapping.map((entry) => `${entry.value}=${entry.member}`).join(" ")}`;
  return `${mode}(${printed.join(", ")})${by}`;
}
