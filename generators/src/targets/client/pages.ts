// The pagination of an operation -> the rules by which the generated client asks for pages, and the types of its items and methods.
import { type Code, code, generatedSymbol, generatedType, identifier, literal, objectOf } from "../../emit/index.ts";
import type { HttpApi, Operation } from "../../model/http.ts";
import type { Pagination, RequestField, ResponseField } from "../../model/pagination.ts";
import { requestTypeOf, responseTypeOf, typeOf } from "../types/index.ts";

export function hasPages({ operations }: HttpApi): boolean {
  return operations.some(({ pagination }) => pagination !== null);
}

/** `Paginated<Order>`: what the type of the operation has besides; `null` without pages. */
export function paginatedTypeOf({ pagination }: Operation): Code | null {
  if (pagination === null) return null;
  return code`${generatedType("Paginated", "client", "next-page.gen.ts")}<${typeOf(pagination.item)}>`;
}

/** The type of the method in the client's interface. `given`: the tuple of its parameters. */
export function pagedMethodTypeOf(operation: Operation, parameterTuple: Code): Code {
  const item = operation.pagination === null ? code`never` : typeOf(operation.pagination.item);
  const symbol = generatedType("PagedMethod", "client", "pages.gen.ts");
  const types = code`${requestTypeOf(operation)}, ${responseTypeOf(operation)}, ${item}`;
  return code`${symbol}<${types}, Options, In, ${parameterTuple}>`;
}

/** `{ kind: "offset", follow: byOffset, field: ["query", "offset"] }`: as short as possible, since browsers load it. */
export function pageRulesOf(pagination: Pagination, servers: Operation["servers"]): Code {
  const { kind, items, end } = pagination;
  // Below "/" is every path of an unknown host.
  const urls = servers.map(({ url }) => url).filter((url) => url !== "/");
  const rules = {
    ...("field" in pagination ? { field: keysInRequest(pagination.field) } : {}),
    ...("next" in pagination ? { next: keysInResponse(pagination.next) } : {}),
    ...(kind === "page" && pagination.first !== 1 ? { first: pagination.first } : {}),
    ...(kind === "last-item" ? { key: pagination.key } : {}),
    ...((kind === "url" || kind === "link") && urls.length > 0 ? { servers: urls } : {}),
    ...(items.length === 0 ? {} : { items }),
    ...(end === null ? {} : { end: [end.kind, ...end.path] }),
  };
  const isInHeader = kind === "cursor" && pagination.next.in === "header";
  const follow = generatedSymbol(isInHeader ? "byHeaderCursor" : follows[kind], "client", "page-rules.gen.ts");
  return objectOf([
    code`kind: ${literal(kind)}`,
    code`follow: ${follow}`,
    ...Object.entries(rules).map(([name, value]) => code`${identifier(name)}: ${literal(value)}`),
  ]);
}

/** What the runtime has for each kind. */
const follows: Readonly<Record<Pagination["kind"], string>> = {
  offset: "byOffset",
  page: "byPage",
  cursor: "byCursor",
  "last-item": "byLastItem",
  url: "byUrl",
  link: "byLink",
};

function keysInRequest(field: RequestField): readonly string[] {
  switch (field.in) {
    case "query":
      return ["query", field.name];
    case "header":
      return ["headers", field.name];
    case "body":
      return ["body", ...field.path];
  }
}

function keysInResponse(field: ResponseField): readonly string[] {
  return field.in === "header" ? ["headers", field.name] : ["body", ...field.path];
}

/** A paragraph of the doc comment of a method: how its pages are found, and the source of that. */
export function pagesTextOf({ pagination, name }: Operation): string {
  if (pagination === null) return "";
  const { source, evidence } = pagination;
  const how = waysOf(pagination);
  const because = source === "detected" ? `detected from ${evidence}` : `as ${evidence} says`;
  return `Paginated: \`for await (const item of ${name}.pages(request))\` iterates over the items of all pages, ${how} (${because}).`;
}

function waysOf(pagination: Pagination): string {
  switch (pagination.kind) {
    case "offset":
    case "page":
    case "cursor":
    case "last-item":
      return `by \`${keysInRequest(pagination.field).slice(1).join(".")}\``;
    case "url":
      return `by the URL at \`${keysInResponse(pagination.next).slice(1).join(".")}\``;
    case "link":
      return "by the `Link` header";
  }
}
