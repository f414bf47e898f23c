// A small API over two files, as the tests of the command line use it.

export const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Get an order
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { $ref: schemas/order.yaml }
`;

export const order = `type: object
description: Something somebody wants.
required: [id]
properties:
  id:
    type: string
  note:
    type: string
    maxLength: 80
`;

export const asyncapi = `asyncapi: 3.0.0
info: { title: Shop events, version: 1.0.0 }
channels:
  events:
    address: null
    messages:
      orderCreated:
        payload: { $ref: schemas/order.yaml }
`;

/** Two paths that match the same requests: wrong for servers, of no interest to anything else. */
export const ambiguous: string = openapi.concat(`  /orders/{key}:
    delete:
      operationId: deleteOrder
      parameters:
        - { name: key, in: path, required: true, schema: { type: string } }
      responses: { "204": { description: Deleted. } }
`);

export const shop: Readonly<Record<string, string>> = { "openapi.yaml": openapi, "schemas/order.yaml": order };

/** The arguments of most runs: types only, because they are made fastest. */
export const toTypes: readonly string[] = ["--openapi", "openapi.yaml", "--out", "gen", "--target", "types"];

/** The generated file of the schema. */
export const orderTypes = "gen/types/schemas.gen.ts";
