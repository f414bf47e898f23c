// Does a value match a schema? Straight from the text of JSON Schema 2020-12, keyword by keyword, with nothing prepared: the third
// opinion, where Ajv has bugs of its own (`unevaluated…` beside `contains`, `$dynamicRef`).
import type { JsonSchema } from "./judges.ts";

/** What a schema that accepts a value has looked at. */
interface Looked {
  readonly names: ReadonlySet<string>;
  readonly indexes: ReadonlySet<number>;
}

type Members = Readonly<Record<string, unknown>>;

/** A schema resource, as the schema at its root. The outermost one stands first. */
type Scope = readonly Members[];

/** `resources`: the schemas that references name, by `$id`. */
export function referenceJudge(
  schema: JsonSchema,
  resources: ReadonlyMap<string, Members>,
): (value: unknown) => boolean {
  const judge = new Judge(resources);
  return (value) => judge.look(schema, value, typeof schema === "object" ? [schema] : []) !== null;
}

class Judge {
  private readonly resources: ReadonlyMap<string, Members>;

  constructor(resources: ReadonlyMap<string, Members>) {
    this.resources = resources;
  }

  /** `null` when the value does not match. */
  look(schema: unknown, value: unknown, outer: Scope): Looked | null {
    if (typeof schema === "boolean") return schema ? nothing : null;
    if (!isMembers(schema)) throw new Error(`no schema: ${JSON.stringify(schema)}`);
    const scope = "$id" in schema && outer.at(-1) !== schema ? [...outer, schema] : outer;
    if (!scalarsHold(schema, value)) return null;
    const looked = together([...this.inPlace(schema, value, scope), this.own(schema, value, scope)]);
    return looked === null ? null : this.rest(schema, value, { looked, scope });
  }

  private matches(schema: unknown, value: unknown, scope: Scope): boolean {
    return this.look(schema, value, scope) !== null;
  }

  /** The schemas that judge the same value. */
  private inPlace(schema: Members, value: unknown, scope: Scope): (Looked | null)[] {
    const list = (keyword: string): (Looked | null)[] =>
      listOf(schema[keyword]).map((each) => this.look(each, value, scope));
    const [any, one] = [list("anyOf"), list("oneOf")];
    const found = [...list("allOf")];
    if ("anyOf" in schema) found.push(any.some(isSome) ? together(any.filter(isSome)) : null);
    if ("oneOf" in schema) found.push(one.filter(isSome).length === 1 ? together(one.filter(isSome)) : null);
    if ("not" in schema) found.push(this.matches(schema["not"], value, scope) ? null : nothing);
    if ("if" in schema) {
      const condition = this.look(schema["if"], value, scope);
      const branch = schema[condition === null ? "else" : "then"];
      found.push(condition ?? nothing, branch === undefined ? nothing : this.look(branch, value, scope));
    }
    if (isMembers(value)) {
      for (const [name, each] of membersOf(schema["dependentSchemas"])) {
        if (Object.hasOwn(value, name)) found.push(this.look(each, value, scope));
      }
    }
    if (typeof schema["$ref"] === "string") found.push(this.follow(schema["$ref"], value, scope));
    if (typeof schema["$dynamicRef"] === "string") found.push(this.followDynamic(schema["$dynamicRef"], value, scope));
    return found;
  }

  private follow(ref: string, value: unknown, scope: Scope): Looked | null {
    const target = ref === "#" ? scope.at(-1) : this.resources.get(ref);
    if (target === undefined) throw new Error(`nothing is called ${ref}`);
    return this.look(target, value, scope.at(-1) === target ? scope : [...scope, target]);
  }

  private followDynamic(ref: string, value: unknown, scope: Scope): Looked | null {
    for (const [index, resource] of scope.entries()) {
      const target = anchored(resource, ref.slice(1));
      // What is entered is the resource of the target.
      if (target !== null)
        return this.look(target, value, scope.at(-1) === scope[index] ? scope : [...scope, resource]);
    }
    throw new Error(`nothing is called ${ref}`);
  }

  /** The keywords about members and elements. */
  private own(schema: Members, value: unknown, scope: Scope): Looked | null {
    if (Array.isArray(value)) return this.elements(schema, value, scope);
    return isMembers(value) ? this.members(schema, value, scope) : nothing;
  }

  private elements(schema: Members, value: readonly unknown[], scope: Scope): Looked | null {
    const indexes = new Set<number>();
    const prefix = listOf(schema["prefixItems"]);
    for (const [index, element] of value.entries()) {
      const each = index < prefix.length ? prefix[index] : schema["items"];
      if (each === undefined) continue;
      if (!this.matches(each, element, scope)) return null;
      indexes.add(index);
    }
    if (!("contains" in schema)) return { ...nothing, indexes };
    const found = [...value.keys()].filter((index) => this.matches(schema["contains"], value[index], scope));
    for (const index of found) indexes.add(index);
    const [low = 1, high = Number.POSITIVE_INFINITY] = [schema["minContains"], schema["maxContains"]];
    return found.length >= Number(low) && found.length <= Number(high) ? { ...nothing, indexes } : null;
  }

