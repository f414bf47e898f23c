// `$id`, anchors and dynamic references: the base of references, and their targets.
import { describe, expect, it } from "vitest";
import { apiOf, type Files, readFiles } from "../../source/memory-files.ts";
import { print } from "./print.ts";

const openapi = (schemas: string): string =>
  `openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n${schemas.trim().replace(/^/gm, "    ")}`;

function meaningsOf(files: Files): Readonly<Record<string, string>> {
  return Object.fromEntries(apiOf(files).schemas.map(({ name, schema }) => [name, print(schema)]));
}

describe("an $id", () => {
  it("identifies its schema, and is the base of references inside of it", () => {
    const files = {
      "openapi.yaml": openapi(`
Order: { $id: "https://example.com/schemas/order", properties: { line: { $ref: line }, self: { $ref: "#" } }, type: object }
Line: { $id: "https://example.com/schemas/line", type: array, items: { $ref: "#/$defs/text" }, $defs: { text: { type: string } } }
User: { $ref: "https://example.com/schemas/line" }
`),
    };
    expect(meaningsOf(files)).toEqual({
      Order: "{ line?: -> Line, self?: -> Order, ... }",
      Line: "[...-> Text]",
      Text: "string",
      User: "-> Line",
    });
  });

  it("is resolved against the one around it, and can be a URN", () => {
    const files = {
      "openapi.yaml": openapi(`
Outer: { $id: "https://example.com/a/", $defs: { Inner: { $id: "b/c", $defs: { Deep: { $id: d, type: string } } } } }
Urn: { $id: "urn:example:thing", properties: { a: { $ref: "#/properties/b" }, b: { type: number } }, type: object }
Uses: { anyOf: [{ $ref: "https://example.com/a/b/d" }, { $ref: "urn:example:thing" }, { $ref: "urn:example:thing#/properties/b" }] }
`),
    };
    expect(meaningsOf(files)["Uses"]).toBe("anyOf(-> Deep, -> Urn, -> UrnB)");
  });

  it("is ignored where it is not a keyword", () => {
    const files = {
      "openapi.yaml": openapi(`
Order: { type: object, properties: { $id: { type: string }, $anchor: { type: string } } }
Listed: { enum: [{ $id: "https://example.com/x", $anchor: a }] }
Named: { $id: "https://example.com/x", $anchor: a, type: boolean }
Uses: { anyOf: [{ $ref: "https://example.com/x" }, { $ref: "https://example.com/x#a" }] }
`),
    };
    expect(meaningsOf(files)["Uses"]).toBe("anyOf(-> Named, -> Named)");
  });

  it("of a file is the published URL, against which neighbouring files are resolved", () => {
    const files = {
      "openapi.yaml": openapi('Order: { $ref: "schemas/order.json" }'),
      "schemas/order.json": JSON.stringify({ $id: "https://example.com/v1/order.json", items: { $ref: "line.json" } }),
      "schemas/line.json": JSON.stringify({ $id: "https://example.com/v1/line.json", type: "string" }),
    };
    expect(meaningsOf(files)["Order"]).toContain("[...-> Line]");
    const other = { ...files, "schemas/line.json": JSON.stringify({ $id: "https://example.com/v2/line.json" }) };
    expect(readFiles(other).messages).toContain(
      'schemas/order.json:1:60 error ref-remote: the reference "https://example.com/v1/line.json" is a URL, and references are not fetched',
    );
  });

  it("of a meta-schema resolves without a local file", () => {
    const { schemas } = apiOf({
      "openapi.yaml": openapi('Schema: { $ref: "https://spec.openapis.org/oas/3.1/dialect/base" }'),
    });
    expect(schemas.map(({ name }) => name)).toContain("ApplicatorForBase");
  });
});

