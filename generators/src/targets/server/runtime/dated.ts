// Validators of what is sent -> validators whose values have Dates where the description has date-times.
import { type ByPart, type Schemas, type Verdict, withChangedParts } from "./runtime.ts";

/** Turns texts in a value into Dates, or Dates into texts. */
type Turn = (value: unknown) => unknown;

/** Everything is validated in its sent form: a request before it has Dates, a response once they are texts. */
export function dated(schemas: Schemas, revivals: ByPart<Turn>, wireOf: Turn): Schemas {
  const revived = withChangedParts(schemas, revivals, (validator, revive) => ({
    safeParse: (value) => {
      const verdict = validator.safeParse(value);
      return verdict.success ? turned(() => revive(verdict.data)) : verdict;
    },
  }));
  return {
    ...revived,
    write: {
      headers: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, wireOf(value)])),
      body: wireOf,
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
