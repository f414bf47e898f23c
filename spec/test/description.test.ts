// Each check passes for spec/, and fails for a copy of it with one thing broken.
import { expect, test } from "vitest";
import { changed, set, spec, verify } from "./broken-copies.ts";
import { checkBadRequestsDiffer, checkExamples, checkExamplesExist, checkMessagesDiffer } from "./check-examples.ts";
import { checkDecisions, checkEvents, checkExtensions, checkMeanings } from "./check-extensions.ts";
import { checkComponents, checkExampleNames, checkFilesUsed, checkPlainYaml } from "./check-files.ts";
import { checkLinks, checkOperationIds, checkResponses, checkUnstatedStatuses } from "./check-responses.ts";
import { checkSignatures } from "./check-signatures.ts";
import { checkWebhookAddresses } from "./check-webhook-addresses.ts";
import { brokenCopy, brokenText, type Description, type JsonObject, objectIn } from "./description.ts";
import { messages } from "./facts/deliveries.ts";
import { operations } from "./facts/operations.ts";
import { messagesOf, operationsOf } from "./operations.ts";

const addresses = "examples/webhook-addresses.json";
const signatures = "examples/signatures.json";

test("the checks below read at least the stated operations and messages", () => {
  const read = [...operationsOf(spec), ...messagesOf(spec)].map(({ name }) => name);
  expect(read).toEqual(expect.arrayContaining([...Object.keys(operations), ...Object.keys(messages)]));
});

verify("every example satisfies its schema", checkExamples, {
  "an example that lacks a field": {
    broken: changed("examples/orders/create-order.201.json", ["value"], (value) => delete value["status"]),
    problem: "createOrder 201 created: must have required property 'status'",
  },
  "an example of a message that is not valid": {
    broken: changed("examples/messages/webhook-test.json", ["payload", "data"], (data) =>
      set(data, "timestamp", "now"),
    ),
    problem: `webhookTest payload: /data/timestamp must match format "date-time"`,
  },
  "a delivery with another event's header": {
    broken: changed("examples/messages/webhook-test.json", ["headers"], (it) =>
      set(it, "X-Webhook-Event", "order.created"),
    ),
    problem: "webhookTest headers: /X-Webhook-Event must be equal to constant",
  },
  "an example of a parameter that is not valid": {
    broken: changed("openapi.yaml", ["components", "parameters", "OrderId"], (it) => set(it, "example", 1)),
    problem: "getOrder parameter: must be string",
  },
  "an example of a header that is not valid": {
    broken: changed("openapi.yaml", ["components", "headers", "RateLimit-Limit"], (it) => set(it, "example", "1000")),
    problem: "RateLimit-Limit: must be integer",
  },
  "a schema that accepts anything": {
    broken: changed("schemas/webhook-list.yaml", [], (schema) => {
      for (const key of Object.keys(schema)) delete schema[key];
    }),
    problem: `listWebhooks 200 subscriptions: the schema accepts "broken" too`,
  },
});

test("a keyword that JSON Schema does not have is refused", () => {
  const broken = changed("schemas/ship-to.yaml", ["properties", "zip"], (zip) => set(zip, "maxLenght", 20));
  expect(() => checkExamples(broken)).toThrow(`unknown keyword: "maxLenght"`);
});

verify("every body and message has an example, as a file", checkExamplesExist, {
  "a body without examples": {
    broken: changed(
      "paths/orders.yaml",
      ["warehouses", "get", "responses", "200", "content", "application/json"],
      (it) => {
        delete it["examples"];
      },
    ),
    problem: "listWarehouses 200 has no example",
  },
  "an example in the operation": {
    broken: changed(
      "openapi.yaml",
      ["components", "responses", "TooManyRequests", "content", "application/json"],
      (it) => set(it, "examples", { here: { value: { message: "Rate limit exceeded" } } }),
    ),
    problem: "listOrders 429: the example here is not a file",
  },
  "a message without examples": {
    broken: changed("messages/order-shipped.yaml", [], (message) => set(message, "examples", [])),
    problem: "orderShipped has no example",
  },
});

