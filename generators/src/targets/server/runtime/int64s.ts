// Validators of requests -> validators of the same with `bigint` where the description has integers of 64 bits.
import type { BodySchemas, Schemas, Validator } from "./runtime.ts";

/** Makes `bigint` of integers in a value that was just read. */
type Conversion = (value: unknown) => unknown;

/** What converts the values of each part; bodies by media type. */
export interface Conversions {
  readonly path?: Conversion;
  readonly query?: Conversion;
  readonly headers?: Conversion;
  readonly cookies?: Conversion;
  readonly body?: Readonly<Record<string, Conversion>>;
}

/** Validators take values as code has them, so a request is converted first. Responses are validated as they are. */
export function withInt64Schemas(schemas: Schemas, conversions: Conversions): Schemas {
  const { path, query, headers, cookies, body } = schemas;
  return {
    ...schemas,
    ...(path === undefined ? {} : { path: converting(path, conversions.path) }),
    ...(query === undefined ? {} : { query: converting(query, conversions.query) }),
    ...(headers === undefined ? {} : { headers: converting(headers, conversions.headers) }),
    ...(cookies === undefined ? {} : { cookies: converting(cookies, conversions.cookies) }),
    ...(body === undefined ? {} : { body: convertedBodies(body, conversions.body ?? {}) }),
  };
}

function convertedBodies(schemas: BodySchemas, conversions: Readonly<Record<string, Conversion>>): BodySchemas {
  const entries = Object.entries(schemas).map(([type, schema]) => {
    return [type, converting(schema, Object.hasOwn(conversions, type) ? conversions[type] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

function converting(validator: Validator, convert: Conversion | undefined): Validator {
  return convert === undefined ? validator : { safeParse: (value) => validator.safeParse(convert(value)) };
}
