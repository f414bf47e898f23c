// An AsyncAPI 2.6 document that uses what only the second version has, with a slot in every place that holds text.
import type { Template } from "./template.ts";

export const asyncApi2Template: Template = {
  asyncapi: "2.6.0",
  id: "urn:⟦words id⟧",
  info: {
    title: "⟦words title⟧",
    version: "⟦words version⟧",
    description: "⟦words description⟧",
    license: { name: "⟦words license⟧" },
  },
  tags: [{ name: "⟦words tag⟧", description: "⟦words tag description⟧" }],
  externalDocs: { description: "⟦words docs⟧", url: "https://docs.example/⟦words docs url⟧" },
  servers: {
    main: {
      url: "{⟦name variable⟧}.example/⟦data url⟧",
      protocol: "⟦data protocol⟧",
      protocolVersion: "⟦data protocol version⟧",
      description: "⟦words server description⟧",
      variables: { "⟦name variable⟧": { default: "⟦data variable default⟧", description: "⟦words variable⟧" } },
      security: [{ "⟦name scheme⟧": [] }],
      bindings: { http: { "⟦name server binding⟧": "⟦data server binding⟧" } },
    },
  },
  defaultContentType: "application/json",
  channels: {
    "⟦data address⟧/{⟦name parameter⟧}": {
      description: "⟦words channel description⟧",
      parameters: {
        "⟦name parameter⟧": {
          description: "⟦words parameter description⟧",
          schema: { type: "string", enum: ["⟦data parameter value⟧", "x"] },
          location: "$message.payload#/id",
        },
      },
      bindings: { http: { "⟦name channel binding⟧": "⟦data channel binding⟧" } },
      "x-⟦name channel extension⟧": "⟦data channel extension⟧",
      subscribe: {
        operationId: "⟦name operation⟧",
        summary: "⟦words operation summary⟧",
        description: "⟦words operation description⟧",
        tags: [{ name: "⟦words operation tag⟧" }],
        traits: [
          { summary: "⟦words trait summary⟧", bindings: { http: { "⟦name trait binding⟧": "⟦data trait binding⟧" } } },
        ],
        message: {
          oneOf: [
            { $ref: "#/components/messages/⟦name message|pointer⟧" },
            {
              messageId: "⟦name message id⟧",
              name: "⟦data message name⟧",
              title: "⟦words message title⟧",
              summary: "⟦words message summary⟧",
              traits: [{ headers: { type: "object", properties: { "⟦name trait header⟧": { type: "string" } } } }],
              correlationId: { location: "$message.header#/⟦data correlation⟧", description: "⟦words correlation⟧" },
              payload: {
                type: "object",
                required: ["⟦name payload member⟧"],
                properties: { "⟦name payload member⟧": { const: "⟦data payload⟧" } },
              },
              examples: [{ name: "⟦words example name⟧", payload: { "⟦name payload member⟧": "⟦data payload⟧" } }],
            },
          ],
        },
      },
      publish: {
        operationId: "publishOther",
        message: { name: "other", payload: { $ref: "#/components/schemas/⟦name schema|pointer⟧" } },
      },
    },
  },
  components: {
    securitySchemes: {
      "⟦name scheme⟧": { type: "userPassword", description: "⟦words scheme⟧" },
    },
    messages: {
      "⟦name message⟧": {
        name: "⟦data shared name⟧",
        contentType: "application/json",
        description: "⟦words shared message⟧",
        payload: { $ref: "#/components/schemas/⟦name schema|pointer⟧" },
      },
    },
    schemas: {
      "⟦name schema⟧": {
        title: "⟦words schema title⟧",
        type: "object",
        required: ["⟦name discriminator⟧"],
        properties: { "⟦name discriminator⟧": { type: "string", const: "⟦data constant⟧" } },
        definitions: { "⟦name definition⟧": { type: "integer" } },
      },
    },
  },
};
