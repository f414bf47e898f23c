// A description with an operation for each kind of request, whose examples are hostile texts.
import { payloads } from "../../hostile/payloads.ts";

/** What all languages can send: half of a surrogate pair is in no address, a zero byte in no argument of a command. */
const texts = payloads
  .map(({ text }) => text)
  .filter((text) => text.isWellFormed() && !text.includes("\0") && text !== "" && text.length < 200);
const [first = ""] = texts;
/** Several in one: a request for each would take long. */
const long = Array.from({ length: 3 }, (_, at) => texts.filter((__, index) => index % 3 === at).join(" "));
const text = { type: "string" };
const list = { type: "array", items: text };
const map = { type: "object", additionalProperties: text };
const members = Object.fromEntries(texts.map((value, at) => [`${value.replace(/[\0\r\n]/g, "")} ${at}`, value]));
const responses = { "200": { description: "", content: { "application/json": {} } } };

interface Parameter {
  readonly in: "path" | "query" | "header" | "cookie";
  readonly schema: object;
  readonly example: unknown;
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

function withParameter(id: string, parameter: Parameter, method = "get"): [string, object] {
  const name = parameter.in === "header" ? "X-One" : 'it\'s "$x" `a`';
  const path = parameter.in === "path" ? `/${id}/{${name}}` : `/${id}`;
  return [path, { [method]: { operationId: id, parameters: [{ name, required: true, ...parameter }], responses } }];
}

function withBody(id: string, type: string, media: object, security: readonly object[] = []): [string, object] {
  const requestBody = { required: true, content: { [type]: media } };
  return [`/${id}`, { post: { operationId: id, requestBody, responses, security } }];
}

function withSecurity(id: string, method: string, security: readonly object[]): [string, object] {
  return [`/${id}`, { [method]: { operationId: id, responses, security } }];
}

const inHeaders = texts.filter((value) => /^[!-~]([ -~]*[!-~])?$/.test(value));

interface Description {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, object>>;
  readonly components: object;
}

export const everyRequest: Description = {
  openapi: "3.1.1",
  info: { title: "Every request", version: "1" },
  paths: Object.fromEntries([
    ...long.map((value, at) => withParameter(`path${at}`, { in: "path", schema: text, example: value })),
    withParameter("label", { in: "path", schema: list, example: ["a", first, "b"], style: "label" }),
    withParameter("matrix", { in: "path", schema: map, example: { a: "1", b: first }, style: "matrix", explode: true }),
    withParameter("query", { in: "query", schema: list, example: texts }),
    withParameter("comma", { in: "query", schema: list, example: texts, explode: false }),
    withParameter("space", {
      in: "query",
      schema: list,
      example: texts.filter((value) => !value.includes(" ")),
      style: "spaceDelimited",
      explode: false,
    }),
    withParameter("pipe", { in: "query", schema: list, example: texts, style: "pipeDelimited", explode: false }),
    withParameter("deep", { in: "query", schema: map, example: members, style: "deepObject" }),
    withParameter("reserved", { in: "query", schema: text, example: "a[1]{b}!$'()*,;:@/?%20", allowReserved: true }),
    withParameter("header", { in: "header", schema: text, example: inHeaders.join(" ") }),
    withParameter("cookie", { in: "cookie", schema: list, example: texts }),
    withParameter("remove", { in: "query", schema: text, example: "a" }, "delete"),
    withParameter("head", { in: "query", schema: text, example: "a" }, "head"),
    withParameter("put", { in: "query", schema: text, example: "a" }, "put"),
    withBody("json", "application/json", {
      example: { texts, members, ["__proto__"]: [1e300, 5e-324, -0.5, true, null, {}, []] },
    }),
    withBody("jsonText", "application/json", { example: "@file" }),
    withBody("form", "application/x-www-form-urlencoded", { schema: map, example: members }),
    withBody("nested", "application/x-www-form-urlencoded", {
      schema: { type: "object", properties: { list, map } },
      encoding: { map: { style: "deepObject" }, list: { style: "form", explode: false } },
      example: { list: ["a", "b"], map: { x: "1", y: "@2" } },
    }),
    ...long.map((value, at) => withBody(`text${at}`, "text/plain", { schema: text, example: value })),
    withBody("atFile", "text/plain", { schema: text, example: "@body.png" }),
    withBody("binary", "image/png", {}),
    withBody("lines", "application/jsonl", { itemSchema: map, example: members }),
    withBody("multipart", "multipart/form-data", {
      schema: {
        type: "object",
        properties: {
          photo: { type: "string", format: "binary" },
          meta: map,
          ...Object.fromEntries(texts.map((_, at) => [`t${at}`, text])),
        },
      },
      example: { photo: "", meta: members, ...Object.fromEntries(texts.map((value, at) => [`t${at}`, value])) },
    }),
    withSecurity("bearer", "get", [{ bearer: [] }]),
    withSecurity("basic", "get", [{ basic: [] }]),
    withSecurity("keyInHeader", "post", [{ header: [] }]),
    withSecurity("keyInQuery", "get", [{ query: [] }]),
    withSecurity("two", "get", [{ header: [], query: [] }]),
  ]),
  components: {
    securitySchemes: {
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
      header: { type: "apiKey", in: "header", name: "X-Key" },
      query: { type: "apiKey", in: "query", name: "a key" },
    },
  },
};
