// The names of the generated code, and that each depends only on its location in the description.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../scripts/testing/any-character.ts";
import { camelOf, pascalOf } from "../../src/model/finish/naming/identifiers.ts";
import { apiOf, type Files, readFiles } from "../source/memory-files.ts";

describe("identifiers", () => {
  it.each([
    ["order", "Order", "order"],
    ["order-status", "OrderStatus", "orderStatus"],
    ["list_orders", "ListOrders", "listOrders"],
    ["listOrders", "ListOrders", "listOrders"],
    ["GetOrder", "GetOrder", "getOrder"],
    ["order.created", "OrderCreated", "orderCreated"],
    ["/v1/orders/{id}", "V1OrdersId", "v1OrdersId"],
    ["URL", "URL", "url"],
    ["URLFor", "URLFor", "urlFor"],
    ["HTTPServer", "HTTPServer", "httpServer"],
    ["X509Certificate", "X509Certificate", "x509Certificate"],
    ["eMail", "EMail", "eMail"],
    ["2fa", "_2fa", "_2fa"],
    ["größe", "Größe", "größe"],
    ["Überweisung", "Überweisung", "überweisung"],
    ["注文", "注文", "注文"],
    ["e\u0301tat", "État", "état"],
    ["𝒳y", "𝒳y", "𝒳y"],
    ["a  b\n c", "ABC", "aBC"],
    ["$ref", "Ref", "ref"],
    ["--", "", ""],
    ["💩", "", ""],
  ])("are made of letters and digits: %s -> %s, %s", (text, pascal, camel) => {
    expect([pascalOf([text]), camelOf(text)]).toEqual([pascal, camel]);
  });

  it("are identifiers, or empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 8 }), (text) => {
        for (const name of [pascalOf([text]), camelOf(text)]) {
          if (name !== "") expect(name).toMatch(/^[\p{ID_Start}_][\p{ID_Continue}]*$/u);
        }
      }),
      { seed: 21, numRuns: 2000 },
    );
  });
});

const document = (parts: object): string =>
  JSON.stringify({ openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, ...parts });
const ref = (pointer: string): object => ({ $ref: pointer });

/** Names by location. */
function namesOf(files: Files): Record<string, string> {
  return Object.fromEntries(
    readFiles(files).api?.schemas.map(({ identity, name }) => [identity.replace("/project/", ""), name]) ?? [],
  );
}

describe("schemas", () => {
  it("in components keep the names their author chose", () => {
    const schemas = { order: {}, "order-line": {}, HTTPError: {}, größe: {} };
    expect(Object.values(namesOf({ "openapi.json": document({ components: { schemas } }) }))).toEqual([
      "Order",
      "OrderLine",
      "HTTPError",
      "Größe",
    ]);
  });

  it("in files are named after the component that refers to them, the file, or the location in it", () => {
    const files = {
      "spec/openapi.json": document({
        components: {
          schemas: {
            Purchase: ref("schemas/order.json"),
            All: {
              anyOf: [
                ref("schemas/order.json#/properties/lines"),
                ref("schemas/order.json#/properties/lines/items"),
                ref("schemas/order.json#/$defs/Money"),
                ref("schemas/order.json#/properties/messages/items"),
                ref("schemas/customer.json"),
                ref("schemas/common.json#/Address"),
                ref("#/components/schemas/All/properties/a"),
              ],
              properties: { a: { type: "string" } },
            },
          },
        },
      }),
      "spec/schemas/order.json": JSON.stringify({
        properties: { lines: { type: "array", items: { type: "string" } }, messages: { items: {} } },
        $defs: { Money: {} },
      }),
      "spec/schemas/customer.json": "{}",
      "spec/schemas/common.json": '{"Address": {}}',
    };
    expect(namesOf(files)).toEqual({
      "spec/schemas/order.json#": "Purchase",
      "spec/openapi.json#/components/schemas/All": "All",
      "spec/schemas/order.json#/properties/lines": "OrderLines",
      "spec/schemas/order.json#/properties/lines/items": "OrderLinesItem",
      "spec/schemas/order.json#/properties/messages/items": "OrderMessagesItem",
      "spec/schemas/order.json#/$defs/Money": "Money",
      "spec/schemas/customer.json#": "Customer",
      "spec/schemas/common.json#/Address": "Address",
      "spec/openapi.json#/components/schemas/All/properties/a": "AllA",
    });
  });

  it("add more of their location when several compete for one name, and never rename components", () => {
    const files = {
      "openapi.json": document({
        components: {
          schemas: {
            Line: {
              anyOf: [
                ref("order.json#/$defs/Line"),
                ref("invoice.json#/$defs/line"),
                ref("a/order.json"),
                ref("b/order.json"),
              ],
            },
          },
        },
      }),
      "order.json": '{"$defs": {"Line": {}}}',
      "invoice.json": '{"$defs": {"line": {}}}',
      "a/order.json": "{}",
      "b/order.json": "{}",
    };
    expect(namesOf(files)).toEqual({
      "openapi.json#/components/schemas/Line": "Line",
      "order.json#/$defs/Line": "OrderLine",
      "invoice.json#/$defs/line": "InvoiceLine",
      "a/order.json#": "AOrder",
      "b/order.json#": "BOrder",
    });
  });

  it("that differ in case alone clash", () => {
    const files = {
      "openapi.json": document({
        components: { schemas: { All: { anyOf: [ref("a.json#/$defs/OrderLine"), ref("b.json#/$defs/orderline")] } } },
      }),
      "a.json": '{"$defs": {"OrderLine": {}}}',
      "b.json": '{"$defs": {"orderline": {}}}',
    };
    expect(Object.values(namesOf(files))).toEqual(["All", "AOrderLine", "BOrderline"]);
  });

  it("that would clash keep their own spelling, and an exact spelling keeps the name", () => {
    const schemas = {
      error: {},
      Error: {},
      string: {},
      String: {},
      "order-line": {},
      order_line: {},
      FileDto: {},
      FileDTO: {},
      "--": {},
      "cafe\u0301": {},
      "caf\u00e9": {},
      "1st": {},
      "1-st": {},
    };
    const named = namesOf({ "openapi.json": document({ components: { schemas } }) });
    expect(Object.values(named)).toEqual([
      "error",
      "Error",
      "string_",
      "String",
      "order_dash_line",
      "order_line",
      "FileDto",
      "FileDTO",
      "dash__dash",
      "cafe_u301",
      "caf\u00e9",
      "_1st",
      "_1St",
    ]);
  });

  it.each([
    [
      "are its body",
      ["CreateOrderRequest", "createorderresponse", "HttpStatus", "CreateOrder"],
      ["CreateOrderRequestBody", "CreateorderresponseBody", "HttpStatusBody", "CreateOrder"],
    ],
    [
      "and another like that body get a suffix, and the other one keeps its name",
      ["CreateOrderRequest", "CreateOrderRequestBody"],
      ["CreateOrderRequest_", "CreateOrderRequestBody"],
    ],
  ])("named like an operation's request or response %s", (_, keys, names) => {
    const paths = { "/a": { post: { operationId: "createOrder", responses: {} } } };
    const components = { schemas: Object.fromEntries(keys.map((key) => [key, {}])) };
    expect(Object.values(namesOf({ "openapi.json": document({ paths, components }) }))).toEqual(names);
  });
});