describe("an anchor", () => {
  it("identifies a schema of its resource, from the same file and from others", () => {
    const files = {
      "openapi.yaml": openapi(`
Order: { type: object, properties: { id: { $anchor: id, type: integer } } }
Uses: { anyOf: [{ $ref: "#id" }, { $ref: "other.yaml#id" }, { $ref: "#/components/schemas/Order/properties/id" }] }
`),
      "other.yaml": "$defs: { Id: { $anchor: id, type: string } }\n",
    };
    expect(meaningsOf(files)["Uses"]).toBe("anyOf(-> OrderId, -> Id, -> OrderId)");
  });

  it("is written as $id in AsyncAPI", () => {
    const document = `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\ncomponents: { schemas: { A: { $id: "#a", type: string }, B: { type: array, items: { $ref: "#a" } } } }\n`;
    expect(meaningsOf({ "asyncapi.yaml": document })["B"]).toBe("[...-> A]");
  });
});

describe("a dynamic reference", () => {
  const tree = `
Tree: { $id: tree, $dynamicAnchor: node, type: object, properties: { value: {}, children: { type: array, items: { $dynamicRef: "#node" } } } }
`;
  const strict = "Strict: { $id: strict, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false }\n";

  it("resolves to the outermost schema of its name, and the schema around it has a name for each scope", () => {
    expect(meaningsOf({ "openapi.yaml": openapi(tree + strict) })).toEqual({
      Tree: "{ value?: any, children?: [...-> Tree], ... }",
      Strict: "left by -> TreeForStrict(other members never)",
      TreeForStrict: "{ value?: any, children?: [...-> Strict], ... }",
    });
  });

  it("gives the same names in any order", () => {
    const forwards = meaningsOf({ "openapi.yaml": openapi(tree + strict) });
    expect(meaningsOf({ "openapi.yaml": openapi(strict + tree) })).toEqual(forwards);
  });

  it("copies no unrelated schemas", () => {
    const other = "Text: { $id: text, type: string }\nUser: { $id: user, $dynamicAnchor: x, items: { $ref: text } }\n";
    const { schemas } = apiOf({ "openapi.yaml": openapi(tree + strict + other) });
    expect(schemas.map(({ name }) => name).sort()).toEqual(["Strict", "Text", "Tree", "TreeForStrict", "User"]);
  });

  it("to an ordinary anchor is an ordinary reference", () => {
    const files = { "openapi.yaml": openapi('A: { $dynamicRef: "#/components/schemas/B" }\nB: { type: string }\n') };
    expect(meaningsOf(files)).toEqual({ A: "-> B", B: "string" });
  });
});

describe("a $schema", () => {
  it("of draft 07 selects draft 07", () => {
    const files = {
      "openapi.yaml": openapi('Old: { $ref: old.json }\nNew: { $ref: "old.json#/definitions/new" }'),
      "old.json": JSON.stringify({
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        dependencies: { a: ["b"] },
        properties: { list: { items: [{ type: "string" }], additionalItems: false } },
        definitions: {
          new: { $schema: "https://json-schema.org/draft/2020-12/schema", type: "array", prefixItems: [true] },
        },
      }),
    };
    const { Old, New } = meaningsOf(files);
    expect(Old).toContain("[string, ...never]");
    expect(Old).toContain("a requires b");
    expect(New).toBe("[any, ...any]");
  });

  it("of draft 07 ignores keywords of later drafts and reports them", () => {
    const { messages, api } = readFiles({
      "openapi.yaml": openapi("Old: { $schema: http://json-schema.org/draft-07/schema, type: array, minContains: 2 }"),
    });
    expect(messages).toContain("openapi.yaml:6:74 warning no-effect");
    expect(api?.schemas.map(({ schema }) => print(schema))).toEqual(["[...any]"]);
  });

  it("can be a custom meta-schema of known vocabularies", () => {
    const vocabulary = "https://json-schema.org/draft/2020-12/vocab";
    const files = (required: string) => ({
      "openapi.yaml": openapi(`
Meta: { $id: "https://example.com/meta", $vocabulary: { "${vocabulary}/core": true, "${vocabulary}/applicator": true, ${required} } }
Loose: { $schema: "https://example.com/meta", $id: "https://example.com/loose", items: { type: string } }
`),
    });
    const { messages, api } = readFiles(files('"https://example.com/vocab": false'));
    expect(messages).toContain("warning no-effect");
    expect(api?.schemas.map(({ schema }) => print(schema))).toContain(
      "null | boolean | number | string | [...any] | { ... }",
    );
    expect(readFiles(files('"https://example.com/vocab": true')).messages).toContain("error unsupported-dialect");
  });
});
