// The steps from what Redoc draws to a page, each on a piece of HTML.
import type { Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { h } from "hastscript";
import { expect, test } from "vitest";
import { samples } from "../samples/samples.gen.ts";
import { ofOperation } from "./check/expected.ts";
import { lossesOn } from "./check/losses.ts";
import { addressed } from "./description/servers.ts";
import { schemasReached } from "./description/usage.ts";
import { cleaned } from "./page/clean.ts";
import { blockIn, jsonBlock } from "./page/code.ts";
import { identified } from "./page/ids.ts";
import { linked } from "./page/links.ts";
import { markdownOf } from "./page/markdown.ts";
import { firstSentence } from "./page/page.ts";

const field = (name: string, type: string, rest = ""): string =>
  `<div class="sc-a schema-property-item"><div class="sc-b"><span><span class="deep-link-anchor"><a href="#">x</a></span>` +
  `<span class="schema-name">${name}</span></span><em>${type}</em><span>required</span></div>` +
  `<div data-component-name="Markdown/Markdown"><p>About ${name}.</p></div>${rest}</div>`;

const body = `<div><div>Body<span>application/json</span></div>${field(
  "shipTo",
  "object",
  `<div data-schema-nested-open="true"><button>-</button>${field("zip", "string, [ 1 .. 20 ] characters")}</div>`,
)}</div>`;

test("a field keeps its words, and gets an id that says where it is", () => {
  const html = toHtml({ type: "root", children: identified(cleaned(body), "request") });
  expect(html).toContain('<div class="rd-field" id="request.body.shipTo.zip">');
  expect(html).toContain('<span class="rd-type">string, [ 1 .. 20 ] characters</span>');
  expect(html).toContain("<p>About zip.</p>");
  expect(html).not.toMatch(/button|sc-|schema-property-item/);
});

test("the copies of alternatives are drawn below each other, and the open one not twice", () => {
  const html = toHtml({
    type: "root",
    children: cleaned(
      `<div><div data-section-id="switcher"><div>Any of:</div><div role="tablist"><button>A</button></div></div><p>open</p>` +
        `<div data-variants><section data-variant="A"><p>first</p></section><section data-variant="B"><p>second</p></section></div></div>`,
    ),
  });
  expect(html).toMatch(/Any of.*A.*first.*B.*second/);
  expect(html).not.toContain("open");
});

test("code in prose links to the page of what it names, and to no page from itself", () => {
  const targets = {
    byRoute: new Map(),
    byTitle: new Map(),
    byMention: new Map([["order.created", "/e/"]]),
  };
  const prose = [h("p", h("code", "order.created"))];
  expect(toHtml(linked(prose, targets, "/other/"))).toBe('<p><a href="/e/"><code>order.created</code></a></p>');
  expect(toHtml(linked(prose, targets, "/e/"))).toBe("<p><code>order.created</code></p>");
});

test("the Markdown twin has fields as items of lists, and code in its language", () => {
  const root: Root = {
    type: "root",
    children: [...identified(cleaned(body), "request"), jsonBlock({ a: [1, "x:y", null] })],
  };
  const markdown = markdownOf("Create", root);
  expect(markdown).toContain("# Create\n\n**Body application/json**");
  expect(markdown).toMatch(/^- `shipTo` object required\n+ {2}About shipTo\.\n+ {2}- `zip` string/m);
  expect(markdown).toContain('```json\n{\n  "a": [\n    1,\n    "x:y",\n    null\n  ]\n}\n```');
});

test("what a description says of itself in its first sentence", () => {
  expect(firstSentence("Reads `a.b`\nand [c](d). Then more.")).toBe("Reads a.b and c.");
});

test("schemas are found over references, within themselves too", () => {
  const document = {
    components: {
      schemas: { A: { items: { $ref: "#/components/schemas/B" } }, B: { not: { $ref: "#/components/schemas/A" } } },
    },
  };
  expect([...schemasReached({ $ref: "#/components/schemas/A" }, document)]).toEqual(["A", "B"]);
});

const operation = {
  description: "Places it. Then waits.",
  requestBody: {
    content: {
      "application/json": {
        schema: { properties: { zip: { type: "string", minLength: 2, maxLength: 20, description: "About zip." } } },
        examples: { a: { value: { zip: "1" } } },
      },
    },
  },
  responses: { 201: { description: "Done." } },
};

const complete =
  '<p>Places it. Then waits.</p><p>application/json 201 Done.</p><pre>{ "zip": "1" }</pre>' +
  '<div class="rd-field"><a class="rd-name">zip</a> [ 2 .. 20 ] characters <p>About zip.</p></div>';

const losses = (html: string): string[] => {
  const page = { path: "/p/", title: "", description: "", html, headings: [], markdown: "" };
  return lossesOn(page, ofOperation(operation, undefined, {}));
};

test("a complete page loses nothing", () => {
  expect(losses(complete)).toEqual([]);
});

test.each([
  ["Then waits.", "", "/p/ does not say: Then waits."],
  ["201", "200", "/p/ does not say: 201"],
  ['"zip": "1"', "", '/p/ does not say: {\n  "zip": "1"\n}'],
  ["20 ]", "30 ]", "/p/ has no entry for zip that says all of: About zip. | 2 | 20"],
  ["About zip.", "", "/p/ has no entry for zip that says all of: About zip. | 2 | 20"],
  ["rd-name", "rd-other", "/p/ has no entry for zip"],
])("a page without %j is not complete", (part, other, message) => {
  expect(losses(complete.replace(part, other))).toContain(message);
});

test("the JSON body of a shell command has the colours of JSON, and any other text its own", () => {
  const string = (text: string): string => `<span class="token string">${text}</span>`;
  const html = `<pre><code data-language="shell">curl -d ${string("'{")}\n${string('  "a": 1')}\n${string("}'")} -H ${string("'x: {y}'")}</code></pre>`;
  const drawn = toHtml(blockIn(html));
  expect(drawn).toContain('<span class="tok-property">"a"</span>: <span class="tok-number">1</span>');
  expect(drawn).toContain(`<span class="tok-string">'x: {y}'</span>`);
  expect(drawn.replaceAll(/<[^>]+>/g, "").replaceAll("&#x27;", "'")).toBe(`curl -d '{\n  "a": 1\n}' -H 'x: {y}'`);
});

test("samples in each language have the address, and name what has to be installed", () => {
  const [server, some] = [
    "https://api.example/base",
    addressed(samples, "https://api.example/base")["createOrder"] ?? [],
  ];
  expect(some.map(({ label }) => label)).toEqual(["curl", "TypeScript", "Python", "Go", "PHP", "Ruby"]);
  for (const { source } of some) expect(source).toContain(server);
  expect(some[1]?.source).toMatch(/^\/\/ npm install @fulfillment\/client\n/);
  expect(() => addressed({ x: [{ lang: "perl", label: "Perl", source: "$ENV{BASE_URL}" }] }, server)).toThrow(
    "BASE_URL",
  );
});
