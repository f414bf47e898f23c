// Validators of what is sent -> validators whose values have Dates where the description has date-times.
import type { BodySchemas, Schemas, Validator, Verdict } from "./runtime.ts";

/** Turns texts in a value into Dates, or Dates into texts. */
type Turn = (value: unknown) => unknown;

/** What turns the values of the parts that have any; bodies by media type. */
export interface Turns {
  readonly path?: Turn;
  readonly query?: Turn;
  readonly headers?: Turn;
  readonly cookies?: Turn;
  readonly body?: Readonly<Record<string, Turn>>;
}

/** Everything is validated in its sent form: a request before it has Dates, a response once they are texts. */
export function dated(schemas: Schemas, revive: Turns, wireOf: Turn): Schemas {
  const { path, query, headers, cookies, body, responses } = schemas;
  return {
    ...(path === undefined ? {} : { path: reviving(path, revive.path) }),
    ...(query === undefined ? {} : { query: reviving(query, revive.query) }),
    ...(headers === undefined ? {} : { headers: reviving(headers, revive.headers) }),
    ...(cookies === undefined ? {} : { cookies: reviving(cookies, revive.cookies) }),
    ...(body === undefined ? {} : { body: mapped(body, (one, type) => reviving(one, ownOf(revive.body ?? {}, type))) }),
    responses,
    write: {
      headers: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wireOf(value)])),
      body: wireOf,
    },
  };
}

function mapped(schemas: BodySchemas, turn: (one: Validator, type: string) => Validator): BodySchemas {
  return Object.fromEntries(Object.entries(schemas).map(([type, one]) => [type, turn(one, type)]));
}

function ownOf(turns: Readonly<Record<string, Turn>>, type: string): Turn | undefined {
  return Object.hasOwn(turns, type) ? turns[type] : undefined;
}

function reviving(validator: Validator, revive: Turn | undefined): Validator {
  if (revive === undefined) return validator;
  return {
    safeParse: (value) => {
      const verdict = validator.safeParse(value);
      return verdict.success ? turned(() => revive(verdict.data)) : verdict;
    },
  };
}

function turned(turn: () => unknown): Verdict {
  try {
    return { success: true, data: turn() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { success: false, error: { issues: [{ path: [], message: error.message }] } };
  }
}