verify("no message passes for another", checkMessagesDiffer, {
  "an event that does not say its name": {
    broken: changed("schemas/order-shipped-event.yaml", ["properties", "event"], (event) => delete event["const"]),
    problem: "orderShipped accepts orderDelivered",
  },
});

verify("no value matches both bodies of a 400", checkBadRequestsDiffer, {
  "a rejection that may have errors": {
    broken: changed("schemas/rejection-error.yaml", ["properties"], (properties) => delete properties["errors"]),
    problem: `2 of the shapes of a 400 accept {"message":"a","errors":["b"]}`,
  },
  "a validation error that may lack errors": {
    broken: changed("schemas/validation-error.yaml", [], (schema) => set(schema, "required", ["message"])),
    problem: `2 of the shapes of a 400 accept {"message":"a"}`,
  },
  "a validation error without a message": {
    broken: changed("schemas/validation-error.yaml", [], (schema) => set(schema, "required", ["errors"])),
    problem: `1 of the shapes of a 400 accept {"errors":["b"]}`,
  },
});

verify("every response has what every response has", checkResponses, {
  "an operation without 401": {
    broken: changed("paths/orders.yaml", ["list", "get", "responses"], (responses) => delete responses["401"]),
    problem: "listOrders has no 401",
  },
  "a response without one of the rate-limit headers": {
    broken: changed("paths/orders.yaml", ["cancel", "post", "responses", "400", "headers"], (headers) => {
      delete headers["X-RateLimit-Reset"];
    }),
    problem: "cancelOrder 400 has no X-RateLimit-Reset",
  },
  "a response with a seventh header": {
    broken: changed("openapi.yaml", ["components", "responses", "TooManyRequests", "headers"], (headers) =>
      set(headers, "Retry-After", { required: true, schema: { type: "integer" } }),
    ),
    problem: "getOrder 429 has Retry-After",
  },
  "a header that may be absent": {
    broken: changed(
      "openapi.yaml",
      ["components", "headers", "RateLimit-Reset"],
      (header) => delete header["required"],
    ),
    problem: "getOrder 200: RateLimit-Reset is not a required integer",
  },
  "a header that is a string": {
    broken: changed("openapi.yaml", ["components", "headers", "RateLimit-Reset", "schema"], (it) =>
      set(it, "type", "string"),
    ),
    problem: "getOrder 200: RateLimit-Reset is not a required integer",
  },
  "a body in the response to HEAD": {
    broken: changed("paths/auth.yaml", ["auth", "head", "responses", "200"], (it) =>
      set(it, "content", { "text/plain": {} }),
    ),
    problem: "checkAuthHead 200 has a body",
  },
  "a response without a body": {
    broken: changed(
      "paths/orders.yaml",
      ["order", "get", "responses", "404"],
      (response) => delete response["content"],
    ),
    problem: "getOrder 404 has 0 bodies",
  },
});

verify("an unstated status names its open decision", checkUnstatedStatuses, {
  "a 400 that looks stated": {
    broken: changed("paths/webhooks.yaml", ["webhook", "delete", "responses", "400"], (it) => {
      delete it["x-waybill-open-decisions"];
    }),
    problem: "deleteWebhook 400 is stated nowhere and names no open decision",
  },
});

verify("operation ids are there and differ", checkOperationIds, {
  "an id used twice": {
    broken: changed("paths/orders.yaml", ["order", "get"], (operation) => set(operation, "operationId", "listOrders")),
    problem: `two operations are "listOrders"`,
  },
});

verify("links lead somewhere", checkLinks, {
  "a link to nothing": {
    broken: changed(...createdLink("GetOrder"), (link) => set(link, "operationId", "fetchOrder")),
    problem: "createOrder 201 GetOrder leads to no operation",
  },
  "a link with a parameter that the operation lacks": {
    broken: changed(...createdLink("GetOrder"), (link) => set(link, "parameters", { id: "$response.body#/orderId" })),
    problem: "createOrder 201 GetOrder: getOrder has no parameter id",
  },
  "a link with a body for an operation that takes none": {
    broken: changed(...createdLink("GetOrder"), (link) => set(link, "requestBody", {})),
    problem: "createOrder 201 GetOrder: getOrder takes no body",
  },
});

