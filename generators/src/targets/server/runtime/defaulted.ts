// Validators of requests -> validators whose values have the defaults of what is absent.
import type { BodySchemas, Schemas, Validator } from "./runtime.ts";

type Filling = (value: unknown) => unknown;

/** What adds the defaults of the parts that have any; bodies by media type. */
export interface Fillings {
  readonly path?: Filling;
  readonly query?: Filling;
  readonly headers?: Filling;
  readonly cookies?: Filling;
  readonly body?: Readonly<Record<string, Filling>>;
}

/** A request is validated as it was sent, then completed. */
export function defaulted(schemas: Schemas, fillings: Fillings): Schemas {
  const { path, query, headers, cookies, body } = schemas;
  return {
    ...schemas,
    ...(path === undefined ? {} : { path: filled(path, fillings.path) }),
    ...(query === undefined ? {} : { query: filled(query, fillings.query) }),
    ...(headers === undefined ? {} : { headers: filled(headers, fillings.headers) }),
    ...(cookies === undefined ? {} : { cookies: filled(cookies, fillings.cookies) }),
    ...(body === undefined ? {} : { body: filledBodies(body, fillings.body ?? {}) }),
  };
}

function filledBodies(schemas: BodySchemas, fillings: Readonly<Record<string, Filling>>): BodySchemas {
  const entries = Object.entries(schemas).map(([type, schema]) => {
    return [type, filled(schema, Object.hasOwn(fillings, type) ? fillings[type] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

function filled(validator: Validator, filling: Filling | undefined): Validator {
  if (filling === undefined) return validator;
  return {
    safeParse: (value) => {
      const verdict = validator.safeParse(value);
      return verdict.success ? { success: true, data: filling(verdict.data) } : verdict;
    },
  };
}
