// Overlays applied to documents: what the specification says of each kind of action, and where the values are written.
import { describe, expect, it } from "vitest";
import { Report, textOf } from "../../../src/diagnostics/index.ts";
import { applyOverlays, reportUnapplied } from "../../../src/read/overlay/apply-overlays.ts";
import { lineColumnOf, type Node, Sources, spanOf, writtenAt } from "../../../src/source/index.ts";
import { cwd, type Files, readerOf, readFiles } from "../../source/memory-files.ts";

const description = `openapi: 3.1.1
info: { title: Shop, version: 1.0.0 }
tags: [{ name: a }, { name: b }, { name: c }]
paths:
  /items:
    get:
      tags: [paged, internal]
      parameters: [{ name: filter, in: query }]
      responses: { "200": { description: The items. } }
  /orders:
    get: { responses: { "200": { description: The orders. } } }
`;

function overlayOf(actions: readonly object[], more: object = {}): string {
  return JSON.stringify({ overlay: "1.1.0", info: { title: "Fixes", version: "1" }, ...more, actions });
}

interface Applied {
  readonly value: unknown;
  readonly messages: string;
  readonly root: Node;
}

function applied(files: Files, overlays: readonly string[], document = "openapi.yaml"): Applied {
  const report = new Report();
  const sources = new Sources({ cwd, readText: readerOf(files) });
  const entries = Object.keys(files).filter((file) => /^(open|async)api\./.test(file));
  const parts = applyOverlays({ sources, report }, overlays, entries);
  reportUnapplied({ sources, report }, parts);
  const opened = sources.open(document);
  if (!opened.ok) throw new Error(opened.problem.kind);
  return { value: opened.value.value, messages: report.list().map(textOf).join("\n"), root: opened.value };
}

function after(...actions: readonly object[]): Applied {
  return applied({ "openapi.yaml": description, "fix.json": overlayOf(actions) }, ["fix.json"]);
}

function at(root: Node, ...keys: readonly string[]): Node {
  return keys.reduce((node, key) => node.get(key) ?? node, root);
}

/** `openapi.yaml:3:9`, where a value is written. */
function placeOf(root: Node, ...keys: readonly string[]): string {
  const written = writtenAt(at(root, ...keys));
  const { line, column } = lineColumnOf(written.document, spanOf(written).start);
  return `${written.document.name}:${line}:${column}`;
}

describe("an update", () => {
  it("merges objects, adds to lists and replaces plain values", () => {
    const { value, messages } = after({
      target: "$",
      update: {
        info: { title: "Store", "x-owner": { team: "core" } },
        tags: [{ name: "d" }],
        paths: { "/items": { get: { tags: ["new"], deprecated: true } } },
      },
    });
    expect(messages).toBe("");
    expect(value).toMatchObject({
      info: { title: "Store", version: "1.0.0", "x-owner": { team: "core" } },
      tags: [{ name: "a" }, { name: "b" }, { name: "c" }, { name: "d" }],
      paths: { "/items": { get: { tags: ["paged", "internal", "new"], deprecated: true, responses: {} } } },
    });
  });

  it.each([
    ["an object is appended to a selected list", { name: "d" }, ["a", "b", "c", "d"]],
    ["a list is concatenated with a selected list", [{ name: "d" }, { name: "e" }], ["a", "b", "c", "d", "e"]],
    ["an empty list adds nothing", [], ["a", "b", "c"]],
  ])("changes lists by the rules of version 1.1: %s", (_, update, names) => {
    const { value } = after({ target: "$.tags", update });
    expect(value).toMatchObject({ tags: names.map((name) => ({ name })) });
  });

  it("replaces a selected plain value, also within a list", () => {
    const { value } = after(
      { target: "$.info.title", update: "Store" },
      { target: "$.paths['/items'].get.tags[?@ == 'internal']", update: "public" },
    );
    expect(value).toMatchObject({
      info: { title: "Store" },
      paths: { "/items": { get: { tags: ["paged", "public"] } } },
    });
  });

  it("changes every target on its own, also one that a value was put into before", () => {
    const { value } = after(
      { target: "$.paths.*", update: { get: { "x-limits": { rate: 1 } } } },
      { target: "$.paths['/items'].get['x-limits']", update: { rate: 2 } },
    );
    expect(value).toMatchObject({
      paths: { "/items": { get: { "x-limits": { rate: 2 } } }, "/orders": { get: { "x-limits": { rate: 1 } } } },
    });
  });

  it("keeps keys that would be members of every object", () => {
    const { value } = applied(
      {
        "openapi.yaml": description,
        "fix.yaml":
          'overlay: 1.0.0\ninfo: {title: F, version: "1"}\nactions:\n  - {target: $.info, update: {__proto__: {a: 1}}}\n',
      },
      ["fix.yaml"],
    );
    expect(Object.keys(Reflect.get(Object(value), "info"))).toEqual(["title", "version", "__proto__"]);
  });

  it("changes one alias of a YAML value and not the others", () => {
    const files = {
      "openapi.yaml": "openapi: 3.1.1\ninfo: &i { title: T }\nx-other: *i\n",
      "fix.json": overlayOf([{ target: "$.info", update: { title: "U" } }]),
    };
    expect(applied(files, ["fix.json"]).value).toMatchObject({ info: { title: "U" }, "x-other": { title: "T" } });
  });
});