verify("signatures are those of the bytes", checkSignatures, {
  "a byte changed": {
    broken: brokenText(spec, signatures, (text) => text.replace("W-10482", "W-10483")),
    problem: `messages/order-created.json signature is not "sha256=`,
  },
  "a signature changed in the example": {
    broken: changed("examples/messages/order-shipped.json", ["headers"], (it) =>
      set(it, "X-Webhook-Signature", "sha256=00"),
    ),
    problem: `messages/order-shipped.json X-Webhook-Signature is not "sha256=`,
  },
  "a payload that was not sent": {
    broken: changed("examples/messages/order-shipped.json", ["payload", "data"], (data) =>
      set(data, "carrierCode", "dhl"),
    ),
    problem: `messages/order-shipped.json rawBody is not {"event":"order.shipped"`,
  },
  "a delivery under another event's name": {
    broken: changed("messages/order-shipped.yaml", [], (message) => set(message, "name", "order.sent")),
    problem: `messages/order-shipped.json X-Webhook-Event is not "order.sent"`,
  },
  "a delivery that is not listed": {
    broken: changed(signatures, [], (file) => set(file, "vectors", [])),
    problem: "examples/messages/order-created.json has no entry in signatures.json",
  },
  "no vectors to refuse": {
    broken: changed(signatures, [], (file) => {
      const { vectors } = file;
      set(file, "vectors", Array.isArray(vectors) ? vectors.filter((one) => objectIn(one)["valid"] === true) : []);
    }),
    problem: "signatures.json: no vector is invalid",
  },
  "a wrong verdict": {
    broken: vectorChanged("signature-uppercase", (vector) => {
      set(vector, "valid", true);
      delete vector["reason"];
    }),
    problem: `signature-uppercase signature is not "sha256=0d05000c`,
  },
  "a vector to refuse that verifies": {
    broken: vectorChanged("body-empty", (vector) => {
      set(vector, "valid", false);
      set(vector, "reason", "The body is empty.");
    }),
    problem: "body-empty signature is valid",
  },
  "an invalid vector without a reason": {
    broken: vectorChanged("secret-other", (vector) => {
      delete vector["reason"];
    }),
    problem: "signatures.json: secret-other: reasons are for the invalid",
  },
  "two bodies": {
    broken: vectorChanged("body-not-utf-8", (vector) => {
      set(vector, "rawBody", "");
    }),
    problem: "signatures.json: body-not-utf-8 does not have one body",
  },
  "an unexplained member": {
    broken: vectorChanged("body-empty", (vector) => {
      set(vector, "note", "!");
    }),
    problem: 'signatures.json: body-empty: note cannot be "!"',
  },
  "a vector that lacks a member": {
    broken: vectorChanged("body-empty", (vector) => {
      delete vector["event"];
    }),
    problem: "signatures.json: body-empty has no event",
  },
  "a name used twice": {
    broken: brokenText(spec, signatures, (text) => text.replace('"body-empty"', '"body-one-space"')),
    problem: "signatures.json: body-one-space is there twice",
  },
});