  private members(schema: Members, value: Members, scope: Scope): Looked | null {
    const names = new Set<string>();
    for (const [name, member] of Object.entries(value)) {
      const listed = membersOf(schema["properties"]).filter(([other]) => other === name);
      const alike = membersOf(schema["patternProperties"]).filter(([pattern]) => new RegExp(pattern, "u").test(name));
      const speaking: unknown[] = [...listed, ...alike].map(([, each]) => each);
      const others = "additionalProperties" in schema ? [schema["additionalProperties"]] : [];
      const schemas = speaking.length > 0 ? speaking : others;
      if (!schemas.every((each) => this.matches(each, member, scope))) return null;
      if (schemas.length > 0) names.add(name);
      if ("propertyNames" in schema && !this.matches(schema["propertyNames"], name, scope)) return null;
    }
    return { ...nothing, names };
  }

  private rest(schema: Members, value: unknown, { looked, scope }: { looked: Looked; scope: Scope }): Looked | null {
    if (Array.isArray(value) && "unevaluatedItems" in schema) {
      const left = value.filter((_, index) => !looked.indexes.has(index));
      if (!left.every((element) => this.matches(schema["unevaluatedItems"], element, scope))) return null;
      return { ...looked, indexes: new Set(value.keys()) };
    }
    if (isMembers(value) && "unevaluatedProperties" in schema) {
      const left = Object.entries(value).filter(([name]) => !looked.names.has(name));
      if (!left.every(([, member]) => this.matches(schema["unevaluatedProperties"], member, scope))) return null;
      return { ...looked, names: new Set(Object.keys(value)) };
    }
    return looked;
  }
}

const nothing: Looked = { names: new Set(), indexes: new Set() };

function together(parts: readonly (Looked | null)[]): Looked | null {
  if (!parts.every(isSome)) return null;
  return {
    names: new Set(parts.flatMap(({ names }) => [...names])),
    indexes: new Set(parts.flatMap(({ indexes }) => [...indexes])),
  };
}

/** The schema with this dynamic anchor anywhere in a resource, but in no resource inside of it. */
function anchored(schema: unknown, name: string): Members | null {
  if (!isMembers(schema)) return null;
  if (schema["$dynamicAnchor"] === name) return schema;
  const definitions = membersOf(schema["$defs"]).filter(([, each]) => !isMembers(each) || !("$id" in each));
  return definitions.map(([, each]) => anchored(each, name)).find((found) => found !== null) ?? null;
}

/** The keywords that say something of the value alone. */
function scalarsHold(schema: Members, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, operand]) => {
    if (keyword === "type") return listOf(operand).some((type) => isOfType(value, type));
    if (keyword === "enum") return listOf(operand).some((each) => isEqual(each, value));
    if (keyword === "const") return isEqual(operand, value);
    if (typeof value === "number") return typeof operand !== "number" || numberHolds(keyword, operand, value);
    if (typeof value === "string") return stringHolds(keyword, operand, value);
    if (Array.isArray(value)) return arrayHolds(keyword, operand, value);
    return !isMembers(value) || objectHolds(keyword, operand, value);
  });
}

function numberHolds(keyword: string, operand: number, value: number): boolean {
  if (keyword === "minimum") return value >= operand;
  if (keyword === "maximum") return value <= operand;
  if (keyword === "exclusiveMinimum") return value > operand;
  if (keyword === "exclusiveMaximum") return value < operand;
  // The divisors here are powers of two.
  return keyword !== "multipleOf" || value % operand === 0;
}

function stringHolds(keyword: string, operand: unknown, value: string): boolean {
  if (keyword === "minLength") return [...value].length >= Number(operand);
  if (keyword === "maxLength") return [...value].length <= Number(operand);
  if (keyword === "pattern") return new RegExp(String(operand), "u").test(value);
  return keyword !== "format" || operand !== "date" || /^\d{4}-\d\d-\d\d$/.test(value);
}

function arrayHolds(keyword: string, operand: unknown, value: readonly unknown[]): boolean {
  if (keyword === "minItems") return value.length >= Number(operand);
  if (keyword === "maxItems") return value.length <= Number(operand);
  if (keyword !== "uniqueItems" || operand !== true) return true;
  return value.every((a, index) => !value.slice(index + 1).some((b) => isEqual(a, b)));
}

function objectHolds(keyword: string, operand: unknown, value: Members): boolean {
  if (keyword === "minProperties") return Object.keys(value).length >= Number(operand);
  if (keyword === "maxProperties") return Object.keys(value).length <= Number(operand);
  if (keyword === "required") return listOf(operand).every((name) => Object.hasOwn(value, String(name)));
  if (keyword !== "dependentRequired") return true;
  return membersOf(operand).every(
    ([name, others]) =>
      !Object.hasOwn(value, name) || listOf(others).every((other) => Object.hasOwn(value, String(other))),
  );
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isMembers(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((each, index) => isEqual(each, b[index]));
  if (!isMembers(a) || !isMembers(b)) return a === b;
  const [names, others] = [Object.keys(a), Object.keys(b)];
  return (
    names.length === others.length &&
    names.every((name) => Object.hasOwn(b, name) && isEqual(own(a, name), own(b, name)))
  );
}

/** `a.__proto__` is not a member, unless it is one. */
function own(members: Members, name: string): unknown {
  return Object.getOwnPropertyDescriptor(members, name)?.value;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function membersOf(value: unknown): [string, unknown][] {
  return isMembers(value) ? Object.entries(value) : [];
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSome(looked: Looked | null): looked is Looked {
  return looked !== null;
}
