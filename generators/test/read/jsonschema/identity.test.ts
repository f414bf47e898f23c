// One location is one schema for every path, alias and spelling that leads to it; recursive references are allowed if they end.
import { describe, expect, it } from "vitest";
import type { NamedSchema } from "../../../src/model/schema.ts";
import { apiOf, cwd, type Files, readFiles } from "../../source/memory-files.ts";
import { print } from "./print.ts";

const openapi = (schemas: string, rest = "paths: {}"): string =>
  `openapi: 3.1.1\ninfo: { title: T, version: "1" }\n${rest}\ncomponents:\n  schemas:\n${schemas.replace(/^(?=.)/gm, "    ")}`;

/** `Name = meaning @ place`, one line a schema. */
function shown(schemas: readonly NamedSchema[]): string[] {
  return schemas.map(({ name, schema, identity }) => `${name} = ${print(schema)} @ ${identity.slice(cwd.length + 1)}`);
}

const schemasOf = (files: Files): string[] => shown(apiOf(files).schemas);

describe("the same location", () => {
  it("is one schema over every path that leads to it", () => {
    const files = {
      "spec/openapi.yaml": openapi(`
All:
  anyOf:
    - { $ref: "schemas/order.yaml" }
    - { $ref: "./schemas/order.yaml" }
    - { $ref: "schemas/../schemas/order.yaml#" }
    - { $ref: "../spec/schemas/order.yaml" }
    - { $ref: "schemas/ord%65r.yaml" }
    - { $ref: "schemas/line.yaml#/properties/order" }
`),
      "spec/schemas/order.yaml": "type: string\n",
      "spec/schemas/line.yaml": "properties: { order: { $ref: order.yaml } }\n",
    };
    expect(schemasOf(files)).toEqual([
      "All = anyOf(-> Order, -> Order, -> Order, -> Order, -> Order, -> LineOrder) @ spec/openapi.yaml#/components/schemas/All",
      "Order = string @ spec/schemas/order.yaml#",
      "LineOrder = -> Order @ spec/schemas/line.yaml#/properties/order",
    ]);
  });

  it("can have any key", () => {
    const schemas = `
Keys:
  type: object
  properties: { a/b: { type: string }, c~d: { type: boolean }, "e%f": { type: integer }, "": { type: "null" }, g h: { type: number } }
Uses:
  anyOf:
    - { $ref: "#/components/schemas/Keys/properties/a~1b" }
    - { $ref: "#/components/schemas/Keys/properties/c~0d" }
    - { $ref: "#/components/schemas/Keys/properties/e%25f" }
    - { $ref: "#/components/schemas/Keys/properties/" }
    - { $ref: "#/components/schemas/Keys/properties/g%20h" }
`;
    const [keys, uses] = schemasOf({ "openapi.yaml": openapi(schemas) });
    expect(keys).toContain(
      "{ a/b?: -> KeysAB, c~d?: -> KeysCD, e%f?: -> KeysEF, ?: -> KeysEmpty, g h?: -> KeysGH, ... }",
    );
    expect(uses).toContain("anyOf(-> KeysAB, -> KeysCD, -> KeysEF, -> KeysEmpty, -> KeysGH)");
  });

  it("can be in a path item, an operation or at the root of the document", () => {
    const paths = `
paths:
  /a:
    get:
      responses:
        "200": { description: Fine., content: { application/json: { schema: { type: string } } } }`;
    const schemas = `
Body: { $ref: "#/paths/~1a/get/responses/200/content/application~1json/schema" }
Info: { $ref: "title.yaml#" }
`;
    expect(
      schemasOf({ "openapi.yaml": openapi(schemas, paths), "title.yaml": 'type: array\nitems: { $ref: "#" }\n' }),
    ).toEqual([
      "Body = -> AGet200ApplicationJson @ openapi.yaml#/components/schemas/Body",
      "Info = [...-> Info] @ title.yaml#",
      "AGet200ApplicationJson = string @ openapi.yaml#/paths/~1a/get/responses/200/content/application~1json/schema",
    ]);
  });
});

describe("an entry of components that only refers", () => {
  it("names a file, and is an alias of a schema that is already named", () => {
    const files = {
      "openapi.yaml": openapi(`
Zebra: { $ref: order.yaml }
Apple: { $ref: order.yaml }
Twice: { $ref: "#/components/schemas/Zebra" }
Other: { $ref: "#/components/schemas/Twice" }
`),
      "order.yaml": "type: string\n",
    };
    // Of two that refer to the file, the first by name wins in any order.
    expect(schemasOf(files)).toEqual([
      "Zebra = -> Apple @ openapi.yaml#/components/schemas/Zebra",
      "Apple = string @ order.yaml#",
      "Twice = -> Zebra @ openapi.yaml#/components/schemas/Twice",
      "Other = -> Twice @ openapi.yaml#/components/schemas/Other",
    ]);
  });

  it("is the same in both descriptions when name and target are", () => {
    const files = {
      "openapi.yaml": openapi("Order: { $ref: order.yaml }\n"),
      "asyncapi.yaml": `asyncapi: 3.0.0
info: { title: T, version: "1" }
components: { schemas: { Order: { $ref: ./order.yaml }, Renamed: { $ref: order.yaml } } }
`,
      "order.yaml": "type: string\n",
    };
    expect(schemasOf(files)).toEqual([
      "Order = string @ order.yaml#",
      "Renamed = -> Order @ asyncapi.yaml#/components/schemas/Renamed",
    ]);
  });

  it("does not rename a schema of the other description", () => {
    const files = {
      "openapi.yaml": openapi("Mine: { $ref: asyncapi.yaml#/components/schemas/Theirs }\n"),
      "asyncapi.yaml":
        'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\ncomponents: { schemas: { Theirs: { type: string } } }\n',
    };
    expect(schemasOf(files)).toEqual([
      "Mine = -> Theirs @ openapi.yaml#/components/schemas/Mine",
      "Theirs = string @ asyncapi.yaml#/components/schemas/Theirs",
    ]);
  });
});

