// Schemas -> numbers, equal for schemas that accept the same values: annotations and locations do not count.
import type {
  ArraySchema,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Schema,
  StringSchema,
  UnionSchema,
} from "../schema.ts";
import { unreachable } from "../unreachable.ts";

/** The numbers of one run, assigned in order of appearance. */
export class Sameness {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<Schema | NamedSchema, number>();

  /** Two schemas have the same number if they are equal apart from locations and annotations, and refer to the same named ones. */
  of(schema: Schema): number {
    return this.known.get(schema) ?? this.numbered(schema, this.textOf(schema));
  }

  private ofNamed(named: NamedSchema): number {
    return this.known.get(named) ?? this.numbered(named, `named ${this.known.size}`);
  }

  private numbered(thing: Schema | NamedSchema, text: string): number {
    const number = this.numbers.get(text) ?? this.numbers.size;
    this.numbers.set(text, number);
    this.known.set(thing, number);
    return number;
  }

  /** Inner schemas are replaced by their numbers, so the text is no longer than the schema's own keywords. */
  private textOf(schema: Schema): string {
    switch (schema.kind) {
      case "any":
      case "never":
      case "null":
      case "boolean":
        return schema.kind;
      case "number":
        return numberText(schema);
      case "string":
        return stringText(schema);
      case "enum":
        return `enum ${JSON.stringify(schema.values)}`;
      case "array":
        return this.arrayText(schema);
      case "object":
        return this.objectText(schema);
      case "ref":
        return `ref ${this.ofNamed(schema.target)}`;
      case "union":
        return `union ${schema.mode} ${this.ofAll(schema.members)} ${discriminatorText(schema)}`;
      case "intersection":
        return `intersection ${this.ofAll(schema.members)}`;
      case "not":
        return `not ${this.of(schema.schema)}`;
      case "conditional":
        return `if ${this.ofAll([schema.if, schema.then, schema.else])}`;
      case "unevaluated":
        return `unevaluated ${this.of(schema.schema)} ${this.ofOptional(schema.properties)} ${this.ofOptional(schema.items)}`;
      default:
        return unreachable(schema);
    }
  }

  private arrayText({
    prefixItems,
    items,
    itemsStated,
    contains,
    minItems,
    maxItems,
    uniqueItems,
  }: ArraySchema): string {
    const own = JSON.stringify([itemsStated, minItems, maxItems, uniqueItems]);
    const found = contains === null ? "" : `${this.of(contains.schema)} ${contains.min} ${contains.max}`;
    return `array ${this.ofAll(prefixItems)} ${this.of(items)} ${found} ${own}`;
  }

  private objectText(schema: ObjectSchema): string {
    const { properties, patternProperties, dependentSchemas, additional, propertyNames } = schema;
    const { additionalStated, requiredElsewhere, minProperties, maxProperties, dependentRequired } = schema;
    let text = "object";
    for (const { name, required, schema: each, unsent } of properties)
      text += ` ${name.length}:${name}${required ? "!" : ""}${unsent === true ? "-" : ""}${this.of(each)}`;
    text += `/${this.of(additional)}${additionalStated} ${minProperties} ${maxProperties} ${this.ofOptional(propertyNames)}`;
    for (const each of patternProperties) text += `/${JSON.stringify(each.pattern)}${this.of(each.schema)}`;
    for (const each of dependentSchemas) text += `?${JSON.stringify(each.name)}${this.of(each.schema)}`;
    return `${text} ${JSON.stringify(requiredElsewhere)}${JSON.stringify(dependentRequired)}`;
  }

  private ofAll(schemas: readonly Schema[]): string {
    return schemas.map((schema) => this.of(schema)).join();
  }

  private ofOptional(schema: Schema | null): string {
    return schema === null ? "-" : String(this.of(schema));
  }
}

/** Other fields next to the mapping, the reader's own, lead to the whole document. */
function discriminatorText({ discriminator }: UnionSchema): string {
  if (discriminator === null) return "-";
  return JSON.stringify([discriminator.property, discriminator.mapping.map(({ value, member }) => [value, member])]);
}

function numberText(schema: NumberSchema): string {
  const { integer, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, format } = schema;
  const bounds = `${minimum} ${exclusiveMinimum} ${maximum} ${exclusiveMaximum} ${multipleOf}`;
  return `number ${integer} ${bounds} ${JSON.stringify(format)}`;
}

function stringText(schema: StringSchema): string {
  const { minLength, maxLength, pattern, format, contentEncoding, contentMediaType, known } = schema;
  if (pattern === null && contentEncoding === null && contentMediaType === null && known === undefined)
    return `string ${minLength} ${maxLength} ${format}`;
  return `string ${JSON.stringify([minLength, maxLength, pattern, format, contentEncoding, contentMediaType, known])}`;
}
