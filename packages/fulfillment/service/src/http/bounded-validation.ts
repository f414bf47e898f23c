// The validators of request bodies -> the same, which stop once enough is wrong: a list of zeros has as many faults as items.
import type { Validator, Verdict } from "@fulfillment/server";

/** How many faults of a body are reported at least where it has more (open decision `validation-error-text`). */
export const mostFaults = 1_000;

/** Of a list that are validated together. */
const piece = 500;

interface Validated {
  readonly schemas: { readonly body?: Readonly<Record<string, Validator>> };
}

export function boundedRoutes<Route extends Validated>(routes: readonly Route[]): Route[] {
  return routes.map((route) => {
    const { body } = route.schemas;
    if (body === undefined) return route;
    const bounded = Object.entries(body).map(([type, validator]) => [type, boundedValidator(validator)] as const);
    return { ...route, schemas: { ...route.schemas, body: Object.fromEntries(bounded) } };
  });
}

/** A body whose longest list is longer than a piece is validated with one piece of the list after the other, while it is invalid. */
function boundedValidator(validator: Validator): Validator {
  return {
    safeParse: (value) => {
      const list = longestList(value);
      if (list === null) return validator.safeParse(value);
      const issues = issuesInPieces(validator, list);
      return issues.length > 0 ? { success: false, error: { issues } } : validator.safeParse(value);
    },
  };
}

type Issues = Extract<Verdict, { readonly success: false }>["error"]["issues"];

interface List {
  readonly body: object;
  readonly name: string;
  readonly items: readonly unknown[];
}

function longestList(body: unknown): List | null {
  if (typeof body !== "object" || body === null) return null;
  let longest: List | null = null;
  for (const [name, items] of Object.entries(body)) {
    if (Array.isArray(items) && items.length > (longest?.items.length ?? piece)) longest = { body, name, items };
  }
  return longest;
}

/** Faults of the other members are found with the first piece, and come in the order of the validator. */
function issuesInPieces(validator: Validator, { body, name, items }: List): Issues {
  const issues: Issues[number][] = [];
  for (let start = 0; start < items.length && issues.length < mostFaults; start += piece) {
    const verdict = validator.safeParse({ ...body, [name]: items.slice(start, start + piece) });
    if (verdict.success) continue;
    for (const issue of verdict.error.issues) {
      const [at, index, ...rest] = issue.path;
      const isOfItem = at === name && typeof index === "number";
      if (isOfItem) issues.push({ ...issue, path: [name, start + index, ...rest] });
      else if (start === 0) issues.push(issue);
    }
  }
  return issues;
}