describe("a schema inside another one", () => {
  const schemas = {
    whole: "Whole: { type: object, properties: { part: { type: string } } }\n",
    user: 'User: { $ref: "#/components/schemas/Whole/properties/part" }\n',
  };

  it("that is referred to is a reference everywhere, in any order", () => {
    const expected = [
      "Whole = { part?: -> WholePart, ... } @ openapi.yaml#/components/schemas/Whole",
      "User = -> WholePart @ openapi.yaml#/components/schemas/User",
      "WholePart = string @ openapi.yaml#/components/schemas/Whole/properties/part",
    ].sort();
    expect(schemasOf({ "openapi.yaml": openapi(schemas.whole + schemas.user) }).sort()).toEqual(expected);
    expect(schemasOf({ "openapi.yaml": openapi(schemas.user + schemas.whole) }).sort()).toEqual(expected);
  });

  it("is named even if its parent is not a schema, or is in the other description", () => {
    const media = "application~1json/schema";
    const paths = `paths: { /a: { get: { operationId: a, responses: { 200: { description: OK, content:
  { application/json: { schema: { type: object, properties: { part: { type: string } } } } } } } } } }`;
    const files = {
      "openapi.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
${paths}
components: { schemas: { ${schemas.whole.trim()}, User: { $ref: "#/paths/~1a/get/responses/200/content/${media}/properties/part" } } }
`,
      "asyncapi.yaml": `asyncapi: 3.0.0
info: { title: T, version: "1" }
components: { schemas: { ${schemas.user.trim().replace('"#', '"openapi.yaml#')} } }
`.replace("User:", "Other:"),
    };
    expect(schemasOf(files).map((line) => line.split(" @ ")[0])).toEqual(
      expect.arrayContaining(["Whole = { part?: -> WholePart, ... }", "Other = -> WholePart", "WholePart = string"]),
    );
    const { api } = readFiles(files);
    const media200 = api?.http?.operations[0]?.responses[0]?.content[0]?.schema;
    expect(media200?.kind === "object" && media200.properties[0]?.schema.kind).toBe("ref");
  });

  it("is reported once although it is read twice", () => {
    const { messages } = readFiles({
      "openapi.yaml": openapi(schemas.whole.replace("string", "strng") + schemas.user),
    });
    expect(messages.match(/unknown-type/g)).toHaveLength(1);
  });
});

describe("circular references", () => {
  it.each([
    ["through a member", "A: { type: object, properties: { a: { $ref: '#/components/schemas/A' } } }\n"],
    ["through an element", "A: { type: array, items: { $ref: '#/components/schemas/A' } }\n"],
    [
      "through two schemas",
      "A: { type: array, items: { $ref: '#/components/schemas/B' } }\nB: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: string }] }\n",
    ],
    ["through propertyNames", "A: { type: object, propertyNames: { $ref: '#/components/schemas/A' } }\n"],
    ["through additionalProperties", "A: { type: object, additionalProperties: { $ref: '#/components/schemas/A' } }\n"],
  ])("are fine: %s", (_, schemas) => {
    expect(readFiles({ "openapi.yaml": openapi(schemas) }).messages).toBe("");
  });

  it.each([
    ["itself", "A: { $ref: '#/components/schemas/A' }\n"],
    ["each other", "A: { $ref: '#/components/schemas/B' }\nB: { $ref: '#/components/schemas/A' }\n"],
    ["allOf", "A: { type: object, allOf: [{ $ref: '#/components/schemas/A' }] }\n"],
    ["anyOf", "A: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: string }] }\n"],
    ["not", "A: { not: { $ref: '#/components/schemas/A' } }\n"],
    ["if", "A: { if: { $ref: '#/components/schemas/A' } }\n"],
    ["dependentSchemas", "A: { type: object, dependentSchemas: { a: { $ref: '#/components/schemas/A' } } }\n"],
    ["a file", "A: { $ref: 'a.yaml' }\n"],
  ])("that never end are reported once: %s", (_, schemas) => {
    const { report, api } = readFiles({ "openapi.yaml": openapi(schemas), "a.yaml": "$ref: '#'\n" });
    expect(report.list().map(({ code }) => code)).toEqual(["ref-cycle"]);
    // Walking the resulting model terminates.
    expect(api?.schemas.map(({ schema }) => schema.kind)).toContain("any");
  });

  it("in a chain that is too long are reported", () => {
    const chain = (count: number): string =>
      Array.from(
        { length: count },
        (_, index) => `A${index}: { allOf: [{ $ref: '#/components/schemas/A${index + 1}' }] }\n`,
      ).join("");
    const codesOf = (count: number): string[] =>
      readFiles({ "openapi.yaml": openapi(`${chain(count)}A${count}: {}\n`) })
        .report.list()
        .map(({ code }) => code);
    expect(codesOf(150)).toEqual([]);
    expect(new Set(codesOf(20_000))).toEqual(new Set(["unsupported-feature"]));
  });
});
