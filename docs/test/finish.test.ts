import { expect, test } from "vitest";
import { pagePolicy } from "../../packages/service/src/http/docs-policy.ts";
import { addBase } from "../build/finish/base.ts";
import { cardOf } from "../build/finish/card.ts";
import { checkLinks } from "../build/finish/check-links.ts";
import { checkDescriptions, checkPage } from "../build/finish/check-page.ts";
import { followingSystem, leaveThemeOpen } from "../build/finish/colours.ts";
import { printDocument, readDocument } from "../build/finish/document.ts";
import { externalize } from "../build/finish/externals.ts";
import { completeHead } from "../build/finish/head.ts";
import { makeTablesScroll } from "../build/finish/tables.ts";

const page = (body: string, file = "guides/index.html") =>
  readDocument(
    file,
    `<!doctype html><html><head><meta charset="utf-8"><title>t</title><meta property="og:image" content="i"></head><body><h1 id="t">t</h1>${body}</body></html>`,
  );

test("inline code moves into files, attributes into classes", () => {
  const document = page(
    '<script>run()</script><script type="application/json">{}</script><style media="print">p{}</style><p class="a" style="color: red;">x</p><p style="color: red">y</p>',
  );
  const { files } = externalize([document], "/1.0.0/");
  const html = printDocument(document);
  const [script, style, classes] = [...files.keys()];
  expect([...files.values()]).toEqual(["run()\n", "p{}\n", expect.stringMatching(/^\.s-[0-9a-f]{8}\{color: red\}\n$/)]);
  expect(html).toContain(`<script src="/1.0.0/${script}"></script><script type="application/json">{}</script>`);
  expect(html).toContain(`<link rel="stylesheet" href="/1.0.0/${style}" media="print">`);
  expect(html).toMatch(/<p class="a (s-[0-9a-f]{8})">x<\/p><p class="\1">y<\/p>/);
  expect(html).toContain(`<link rel="stylesheet" href="/1.0.0/${classes}"></head>`);
  expect(checkPage(document)).toEqual([]);
});

test("the policy precedes anything that is loaded, and the twin is at the end of the head", () => {
  const document = page("");
  completeHead(document, { base: "/", twin: "/guides.md", card: cardOf("https://d.example", "/") });
  const html = printDocument(document);
  expect(html).toContain(`<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${pagePolicy}">`);
  expect(html).toContain('<link rel="alternate" type="text/markdown" href="/guides.md"');
  expect(html).toContain('<meta property="og:image" content="https://d.example/card.png">');
  expect(html).toContain('<link rel="alternate" type="application/atom+xml" href="/changelog.xml"');
});

test("paths of the site get the base, once, and links to other versions do not", () => {
  const document = page(
    '<a href="/errors/">a</a><a href="/1.0.0/x/">b</a><a href="/" data-outside-base="">c</a><a href="//h/">d</a><a href="#t">e</a>',
  );
  addBase(document, "/1.0.0/");
  expect(printDocument(document)).toContain(
    '<a href="/1.0.0/errors/">a</a><a href="/1.0.0/x/">b</a><a href="/">c</a><a href="//h/">d</a><a href="#t">e</a>',
  );
});

test("a table scrolls inside of a box with a name", () => {
  const document = page("<h2>Limits</h2><table><tbody><tr><td>1</td></tr></tbody></table>");
  makeTablesScroll(document);
  const html = printDocument(document);
  expect(html).toContain('<div class="scrolling" role="group" tabindex="0" aria-label="Table: Limits"><table>');
  makeTablesScroll(document);
  expect(printDocument(document)).toBe(html);
});

test.each([
  ['<a href="/guides/">x</a><a href="#t">x</a><a href="../errors/#e">x</a><img src="/a.svg" alt="">', []],
  ['<a href="/guide/">x</a>', ["guides/index.html: /guide/ leads nowhere: no such page or file; fix the link"]],
  ['<a href="/guides">x</a>', ["guides/index.html: /guides leads nowhere: end it with a slash"]],
  [
    '<a href="/errors/#f">x</a>',
    ['guides/index.html: /errors/#f: nothing in errors/index.html has the id "f"; nearest: t'],
  ],
  ['<img src="/b.svg" alt="">', ["guides/index.html: /b.svg leads nowhere: no such page or file; fix the link"]],
  ['<a href="https://example.com/">x</a>', []],
  ['<a href="/0.9.0/">x</a>', []],
  [
    '<a href="https://other.example/">x</a>',
    [
      "guides/index.html: https://other.example/ leads to other.example, which is not in docs/build/hosts.ts: add it there if readers should go there",
    ],
  ],
  [
    '<img src="https://example.com/a.png" alt="">',
    ["guides/index.html: https://example.com/a.png would be loaded from another host: serve it from the site"],
  ],
])("of %s the link check says %j", (body, expected) => {
  const site = {
    base: "/",
    files: new Set(["guides/index.html", "errors/index.html", "a.svg"]),
    versions: new Set(["/0.9.0/"]),
    hosts: new Set(["example.com"]),
  };
  expect(checkLinks([page(body), page('<p id="e"></p>', "errors/index.html")], site)).toEqual(expected);
});

test.each([
  ['<p id="t"></p>', 'two elements have the id "t"'],
  ['<button onclick="x()">x</button>', "<button onclick> is an inline script"],
  ["<h1>u</h1>", "2 <h1>: a page has one"],
  ['<pre data-language="mermaid"><code>flowchart LR</code></pre>', "Mermaid is printed as source"],
  ['<pre><code><div class="ec-line"><div>\n</div></div><div class="ec-line">x</div></code></pre>', "the first line"],
])("%s is found", (body, expected) => {
  expect(checkPage(page(body))).toEqual([expect.stringContaining(expected)]);
});

test("a page has an image, and a description of its own that says something", () => {
  const described = (words: string, file: string) =>
    readDocument(file, `<html><head><meta name="description" content="${words}"></head><body></body></html>`);
  expect(checkPage(described("", "x.html"))).toContain("x.html: there is no og:image");
  expect(checkDescriptions([described("Severity.", "a.html"), described("It stops the run.", "b.html")])).toEqual([
    expect.stringContaining('a.html: "Severity." describes no page'),
  ]);
  const same = ["a.html", "b.html", "c.html"].map((file) => described("A target for waybill.", file));
  expect(checkDescriptions(same)).toEqual(["a.html, b.html, c.html: have the same description: A target for waybill."]);
});

test("without a script, a page has the colours of the system", () => {
  const document = readDocument("a.html", '<html data-theme="dark"><head></head><body></body></html>');
  leaveThemeOpen(document);
  expect(printDocument(document)).toContain("<html><head>");
  expect(followingSystem("@layer a{:root[data-theme=light],[data-theme='light'] ::backdrop{--c:#fff}}")).toBe(
    "@layer a{:root[data-theme=light],[data-theme='light'] ::backdrop{--c:#fff}" +
      "@media (prefers-color-scheme:light){:root:not([data-theme]),:root:not([data-theme]) ::backdrop{--c:#fff}}}",
  );
});
