// The description of a small shop: tags, pages, an upload, a key for repeated requests, a name that clashes.
export const shop: string = `openapi: 3.1.1
info: { title: The Shop API, version: 1.4.0, description: "# Types\\n\\nAll of it." }
servers: [{ url: "{scheme}://api.shop.example/v1", variables: { scheme: { default: https } } }]
security: [{ key: [] }]
tags: [{ name: orders, description: Orders of customers. }, { name: files }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      summary: List orders
      parameters:
        - { name: cursor, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: Fine., content: { application/json: { schema: { $ref: "#/components/schemas/Orders" } } } }
    post:
      operationId: createOrder
      tags: [orders]
      summary: Place an order
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewOrder" } } } }
      responses:
        "201": { description: Created., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "422": { description: Invalid., content: { application/json: { schema: { $ref: "#/components/schemas/ApiError" } } } }
  /orders/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: getOrder
      tags: [orders]
      summary: Get an order
      responses:
        "200": { description: Fine., content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        "404": { description: None., content: { application/json: { schema: { $ref: "#/components/schemas/ApiError" } } } }
  /files:
    post:
      operationId: uploadFile
      tags: [files]
      summary: Upload a file
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [file], properties: { file: { type: string, format: binary } } }
      responses: { "204": { description: Stored. } }
  /settings:
    post:
      operationId: updateSettings
      tags: [settings]
      parameters: [{ name: of, in: query, required: true, style: deepObject, schema: { $ref: "#/components/schemas/Settings" } }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [set], properties: { set: { $ref: "#/components/schemas/Settings" } } }
      responses: { "204": { description: Updated. } }
components:
  securitySchemes: { key: { type: http, scheme: bearer, description: A key of your account. } }
  schemas:
    Orders:
      type: object
      required: [data]
      properties:
        data: { type: array, items: { $ref: "#/components/schemas/Order" } }
        next_cursor: { type: [string, "null"] }
    NewOrder:
      type: object
      required: [sku]
      properties: { sku: { type: string, examples: [PEN-1] }, quantity: { type: integer, minimum: 1, default: 1 } }
    Order:
      type: object
      required: [id, sku]
      properties: { id: { type: string, format: uuid }, sku: { type: string }, quantity: { type: integer } }
    Settings: { type: object, properties: { invoices: { type: boolean } } }
    ApiError: { type: object, required: [message], properties: { message: { type: string } } }
`;
