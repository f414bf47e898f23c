// Each check passes for spec/, and fails for a copy of it with one thing broken: a break for each shows that it can fail.
import { expect, test } from "vitest";
import { changed, set, spec, verify } from "./broken-copies.ts";
import { checkBadRequestsDiffer, checkExamples, checkExamplesExist, checkMessagesDiffer } from "./check-examples.ts";
import { checkDecisions, checkEvents, checkExtensions, checkMeanings } from "./check-extensions.ts";
import { checkComponents, checkExampleNames, checkFilesUsed, checkPlainYaml } from "./check-files.ts";
import { checkLinks, checkOperationIds, checkResponses, checkUnstatedStatuses } from "./check-responses.ts";
import { checkSignatures } from "./check-signatures.ts";
import { checkWebhookAddresses } from "./check-webhook-addresses.ts";
import { brokenText } from "./description.ts";
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
});

verify("every response has what every response has", checkResponses, {
  "an operation without 401": {
    broken: changed("paths/orders.yaml", ["list", "get", "responses"], (responses) => delete responses["401"]),
    problem: "listOrders has no 401",
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
});

verify("signatures are those of the bytes", checkSignatures, {
  "a byte changed": {
    broken: brokenText(spec, signatures, (text) => text.replace("W-10482", "W-10483")),
    problem: `messages/order-created.json signature is not "sha256=`,
  },
});

verify("the vectors of webhook addresses hold to the URL rules", checkWebhookAddresses, {
  "a stated host that no vector refuses": {
    broken: brokenText(spec, addresses, (text) => text.replace('"https://0.0.0.0/hook"', '"https://0.0.0.0/"')),
    problem: "webhook-addresses.json: https://0.0.0.0/hook is not refused",
  },
});

verify("extensions are as extensions.schema.json says", checkExtensions, {
  "a value of another shape": {
    broken: changed("asyncapi.yaml", ["operations", "deliver", "x-waybill-delivery"], (it) =>
      set(it, "attempts", "one"),
    ),
    problem: "asyncapi.yaml#/operations/deliver/x-waybill-delivery: /attempts must be integer",
  },
});

verify("open decisions are described once and referred to", checkDecisions, {
  "a reference to no entry": {
    broken: changed("schemas/order.yaml", [], (schema) => set(schema, "x-waybill-open-decisions", ["colour"])),
    problem: "schemas/order.yaml#/x-waybill-open-decisions: no entry colour",
  },
});

verify("events and operations that are named exist", checkEvents, {
  "an event without a message": {
    broken: brokenText(spec, "schemas/webhook-event-name.yaml", (text) =>
      text.replace("- order.returned", "- order.lost"),
    ),
    problem: "no message is called order.lost",
  },
});

verify("an enum that explains its values explains all of them", checkMeanings, {
  "a value without a meaning": {
    broken: changed("schemas/order-source.yaml", ["x-enumDescriptions"], (meanings) => delete meanings["CSV_IMPORT"]),
    problem: "schemas/order-source.yaml: CSV_IMPORT has no meaning",
  },
});

verify("files are used and there", checkFilesUsed, {
  "an unreferenced file": {
    broken: { ...spec, values: new Map([...spec.values, ["schemas/parcel.yaml", {}]]) },
    problem: "nothing refers to schemas/parcel.yaml",
  },
});

verify("components are named after their files and in order", checkComponents, {
  "a component under another name": {
    broken: brokenText(spec, "openapi.yaml", (text) => text.replace("    NewOrder:", "    NewOrders:")),
    problem: "openapi.yaml: NewOrders is schemas/new-order.yaml",
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
});

function createdLink(name: string): [file: string, path: readonly string[]] {
  return ["paths/orders.yaml", ["create", "post", "responses", "201", "links", name]];
}
