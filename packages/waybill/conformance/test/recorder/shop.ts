import type { Description } from "../../src/description/description.ts";
import { opened } from "../description/opened.ts";

const openapi = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /cups:
    get:
      operationId: listCups
      responses:
        "200":
          description: All cups.
          headers: { X-Count: { required: true, schema: { type: integer } } }
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Cup" } } }
    post:
      operationId: addCup
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Cup" } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Cup" } } }
  /news:
    get:
      operationId: readNews
      responses:
        "200":
          description: An endless stream.
          content:
            text/event-stream: { schema: { $ref: "#/components/schemas/Cup" } }
            application/jsonl: { schema: { $ref: "#/components/schemas/Cup" } }
components:
  schemas:
    Cup:
      type: object
      required: [id]
      properties: { id: { type: string } }
`;

const asyncapi = `
asyncapi: 3.0.0
info: { title: Shop, version: "1" }
servers: { receiver: { host: example.com, protocol: https, security: [{ $ref: "#/components/securitySchemes/signature" }] } }
channels:
  hook: { address: null, messages: { cupSold: { $ref: "#/components/messages/cupSold" } } }
operations:
  send: { action: send, channel: { $ref: "#/channels/hook" } }
components:
  securitySchemes:
    signature:
      type: httpApiKey
      name: X-Signature
      in: header
      x-waybill-signature:
        algorithm: HMAC-SHA256
        header: X-Signature
        encoding: lowercase-hex
        signedContent: [{ body: raw }]
  messages:
    cupSold:
      name: cup.sold
      contentType: application/json
      headers: { type: object, required: [X-Event], properties: { X-Event: { const: cup.sold } } }
      payload: { type: object, required: [event, id], properties: { event: { const: cup.sold }, id: { type: string } } }
`;

export function shop(): Description {
  return opened({ "openapi.yaml": openapi, "asyncapi.yaml": asyncapi });
}

/** What is declared and was seen, by id. */
export function seenIn({ ledger }: { ledger: { seen(): Readonly<Record<string, number>> } }): string[] {
  return Object.entries(ledger.seen()).flatMap(([id, count]) => (count === 1 ? [id] : [`${id} x${count}`]));
}
