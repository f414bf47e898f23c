// A response -> nothing, or an error with the places that do not match its schema. Only this import needs Zod.

import type { OperationSchemas, ResponseSchemas } from "@fulfillment/validators";
import * as validators from "@fulfillment/validators";
import {
  type Exchange,
  type Operation,
  type Received,
  type ResponseParts,
  UnexpectedResponseError,
} from "./generated/client/index.gen.ts";

/** One place of a response that its schema does not allow. */
export interface ResponseIssue {
  /** `["body", 0, "recipient", "email"]` or `["headers", "RateLimit-Reset"]` */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A response whose status and media type are described, and whose body or headers are not as described. */
export class InvalidResponseError extends UnexpectedResponseError {
  readonly issues: readonly ResponseIssue[];

  constructor(message: string, exchange: Exchange, issues: readonly ResponseIssue[]) {
    super(message, exchange);
    this.issues = issues;
  }
}

/**
 * For the option `validate`: holds every response to the Zod schemas of its operation, errors included. Bodies stay as they
 * came: nothing is renamed, added or left out. Throws an `InvalidResponseError`.
 */
export function validateResponses(operation: Operation, received: ResponseParts & Received): void {
  const { body, headers } = schemasOf(operation, received.status);
  const checks = [
    { name: "body", schema: body?.[received.contentType ?? ""], value: received.body },
    { name: "headers", schema: headers, value: received.headers },
  ];
  const issues = checks.flatMap(({ name, schema, value }): readonly ResponseIssue[] => {
    const verdict = schema?.safeParse(value);
    return verdict?.error?.issues.map(({ path, message }) => ({ path: [name, ...path], message })) ?? [];
  });
  if (issues.length === 0) return;
  const [first] = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const more = issues.length === 1 ? "" : `, and ${issues.length - 1} more`;
  throw new InvalidResponseError(`${operation.id}: not as described: ${first}${more}`, received, issues);
}

function schemasOf({ id }: Operation, status: number): ResponseSchemas {
  const responses = schemas.get(id)?.responses[status];
  if (responses === undefined) throw new TypeError(`${id}: there are no schemas for status ${status}`);
  return responses;
}

/** By the id of the operation: `getOrderSchemas` are those of `getOrder`. */
const schemas: ReadonlyMap<string, OperationSchemas> = new Map(
  Object.entries(validators).flatMap(([name, value]) =>
    isOperationSchemas(value) ? [[name.replace(/Schemas$/, ""), value] as const] : [],
  ),
);

function isOperationSchemas(value: object): value is OperationSchemas {
  return "responses" in value;
}
