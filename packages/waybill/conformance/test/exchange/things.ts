// An API of things with responses of every kind -> what is wrong with a response of it.
import type { Description } from "../../src/description/description.ts";
import { checkResponse, type ResponseVerdict } from "../../src/exchange/check-response.ts";
import type { HeaderPair } from "../../src/exchange/exchange.ts";
import { opened } from "../description/opened.ts";

const text = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /things:
    get:
      operationId: getThings
      responses:
        "200":
          description: Things.
          headers:
            X-Count:
              required: true
              schema: { type: integer, maximum: 9 }
            X-Tags: { schema: { type: array, items: { enum: [a, b] } } }
            X-Size: { schema: { type: object, properties: { w: { type: integer } }, required: [w] } }
            X-Sure: { schema: { type: boolean } }
            X-Either: { schema: { anyOf: [{ type: integer, maximum: 3 }, { type: string, pattern: "^[0-9]+$" }] } }
            X-Free: { schema: {} }
            Set-Cookie: { schema: { type: string, pattern: "^session=" } }
          content:
            application/json:
              schema:
                type: object
                properties:
                  id:
                    type: string
                  list: { type: array, items: { type: object, properties: { n: { type: integer } } } }
            text/plain: { schema: { type: string, maxLength: 5 } }
            application/x-www-form-urlencoded:
              schema: { type: object, properties: { a: { type: string }, b: { type: array } } }
            application/*: {}
            image/*: { schema: { type: string } }
        "201": { description: Said in words., content: { "text/html; charset=utf-8": { schema: { const: Fine } } } }
        "204": { description: Nothing. }
        "205": { description: Nothing., content: { application/json: {} } }
        "304": { description: As before., content: { application/json: {} } }
        "4XX":
          description: Refused.
          content:
            application/problem+json:
              schema:
                type: object
                required: [title]
                properties: { title: { type: string }, issues: { type: array, items: { type: object, properties: { field: {} } } } }
        "409": { description: Closed., content: { application/problem+json: { schema: { type: object, additionalProperties: false } } } }
        default: { description: Anything else. }
    head:
      operationId: headThings
      responses: { "200": { description: Things., content: { application/json: {} } } }
    post: { operationId: addThing, responses: { "201": { description: Added. } } }
`;

export interface ResponseParts {
  readonly operation?: string;
  readonly status?: number;
  readonly type?: string | null;
  readonly headers?: readonly HeaderPair[];
  readonly body?: string | Uint8Array;
}

const description: Description = opened({ "openapi.yaml": text });

export function verdictOn({
  operation = "getThings",
  status = 200,
  type = "application/json",
  ...rest
}: ResponseParts): ResponseVerdict {
  const found = description.operations.find(({ id }) => id === operation);
  if (found === undefined) throw new Error(`no operation ${operation}`);
  const { headers = [["x-count", "1"]], body = "" } = rest;
  const all: HeaderPair[] = [...headers, ...(type === null ? [] : [["Content-Type", type] as const])];
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return checkResponse(description, found, { status, headers: all, body: bytes });
}

export function objectionsTo(parts: ResponseParts): string[] {
  return verdictOn(parts).objections.map(({ check, message, found }) => {
    return `${check} ${message}${found === undefined ? "" : `, is ${found}`}`;
  });
}
