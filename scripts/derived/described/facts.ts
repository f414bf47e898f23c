// The description, read without the toolkit, to what documentation may say of it: names and statuses.
import { type Description, memberOf, membersOf, objectIn, rootOf } from "../../../spec/test/description.ts";
import { messagesOf, operationsOf } from "../../../spec/test/operations.ts";

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** `/v1/orders/{orderId}` */
  readonly path: string;
  readonly statuses: readonly string[];
}

export interface Facts {
  readonly operations: readonly DescribedOperation[];
  readonly events: readonly string[];
  readonly headers: readonly string[];
  readonly schemas: readonly string[];
}

export function factsOf(description: Description): Facts {
  const operations = operationsOf(description);
  return {
    operations: operations.map(({ id, name, responses }) => {
      const [method = "", path = ""] = name.split(" ");
      return { id, method, path, statuses: responses.map(({ status }) => status) };
    }),
    events: messagesOf(description).map(({ name }) => name),
    headers: headersOf(description),
    schemas: ["openapi.yaml", "asyncapi.yaml"].flatMap((file) =>
      Object.keys(objectIn(memberOf(description, rootOf(description, file), "components", "schemas")?.value)),
    ),
  };
}

function headersOf(description: Description): string[] {
  const responses = operationsOf(description).flatMap((operation) => operation.responses);
  const messages = messagesOf(description).flatMap(({ headers }) =>
    membersOf(description, memberOf(description, headers, "properties")).map(([name]) => name),
  );
  const common = Object.keys(
    objectIn(memberOf(description, rootOf(description, "schemas/webhook-headers.yaml"), "properties")?.value),
  );
  return [...new Set([...responses.flatMap(({ headers }) => headers.map(([name]) => name)), ...messages, ...common])];
}

/** The operation that a summary is of; used to name it in messages. */
export function nameOf({ method, path }: DescribedOperation): string {
  return `${method} ${path}`;
}
