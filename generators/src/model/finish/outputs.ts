// Schemas whose members have defaults -> their form after validation, `OrderOutput`, in which these members are always there. What
// travels keeps its own name and form.
import { decidedMembersOf, defaultOf, defaultRule } from "../analysis/default-plans.ts";
import { PlacePlans } from "../analysis/place-plans.ts";
import type { HttpApi, MediaType, Operation, Parameter, Received } from "../http.ts";
import type { NamedSchema, ObjectSchema, Property, Schema } from "../schema.ts";

export interface Described {
  readonly http: HttpApi | null;
  readonly schemas: readonly NamedSchema[];
}

/** Adds the output form of each schema after it, and to each operation what its handler receives. */
export function withOutputs({ http, schemas }: Described): Described {
  const outputs = new Outputs(schemas);
  for (const named of schemas) outputs.add(named);
  const all = schemas.flatMap((named) => (named.output === undefined ? [named] : [named, named.output]));
  if (http === null) return { http, schemas: all };
  const inOutput = (operation: Operation): Operation => {
    const received = outputs.received(operation);
    return received === null ? operation : { ...operation, received };
  };
  const { operations, webhooks } = http;
  return { http: { ...http, operations: operations.map(inOutput), webhooks: webhooks.map(inOutput) }, schemas: all };
}

type Filled = { -readonly [Key in keyof NamedSchema]: NamedSchema[Key] };

class Outputs {
  private readonly plans: PlacePlans;

  constructor(schemas: readonly NamedSchema[]) {
    this.plans = new PlacePlans(schemas, defaultRule);
  }

  add(named: NamedSchema): void {
    if (this.plans.has(named)) this.named(named);
  }

  /** `null` when it is the request as sent. */
  received({ parameters, requestBody }: Operation): Received | null {
    const read = parameters.map((parameter) => this.parameter(parameter));
    const content = (requestBody?.content ?? []).map((media) => this.media(media));
    const isSame =
      read.every((one, index) => one === parameters[index]) &&
      content.every((one, index) => one === requestBody?.content[index]);
    return isSame ? null : { parameters: read, requestBody: requestBody === null ? null : { ...requestBody, content } };
  }

  private parameter(parameter: Parameter): Parameter {
    const schema = this.of(parameter.schema);
    const required = parameter.required || defaultOf(parameter) !== null;
    return schema === parameter.schema && required === parameter.required
      ? parameter
      : { ...parameter, schema, required };
  }

  private media(media: MediaType): MediaType {
    const schema = this.of(media.schema);
    const item = media.item === null ? null : this.of(media.item.schema);
    if (schema === media.schema && item === (media.item?.schema ?? null)) return media;
    return { ...media, schema, item: media.item === null || item === null ? null : { ...media.item, schema: item } };
  }

  /** The same object where nothing changes. */
  private of(schema: Schema): Schema {
    return this.plans.of(schema) === null ? schema : this.changed(schema);
  }

  private changed(schema: Schema): Schema {
    switch (schema.kind) {
      case "ref":
        return { ...schema, target: this.named(schema.target) };
      case "array":
        return {
          ...schema,
          prefixItems: schema.prefixItems.map((item) => this.of(item)),
          items: this.of(schema.items),
        };
      case "object":
        return this.object(schema);
      case "union": {
        const decided = new Set(decidedMembersOf(schema));
        return { ...schema, members: schema.members.map((member) => (decided.has(member) ? this.of(member) : member)) };
      }
      case "intersection":
        return { ...schema, members: schema.members.map((member) => this.of(member)) };
      case "unevaluated":
        return { ...schema, schema: this.of(schema.schema) };
      default:
        return schema;
    }
  }

  private object(schema: ObjectSchema): ObjectSchema {
    return {
      ...schema,
      properties: schema.properties.map((property) => this.property(property)),
      patternProperties: schema.patternProperties.map((each) => ({ ...each, schema: this.of(each.schema) })),
      additional: this.of(schema.additional),
    };
  }

  private property(property: Property): Property {
    return {
      ...property,
      schema: this.of(property.schema),
      required: property.required || defaultOf(property) !== null,
    };
  }

  private named(target: NamedSchema): NamedSchema {
    if (target.output !== undefined) return target.output;
    const form: Filled = {
      ...target,
      identity: `${target.identity} output`,
      // If the name is taken, the first part is added.
      nameParts: ["Filled", ...target.nameParts, "Output"],
      nameLength: target.nameLength + 1,
      isOutput: true,
      basis: target,
    };
    Object.assign(target, { output: form } satisfies Pick<NamedSchema, "output">);
    form.schema = this.of(target.schema);
    return form;
  }
}
