// OpenAPI documents that use every object and field the reader knows, with a slot in every place that holds text.
import type { Template } from "./template.ts";

/** The parts that 3.0 and 3.1 have in common; `version` decides the rest. */
export function openApiTemplate(version: "3.0" | "3.1"): Template {
  const modern = version === "3.1";
  return {
    openapi: modern ? "3.1.1" : "3.0.4",
    info: {
      title: "⟦words info title⟧",
      ...(modern ? { summary: "⟦words info summary⟧" } : {}),
      description: "⟦words info description⟧",
      termsOfService: "https://terms.example/⟦words terms of service⟧",
      contact: {
        name: "⟦words contact name⟧",
        url: "https://contact.example/⟦words contact url⟧",
        email: "⟦words contact email⟧",
      },
      license: { name: "⟦words license name⟧", ...(modern ? { identifier: "⟦words license identifier⟧" } : {}) },
      version: "⟦words info version⟧",
      "x-⟦name info extension⟧": "⟦data info extension⟧",
    },
    externalDocs: { description: "⟦words external docs⟧", url: "https://docs.example/⟦words external docs url⟧" },
    servers: [
      {
        url: "https://{⟦name server variable⟧}.example/⟦data server url⟧",
        description: "⟦words server description⟧",
        variables: {
          "⟦name server variable⟧": {
            default: "⟦data server default⟧",
            enum: ["⟦data server default⟧", "other"],
            description: "⟦words server variable description⟧",
          },
        },
      },
    ],
    tags: [
      {
        name: "⟦name tag⟧",
        description: "⟦words tag description⟧",
        externalDocs: { description: "⟦words tag docs⟧", url: "https://tag.example/⟦words tag docs url⟧" },
      },
    ],
    security: [{ "⟦name api key scheme⟧": [] }, { "⟦name oauth scheme⟧": ["⟦name scope⟧"] }],
    paths: pathsTemplate(modern),
    components: {
      securitySchemes: {
        "⟦name api key scheme⟧": {
          type: "apiKey",
          in: "header",
          name: "⟦name api key header⟧",
          description: "⟦words api key description⟧",
        },
        "⟦name oauth scheme⟧": {
          type: "oauth2",
          description: "⟦words oauth description⟧",
          flows: {
            clientCredentials: {
              tokenUrl: "https://token.example/⟦words token url⟧",
              scopes: { "⟦name scope⟧": "⟦words scope description⟧" },
            },
          },
        },
        basic: { type: "http", scheme: "bearer", bearerFormat: "⟦words bearer format⟧" },
      },
      parameters: {
        "⟦name shared parameter key⟧": {
          name: "⟦name shared parameter⟧",
          in: "query",
          description: "⟦words shared parameter description⟧",
          schema: { type: "string", default: "⟦data parameter default⟧" },
          examples: {
            "⟦name parameter example⟧": {
              summary: "⟦words parameter example summary⟧",
              value: "⟦data parameter example⟧",
            },
          },
        },
      },
      headers: {
        "⟦name shared header key⟧": {
          description: "⟦words shared header description⟧",
          schema: { type: "string", enum: ["⟦data header value⟧", "x"] },
        },
      },
      requestBodies: {
        "⟦name request body key⟧": {
          description: "⟦words request body description⟧",
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/⟦name schema|pointer⟧" } } },
        },
      },
      responses: {
        "⟦name response key⟧": {
          description: "⟦words shared response description⟧",
          content: { "application/problem+json": { schema: { type: "string", enum: ["⟦data problem⟧"] } } },
        },
      },
      examples: {
        "⟦name example key⟧": {
          summary: "⟦words example summary⟧",
          description: "⟦words example description⟧",
          value: { "⟦name example member⟧": "⟦data example value⟧" },
        },
      },
      schemas: schemasTemplate(modern),
    },
  };
}

