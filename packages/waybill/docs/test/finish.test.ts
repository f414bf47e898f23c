import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { pagePolicy } from "../../../fulfillment/service/src/http/docs-policy.ts";
import { checkLinks } from "../src/finish/check-links.ts";
import { followingSystem } from "../src/finish/colours.ts";
import { classesMark, Externals, scriptHash } from "../src/finish/externals.ts";
import { type FinishOptions, finish } from "../src/finish/finish.ts";
import { finishedPage } from "../src/finish/page.ts";
import type { PageNotes } from "../src/finish/page-notes.ts";
import { policyOf } from "../src/finish/policy.ts";

const page = (body: string): string =>
  `<!doctype html><html data-theme="dark"><head><meta charset="utf-8"><title>t</title></head><body><h1 id="t">t</h1>${body}</body></html>`;

const fonts = ["/f.woff2", "/code.woff2"].map((href) => ({ href, isForCode: href === "/code.woff2" }));

interface Printed {
  readonly html: string;
  readonly notes: PageNotes;
  readonly externals: Externals;
}

function printed(body: string, base = "/"): Printed {
  const externals = new Externals(base, new Set(['run("<b>")'].map(scriptHash)));
  const { html, notes } = finishedPage(page(body), { base, policy: policyOf(), fonts, head: "" }, externals);
  return { html, notes, externals };
}

test("inline code moves into files, attributes into classes", () => {
  const { html, externals, notes } = printed(
    '<script>run("<b>")</script><script type="application/json">{}</script><style media="print">p{}</style><p class="a" style="color: red;">x</p><p style="color: red">y</p><path style="--a: &quot;b&quot;"/>',
    "/1.0.0/",
  );
  const classes = externals.classes();
  const [script, style, sheet] = [...externals.files.keys()];
  expect([...externals.files.values()]).toEqual(['run("<b>")\n', "p{}\n", expect.stringContaining("{color: red}\n")]);
  expect(html).toContain(`<script src="/1.0.0/${script}"></script><script type="application/json">{}</script>`);
  expect(html).toContain(`<link rel="stylesheet" href="/1.0.0/${style}" media="print">`);
  expect(html).toMatch(/<p class="a (s-[0-9a-f]{8})">x<\/p><p class="\1">y<\/p><path class="s-[0-9a-f]{8}"\/>/);
  expect(externals.files.get(sheet ?? "")).toContain('{--a: "b"}');
  expect(classes).toBe(`<link rel="stylesheet" href="/1.0.0/${sheet}">`);
  expect(html).toContain(`${classesMark}</head>`);
  expect(notes.allProblems()).toEqual([]);
});

test("the policy precedes anything that is loaded, and allows nothing inline", () => {
  const { html } = printed("");
  expect(html).toContain(
    `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policyOf()}"><link rel="preload" href="/f.woff2" as="font" type="font/woff2" crossorigin="">`,
  );
  for (const policy of [policyOf(), pagePolicy]) expect(policy).not.toContain("unsafe-inline");
});

test("a page has the policy of its path, and the others that of the site", () => {
  const { read } = finished({ "open/index.html": page(""), "a/open/index.html": page("") });
  expect(read("open/index.html")).toContain('http-equiv="Content-Security-Policy" content="connect-src https:"');
  expect(read("a/open/index.html")).toContain(`http-equiv="Content-Security-Policy" content="${policyOf()}"`);
});

test("the font of code is loaded first where a page has code", () => {
  expect(printed("").html).not.toContain("/code.woff2");
  expect(printed("<code>a</code>").html).toContain('<link rel="preload" href="/code.woff2"');
});

test("paths of the site get the base, once, and links to other versions do not", () => {
  const { html } = printed(
    '<a href="/errors/">a</a><a href="/1.0.0/x/">b</a><a href="/" data-outside-base="">c</a><a href="//h/">d</a><a href="#t">e</a>',
    "/1.0.0/",
  );
  expect(html).toContain(
    '<a href="/1.0.0/errors/">a</a><a href="/1.0.0/x/">b</a><a href="/">c</a><a href="//h/">d</a><a href="#t">e</a>',
  );
});

test("a table scrolls inside of a box with a name, once", () => {
  const { html } = printed("<h2>Limits &amp; <b>more</b></h2><table><tbody><tr><td>1</td></tr></tbody></table>");
  const box = '<div class="scrolling" role="group" tabindex="0" aria-label="Table: Limits &amp; more"><table>';
  expect(html).toContain(box);
  expect(html).toContain("</table></div></body>");
  expect(printed('<div tabindex="0"> <table></table></div>').html).toContain(
    '<div tabindex="0"> <table></table></div>',
  );
  expect(printed("<table><caption>Codes</caption></table>").html).toContain('aria-label="Codes"');
});