describe("a removal", () => {
  it.each([
    ["of several elements of a list", "$.tags[?@.name != 'b']", { tags: [{ name: "b" }] }],
    ["of the first and last element", "$.tags[0,-1]", { tags: [{ name: "b" }] }],
    ["of a value that is selected twice", "$.tags[0,0]", { tags: [{ name: "b" }, { name: "c" }] }],
    ["of a plain value", "$.paths.*.get.tags[?@ == 'internal']", { paths: { "/items": { get: { tags: ["paged"] } } } }],
    ["of what is inside another target", "$..[?@.get || @.responses]", { paths: {} }],
  ])("takes away exactly its targets: %s", (_, target, expected) => {
    const { value, messages } = after({ target, remove: true });
    expect([messages, value]).toEqual(["", expect.objectContaining({})]);
    expect(value).toMatchObject(expected);
    if ("paths" in expected && Object.keys(expected.paths).length === 0) expect(value).toHaveProperty("paths", {});
  });

  it("is followed by actions on what is left", () => {
    const { value } = after(
      { target: "$.tags", remove: true },
      { target: "$", update: { tags: [{ name: "z" }] } },
      { target: "$.tags[0]", update: { description: "Z." } },
    );
    expect(value).toMatchObject({ tags: [{ name: "z", description: "Z." }] });
  });
});

describe("a copy", () => {
  it("merges a value of the document, and a move is a copy and a removal", () => {
    const { value, messages } = after(
      { target: "$.paths", update: { "/things": {} } },
      { target: "$.paths['/things']", copy: "$.paths['/items']" },
      { target: "$.paths['/items']", remove: true },
      { target: "$.paths['/things'].get.tags", update: "moved" },
    );
    expect(messages).toBe("");
    expect(value).toMatchObject({ paths: { "/things": { get: { tags: ["paged", "internal", "moved"] } } } });
    expect(value).not.toHaveProperty(["paths", "/items"]);
  });

  it("is no field of version 1.0", () => {
    const files = {
      "openapi.yaml": description,
      "fix.json": overlayOf([{ target: "$.info", copy: "$.info" }], { overlay: "1.0.0" }),
    };
    expect(applied(files, ["fix.json"]).messages).toContain('"copy"');
  });
});

