// Rename, through the protocol: names that are taken or cannot be written are rejected, and all others are written so that they are read back.
import { describe, expect, test } from "vitest";
import { defaultLimits, parseFile } from "waybill/language";
import { Editor, quickEngine } from "./editor.ts";

const openapi = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
security: [{ key: [] }]
tags:
  - name: orders
  - name: 'parcels'
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      responses: { "200": { $ref: "#/components/responses/Listed" } }
    post:
      operationId: createOrder
      tags:
        - orders
        - "parcels"
        - drafts
      security: [{ other: [] }]
      responses:
        "200":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
          links: { all: { operationId: listOrders } }
  /parcels: { $ref: "paths.yaml#/parcels" }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: x-key }
    other: { type: http, scheme: basic }
  responses:
    Listed: { description: All orders. }
  schemas:
    Order:
      type: object
      properties:
        next: { $ref: "#/components/schemas/Order/properties/id" }
        id: { type: string }
    NewOrder: { $ref: "#/components/schemas/Order" }
    Parcel: { type: object, properties: { sort: { type: string } } }
    Thing:
      oneOf: [{ $ref: "#/components/schemas/Order" }, { $ref: "#/components/schemas/Parcel" }]
      discriminator: { propertyName: sort, mapping: { order: Order, parcel: 'Parcel' } }
`;

const paths = `parcels:
  get:
    operationId: listParcels
    security: [{ key: [] }]
    responses: { "204": { description: None. } }
`;

const asyncapi = `asyncapi: 3.0.0
info: { title: Shop, version: 1.0.0 }
channels:
  orders:
    address: orders
    messages:
      created: { payload: { type: string } }
      changed: { payload: { type: string } }
  parcels: { address: parcels }
operations:
  sendCreated:
    action: send
    channel: { $ref: "#/channels/orders" }
    messages: [{ $ref: "#/channels/orders/messages/created" }]
  sendChanged:
    action: send
    channel: { $ref: "#/channels/orders" }
components:
  messages:
    gone: { payload: { type: string } }
    lost: { payload: { type: string } }
