// Checks what every response must have, and that ids and links lead somewhere.
import { type Description, memberOf, membersOf, type Node, objectIn } from "./description.ts";
import { listIn, type Operation, operationsOf, type Response, textIn } from "./operations.ts";

export const rateLimitHeaders: readonly string[] = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];

export function checkResponses(description: Description): string[] {
  return operationsOf(description).flatMap((operation) => [
    ...["401", "429", "500"]
      .filter((status) => !operation.responses.some((response) => response.status === status))
      .map((status) => `${operation.id} has no ${status}`),
    ...operation.responses.flatMap((response) => [
      ...checkHeaders(description, operation, response),
      ...checkContent(operation, response),
    ]),
  ]);
}

/** The requirements name a 400 for these; that of any other operation is an open decision and says which. */
const refusing = ["createOrder", "cancelOrder", "createWebhook", "updateWebhook"];

export function checkUnstatedStatuses(description: Description): string[] {
  return operationsOf(description)
    .filter(({ id }) => !refusing.includes(id))
    .flatMap(({ id, responses }) =>
      responses
        .filter(({ status, node }) => status === "400" && listIn(node, "x-waybill-open-decisions").length === 0)
        .map(() => `${id} 400 is stated nowhere and names no open decision`),
    );
}

export function checkOperationIds(description: Description): string[] {
  const ids = operationsOf(description).map(({ id }) => id);
  return ids
    .filter((id, at) => id === "" || ids.indexOf(id) !== at)
    .map((id) => `two operations are ${JSON.stringify(id)}`);
}

/** A link leads to an operation, and gives it parameters that it has and a body only where it takes one. */
export function checkLinks(description: Description): string[] {
  const operations = operationsOf(description);
  return operations.flatMap(({ id, responses }) =>
    responses.flatMap((response) =>
      membersOf(description, memberOf(description, response.node, "links")).flatMap(([name, link]) => {
        const target = operations.find((operation) => operation.id === textIn(link, "operationId"));
        return checkLink(`${id} ${response.status} ${name}`, link, target);
      }),
    ),
  );
}

function checkLink(name: string, link: Node, target: Operation | undefined): string[] {
  if (target === undefined) return [`${name} leads to no operation`];
  const given = Object.keys(objectIn(objectIn(link.value)["parameters"]));
  const taken = target.parameters.map((parameter) => textIn(parameter, "name"));
  const body = objectIn(link.value)["requestBody"] !== undefined && target.request === undefined;
  return [
    ...given.filter((key) => !taken.includes(key)).map((key) => `${name}: ${target.id} has no parameter ${key}`),
    ...(body ? [`${name}: ${target.id} takes no body`] : []),
  ];
}

function checkHeaders(description: Description, { id }: Operation, { status, headers }: Response): string[] {
  const names = headers.map(([name]) => name);
  return [
    ...rateLimitHeaders.filter((name) => !names.includes(name)).map((name) => `${id} ${status} has no ${name}`),
    ...names.filter((name) => !rateLimitHeaders.includes(name)).map((name) => `${id} ${status} has ${name}`),
    ...headers
      .filter(([, header]) => objectIn(header.value)["required"] !== true || typeOf(description, header) !== "integer")
      .map(([name]) => `${id} ${status}: ${name} is not a required integer`),
  ];
}

function checkContent({ id, method }: Operation, { status, content }: Response): string[] {
  if (method === "head") return content.length === 0 ? [] : [`${id} ${status} has a body`];
  return content.length === 1 ? [] : [`${id} ${status} has ${content.length} bodies`];
}

function typeOf(description: Description, header: Node): string {
  const schema = memberOf(description, header, "schema");
  return schema === undefined ? "" : textIn(schema, "type");
}
