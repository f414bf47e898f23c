// The operations of an API -> which of them differ in their method only, such as a path with the same response for each method.
import { type Operation, statusText } from "waybill/description";

/** Each operation that repeats an earlier one, with that one. Operations with a request body repeat none. */
export function standingFor(operations: readonly Operation[]): Map<Operation, Operation> {
  const stands = new Map<Operation, Operation>();
  const byPath = Map.groupBy(operations, ({ path, tags }) => `${path.text} ${tags[0] ?? ""}`);
  for (const some of byPath.values()) {
    for (const [at, operation] of some.entries()) {
      const first = some.slice(0, at).find((other) => isSame(other, operation));
      if (first !== undefined) stands.set(operation, first);
    }
  }
  return stands;
}

function isSame(one: Operation, other: Operation): boolean {
  if (one.requestBody !== null || other.requestBody !== null) return false;
  return responsesOf(one, other) === responsesOf(other, one);
}

/** A response to HEAD has no body, so that only its status counts. */
function responsesOf({ responses, method }: Operation, other: Operation): string {
  const isBare = method === "head" || other.method === "head";
  return JSON.stringify(
    responses.map(({ status, content }) => [
      statusText(status),
      isBare
        ? []
        : content.map(({ type, schema }) => [type, schema.kind === "ref" ? schema.target.identity : schema.at.key]),
    ]),
  );
}