`;

const engine = quickEngine();

function editor(changed: Readonly<Record<string, string>> = {}): Promise<Editor> {
  const files = { "openapi.yaml": openapi, "paths.yaml": paths, "asyncapi.yaml": asyncapi, ...changed };
  return Editor.open(files, { engine, breakingChanges: false });
}

/** The texts after the name at a place was changed; `after`: characters from the beginning of the text that is at the place. */
async function renamed(
  it: Editor,
  [name, written, after = 0]: readonly [name: string, written: string, after?: number],
  to: string,
): Promise<Record<string, string>> {
  return it.edited(await it.rename(name, it.place(name, written, after), to));
}

function lineOf(text: string, written: string): number {
  return text.slice(0, text.indexOf(written)).split("\n").length;
}

function readValue(text: string | undefined, format: "yaml" | "json" = "yaml"): unknown {
  const parsed = parseFile({ path: "/a", text: text ?? "", format, limits: defaultLimits });
  if (!parsed.ok) throw new Error(`does not parse:\n${text}`);
  return parsed.value;
}

describe("a name that is taken is rejected, with the place that has it", () => {
  test.each<readonly [kind: string, file: string, from: string, to: string, at: string]>([
    ["schema", "openapi.yaml", "Order:\n", "NewOrder", "NewOrder: {"],
    ["operation", "openapi.yaml", "createOrder", "listOrders", "operationId: listOrders"],
    ["operation", "openapi.yaml", "listOrders", "createOrder", "operationId: createOrder"],
    ["security scheme", "openapi.yaml", "key: { type", "other", "other: { type"],
    ["tag", "openapi.yaml", "orders\n  - name", "parcels", "name: 'parcels'"],
    ["tag", "openapi.yaml", "orders\n  - name", "drafts", "- drafts"],
    ["channel", "asyncapi.yaml", "orders:\n    address", "parcels", "parcels: {"],
    ["message", "asyncapi.yaml", "created: {", "changed", "changed: {"],
    ["message", "asyncapi.yaml", "gone: {", "lost", "lost: {"],
    ["operation", "asyncapi.yaml", "sendCreated", "sendChanged", "sendChanged"],
  ])("the %s of another, in %s: %j", async (kind, file, from, to, at) => {
    const it = await editor();
    const line = lineOf(it.text(file), at);
    await expect(renamed(it, [file, from, 1], to)).rejects.toThrow(
      `there is already ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind} "${to}", ${file}:${line}`,
    );
  });

  test("its own name is none that is taken, and one of another kind is free", async () => {
    const it = await editor();
    expect((await renamed(it, ["openapi.yaml", "Order:\n", 1], "Order"))["openapi.yaml"]).toBe(openapi);
    expect((await renamed(it, ["openapi.yaml", "createOrder", 1], "createOrder"))["openapi.yaml"]).toBe(openapi);
    const edited = await renamed(it, ["openapi.yaml", "Listed: {", 1], "Order");
    expect(edited["openapi.yaml"]).toContain("#/components/responses/Order");
  });
});

describe("a new name", () => {
  test.each([
    ...["a, b: c", "a: b #c", "[x]", "null", "true", "12", "1.0", "it's", 'say "so"', "back\\slash", "- x"],
    ...["é", "yes", "{a}"],
  ])("is written so that it is read back: %s", async (name) => {
    const it = await editor();
    for (const from of ["name: orders", "name: 'parcels'"]) {
      const before = from.includes("'") ? "parcels" : "orders";
      const edited = await renamed(it, ["openapi.yaml", from, 8], name);
      const expected = JSON.stringify(readValue(openapi)).replace(
        new RegExp(`(?<!paths":.*"/|/)"${before}"`, "g"),
        () => JSON.stringify(name),
      );
      expect(readValue(edited["openapi.yaml"])).toEqual(JSON.parse(expected));
    }
    const edited = await renamed(it, ["openapi.yaml", "listOrders", 1], name);
    expect(readValue(edited["openapi.yaml"])).toMatchObject({
      paths: {
        "/orders": {
          get: { operationId: name },
          post: { responses: { "200": { links: { all: { operationId: name } } } } },
        },
      },
    });
  });

  test("the quotes of each place stay, a name that needs none gets none, and one in JSON is escaped", async () => {
    const it = await editor({ "api.json": JSON.stringify(readValue(openapi), null, 2) });
    const plain = await renamed(it, ["openapi.yaml", "name: 'parcels'", 8], "boxes");
    expect(plain["openapi.yaml"]).toBe(openapi.replace("'parcels'", "'boxes'").replace('"parcels"', '"boxes"'));
    const single = await renamed(it, ["openapi.yaml", "name: 'parcels'", 8], `it's "x"`);
    expect(single["openapi.yaml"]).toBe(
      openapi.replace("'parcels'", `'it''s "x"'`).replace('"parcels"', String.raw`"it's \"x\""`),
    );
    const edited = await renamed(it, ["api.json", '"name": "orders"', 10], 'a "b" \\ c');
    expect(readValue(edited["api.json"], "json")).toMatchObject({ tags: [{ name: 'a "b" \\ c' }, {}] });
  });

  test("a component whose name is read as a number or a word gets quotes as a key, not in references", async () => {
    const it = await editor();
    const edited = await renamed(it, ["openapi.yaml", "Order:\n", 1], "1.0");
    expect(edited["openapi.yaml"]).toContain('    "1.0":\n');
    expect(edited["openapi.yaml"]).toContain('"#/components/schemas/1.0"');
    expect(edited["openapi.yaml"]).toContain(`mapping: { order: "1.0", parcel: 'Parcel' }`);
    const scheme = await renamed(it, ["openapi.yaml", "key: { type", 1], "0x10");
    expect(scheme["openapi.yaml"]).toContain('security: [{ "0x10": [] }]');
  });

  test.each([
    ["", "must not be empty"],
    ["  ", "must not be empty"],
    [" a", "must not begin or end with a space"],
    ["a\nb", "must be on one line"],
    ["a\tb", "must be on one line"],
  ])("is rejected: %j", async (name, message) => {
    const it = await editor();
    await expect(renamed(it, ["openapi.yaml", "name: orders", 8], name)).rejects.toThrow(message);
    await expect(renamed(it, ["openapi.yaml", "listOrders", 1], name)).rejects.toThrow(message);
  });
});

