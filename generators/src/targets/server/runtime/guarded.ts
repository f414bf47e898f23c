// Schemas with the guards of the same parts -> validators that try the guard first, and use the schema only to find the issues.
import type { BodySchemas, Schemas, Validator } from "./runtime.ts";

type Guard = (value: unknown) => boolean;

/** A fast check whether a part of a request matches; a part without one uses its schema. */
export interface Guards {
  readonly path?: Guard;
  readonly query?: Guard;
  readonly headers?: Guard;
  readonly cookies?: Guard;
  /** By media type. */
  readonly body?: Readonly<Record<string, Guard>>;
}

/** The same results as those of `schemas`: a guard accepts what its schema accepts, and a schema returns the value itself. */
export function guarded(schemas: Schemas, guards: Guards): Schemas {
  const { path, query, headers, cookies, body } = schemas;
  return {
    ...schemas,
    ...(path === undefined ? {} : { path: validatorOf(path, guards.path) }),
    ...(query === undefined ? {} : { query: validatorOf(query, guards.query) }),
    ...(headers === undefined ? {} : { headers: validatorOf(headers, guards.headers) }),
    ...(cookies === undefined ? {} : { cookies: validatorOf(cookies, guards.cookies) }),
    ...(body === undefined ? {} : { body: guardedBodies(body, guards.body ?? {}) }),
  };
}

function guardedBodies(schemas: BodySchemas, guards: Readonly<Record<string, Guard>>): BodySchemas {
  const entries = Object.entries(schemas).map(([type, schema]) => {
    return [type, validatorOf(schema, Object.hasOwn(guards, type) ? guards[type] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

function validatorOf(schema: Validator, guard: Guard | undefined): Validator {
  if (guard === undefined) return schema;
  return { safeParse: (value) => (guard(value) ? { success: true, data: value } : schema.safeParse(value)) };
}
