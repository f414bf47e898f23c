// Loaded into every worker, once. Gives the property tests of a run one seed, so that a run can be repeated; FAST_CHECK_SEED=random looks at
// other values. And the validators of OpenAPI and AsyncAPI compile the schema of the standard for each document, a fifth of a second each
// time: here they get what was compiled for an earlier test of the same worker.
import ajv, { type AnySchema, type ValidateFunction } from "ajv/dist/core.js";
import fc from "fast-check";

const asked = process.env["FAST_CHECK_SEED"] ?? "20261122";
const seed = asked === "random" ? Date.now() % 2 ** 31 : Number(asked);
if (!Number.isInteger(seed))
  throw new Error(`FAST_CHECK_SEED: expected an integer or "random", got ${JSON.stringify(asked)}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

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
