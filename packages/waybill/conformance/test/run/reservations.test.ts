// Orders that stock is reserved for: no more than there is, and what a cancelled order gives back can be reserved again.
import { unescape as decoded } from "node:querystring";
import { expect, it, onTestFinished } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";
import { openObedient, type WrittenResponse } from "./obedient/server.ts";

const json = (schema: string): string => `{ description: OK, content: { application/json: { schema: ${schema} } } }`;
const order = json('{ $ref: "#/components/schemas/Order" }');
const description = openText(`
openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /stock:
    get: { operationId: listStock, responses: { 200: ${json('{ type: array, items: { $ref: "#/components/schemas/Stock" } }')} } }
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewOrder" } } } }
      responses: { 201: ${order}, 400: { description: Invalid } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getOrder, responses: { 200: ${order}, 404: { description: Unknown } } }
  /orders/{orderId}/cancel:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    post: { operationId: cancelOrder, responses: { 200: ${order}, 404: { description: Unknown } } }
components:
  schemas:
    Stock: { type: object, required: [sku, on_hand], properties: { sku: { type: string }, on_hand: { type: integer } } }
    NewOrder:
      type: object
      required: [sku, quantity]
      properties: { sku: { type: string }, quantity: { type: integer, minimum: 1 } }
      x-waybill-references: [{ path: sku, operation: listStock, member: sku }]
    Order:
      type: object
      required: [id, status, stock]
      properties:
        id: { type: string }
        status: { enum: [OPEN, CANCELLED] }
        stock: { enum: [HELD, NONE], x-enumDescriptions: { HELD: Stock is reserved for it., NONE: No stock is reserved. } }
      x-waybill-state-machine:
        property: status
        transitions:
          - { trigger: { operation: addOrder }, from: null, to: OPEN }
          - { trigger: { operation: cancelOrder }, from: [OPEN], to: CANCELLED, changes: [{ member: stock, from: HELD, to: NONE }] }
`);

type Fault = "nothing is reserved" | "nothing is given back";

it.each<[Fault | null, string[]]>([
  [null, []],
  ["nothing is reserved", ['getOrder returns the stock "HELD" for 2 × 26, of 50']],
  ["nothing is given back", ['cancelOrder does not give back what was reserved: there is no stock "HELD" afterwards']],
])("with the fault %j of reserved stock, exactly that is found", async (fault, messages) => {
  const orders = new Map<string, { id: string; status: string; stock: string; quantity: number }>();
  let free = 50;
  const give = (status: number, body: unknown): WrittenResponse => {
    return { status, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  };
  const server = await openObedient(description, {
    habits: {
      rewrite: (written, { operation, incoming: { path, body } }) => {
        if (operation.id === "listStock") return give(200, [{ sku: "MUG", on_hand: 50 }]);
        if (operation.id === "addOrder") {
          if (written.status >= 300) return written;
          const { sku, quantity } = JSON.parse(String(body));
          if (sku !== "MUG") return { status: 400, headers: {}, body: "" };
          const stock = quantity <= free ? "HELD" : "NONE";
          if (stock === "HELD" && fault !== "nothing is reserved") free -= quantity;
          const placed = { id: crypto.randomUUID(), status: "OPEN", stock, quantity };
          orders.set(placed.id, placed);
          return give(201, { id: placed.id, status: placed.status, stock });
        }
        const known = orders.get(decoded(path.split("/")[2] ?? ""));
        if (known === undefined) return { status: 404, headers: {}, body: "" };
        if (operation.id === "cancelOrder") {
          if (known.stock === "HELD" && fault === null) free += known.quantity;
          Object.assign(known, { status: "CANCELLED", stock: "NONE" });
        }
        return give(200, { id: known.id, status: known.status, stock: known.stock });
      },
    },
  });
  onTestFinished(() => server.stop());
  const { findings } = await runConformance({ description, url: server.url, key: null });
  expect(findings.map(({ message }) => message)).toEqual(messages);
});