test("the empty corner of a table is no header, and code is reached by keyboard", () => {
  const { html } = printed("<table><tr><th></th><th>a</th></tr></table><pre>x</pre>");
  expect(html).toContain("<tr><td></td><th>a</th></tr>");
  expect(html).toContain('<pre tabindex="0">x</pre>');
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
  ['<a href="https://example.com/">x</a><a href="mailto:a@b.example">y</a>', []],
  ['<a href="/0.9.0/">x</a>', []],
  [
    '<a href="https://other.example/">x</a>',
    [
      "guides/index.html: https://other.example/ leads to other.example, which is not among the hosts of docs.config.ts",
    ],
  ],
  [
    '<img src="https://example.com/a.png" alt="">',
    ["guides/index.html: https://example.com/a.png would be loaded from another host: serve it from the site"],
  ],
  ['<a href="/100%/">x</a>', ["guides/index.html: /100%/ leads nowhere: no such page or file; fix the link"]],
])("of %s the link check says %j", (body, expected) => {
  const site = {
    base: "/",
    files: new Set(["guides/index.html", "errors/index.html", "a.svg"]),
    versions: new Set(["/0.9.0/"]),
    hosts: new Set(["example.com"]),
  };
  const pages = [
    { file: "guides/index.html", notes: printed(body).notes },
    { file: "errors/index.html", notes: printed('<p id="e"></p>').notes },
  ];
  expect(checkLinks(pages, site)).toEqual(expected);
  expect(checkLinks(pages, { ...site, hosts: null }).join()).not.toContain("host");
});

test.each([
  ['<p id="t"></p>', 'two elements have the id "t"'],
  ['<button onclick="x()">x</button>', "<button onclick> is an inline script"],
  ['<a href=" java\nscript:x()">x</a>', "<a href> is an inline script and was removed"],
  ["<script>x()</script>", "an inline script in a text was removed"],
  ['<script type="text/ecmascript">x()</script>', "an inline script in a text was removed"],
  ["<h1>u</h1>", "2 <h1> elements: a page must have exactly one"],
  ['<pre data-language="mermaid"><code>flowchart LR</code></pre>', "a Mermaid diagram was not rendered"],
  ['<pre><code><div class="ec-line"><div>\n</div></div><div class="ec-line">x</div></code></pre>', "the first line"],
])("a problem of a page is found: %s", (body, expected) => {
  expect(printed(body).notes.allProblems()).toEqual([expect.stringContaining(expected)]);
});

test("without a script, a page has the colours of the system", () => {
  expect(printed("").html).toContain("<html><head>");
  expect(followingSystem("@layer a{:root[data-theme=light],[data-theme='light'] ::backdrop{--c:#fff}}")).toBe(
    "@layer a{:root[data-theme=light],[data-theme='light'] ::backdrop{--c:#fff}" +
      "@media (prefers-color-scheme:light){:root:not([data-theme]),:root:not([data-theme]) ::backdrop{--c:#fff}}}",
  );
});

test("a finished site has its twins, card and feed in every head, and descriptions that say something", () => {
  const described = (words: string): string =>
    page('<p style="color: red">x</p>').replace("</head>", `<meta name="description" content="${words}"></head>`);
  const { problems, read } = finished({
    "index.html": described("It begins here today."),
    "a/index.html": described("Severity."),
    "_assets/ec.1.css": "span[style^='--']:not([class]){color:red}",
    "card.png": "",
  });
  expect(problems).toEqual([expect.stringContaining('a/index.html: "Severity." is too short for a page description')]);
  expect(read("a/index.html")).toMatch(/<meta property="og:image" content="https:\/\/d\.example\/card\.png">/);
  expect(read("a/index.html")).toContain('<link rel="alternate" type="application/atom+xml" href="/changelog.xml"');
  expect(read("a/index.html")).toContain('<link rel="alternate" type="text/markdown" href="/a.md"');
  expect(read("index.html")).toMatch(/<link rel="stylesheet" href="\/_assets\/style\.[0-9a-f]{8}\.css"><\/head>/);
  expect(read("_assets/ec.1.css")).toBe("span[class^='s-']{color:red}");
});

test("a picture for links that is not there is a problem", () => {
  expect(finished({}).problems).toEqual([expect.stringContaining("/card.png is the preview image for links")]);
});

test("a style sheet of Expressive Code that finds its spans in another way is an error", () => {
  expect(() => finished({ "_assets/ec.1.css": "span{}" })).toThrow("does not have span[style^='--']");
});

function finished(files: Readonly<Record<string, string>>): { problems: string[]; read: (file: string) => string } {
  const folder = mkdtempSync(path.join(tmpdir(), "docs-finish-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, text] of Object.entries({ "changelog.xml": "", "a.md": "", ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const options: FinishOptions = {
    folder,
    base: "/",
    site: "https://d.example",
    card: { path: "/card.png", words: "A card" },
    feed: "changelog.xml",
    policy: policyOf(),
    policies: { "/open/": "connect-src https:" },
    scripts: new Set(),
    hasOwnFont: true,
    versions: new Set(),
    hosts: null,
    twinOf: (one) => (one === "/a/" ? "/a.md" : null),
  };
  return { problems: finish(options), read: (file) => readFileSync(path.join(folder, file), "utf8") };
}
