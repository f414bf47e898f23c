// Objects as constants: schemas that return the value itself, like those of `lazily`, and have the methods of Zod's objects.
import * as z from "zod";
import * as core from "zod/v4/core";
import { type Filling, type SomeSchema, schemaIn, unchanged, withInput } from "./unchanged.ts";

/**
 * The schema of an object: it has `.shape`, and `extend`, `pick`, `omit`, `partial`, `keyof` and the others that objects have, as methods in
 * `zod` and as functions in `zod/mini`. Of the type of its values, and not inferred: a compiler looks at the members only where a method is called. `Input`: the values before
 * defaults are added.
 */
export type ObjectSchemaOf<Value, Input = Value> = z.ZodType<Value, Input, ObjectInternals<Value, Input>> &
  Omit<z.ZodObject<ShapeOf<Value, Input>, ConfigOf<Value>>, keyof z.ZodType>;

interface ObjectInternals<Value, Input> extends core.$ZodTypeInternals<Value, Input> {
  def: core.$ZodObjectDef<ShapeOf<Value, Input>>;
  config: ConfigOf<Value>;
  isst: core.$ZodIssueInvalidType | core.$ZodIssueUnrecognizedKeys;
  propValues: core.util.PropValues;
  optin?: "optional" | undefined;
  optout?: "optional" | undefined;
}

/** The schema of each member. */
export type ShapeOf<Value, Input = Value> = {
  readonly [Key in keyof Value as string extends Key ? never : number extends Key ? never : Key]-?: MemberOf<
    Pick<Value, Key>,
    Pick<Input, Key & keyof Input>,
    Exclude<Value[Key], undefined>
  >;
};

/** `Present`: the values of the member. An unrestricted one may be `undefined`. */
type MemberOf<Value, Input, Present> = object extends Value
  ? z.ZodOptional<z.ZodType<Present>>
  : object extends Input
    ? z.ZodDefault<z.ZodType<Present>>
    : z.ZodType<Value[keyof Value]>;

/** As in the types, other members have a type only if the description gives them one. */
type ConfigOf<Value> = string extends keyof Value ? core.$loose : core.$strict;

interface ObjectOptions {
  /** Rules for the object as a whole. */
  readonly checks?: () => readonly core.CheckFn<object>[];
  readonly filling?: Filling;
}

/**
 * A schema that is created at the first use, as `lazily` does it. To `checks`, Zod's rules for refinements apply: `pick`, `omit` and
 * `partial` throw, as does `extend` with a member that the object has; otherwise they are kept.
 */
export function object<Value, Input = Value>(
  make: () => SomeSchema,
  options?: ObjectOptions,
): ObjectSchemaOf<Value, Input>;
export function object(make: () => SomeSchema, { checks, filling }: ObjectOptions = {}): z.ZodObject {
  let base: z.ZodObject | undefined;
  let exact: z.ZodType | undefined;
  // Zod reads some members of a definition while it creates the schema, which is too early: the schemas of members may be declared later.
  let isCreated = false;
  const baseOf = (): z.ZodObject => (base ??= objectIn(make()));
  const exactOf = (): z.ZodType => (exact ??= checks === undefined ? baseOf() : unchanged(baseOf()).check(...checks()));
  const definition: ObjectDefinition = {
    type: "object",
    get shape() {
      return baseOf().def.shape;
    },
    get catchall() {
      return isCreated ? baseOf().def.catchall : undefined;
    },
    get checks() {
      return isCreated ? (exactOf().def.checks ?? []) : [];
    },
  };
  definition[origin] = { ...gettersOf(definition), baseOf, exactOf, filling };
  const schema = new UnchangedObject(definition);
  isCreated = true;
  return schema;
}

function objectIn(candidate: SomeSchema): z.ZodObject {
  const schema = schemaIn(candidate);
  if (schema instanceof z.ZodObject) return schema;
  throw new TypeError("not the schema of an object");
}

const origin: unique symbol = /* @__PURE__ */ Symbol("origin");

interface ObjectDefinition extends core.$ZodObjectDef {
  [origin]?: Origin;
}

/** The schemas of a definition, and its getters. */
interface Origin extends Getters {
  readonly baseOf: () => z.ZodObject;
  readonly exactOf: () => z.ZodType;
  readonly filling: Filling | undefined;
}

interface Getters {
  readonly shape: unknown;
  readonly catchall: unknown;
}

function gettersOf(definition: ObjectDefinition): Getters {
  const { shape, catchall } = Object.getOwnPropertyDescriptors(definition);
  return { shape: shape.get, catchall: catchall?.get };
}

/** Whether a definition has the members and the rule for unknown ones of another. Reading them creates the schemas of members. */
function hasSameMembers({ shape, catchall }: core.$ZodObjectDef, other: core.$ZodObjectDef): boolean {
  const names = Object.keys(shape);
  return (
    catchall === other.catchall &&
    names.length === Object.keys(other.shape).length &&
    names.every((name) => shape[name] === other.shape[name])
  );
}

/** What is derived with the same members returns the value itself too; anything else is a plain `z.ZodObject`. */
const UnchangedObject: core.$constructor<z.ZodObject, ObjectDefinition> = /* @__PURE__ */ core.$constructor(
  "UnchangedObject",
  (schema, definition) => {
    const kind: core.$constructor<z.ZodObject> = z.ZodObject;
    const { shape, catchall } = gettersOf(definition);
    kind.init(schema, definition);
    const schemaOrigin = definition[origin];
    if (schemaOrigin === undefined) return;
    const hasChecks = (definition.checks ?? []).length > 0;
    // Zod itself runs the checks that it knew when it created the schema.
    const schemaOf = hasChecks ? schemaOrigin.baseOf : schemaOrigin.exactOf;
    const derived = schema._zod.parse;
    // Some copies of a definition have its getters, others what they return.
    let isUnchanged = schemaOrigin.shape === shape && schemaOrigin.catchall === catchall ? true : undefined;
    let inner: core.$ZodType["_zod"] | undefined;
    schema._zod.parse = (payload, context) => {
      isUnchanged ??= hasSameMembers(definition, schemaOrigin.baseOf().def);
      if (!isUnchanged) return derived(payload, context);
      inner ??= schemaOf()._zod;
      const { value } = payload;
      const result = inner.run(payload, context);
      return result instanceof Promise
        ? result.then((late) => withInput(late, value, schemaOrigin.filling))
        : withInput(result, value, schemaOrigin.filling);
    };
  },
);
