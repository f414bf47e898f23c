// The validators of OpenAPI and AsyncAPI compile the schema of the standard for each document: a fifth of a second each time. Here they get
// what was compiled for an earlier test of the same worker.
import ajv, { type AnySchema, type ValidateFunction } from "ajv/dist/core.js";

type Ajv = InstanceType<typeof ajv.default>;

const standards = /^https?:\/\/(?:asyncapi\.com|spec\.openapis\.org|swagger\.io)\//;

const { prototype } = ajv.default;
const { compile } = prototype;
const compiled = new WeakMap<object, Map<string, ValidateFunction>>();

/** Has overloads, which one function with all of their results is not. */
Object.assign(prototype, {
  compile(this: Ajv, schema: AnySchema, meta?: boolean): ValidateFunction {
    if (typeof schema === "boolean" || !standards.test(String(schema["$id"] ?? schema["id"])))
      return compile.call(this, schema, meta);
    const { allErrors = false } = this.opts;
    const key = `${this.constructor.name} ${allErrors}`;
    const known = compiled.get(schema)?.get(key);
    if (known !== undefined) return known;
    const made = compile.call(this, schema, meta);
    compiled.set(schema, (compiled.get(schema) ?? new Map<string, ValidateFunction>()).set(key, made));
    return made;
  },
});