describe("locations of patched values", () => {
  it("are those of the overlay for what it adds or replaces, and of the document for the rest", () => {
    const fix = `overlay: 1.1.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.tags[0]
    remove: true
  - target: $
    update:
      info: { title: Store }
      tags: [{ name: d }]
  - target: $.tags[?@.name == 'd']
    copy: $.paths['/items'].get.parameters[0]
  - target: $.tags[1]
    update: { description: Sea. }
`;
    const { root, messages } = applied({ "openapi.yaml": description, "fix.yaml": fix }, ["fix.yaml"]);
    expect(messages).toBe("");
    const places = [
      [["info", "title"], "fix.yaml:8:22"],
      [["info", "version"], "openapi.yaml:2:31"],
      [["tags", "0"], "openapi.yaml:3:21"],
      [["tags", "1", "name"], "openapi.yaml:3:42"],
      [["tags", "1", "description"], "fix.yaml:13:28"],
      [["tags", "2"], "fix.yaml:9:14"],
      [["tags", "2", "in"], "openapi.yaml:8:40"],
      [["paths", "/orders", "get"], "openapi.yaml:11:10"],
    ] as const;
    expect(places.map(([keys]) => placeOf(root, ...keys))).toEqual(places.map(([, place]) => place));
  });

  it("are in the overlay when what it adds is wrong, and references resolve from the document", () => {
    const { messages } = readFiles({
      "api/openapi.yaml": `${description}components: { schemas: {} }\n`,
      "api/order.yaml": "type: object\n",
      "fixes/a.overlay.yaml": `overlay: 1.0.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.components.schemas
    update:
      Order: { $ref: order.yaml }
      Item: { $ref: "#/components/schemas/Ordr" }
  - target: $.paths.*.get.parameters.*
    update: { schema: { type: strng } }
`,
    });
    expect(messages).toContain(
      'fixes/a.overlay.yaml:7:21 error ref-not-found: the reference "#/components/schemas/Ordr"',
    );
    expect(messages).toContain("fixes/a.overlay.yaml:9:31 error unknown-type");
    expect(messages).not.toContain("order.yaml:");
    expect(messages).not.toContain("unreadable-file");
  });

  it("are in the overlay when a number in it is inexact", () => {
    const { messages } = readFiles({
      "openapi.json": JSON.stringify({
        openapi: "3.1.1",
        info: { title: "T", version: "1" },
        components: { schemas: {} },
      }),
      "a.overlay.yaml": `overlay: 1.0.0
info: { title: Fixes, version: "1" }
actions:
  - target: $.components.schemas
    update: { A: { const: 12345678901234567890 } }
`,
    });
    expect(messages).toMatch(/^a\.overlay\.yaml:5:27 error inexact-number: .*12345678901234567890/);
  });
});

describe("the documents of an API", () => {
  const files = {
    "openapi.yaml": `${description}components: { schemas: { Order: { $ref: parts/order.yaml } } }\n`,
    "asyncapi.yaml": "asyncapi: 3.0.0\ninfo: { title: Events, version: 1.0.0 }\n",
    "parts/order.yaml": "type: object\n",
  };
  const titled = { target: "$.info", update: { "x-patched": true } };

  it("are all patched by an overlay that extends none of them, in the order of the overlays", () => {
    const first = overlayOf([titled, { target: "$.info", update: { title: "First" } }]);
    const second = overlayOf([{ target: "$.info[?@ == 'First']", update: "Second" }]);
    const all = { ...files, "a.json": first, "b.json": second };
    for (const document of ["openapi.yaml", "asyncapi.yaml"]) {
      const { value, messages } = applied(all, ["a.json", "b.json"], document);
      expect([messages, value]).toEqual([
        "",
        expect.objectContaining({ info: expect.objectContaining({ title: "Second" }) }),
      ]);
    }
    expect(applied(all, ["b.json", "a.json"]).messages).toContain("overlay-no-match");
  });

  it.each([
    ["asyncapi.yaml", "asyncapi.yaml", "openapi.yaml"],
    ["./openapi.yaml", "openapi.yaml", "asyncapi.yaml"],
  ])("extends: %s patches %s alone", (extended, patched, other) => {
    const all = { ...files, "fix.json": overlayOf([titled], { extends: extended }) };
    expect(applied(all, ["fix.json"], patched).value).toHaveProperty(["info", "x-patched"]);
    expect(applied(all, ["fix.json"], other).value).not.toHaveProperty(["info", "x-patched"]);
  });

  it("have a part that is extended by its own name", () => {
    const fix = overlayOf([{ target: "$", update: { title: "An order" } }], { extends: "parts/order.yaml" });
    const { messages, api } = readFiles({ ...files, "fix.overlay.yaml": fix });
    expect(messages).toContain("missing-field");
    expect(messages).not.toContain("overlay");
    expect(api?.schemas.map(({ schema }) => schema.annotations.title)).toEqual(["An order"]);
  });

  it("may have been published elsewhere: a URL to extend is theirs", () => {
    const fix = overlayOf([titled], { extends: "https://example.com/openapi.yaml" });
    const { value, messages } = applied({ ...files, "fix.json": fix }, ["fix.json"]);
    expect([messages, value]).toEqual([
      "",
      expect.objectContaining({ info: expect.objectContaining({ "x-patched": true }) }),
    ]);
  });
});