describe("operations", () => {
  const namesOfOperations = (paths: object): string[] =>
    (readFiles({ "openapi.json": document({ paths }) }).api?.http?.operations ?? []).map(
      ({ id, name, typeName }) => `${id} ${name} ${typeName}`,
    );

  it("are named after their operationId, or after method and path", () => {
    const responses = {};
    const parameters = [{ name: "id", in: "path", required: true, schema: {} }];
    const paths = {
      "/orders/{id}": { parameters, get: { responses }, post: { operationId: "delete", responses } },
      "/": { get: { responses } },
      "/v1/orders.list": { get: { operationId: "GetURL", responses } },
    };
    expect(namesOfOperations(paths)).toEqual([
      "get_orders_by_id getOrdersById GetOrdersById",
      "delete deleteOperation Delete",
      "get getOperation Get",
      "GetURL getURL GetURL",
    ]);
  });

  it("clash when only the function names are the same", () => {
    const paths = {
      "/a": { get: { operationId: "delete", responses: {} } },
      "/b": { get: { operationId: "deleteOperation", responses: {} } },
    };
    const { report } = readFiles({ "openapi.json": document({ paths }) });
    expect(report.list().map(({ code, message }) => `${code} ${message}`)).toEqual([
      'spelled-name the operation "delete" is called "getA" in the generated code: "deleteOperation" could also be the operation "deleteOperation"',
    ]);
  });

  it("of webhooks are named after every character of their keys where names would clash", () => {
    const hook = { post: { responses: {} } };
    const text = document({ webhooks: { newPet: hook, "new-pet": hook, new_pet: hook } });
    const { api } = readFiles({ "openapi.json": text });
    expect(api?.http?.webhooks.map(({ name }) => name)).toEqual(["newPet", "newDashPet", "newUnderscorePet"]);
  });

  it("that would clash are distinguished by their locations, and those by every character", () => {
    const get = (operationId?: string): object => ({
      get: { ...(operationId === undefined ? {} : { operationId }), responses: {} },
    });
    const paths = {
      "/jobs": get(),
      "/jobs/": get(),
      "/users/~": get(),
      "/users": get(),
      "/a/b": get(),
      "/a_b": get(),
      "/by/x": get(),
      "/{x}": { parameters: [{ name: "x", in: "path", required: true, schema: {} }], ...get() },
      "/rules": get("List rules"),
      "/all-rules": get("List Rules"),
      "/one": get("getItem"),
      "/other": get("GetItem"),
      "/nothing": get(""),
    };
    expect(namesOfOperations(paths)).toEqual([
      "get_jobs getJobs GetJobs",
      "get_jobs_slash getJobsSlash GetJobsSlash",
      "get_users_tilde getUsersTilde GetUsersTilde",
      "get_users getUsers GetUsers",
      "get_a_b getAB GetAB",
      "get_a_underscore_b getAUnderscoreB GetAUnderscoreB",
      "get_by_x getByX GetByX",
      "get_parameter_x getParameterX GetParameterX",
      "List rules getRules GetRules",
      "List Rules getAllRules GetAllRules",
      "getItem getItem GetItem",
      "GetItem getOther GetOther",
      " getNothing GetNothing",
    ]);
  });
});