verify("the vectors of webhook addresses hold to the URL rules", checkWebhookAddresses, {
  "a stated host that no vector refuses": {
    broken: brokenText(spec, addresses, (text) => text.replace('"https://0.0.0.0/hook"', '"https://0.0.0.0/"')),
    problem: "webhook-addresses.json: https://0.0.0.0/hook is not refused",
  },
  "a stated network whose end is allowed": {
    broken: brokenText(spec, addresses, (text) =>
      text.replace('"172.31.255.255", "verdict": "refused"', '"172.31.255.255", "verdict": "allowed"'),
    ),
    problem: "webhook-addresses.json: 172.31.255.255 is not refused",
  },
  "a stated network that no vector knows": {
    broken: brokenText(spec, "schemas/webhook-url.yaml", (text) => text.replace("192.168.0.0/16", "192.168.0.0/15")),
    problem: "webhook-addresses.json: 192.169.255.255 is not refused",
  },
  "an allowed URL with another scheme": {
    broken: brokenText(spec, addresses, (text) => text.replace("HTTPS://RECEIVER", "HTTP://RECEIVER")),
    problem: "webhook-addresses.json: HTTP://RECEIVER.Example/hook is allowed with a scheme that is not",
  },
  "a vector that is there twice": {
    broken: brokenText(spec, addresses, (text) => text.replace('"1.1.1.1"', '"9.9.9.9"')),
    problem: 'webhook-addresses.json: addresses: "9.9.9.9" is there twice',
  },
  "a verdict that is none": {
    broken: brokenText(spec, addresses, (text) =>
      text.replace('"1.1.1.1", "verdict": "allowed"', '"1.1.1.1", "verdict": "ok"'),
    ),
    problem: 'webhook-addresses.json: addresses: {"group":"public","address":"1.1.1.1","verdict":"ok"} is no vector',
  },
  "responses without content": {
    broken: brokenText(spec, addresses, (text) => text.replace('"resolves": ["10.0.0.1"]', '"resolves": []')),
    problem: 'webhook-addresses.json: rebinding: {"group":"first without',
  },
  "an unexplained member": {
    broken: brokenText(spec, addresses, (text) =>
      text.replace('"address": "1.1.1.1"', '"address": "1.1.1.1", "note": "!"'),
    ),
    problem: 'webhook-addresses.json: addresses: {"group":"public","address":"1.1.1.1","note":',
  },
  "a list without vectors": {
    broken: changed(addresses, [], (vectors) => set(vectors, "rebinding", [])),
    problem: "webhook-addresses.json: rebinding: nothing is allowed",
  },
});

verify("extensions are as extensions.schema.json says", checkExtensions, {
  "a value of another shape": {
    broken: changed("asyncapi.yaml", ["operations", "deliver", "x-waybill-delivery"], (it) =>
      set(it, "attempts", "one"),
    ),
    problem: "asyncapi.yaml#/operations/deliver/x-waybill-delivery: /attempts must be integer",
  },
  "an undefined extension": {
    broken: changed("schemas/order.yaml", [], (schema) => set(schema, "x-waybill-colour", "red")),
    problem: "schemas/order.yaml#/x-waybill-colour: unknown",
  },
  "an unused extension": {
    broken: changed("extensions.schema.json", ["$defs"], (definitions) => set(definitions, "x-waybill-colour", {})),
    problem: "extensions.schema.json defines x-waybill-colour, which nothing uses",
  },
});

verify("open decisions are described once and referred to", checkDecisions, {
  "a reference to no entry": {
    broken: changed("schemas/order.yaml", [], (schema) => set(schema, "x-waybill-open-decisions", ["colour"])),
    problem: "schemas/order.yaml#/x-waybill-open-decisions: no entry colour",
  },
  "a state machine's reference to no entry": {
    broken: brokenText(spec, "schemas/order-status.yaml", (text) => text.replace("[ship-source-states]", "[colour]")),
    problem: "schemas/order-status.yaml#/x-waybill-state-machine: no entry colour",
  },
  "an entry nothing refers to": {
    broken: brokenText(spec, "open-decisions.md", (text) => `${text}\n### colour\n`),
    problem: "open-decisions.md: nothing refers to colour",
  },
  "two entries with one id": {
    broken: brokenText(spec, "open-decisions.md", (text) => `${text}\n### base-url\n`),
    problem: "open-decisions.md: two entries base-url",
  },
});

