// The description as @apidevtools/swagger-parser reads it: what the generated tables are compared with.
import SwaggerParser from "@apidevtools/swagger-parser";

export interface DescribedOperation {
  readonly operationId: string;
  /** As HTTP writes it. */
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly parameters: readonly DescribedParameter[];
  readonly requestBody: { readonly required: boolean; readonly types: readonly string[] } | null;
  readonly responses: readonly DescribedResponse[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly type: unknown;
  readonly default: unknown;
}

export interface DescribedResponse {
  readonly status: string;
  readonly types: readonly string[];
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly type: unknown }[];
}

interface Members {
  readonly [key: string]: unknown;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export async function describedOperations(file: string): Promise<DescribedOperation[]> {
  const document = membersOf(await SwaggerParser.dereference(file));
  return entriesOf(document["paths"]).flatMap(([path, item]) =>
    entriesOf(item).flatMap(([method, operation]) => {
      return methods.includes(method)
        ? [operationOf(path, method, membersOf(operation), { document, item: membersOf(item) })]
        : [];
    }),
  );
}

function operationOf(
  path: string,
  method: string,
  operation: Members,
  { document, item }: { document: Members; item: Members },
): DescribedOperation {
  const body = membersOf(operation["requestBody"]);
  return {
    operationId: String(operation["operationId"]),
    method: method.toUpperCase(),
    path,
    tags: listOf(operation["tags"]).map(String),
    parameters: [...listOf(item["parameters"]), ...listOf(operation["parameters"])].map(parameterOf),
    requestBody:
      operation["requestBody"] === undefined
        ? null
        : { required: body["required"] === true, types: Object.keys(membersOf(body["content"])) },
    responses: entriesOf(operation["responses"]).map(([status, response]) => responseOf(status, membersOf(response))),
    security: listOf(operation["security"] ?? document["security"]) as DescribedOperation["security"],
    extensions: Object.fromEntries(Object.entries(operation).filter(([key]) => key.startsWith("x-"))),
  };
}

function parameterOf(value: unknown): DescribedParameter {
  const { name, in: place, required, schema } = membersOf(value);
  const { type, default: fallback } = membersOf(schema);
  return { name: String(name), in: String(place), required: required === true, type, default: fallback };
}

function responseOf(status: string, response: Members): DescribedResponse {
  const headers = entriesOf(response["headers"]).map(([name, header]) => {
    const { required, schema } = membersOf(header);
    return { name, required: required === true, type: membersOf(schema)["type"] };
  });
  return { status, types: Object.keys(membersOf(response["content"])), headers };
}

function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(membersOf(value));
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
