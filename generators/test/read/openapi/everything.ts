// Descriptions that contain every object of the standards, and every schema keyword, at least once.
// biome-ignore-all lint/suspicious/noThenProperty: a keyword of JSON Schema
import type { Json } from "../../source/mutations.ts";

const ref = (pointer: string): Json => ({ $ref: pointer });
const text: Json = { "text/plain": { schema: { type: "string" }, example: "a" } };

const responses: Json = {
  "200": {
    description: "Fine.",
    headers: { "X-A": { schema: { type: "integer" }, example: 1 }, "x-b": ref("#/components/headers/B") },
    content: {
      "application/json": {
        schema: ref("#/components/schemas/Order"),
        examples: { one: ref("#/components/examples/One") },
      },
      ...(text as { [key: string]: Json }),
    },
    links: { next: { operationId: "getOrder", parameters: { id: "$response.body#/id" } } },
  },
  "4XX": ref("#/components/responses/Problem"),
  default: { description: "Else." },
};

const shared: { [key: string]: Json } = {
  info: { title: "Everything", version: "1", description: "All of it.", license: { name: "MIT" } },
  servers: [{ url: "https://{region}.example", variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
  tags: [{ name: "orders", description: "Orders." }],
  security: [{ bearer: [] }, {}],
  paths: {
    "/orders/{id}": {
      parameters: [ref("#/components/parameters/Id")],
      get: {
        operationId: "getOrder",
        tags: ["orders"],
        summary: "Gets one.",
        deprecated: true,
        parameters: [
          { name: "page", in: "query", schema: { type: "integer", default: 1 }, example: 2 },
          { name: "filter", in: "query", content: { "application/json": { schema: { type: "object" } } } },
          { name: "X-Trace", in: "header", schema: { type: "string" }, explode: false, style: "simple" },
        ],
        responses,
        security: [{ key: [] }],
        "x-own": { a: 1 },
      },
      put: { requestBody: ref("#/components/requestBodies/Order"), responses: { "204": { description: "Done." } } },
    },
    "/raw": ref("#/components/pathItems/Raw"),
    "x-own": 1,
  },
};

const components: { [key: string]: Json } = {
  parameters: {
    Id: { name: "id", in: "path", required: true, schema: { type: "string" }, examples: { a: { value: "1" } } },
  },
  headers: { B: { description: "B.", required: true, schema: { type: "string" } } },
  responses: { Problem: { description: "Not fine.", content: text } },
  requestBodies: {
    Order: { required: true, content: { "application/json": { schema: ref("#/components/schemas/Order") } } },
  },
  examples: { One: { summary: "One.", value: { id: "1", kind: "order", state: "open" } } },
  links: { Self: { operationRef: "#/paths/~1orders~1{id}/get" } },
  securitySchemes: {
    bearer: { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    login: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://example.com", scopes: { a: "A" } } } },
  },
};

const order: Json = {
  type: "object",
  required: ["id", "kind"],
  properties: {
    kind: { type: "string", enum: ["order"] },
    id: { type: "string", minLength: 1, maxLength: 5, pattern: "^[0-9]+$", format: "uri-reference" },
    state: { type: "string", enum: ["open", "closed"], default: "open", "x-enumDescriptions": { open: "Open." } },
    total: { type: "number", minimum: 0, multipleOf: 0.01 },
    lines: { type: "array", items: ref("#/components/schemas/Line"), minItems: 1, maxItems: 9, uniqueItems: true },
    parent: ref("#/components/schemas/Order"),
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 9,
  example: { id: "1", kind: "order" },
};

const line: Json = {
  allOf: [
    { type: "object", properties: { sku: { type: "string" }, kind: { type: "string", enum: ["line"] } } },
    { required: ["sku", "kind"] },
  ],
};
const pet: Json = {
  oneOf: [ref("#/components/schemas/Order"), ref("#/components/schemas/Line")],
  discriminator: {
    propertyName: "kind",
    mapping: { order: "#/components/schemas/Order", line: "#/components/schemas/Line" },
  },
};

export const openapi30: Json = {
  openapi: "3.0.4",
  ...shared,
  paths: {
    ...(shared["paths"] as { [key: string]: Json }),
    "/raw": { get: { responses: { "200": { description: "Raw." } } } },
  },
  components: {
    ...components,
    schemas: {
      Order: order,
      Line: line,
      Pet: pet,
      Price: { type: "number", nullable: true, minimum: 0, exclusiveMinimum: true },
      Alias: ref("#/components/schemas/Order"),
    },
  },
};

export const openapi31: Json = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base",
  ...shared,
  components: {
    ...components,
    pathItems: { Raw: { get: { operationId: "raw", responses: { "200": { description: "Raw." } } } } },
    schemas: {
      Order: order,
      Line: line,
      Pet: pet,
      Any: true,
      Never: false,
      Aliased: { $ref: "#/components/schemas/Order", description: "An alias.", minProperties: 2 },
      Tuple: {
        type: "array",
        prefixItems: [{ const: 1 }],
        items: false,
        contains: { type: "integer" },
        minContains: 1,
        maxContains: 2,
      },
      Map: {
        type: ["object", "null"],
        patternProperties: { "^a": { type: "integer", exclusiveMinimum: 0 } },
        propertyNames: { maxLength: 9 },
        dependentRequired: { a: ["b"] },
        dependentSchemas: { c: { required: ["d"] } },
        additionalProperties: ref("#/components/schemas/Map"),
        examples: [{ a: 1, b: null }],
      },
      Choice: {
        if: { type: "string" },
        then: { minLength: 1 },
        else: { not: { type: "null" } },
        anyOf: [{}, { $defs: { A: {} } }],
      },
      Inner: ref("#/components/schemas/Order/properties/lines"),
    },
  },
};

export const asyncapi: Json = {
  asyncapi: "3.0.0",
  info: { title: "Everything", version: "1" },
  defaultContentType: "application/json",
  servers: { main: { host: "example.com", protocol: "kafka", security: [ref("#/components/securitySchemes/key")] } },
  channels: {
    orders: {
      address: "orders/{region}",
      parameters: { region: { enum: ["eu", "us"], default: "eu" } },
      servers: [ref("#/servers/main")],
      messages: {
        created: ref("#/components/messages/Created"),
        closed: { payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: "object" } } },
      },
      bindings: { kafka: { topic: "orders" } },
    },
    replies: { address: null, messages: { reply: { payload: { type: "null" } } } },
  },
  operations: {
    send: {
      action: "send",
      channel: ref("#/channels/orders"),
      messages: [ref("#/channels/orders/messages/created")],
      traits: [{ description: "A trait." }],
      reply: { channel: ref("#/channels/replies"), address: { location: "$message.header#/reply" } },
      security: [ref("#/components/securitySchemes/key")],
    },
  },
  components: {
    messages: {
      Created: {
        name: "order.created",
        headers: { type: "object", properties: { "X-A": { type: "string" } } },
        payload: ref("#/components/schemas/Payload"),
        traits: [ref("#/components/messageTraits/Common")],
        examples: [{ name: "one", payload: { pair: [1, "a"] }, headers: { "X-A": "a" } }],
      },
    },
    messageTraits: { Common: { contentType: "application/json", tags: [{ name: "a" }] } },
    schemas: {
      Payload: {
        type: "object",
        properties: {
          pair: { type: "array", items: [{ type: "integer" }], additionalItems: { type: "string" } },
          kind: { const: "a" },
        },
        dependencies: { a: ["b"], c: { required: ["d"] } },
        discriminator: "kind",
      },
    },
    securitySchemes: { key: { type: "httpApiKey", name: "X-Key", in: "header" } },
  },
};
