// Zod returns copies: members in the schema's order, and none named `__proto__`. These schemas return the value itself.
import * as z from "zod";
import * as core from "zod/v4/core";

/** Any schema. No more is asked of it here, since comparing Zod's types is most of what a compiler does with this code. */
export interface SomeSchema {
  readonly _zod: object;
}

/**
 * A schema that is created at the first parse: until then it costs next to nothing, may refer to schemas declared later, and
 * a bundler drops it when it is unused. Accepts what the schema accepts and returns the value itself.
 */
export function lazily<Value>(make: () => SomeSchema, filling?: Filling): z.ZodType<Value> {
  return returningInput(() => schemaIn(make()), filling);
}

/** Adds what a valid value lacks. */
export type Filling = (value: unknown) => unknown;

export function schemaIn(candidate: SomeSchema): core.$ZodType {
  if (candidate instanceof core.$ZodType) return candidate;
  throw new TypeError("not a schema of this copy of Zod: is the package installed twice?");
}

/** Accepts what `schema` accepts and returns the value itself. */
export function unchanged<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return returningInput(() => schema);
}

function returningInput<Value>(getter: () => core.$ZodType, filling?: Filling): z.ZodType<Value>;
function returningInput(getter: () => core.$ZodType, filling?: Filling): z.ZodType {
  return new Unchanged({ type: "lazy", getter, ...(filling === undefined ? {} : { filling }) });
}

interface LazyDefinition extends core.$ZodLazyDef {
  readonly filling?: Filling;
}

/** A kind of schema rather than a changed instance: Zod makes another one of a kind for each `.check()` or `.describe()`. */
const Unchanged: core.$constructor<z.ZodLazy, LazyDefinition> = /* @__PURE__ */ core.$constructor(
  "Unchanged",
  (schema, definition) => {
    const kind: core.$constructor<z.ZodLazy> = z.ZodLazy;
    kind.init(schema, definition);
    let inner: core.$ZodType["_zod"] | undefined;
    schema._zod.parse = (payload, context) => {
      inner ??= schema._zod.innerType._zod;
      const { value } = payload;
      const result = inner.run(payload, context);
      const { filling } = definition;
      return result instanceof Promise
        ? result.then((late) => withInput(late, value, filling))
        : withInput(result, value, filling);
    };
  },
);

export function withInput(result: core.ParsePayload, value: unknown, filling?: Filling): core.ParsePayload {
  result.value = filling === undefined || result.issues.length > 0 ? value : filling(value);
  return result;
}