describe("messages", () => {
  const messagesOf = (channels: object, messages: object = {}): string[] => {
    const info = { title: "T", version: "1" };
    const text = JSON.stringify({ asyncapi: "3.0.0", info, channels, components: { messages } });
    return (apiOf({ "asyncapi.json": text }).messaging?.messages ?? []).map(({ typeName }) => typeName);
  };
  const payload = true;

  it("are named after their key, and after channel and key when two channels use one", () => {
    expect(
      messagesOf({
        orders: { messages: { "order-created": { payload }, changed: { payload } } },
        invites: { messages: { Changed: { payload } } },
      }),
    ).toEqual(["OrderCreated", "OrdersChanged", "InvitesChanged"]);
  });

  it("of components keep their name where a channel has another message of that name", () => {
    const shared = { $ref: "#/components/messages/changed" };
    expect(
      messagesOf(
        { orders: { messages: { changed: { payload } } }, all: { messages: { any: shared } } },
        { changed: { payload } },
      ),
    ).toEqual(["OrdersChanged", "Changed"]);
  });
});

/** A description whose schemas refer to locations in files, so that names of every kind occur. */
const names = ["Order", "order", "order_line", "OrderLine", "Line", "line", "Money", "A", "B", "Item"] as const;
const places = names.flatMap((name) => [
  `a.json#/$defs/${name}`,
  `b.json#/$defs/${name}`,
  `a.json#/properties/${name}/items`,
  `c/${name.toLowerCase()}.json`,
]);
const definitions = Object.fromEntries(names.map((name) => [name, {}]));
const library = JSON.stringify({
  $defs: definitions,
  properties: Object.fromEntries(names.map((name) => [name, { items: {} }])),
});
const libraries: Files = {
  "a.json": library,
  "b.json": library,
  ...Object.fromEntries(names.map((name) => [`c/${name.toLowerCase()}.json`, "{}"])),
};

const descriptions = fc.record({
  components: fc.uniqueArray(fc.constantFrom("Order", "Line", "Money", "Tree", "Item"), { maxLength: 4 }),
  referred: fc.uniqueArray(fc.constantFrom(...places), { maxLength: 6 }),
});

function filesOf(components: readonly string[], referred: readonly string[]): Files {
  const schemas = Object.fromEntries(components.map((name) => [name, { type: "object" }]));
  const holder = { anyOf: [...referred.map(ref), true] };
  return { ...libraries, "openapi.json": document({ components: { schemas: { ...schemas, Holder: holder } } }) };
}

/** Names by location, with or without problems. */
function allNames(files: Files): Map<string, string> {
  return new Map(readFiles(files).api?.schemas.map(({ identity, name }) => [identity, name] as const));
}

/** A name without the separators between its parts. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}

describe("names depend only on locations", () => {
  it("in any order of the description", () => {
    fc.assert(
      fc.property(descriptions, fc.nat(), ({ components, referred }, turn) => {
        const turned = <T>(list: readonly T[]): T[] =>
          list.map((_, index) => list[(index + turn) % list.length] as T).reverse();
        const [one, other] = [
          allNames(filesOf(components, referred)),
          allNames(filesOf(turned(components), turned(referred))),
        ];
        expect(Object.fromEntries(one)).toEqual(Object.fromEntries(other));
      }),
      { seed: 22, numRuns: 300 },
    );
  });

  it("not on other schemas: a new schema renames only those that compete for its name, and never a component", () => {
    fc.assert(
      fc.property(
        descriptions,
        fc.constantFrom(...places, "Order", "Line", "New"),
        ({ components, referred }, added) => {
          const isComponent = !added.includes("json");
          const before = allNames(filesOf(components, referred));
          const after = allNames(
            filesOf(
              isComponent ? [...new Set([...components, added])] : components,
              isComponent ? referred : [...new Set([...referred, added])],
            ),
          );
          const fresh = new Set([...after].filter(([place]) => !before.has(place)).map(([, name]) => letters(name)));
          const renamed = [...before].filter(([place, name]) => after.get(place) !== name);
          for (const [place, name] of renamed) {
            expect(place).not.toContain("components");
            // A renamed schema competed for the name of the new one, so its new name contains its old name.
            expect(letters(after.get(place) ?? "")).toContain(letters(name));
            expect([...fresh].some((word) => word.includes(letters(name)) || letters(name).includes(word))).toBe(true);
          }
        },
      ),
      { seed: 23, numRuns: 500 },
    );
  });
});