describe("every mention changes, or none", () => {
  test("a security scheme of the root document, in the requirement of another file", async () => {
    const it = await editor();
    const edited = await renamed(it, ["openapi.yaml", "key: { type", 1], "token");
    expect(edited["openapi.yaml"]).toContain("security: [{ token: [] }]");
    expect(edited["paths.yaml"]).toBe(paths.replace("key", "token"));
    expect(await renamed(it, ["paths.yaml", "key: []", 1], "token")).toEqual(edited);
    await expect(renamed(it, ["paths.yaml", "key: []", 1], "other")).rejects.toThrow("openapi.yaml:");
  });

  test("a security scheme of Swagger 2.0", async () => {
    const swagger = `swagger: "2.0"
info: { title: A, version: "1" }
security: [{ key: [] }]
paths: { /parcels: { $ref: "paths.yaml#/parcels" } }
securityDefinitions:
  key: { type: apiKey, in: header, name: x-key }
  other: { type: basic }
`;
    const it = await Editor.open({ "api.yaml": swagger, "paths.yaml": paths }, { engine, breakingChanges: false });
    const edited = await renamed(it, ["api.yaml", "key: { type", 1], "token");
    expect(edited).toEqual({
      "api.yaml": swagger.replace("{ key:", "{ token:").replace("  key:", "  token:"),
      "paths.yaml": paths.replace("key", "token"),
    });
    expect(await renamed(it, ["paths.yaml", "key: []", 1], "token")).toEqual(edited);
    await expect(renamed(it, ["api.yaml", "key: { type", 1], "other")).rejects.toThrow(
      'there is already a security scheme "other", api.yaml:7',
    );
  });

  test("in a text with CR LF, while a line of it is typed", async () => {
    const it = await editor({ "openapi.yaml": openapi.replaceAll("\n", "\r\n") });
    const renamedTo = await renamed(it, ["openapi.yaml", "Order:\r\n", 1], "Fault");
    expect(renamedTo["openapi.yaml"]).toContain("    Fault:\r\n");
    await it.type("openapi.yaml", "operationId: createOrder\r\n", "operationId: createOrder\r\n      summ\r\n");
    const [target] = await it.definition("openapi.yaml", it.place("openapi.yaml", "responses/Listed", 12));
    expect(target?.range.start).toEqual(it.place("openapi.yaml", "Listed: {"));
  });

  test("a member of a file that has no standard layout, with its key; a property not at a reference", async () => {
    const it = await editor();
    const edited = await renamed(it, ["openapi.yaml", "paths.yaml#/parcels", 13], "boxes");
    expect(edited["openapi.yaml"]).toContain('$ref: "paths.yaml#/boxes"');
    expect(edited["paths.yaml"]).toBe(paths.replace("parcels:", "boxes:"));
    // It does not have the rules of the property.
    const place = it.place("openapi.yaml", "Order/properties/id", 17);
    expect(await it.prepareRename("openapi.yaml", place)).toBeNull();
    await expect(it.rename("openapi.yaml", place, "number")).rejects.toThrow("cannot be renamed here");
  });

  test("nothing is renamed while a file of the API does not parse", async () => {
    const it = await editor();
    await it.type("paths.yaml", "operationId: listParcels\n", "operationId: listParcels\n    summ\n");
    await expect(renamed(it, ["openapi.yaml", "key: { type", 1], "token")).rejects.toThrow(
      "paths.yaml does not parse: fix it before you rename",
    );
    await it.type("paths.yaml", "    summ\n", "");
    await it.type("openapi.yaml", "operationId: createOrder\n", "operationId: createOrder\n      summ\n");
    await expect(renamed(it, ["openapi.yaml", "Order:\n", 1], "Other")).rejects.toThrow("openapi.yaml does not parse");
  });
});
