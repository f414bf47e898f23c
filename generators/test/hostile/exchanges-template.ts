// An OpenAPI 3.2 document of what goes between services besides requests and responses: callbacks, webhooks, servers of single
// operations, streams, several security schemes and media types, examples, and schemas that are referred to by identifiers.
import type { Template } from "./template.ts";

export const exchangesTemplate: Template = {
  openapi: "3.2.0",
  info: { title: "Exchanges", version: "1" },
  servers: [{ url: "https://api.example", name: "⟦words named server⟧" }],
  security: [
    { "⟦name bearer scheme⟧": [], "cookie⟦name cookie scheme⟧": [] },
    { "id⟦name open id scheme⟧": ["⟦name open id scope⟧"] },
  ],
  tags: [
    { name: "⟦name parent tag⟧", summary: "⟦words tag summary⟧" },
    { name: "child", parent: "⟦name parent tag⟧" },
  ],
  paths: {
    "/subscriptions": {
      servers: [
        {
          url: "https://{⟦name path server variable⟧}.example/v1",
          description: "⟦words path server⟧",
          variables: { "⟦name path server variable⟧": { default: "⟦data path server default⟧" } },
        },
      ],
      post: {
        operationId: "subscribe",
        servers: [
          { url: "https://one.example/⟦data operation server⟧", description: "⟦words operation server⟧" },
          {
            url: "https://{region}.example",
            variables: { region: { default: "eu", enum: ["eu", "⟦data region⟧"], description: "⟦words region⟧" } },
          },
        ],
        security: [{ basic: [] }, {}],
        requestBody: {
          content: {
            "application/json": {
              schema: { type: "object", properties: { url: { type: "string" } } },
              examples: {
                "⟦name request example⟧": {
                  summary: "⟦words request example⟧",
                  value: { url: "⟦data request example⟧" },
                },
              },
            },
            "text/⟦name text media type⟧": { schema: { type: "string" } },
            "application/⟦name own media type⟧": { schema: { type: "string", format: "binary" } },
          },
        },
        responses: {
          200: {
            description: "Fine.",
            content: {
              "text/event-stream": {
                itemSchema: {
                  type: "object",
                  properties: {
                    data: { $ref: "#/components/schemas/Happening" },
                    event: { const: "⟦data event type⟧" },
                  },
                },
              },
            },
          },
        },
        callbacks: {
          "⟦name callback⟧": {
            "{$request.body#/url}/⟦data callback path⟧": {
              summary: "⟦words callback summary⟧",
              post: {
                operationId: "⟦name callback operation⟧",
                description: "⟦words callback description⟧",
                parameters: [
                  { name: "⟦name callback parameter⟧", in: "query", schema: { type: "string" } },
                  { name: "⟦name callback header⟧", in: "header", schema: { type: "string" } },
                ],
                requestBody: {
                  description: "⟦words callback body⟧",
                  content: { "application/json": { schema: { $ref: "#/components/schemas/Happening" } } },
                },
                responses: { 204: { description: "⟦words callback response⟧" } },
              },
              put: { responses: { 200: { description: "Fine." } } },
            },
          },
        },
      },
    },
  },
  webhooks: {
    "⟦name webhook⟧": {
      post: {
        operationId: "⟦name webhook operation⟧",
        summary: "⟦words webhook summary⟧",
        tags: ["⟦name parent tag⟧"],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/Happening" },
              examples: { "⟦name webhook example⟧": { value: { kind: "⟦data happening⟧" } } },
            },
          },
        },
        responses: { default: { description: "⟦words webhook response⟧" } },
      },
    },
    unnamed: {
      post: { responses: { 200: { description: "Fine.", headers: { "⟦name webhook header⟧": { schema: {} } } } } },
    },
  },
  components: {
    securitySchemes: {
      "⟦name bearer scheme⟧": { type: "http", scheme: "bearer", bearerFormat: "⟦words format of the bearer⟧" },
      basic: { type: "http", scheme: "basic", description: "⟦words basic⟧" },
      "cookie⟦name cookie scheme⟧": { type: "apiKey", in: "cookie", name: "⟦name cookie of the scheme⟧" },
      "query⟦name query scheme⟧": { type: "apiKey", in: "query", name: "⟦name query key⟧" },
      "id⟦name open id scheme⟧": { type: "openIdConnect", openIdConnectUrl: "https://id.example/⟦words open id url⟧" },
      tls: { type: "mutualTLS", description: "⟦words tls⟧" },
    },
    schemas: {
      Happening: {
        type: "object",
        required: ["kind"],
        properties: {
          kind: {
            type: "string",
            enum: ["⟦data happening⟧", "b"],
            "x-enum-varnames": ["⟦name enum variable⟧", "B"],
            "x-enumNames": ["⟦name enum name⟧", "B"],
            "x-enum-descriptions": ["⟦words enum words⟧", "B."],
          },
          open: { type: "string", enum: ["⟦data open value⟧", "b"], "x-extensible-enum": ["⟦data open value⟧", "b"] },
          held: { type: "object", unevaluatedProperties: false, anyOf: [{ properties: { "⟦name evaluated⟧": {} } }] },
          list: { $ref: "#/components/schemas/Nodes" },
        },
        xml: { name: "⟦name xml⟧", namespace: "https://xml.example/⟦words namespace⟧", prefix: "⟦name prefix⟧" },
      },
      Nodes: {
        $id: "https://schemas.example/nodes",
        $comment: "⟦words comment⟧",
        type: "object",
        properties: {
          "⟦name node member⟧": { $dynamicRef: "#node" },
          anchored: { $ref: "#held" },
        },
        $defs: {
          "⟦name dynamic definition⟧": {
            $dynamicAnchor: "node",
            description: "⟦words node⟧",
            type: ["string", "null"],
          },
          "⟦name anchored definition⟧": { $anchor: "held", const: { "⟦name held member⟧": "⟦data held⟧" } },
        },
      },
    },
  },
};
