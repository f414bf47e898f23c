// Which texts a description cannot hold at which place, said independently of the code that refuses them.
import { unicodePatternOf } from "../../src/model/analysis/unicode-patterns.ts";
import type { Kind } from "./generation.ts";
import type { Template } from "./template.ts";

/** Whether a text in a slot is a mistake: it is read as more than text, or no such thing is called so. */
export function isRefusable(slot: string, text: string): boolean {
  switch (slot) {
    case "name path":
    case "name path without an id":
      return /[{}?#]/.test(text) || !text.isWellFormed();
    case "name path parameter":
      return /[{}]/.test(text) || text === "" || !text.isWellFormed();
    case "name server variable":
    case "name variable":
    case "name channel parameter":
    case "name parameter":
    case "name path server variable":
      return /[{}]/.test(text);
    case "data server url":
    case "data address":
    case "data host":
    case "data pathname":
    case "data url":
    case "data operation server":
    case "data callback path":
      return /\{[^{}]*\}/.test(text);
    case "name media type":
      return !/^[\w!#$&^.+*-]*$/.test(text);
    case "name text media type":
    case "name own media type":
      return !/^[\w!#$&^.+*-]+$/.test(text);
    case "data media type parameter":
      return /[\n\r\u2028\u2029]/.test(text);
    case "data pattern":
      return !isPattern(`^${text}$`);
    case "data pattern of names":
      return !isPattern(`^${text}`);
    default:
      return false;
  }
}

function isPattern(source: string): boolean {
  return unicodePatternOf(source) !== null;
}

/** Places where the standard lists the words: any other text is a mistake. */
export const misplaced: readonly [what: string, kind: Kind, documentOf: (text: string) => Template, right?: RegExp][] =
  [
    ["a version of OpenAPI", "openapi", (text) => ({ ...openapi({}), openapi: text })],
    ["a dialect", "openapi", (text) => ({ ...openapi({}), jsonSchemaDialect: text })],
    ["a type", "openapi", (text) => ofSchema({ type: text }), /^(?:null|string)$/],
    ["one of several types", "openapi", (text) => ofSchema({ type: ["integer", text] }), /^(?:null|string)$/],
    ["a reference", "openapi", (text) => ofSchema({ $ref: `#/components/schemas/Missing${text}` })],
    ["a status", "openapi", (text) => ofOperation({ responses: { [text]: { description: "" } } }), /^default$/],
    ["the place of a parameter", "openapi", (text) => ofParameter({ name: "a", in: text, schema: {} })],
    ["the style of a parameter", "openapi", (text) => ofParameter({ name: "a", in: "query", style: text, schema: {} })],
    ["a security scheme", "openapi", (text) => ofOperation({ security: [{ [text]: [] }], responses })],
    ["a version of AsyncAPI", "asyncapi", (text) => ({ ...asyncapi({}), asyncapi: text })],
    ["an action", "asyncapi", (text) => ofChannel({ action: text, channel: { $ref: "#/channels/a" } })],
    ["a channel", "asyncapi", (text) => ofChannel({ action: "send", channel: { $ref: `#/channels/missing${text}` } })],
    [
      "the format of a schema",
      "asyncapi",
      (text) => {
        const payload = { schemaFormat: text, schema: {} };
        return asyncapi({ channels: { a: { messages: { m: { payload } } } } });
      },
    ],
  ];

type Members = { readonly [key: string]: Template };

const responses = { 200: { description: "" } };

function openapi(members: Members): Members {
  return { openapi: "3.1.1", info: { title: "Places", version: "1" }, components: {}, ...members };
}

function ofSchema(schema: Template): Template {
  return openapi({ components: { schemas: { A: schema } } });
}

function ofOperation(operation: Template): Template {
  return openapi({ paths: { "/a": { get: operation } } });
}

function ofParameter(parameter: Template): Template {
  return ofOperation({ parameters: [parameter], responses });
}

function asyncapi(members: Members): Members {
  return { asyncapi: "3.0.0", info: { title: "Places", version: "1" }, ...members };
}

function ofChannel(operation: Template): Template {
  return asyncapi({ channels: { a: { messages: { m: { payload: {} } } } }, operations: { o: operation } });
}
