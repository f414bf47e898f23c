// Checks that what both documents speak of is the same thing in both: the order in events, event names, headers, responses.
import {
  type Description,
  type Json,
  memberOf,
  membersOf,
  type Node,
  nodesIn,
  objectIn,
  rootOf,
  stringsIn,
} from "./description.ts";
import { messagesOf, operationsOf, schemaOf, textIn } from "./operations.ts";

/** The data of order events, and what of the order its members are: a member is called alike, but for the id. */
const orderData = ["order-event-data", "unshipped-order-event-data"];
const orderMembers: Readonly<Record<string, string>> = { orderId: "id" };

/** Each member of an order event says of its value what the order says; `null` alone may take the place of "or `null`". */
export function checkOrderEvents(description: Description): string[] {
  const order = propertiesOf(description, schemaOf(description, "order"));
  return orderData.flatMap((file) => {
    const data = propertiesOf(description, schemaOf(description, file));
    const first = propertiesOf(description, schemaOf(description, orderData[0] ?? ""));
    const differing = [...data].flatMap(([name, node]) => {
      const own = order.get(orderMembers[name] ?? name);
      if (own === undefined) return [`schemas/${file}.yaml: the order has no ${name}`];
      return sameValues(description, node, own)
        ? []
        : [`schemas/${file}.yaml: ${name} is not as in schemas/order.yaml`];
    });
    const missing = [...first.keys()].filter((name) => !data.has(name));
    return [...differing, ...missing.map((name) => `schemas/${file}.yaml has no ${name}`)];
  });
}

/** The name of a message is the `event` of its payload and the X-Webhook-Event of its headers. */
export function checkEventNames(description: Description): string[] {
  const catalog = "schemas/webhook-event-name.yaml";
  const names = messagesOf(description).map(({ name }) => name);
  return [
    ...messagesOf(description).flatMap(({ key, name, headers, payload }) => [
      ...(constIn(memberOf(description, payload, "properties", "event")) === name
        ? []
        : [`${key}: event is not ${name}`]),
      ...(eventHeaders(headers).includes(name) ? [] : [`${key}: X-Webhook-Event is not ${name}`]),
    ]),
    ...[...description.values]
      .filter(([file]) => file.endsWith(".yaml") && file !== catalog)
      .flatMap(([file, root]) => [...nodesIn(root)].map(({ value }) => ({ file, value })))
      .filter(({ value }) => stringsIn(objectIn(value)["enum"]).some((one) => names.includes(one)))
      .map(({ file }) => `${file} lists event names: refer to ${catalog}`),
  ];
}

/** Headers that an extension names are described, and those that are described for it are named. */
export function checkNamedHeaders(description: Description): string[] {
  const responses = Object.keys(
    objectIn(memberOf(description, rootOf(description, "openapi.yaml"), "components", "headers")?.value),
  );
  const rate = objectIn(objectIn(description.values.get("openapi.yaml"))["info"]);
  const named = textsIn(objectIn(rate["x-waybill-rate-limit"])["headers"]);
  const deliveries = [...propertiesOf(description, schemaOf(description, "webhook-headers")).keys()];
  const asyncapi = rootOf(description, "asyncapi.yaml");
  const scheme = objectIn(memberOf(description, asyncapi, "components", "securitySchemes", "signature")?.value);
  const signature = objectIn(scheme["x-waybill-signature"]);
  const parts = Array.isArray(signature["signedContent"]) ? signature["signedContent"] : [];
  const signing = [signature["header"], scheme["name"], ...parts.map((part) => objectIn(part)["header"])].flatMap(
    textsIn,
  );
  return [
    ...differences("x-waybill-rate-limit", named, responses),
    ...signing
      .filter((name) => !deliveries.includes(name))
      .map((name) => `x-waybill-signature: no delivery has ${name}`),
  ];
}

/** The response to a bad key, and to a spent budget, is the one that the operations have. */
export function checkRefusals(description: Description): string[] {
  const openapi = rootOf(description, "openapi.yaml");
  const scheme = objectIn(memberOf(description, openapi, "components", "securitySchemes", "bearer")?.value);
  const failure = objectIn(objectIn(scheme["x-waybill-api-key"])["failure"]);
  const limit = objectIn(objectIn(memberOf(description, openapi, "info")?.value)["x-waybill-rate-limit"]);
  return operationsOf(description).flatMap(({ id, method, responses }) => {
    const find = (status: Json | undefined) => responses.find((one) => one.status === String(status));
    const refused = find(failure["status"]);
    const body = refused?.content.find(([type]) => type === failure["contentType"])?.[1];
    const text = body === undefined ? undefined : constIn(memberOf(description, body, "schema"));
    const isRight = refused !== undefined && (method === "head" || text === failure["body"]);
    return [
      ...(isRight ? [] : [`${id} does not respond to a bad key as x-waybill-api-key says`]),
      ...(find(limit["exceededStatus"]) === undefined ? [`${id} has no ${limit["exceededStatus"]}`] : []),
    ];
  });
}

function propertiesOf(description: Description, schema: Node): Map<string, Node> {
  return new Map(membersOf(description, memberOf(description, schema, "properties")));
}

/** Whether all that is said of an event's member is said of the order's: words aside, through references. */
function sameValues(description: Description, event: Node, order: Node): boolean {
  const [own, other] = [shapeOf(event), shapeOf(order)];
  if (textIn(event, "type") === "null") return stringsIn(objectIn(order.value)["type"]).includes("null");
  const items = memberOf(description, event, "items");
  const otherItems = memberOf(description, order, "items");
  if (items === undefined || otherItems === undefined) return own === other;
  const known = propertiesOf(description, otherItems);
  return [...propertiesOf(description, items)].every(([name, node]) => {
    const member = known.get(name);
    return member !== undefined && sameValues(description, node, member);
  });
}

const wording = new Set(["title", "description"]);

function shapeOf({ value }: Node): string {
  const members = Object.entries(objectIn(value)).filter(([key]) => !wording.has(key) && !key.startsWith("x-"));
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function constIn(node: Node | undefined): Json | undefined {
  return node === undefined ? undefined : objectIn(node.value)["const"];
}

function eventHeaders({ value }: Node): Json[] {
  return [...nodesIn(value)].flatMap((node) => objectIn(objectIn(node.value)["X-Webhook-Event"])["const"] ?? []);
}

function textsIn(value: Json | undefined): string[] {
  return value === undefined
    ? []
    : [...nodesIn(value)].flatMap((node) => (typeof node.value === "string" ? [node.value] : []));
}

function differences(what: string, named: readonly string[], there: readonly string[]): string[] {
  return [
    ...named.filter((name) => !there.includes(name)).map((name) => `${what}: no header is called ${name}`),
    ...there.filter((name) => !named.includes(name)).map((name) => `${what} does not say what ${name} reports`),
  ];
}