function pathsTemplate(modern: boolean): Template {
  return {
    "/⟦name path⟧/{⟦name path parameter⟧}": {
      summary: "⟦words path summary⟧",
      description: "⟦words path description⟧",
      parameters: [
        {
          name: "⟦name path parameter⟧",
          in: "path",
          required: true,
          description: "⟦words path parameter description⟧",
          schema: { type: "string" },
          example: "⟦data path parameter example⟧",
        },
      ],
      post: {
        operationId: "⟦name operation⟧",
        tags: ["⟦name tag⟧", "⟦name other tag⟧"],
        summary: "⟦words operation summary⟧",
        description: "⟦words operation description⟧",
        externalDocs: { url: "https://operation.example/⟦words operation docs url⟧" },
        deprecated: true,
        parameters: [
          { $ref: "#/components/parameters/⟦name shared parameter key|pointer⟧" },
          {
            name: "⟦name query parameter⟧",
            in: "query",
            description: "⟦words query parameter description⟧",
            schema: {
              type: "array",
              items: { type: "string", enum: ["⟦data query value⟧", "x"] },
              description: "⟦words query schema description⟧",
            },
          },
          { name: "⟦name header parameter⟧", in: "header", schema: { type: "string" } },
          { name: "⟦name cookie parameter⟧", in: "cookie", schema: { type: "string" } },
          {
            name: "⟦name deep parameter⟧",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: {
              type: "object",
              properties: { "⟦name deep member⟧": { type: "string" } },
              additionalProperties: false,
            },
          },
          {
            name: "⟦name json parameter⟧",
            in: "query",
            content: { "application/json": { schema: { type: "object", properties: { "⟦name json member⟧": {} } } } },
          },
        ],
        requestBody: { $ref: "#/components/requestBodies/⟦name request body key|pointer⟧" },
        responses: {
          200: {
            description: "⟦words response description⟧",
            headers: {
              "⟦name response header⟧": { description: "⟦words header description⟧", schema: { type: "integer" } },
              "X-Shared": { $ref: "#/components/headers/⟦name shared header key|pointer⟧" },
            },
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/⟦name schema|pointer⟧" },
                examples: { "⟦name response example⟧": { $ref: "#/components/examples/⟦name example key|pointer⟧" } },
                "x-⟦name media type extension⟧": "⟦data media type extension⟧",
              },
              'text/plain; note="⟦data media type parameter⟧"': { schema: { type: "string" } },
            },
            links: {
              "⟦name link⟧": {
                operationId: "⟦name operation⟧",
                parameters: { "⟦name path parameter⟧": "$response.body#/⟦data link expression⟧" },
                description: "⟦words link description⟧",
              },
            },
          },
          default: { $ref: "#/components/responses/⟦name response key|pointer⟧" },
        },
        security: [{ basic: [] }],
        "x-⟦name operation extension⟧": { "⟦name extension member⟧": ["⟦data extension value⟧"] },
      },
    },
    "/unnamed/⟦name path without an id⟧": {
      put: {
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: { type: "object", properties: { "⟦name part⟧": { type: "string" } } },
            },
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { "⟦name form field⟧": { type: "string" } } },
            },
            "application/vnd.⟦name media type⟧+json": { schema: { type: "string" } },
          },
        },
        responses: {
          "4XX": { description: "⟦words range description⟧", content: { "application/octet-stream": {} } },
          204: { description: modern ? "⟦words empty description⟧" : "Empty." },
        },
      },
    },
  };
}

function schemasTemplate(modern: boolean): Template {
  return {
    "⟦name schema⟧": {
      title: "⟦words schema title⟧",
      description: "⟦words schema description⟧",
      type: "object",
      required: ["⟦name property⟧", "⟦name second property⟧"],
      properties: {
        "⟦name property⟧": {
          type: "string",
          title: "⟦words property title⟧",
          description: "⟦words property description⟧",
        },
        "⟦name second property⟧": {
          type: "string",
          enum: ["⟦data enum value⟧", "b"],
          "x-enumDescriptions": { "⟦data enum value⟧": "⟦words enum description⟧", b: "B." },
        },
        "⟦name optional property⟧": {
          type: "string",
          default: "⟦data default⟧",
          example: "⟦data example⟧",
          format: "⟦data format⟧",
        },
        choice: { $ref: "#/components/schemas/Choice" },
        map: { type: "object", additionalProperties: { type: "object", properties: { "⟦name inner property⟧": {} } } },
        anything: { enum: [{ "⟦name constant member⟧": "⟦data constant member⟧" }, ["⟦data constant element⟧"], null] },
        ...(modern ? modernProperties : {}),
      },
      "x-⟦name schema extension⟧": { "⟦name schema extension member⟧": "⟦data schema extension⟧" },
    },
    Choice: {
      oneOf: [
        { $ref: "#/components/schemas/⟦name first alternative|pointer⟧" },
        { $ref: "#/components/schemas/⟦name second alternative|pointer⟧" },
      ],
      discriminator: {
        propertyName: "⟦name discriminator⟧",
        mapping: {
          "⟦data discriminator value⟧": "#/components/schemas/⟦name first alternative|pointer⟧",
          second: "#/components/schemas/⟦name second alternative|pointer⟧",
        },
      },
    },
    "⟦name first alternative⟧": {
      type: "object",
      description: "⟦words alternative description⟧",
      required: ["⟦name discriminator⟧"],
      properties: { "⟦name discriminator⟧": { type: "string", enum: ["⟦data discriminator value⟧"] } },
    },
    "⟦name second alternative⟧": {
      allOf: [
        {
          type: "object",
          required: ["⟦name discriminator⟧"],
          properties: { "⟦name discriminator⟧": { type: "string", enum: ["second"] } },
        },
        { type: "object", required: ["⟦name required elsewhere⟧"] },
      ],
    },
    Text: {
      type: "string",
      pattern: "^⟦data pattern⟧$",
      maxLength: 10,
      description: "⟦words text description⟧",
      ...(modern
        ? { $defs: { "⟦name definition⟧": { type: "integer", description: "⟦words definition description⟧" } } }
        : {}),
    },
  };
}

const modernProperties = {
  constant: { const: "⟦data constant⟧" },
  patterned: { type: "object", patternProperties: { "^⟦data pattern of names⟧": { type: "string" } } },
  named: { type: "object", propertyNames: { enum: ["⟦data property name⟧", "x"] } },
  dependent: {
    type: "object",
    dependentRequired: { "⟦name dependent⟧": ["⟦name depended on⟧"] },
  },
  conditional: {
    type: "object",
    if: { required: ["⟦name condition⟧"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ["⟦name consequence⟧"] },
  },
  none: { type: "object", properties: { "⟦name forbidden property⟧": { not: {} } } },
  defined: { $ref: "#/components/schemas/Text/$defs/⟦name definition|pointer⟧" },
  encoded: {
    type: "string",
    contentEncoding: "⟦data content encoding⟧",
    contentMediaType: "⟦data content media type⟧",
  },
  tuple: { type: "array", prefixItems: [{ const: "⟦data tuple element⟧" }], items: { type: "string" } },
} as const satisfies Readonly<Record<string, Template>>;