verify("events and operations that are named exist", checkEvents, {
  "an event without a message": {
    broken: brokenText(spec, "schemas/webhook-event-name.yaml", (text) =>
      text.replace("- order.returned", "- order.lost"),
    ),
    problem: "no message is called order.lost",
  },
  "a message that cannot be subscribed to": {
    broken: brokenText(spec, "schemas/webhook-event-name.yaml", (text) => text.replace("  - order.returned\n", "")),
    problem: "order.returned is a message that cannot be subscribed to",
  },
  "an operation that causes an unknown event": {
    broken: brokenText(spec, "paths/orders.yaml", (text) => text.replace("[order.cancelled]", "[order.canceled]")),
    problem: "paths/orders.yaml#/cancel/post/x-waybill-events: no message is called order.canceled",
  },
  "a state machine with an unknown event": {
    broken: brokenText(spec, "schemas/order-status.yaml", (text) =>
      text.replace("event: order.shipped", "event: order.sent"),
    ),
    problem: "schemas/order-status.yaml#/x-waybill-state-machine: no message is called order.sent",
  },
  "a state machine with an unknown operation": {
    broken: brokenText(spec, "schemas/order-status.yaml", (text) =>
      text.replace("operation: createOrder", "operation: order"),
    ),
    problem: "schemas/order-status.yaml#/x-waybill-state-machine: no operation is called order",
  },
});

verify("an enum that explains its values explains all of them", checkMeanings, {
  "a value without a meaning": {
    broken: changed("schemas/order-source.yaml", ["x-enumDescriptions"], (meanings) => delete meanings["CSV_IMPORT"]),
    problem: "schemas/order-source.yaml: CSV_IMPORT has no meaning",
  },
  "a meaning without a value": {
    broken: changed("schemas/order-source.yaml", ["x-enumDescriptions"], (meanings) => set(meanings, "FAX", "By fax.")),
    problem: "schemas/order-source.yaml: no value is FAX",
  },
});

verify("files are used and there", checkFilesUsed, {
  "an unreferenced file": {
    broken: { ...spec, values: new Map([...spec.values, ["schemas/parcel.yaml", {}]]) },
    problem: "nothing refers to schemas/parcel.yaml",
  },
  "a file that is gone": {
    broken: { ...spec, values: new Map([...spec.values].filter(([file]) => file !== "schemas/order.yaml")) },
    problem: "there is no schemas/order.yaml",
  },
});

verify("components are named after their files and in order", checkComponents, {
  "a component under another name": {
    broken: brokenText(spec, "openapi.yaml", (text) => text.replace("    NewOrder:", "    NewOrders:")),
    problem: "openapi.yaml: NewOrders is schemas/new-order.yaml",
  },
  "components out of order": {
    broken: brokenText(spec, "openapi.yaml", (text) => {
      const entry = "    NewOrder:\n      $ref: schemas/new-order.yaml\n";
      return text.replace(entry, "").replace("    NewContact:", `${entry}    NewContact:`);
    }),
    problem: "openapi.yaml: NewOrder is out of order",
  },
  "a schema that is no component": {
    broken: changed("openapi.yaml", ["components", "schemas"], (schemas) => delete schemas["ShipTo"]),
    problem: "schemas/ship-to.yaml is no component",
  },
});

verify("examples are named after their operations", checkExampleNames, {
  "an example of a status that the operation lacks": {
    broken: { ...spec, values: new Map([...spec.values, ["examples/orders/create-order.200.json", {}]]) },
    problem: "examples/orders/create-order.200.json: no operation has such a request or response",
  },
});

verify("the YAML is plain", checkPlainYaml, {
  "an alias": {
    broken: brokenText(spec, "schemas/warehouse.yaml", (text) => text.replace("id:\n    type", "id: &id\n    type")),
    problem: "schemas/warehouse.yaml:6 has an anchor, an alias or a merge key",
  },
  "a long line": {
    broken: brokenText(spec, "schemas/warehouse.yaml", (text) => text.replace("title: ", `title: ${"W".repeat(110)}`)),
    problem: "schemas/warehouse.yaml:1 is 126 characters long",
  },
});

function vectorChanged(name: string, change: (vector: JsonObject) => unknown): Description {
  return brokenCopy(spec, signatures, ({ vectors }) => {
    const vector = Array.isArray(vectors) ? vectors.map(objectIn).find((one) => one["name"] === name) : undefined;
    if (vector === undefined) throw new Error(`no vector is named ${name}`);
    change(vector);
  });
}

function createdLink(name: string): [file: string, path: readonly string[]] {
  return ["paths/orders.yaml", ["create", "post", "responses", "201", "links", name]];
}
