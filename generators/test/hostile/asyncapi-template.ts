// An AsyncAPI document that uses every object and field the reader knows, with a slot in every place that holds text.
import type { Template } from "./template.ts";

export const asyncApiTemplate: Template = {
  asyncapi: "3.0.0",
  id: "urn:⟦words id⟧",
  info: {
    title: "⟦words async title⟧",
    version: "⟦words async version⟧",
    description: "⟦words async description⟧",
    contact: { name: "⟦words async contact⟧" },
    tags: [{ name: "⟦words async tag⟧", description: "⟦words async tag description⟧" }],
  },
  servers: {
    "⟦name server⟧": {
      host: "⟦data host⟧.example",
      protocol: "⟦data protocol⟧",
      pathname: "/⟦data pathname⟧",
      description: "⟦words async server description⟧",
      variables: { "⟦name async variable⟧": { default: "⟦data async default⟧" } },
    },
  },
  defaultContentType: "application/json",
  channels: {
    "⟦name channel⟧": {
      address: "⟦data address⟧/{⟦name channel parameter⟧}",
      title: "⟦words channel title⟧",
      summary: "⟦words channel summary⟧",
      description: "⟦words channel description⟧",
      parameters: {
        "⟦name channel parameter⟧": {
          description: "⟦words channel parameter description⟧",
          enum: ["⟦data channel parameter value⟧"],
          default: "⟦data channel parameter value⟧",
          examples: ["⟦data channel parameter example⟧"],
        },
      },
      messages: {
        "⟦name message⟧": messageTemplate("first"),
        other: messageTemplate("second"),
      },
      tags: [{ name: "⟦words channel tag⟧" }],
      bindings: { http: { "⟦name binding member⟧": "⟦data binding⟧" } },
      "x-⟦name channel extension⟧": "⟦data channel extension⟧",
    },
  },
  operations: {
    "⟦name async operation⟧": {
      action: "send",
      title: "⟦words async operation title⟧",
      summary: "⟦words async operation summary⟧",
      description: "⟦words async operation description⟧",
      channel: { $ref: "#/channels/⟦name channel|pointer⟧" },
      messages: [
        { $ref: "#/channels/⟦name channel|pointer⟧/messages/⟦name message|pointer⟧" },
        { $ref: "#/channels/⟦name channel|pointer⟧/messages/other" },
      ],
      security: [{ $ref: "#/components/securitySchemes/⟦name async scheme|pointer⟧" }],
      bindings: { "⟦name operation binding⟧": { method: "⟦data operation binding⟧" } },
      "x-⟦name async operation extension⟧": { "⟦name async extension member⟧": "⟦data async extension⟧" },
    },
  },
  components: {
    securitySchemes: {
      "⟦name async scheme⟧": {
        type: "httpApiKey",
        name: "⟦data async key header⟧",
        in: "header",
        description: "⟦words async scheme description⟧",
        "x-⟦name async scheme extension⟧": ["⟦data async scheme extension⟧"],
      },
    },
    schemas: {
      "⟦name async schema⟧": {
        title: "⟦words async schema title⟧",
        description: "⟦words async schema description⟧",
        type: "object",
        required: ["⟦name async property⟧"],
        properties: {
          "⟦name async property⟧": { type: ["string", "null"], description: "⟦words async property description⟧" },
          more: { type: "string", enum: ["⟦data async enum value⟧", "x"] },
        },
      },
    },
  },
};

function messageTemplate(name: "first" | "second"): Template {
  return {
    name: `⟦data ${name} message name⟧`,
    title: `⟦words ${name} message title⟧`,
    summary: `⟦words ${name} message summary⟧`,
    description: `⟦words ${name} message description⟧`,
    contentType: "application/json",
    tags: [{ name: `⟦words ${name} message tag⟧` }],
    headers: {
      type: "object",
      required: [`⟦name ${name} header⟧`],
      properties: { [`⟦name ${name} header⟧`]: { type: "string", const: `⟦data ${name} header value⟧` } },
    },
    payload: {
      type: "object",
      description: `⟦words ${name} payload description⟧`,
      required: ["event", `⟦name ${name} payload property⟧`],
      properties: {
        event: { type: "string", const: `⟦data ${name} message name⟧` },
        [`⟦name ${name} payload property⟧`]: { $ref: "#/components/schemas/⟦name async schema|pointer⟧" },
      },
    },
    examples: [
      {
        name: `⟦words ${name} example name⟧`,
        summary: `⟦words ${name} example summary⟧`,
        headers: {
          [`⟦name ${name} header⟧`]: `⟦data ${name} header value⟧`,
          [`⟦name ${name} example header⟧`]: [`⟦data ${name} example header⟧`],
        },
        payload: {
          event: `⟦data ${name} message name⟧`,
          [`⟦name ${name} payload property⟧`]: { "⟦name async property⟧": `⟦data ${name} example value⟧` },
          [`⟦name ${name} example member⟧`]: { "⟦name example inner member⟧": `⟦data ${name} inner example⟧` },
        },
      },
    ],
    bindings: { http: { [`⟦name ${name} message binding⟧`]: `⟦data ${name} message binding⟧` } },
    [`x-⟦name ${name} message extension⟧`]: `⟦data ${name} message extension⟧`,
  };
}
