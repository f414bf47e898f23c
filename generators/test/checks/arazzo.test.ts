// Arazzo documents with one fault each -> what `lint` reports, and where.
import { describe, expect, test } from "vitest";
import { ran } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";
import { faultsOf } from "./fault-table.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: "1" }
security: [{ key: [] }]
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { "201": { description: Created } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getOrder
      parameters: [{ name: part, in: query, schema: { type: string } }]
      responses: { "200": { description: OK } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`;

const asyncapi = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels: { orders: { address: orders } }
operations: { onOrder: { action: receive, channel: { $ref: "#/channels/orders" } } }
`;

const arazzo10 = `arazzo: 1.0.1
info: { title: Order, version: "1" }
sourceDescriptions:
  - { name: shop, url: openapi.yaml, type: openapi }
workflows:
  - workflowId: order
    inputs: { type: object, properties: { sku: { type: string }, key: { type: string } } }
    parameters: [{ reference: $components.parameters.key }]
    steps:
      - stepId: create
        operationId: createOrder
        requestBody: { contentType: application/json, payload: { sku: $inputs.sku, note: "for {$inputs.sku}, $5" } }
        successCriteria:
          - condition: $statusCode == 201 && $response.body#/status != 'A$b'
          - { context: $response.body, condition: "^a$", type: regex }
        outputs: { id: $response.body#/id }
        onFailure: [{ name: again, type: retry, retryAfter: 1, retryLimit: 2 }]
      - stepId: read
        operationPath: "{$sourceDescriptions.shop.url}#/paths/~1orders~1{id}/get"
        parameters: [{ name: id, in: path, value: $steps.create.outputs.id }, { name: part, in: query, value: all }]
        onSuccess: [{ name: done, type: end }]
        outputs: { part: $response.body }
    outputs: { id: $steps.create.outputs.id }
  - workflowId: twice
    dependsOn: [order]
    steps:
      - stepId: first
        workflowId: order
        parameters: [{ name: sku, value: a }]
        onSuccess: [{ name: next, type: goto, stepId: last }]
      - stepId: last
        workflowId: order
        outputs: { id: $workflows.order.outputs.id }
components:
  parameters: { key: { name: X-Key, in: header, value: $inputs.key } }
`;

const arazzo11 = `arazzo: 1.1.0
$self: https://example.com/order.arazzo.yaml
info: { title: Order, version: "1" }
sourceDescriptions:
  - { name: shop, url: openapi.yaml, type: openapi }
  - { name: events, url: asyncapi.yaml, type: asyncapi }
workflows:
  - workflowId: order
    steps:
      - stepId: create
        operationId: $sourceDescriptions.shop.createOrder
        requestBody: { payload: {} }
      - stepId: wait
        channelPath: "{$sourceDescriptions.events.url}#/channels/orders"
        action: receive
        timeout: 1000
        dependsOn: [create]
        outputs: { id: { context: $message.payload, selector: $.id, type: jsonpath } }
      - stepId: event
        operationId: $sourceDescriptions.events.onOrder
        action: receive
`;

const texts = { arazzo10, arazzo11 };

/** What is replaced, by what, and what is reported then. */
const faults = faultsOf({
  arazzo10: String.raw`
arazzo: 1.0.1 | arazzo: 2.0.0 | 1:9 unsupported-version
title: Order, |  | 2:1 must have required property 'title'
url: openapi.yaml, type: openapi | url: openapi.yaml, type: opnapi | 4:38 must be equal to one of the allowed values: "openapi", "arazzo"
url: openapi.yaml | url: nope.yaml | 4:24 the source description "nope.yaml" cannot be read
url: openapi.yaml | url: asyncapi.yaml | 4:45 "asyncapi.yaml" is not of the type openapi
url: openapi.yaml | url: https://example.com/openapi.yaml | 4:24 workflow-unchecked
stepId: create | stepID: create | 10:9 "stepID" is not allowed here & 10:9 must have required property 'stepId'
stepId: read | stepId: create | 18:17 the stepId "create" is used twice
workflowId: twice | workflowId: order | 24:17 the workflowId "order" is used twice
operationId: createOrder | operationId: createOrdr | 11:22 the source description "shop" has no operation "createOrdr"
operationId: createOrder | operationId: $sourceDescriptions.shp.createOrder | 11:22 there is no source description "shp"
operationId: createOrder\n | description: None\n | 10:9 a step requires "operationId", "operationPath" or "workflowId"
operationId: createOrder\n | operationId: createOrder\n        workflowId: twice\n | 12:21 "operationId" and "workflowId" cannot be used together
{id}/get | {id}/put | 19:24 the source description "shop" has nothing at "/paths/~1orders~1{id}/put"
{$sourceDescriptions.shop.url}# | # | 19:24 "#/paths/~1orders~1{id}/get" is not of the form {$sourceDescriptions.<name>.url}#/paths/~1orders/get
dependsOn: [order] | dependsOn: [ordr] | 25:17 there is no workflow "ordr"
workflowId: order\n        outputs | workflowId: none\n        outputs | 32:21 there is no workflow "none"
stepId: last } | stepId: lst } | 30:55 this workflow has no step "lst"
type: goto, stepId: last | type: goto | 30:21 an action of the type goto requires "workflowId" or "stepId"
type: retry, retryAfter: 1 | type: retry, retryAfter: -1 | 17:49 must be >= 0
type: retry | type: rtry | 17:36 must be equal to one of the allowed values: "end", "goto", "retry"
$components.parameters.key } | $components.parameters.kee } | 8:31 "$components.parameters.kee" is not one of $components.parameters
sku: $inputs.sku, | sku: $inputs.sk, | 12:71 the workflow has no input "sk"
sku: $inputs.sku, | sku: $input.sku, | 12:71 "$input.sku" is not a runtime expression
for {$inputs.sku} | for {$inputs.sk} | 12:90 the workflow has no input "sk"
value: $steps.create.outputs.id | value: $steps.creat.outputs.id | 20:51 this workflow has no step "creat"
value: $steps.create.outputs.id | value: $steps.create.outputs.ident | 20:51 the step "create" has no output "ident"
sku: $inputs.sku, | sku: $steps.read.outputs.part, | 12:71 the step "read" runs after this one
sku: $inputs.sku, | sku: $steps.read.outputs.id, | 12:71 the step "read" has no output "id"
outputs: { id: $response.body#/id } | outputs: { id: $response.bdy#/id } | 16:24 "$response.bdy#/id" is not a runtime expression
$statusCode == 201 | $statuscode == 201 | 14:24 "$statuscode" is not a runtime expression
condition: "^a$" | condition: "^(a$" | 15:51 "^(a$" is not a regular expression
context: $response.body, |  | 15:13 must have property context when property type is present
{ name: part, in: query | { name: prt, in: query | 20:87 the operation "getOrder" has no query parameter "prt"
{ name: part, in: query | { name: part, in: qury | 20:93 must be equal to one of the allowed values: "path", "query", "header", "cookie"
{ name: id, in: path, value: $steps.create.outputs.id }, |  | 20:21 the path parameter "id" of the operation is required
name: id, in: path, value | name: id, value | 20:22 the parameter "id" of an operation requires "in"
{ name: sku, value: a } | { name: skew, value: a } | 29:30 the workflow has no input "skew"
requestBody: { | x-body: { | 10:9 the request body of "createOrder" is required
contentType: application/json | contentType: text/xml | 12:37 the operation takes application/json, not "text/xml"
outputs: { id: $workflows.order.outputs.id } | outputs: { id: $workflows.order.outputs.no } | 33:24 the workflow "order" has no output "no"
outputs: { id: $workflows | outputs: { "a b": $workflows | 33:9 must match pattern "^[a-zA-Z0-9._-]+$"
onSuccess: [{ name: done | timeout: 3\n        onSuccess: [{ name: done | 21:9 "timeout" is not allowed here
`,
  arazzo11: String.raw`
$sourceDescriptions.shop.createOrder | createOrder | 11:22 with several source descriptions, an operationId names one: $sourceDescriptions.shop.createOrder
dependsOn: [create] | dependsOn: [creat] | 17:21 this workflow has no step "creat"
#/channels/orders | #/channels/order | 14:22 the source description "events" has nothing at "/channels/order"
selector: $.id, |  | 18:20 must have required property 'selector'
type: jsonpath | type: { type: jsonpath, version: rfc1 } | 18:93 must be equal to one of the allowed values: "rfc9535", "draft-goessner-dispatch-jsonpath-00"
action: receive\n        timeout | action: recieve\n        timeout | 15:9 must be equal to one of the allowed values: "send", "receive"
events.onOrder | events.onOrdr | 20:22 the source description "events" has no operation "onOrdr"
order.arazzo.yaml | order.arazzo.yaml#a | 2:1 must match pattern "^[^#]*$"
`,
});

describe("an Arazzo document", () => {
  test.each(faults)("%s with %j as %j is reported where it is", async (name, from, to, expected) => {
    expect(texts[name]).toContain(from);
    expect((await linted(texts[name].replace(from, to))).join(" & ")).toBe(expected);
  });

  test.each(Object.entries(texts))("%s is valid", async (_, text) => {
    expect(await linted(text)).toEqual([]);
  });
});

describe("an overlay alone", () => {
  const overlay =
    "overlay: 1.1.0\ninfo: { title: O, version: 1.0.0 }\nextends: openapi.yaml\nactions:\n  - { target: $.info, update: { title: T } }\n";

  test("is linted, and applied to what it extends", async () => {
    expect(await linted(overlay)).toEqual([]);
    expect(await linted(overlay.replace("$.info", "$.inf"))).toEqual(["5:15 overlay-no-match"]);
    expect(await linted(overlay.replace("actions:", "action:"))).toHaveLength(2);
    expect(await linted(overlay.replace("extends: openapi.yaml\n", ""))).toEqual([]);
  });
});

async function linted(text: string): Promise<string[]> {
  const { folder } = new Workspace({ "openapi.yaml": openapi, "asyncapi.yaml": asyncapi, "file.yaml": text });
  const { text: printed } = await ran(folder, "lint", "file.yaml", "--format", "json");
  const result: { diagnostics: { line: number; column: number; code: string; message: string }[] } =
    JSON.parse(printed);
  return result.diagnostics.map(({ line, column, code, message }) =>
    code === "workflow-reference" || code === "official-schema"
      ? `${line}:${column} ${message.replace("not valid Arazzo: ", "")}`
      : `${line}:${column} ${code}`,
  );
}
