import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { type Api, readApi, statusText } from "waybill/description";
import { operationSamplesOf } from "waybill/plugin";
import type { Page } from "../src/blocks/block.ts";
import { htmlOf } from "../src/blocks/html.ts";
import { markdownOf } from "../src/blocks/markdown.ts";
import { pageContentOf } from "../src/blocks/page-content.ts";
import { Prose } from "../src/blocks/prose.ts";
import type { ReferenceContext } from "../src/reference/context.ts";
import { referenceOf } from "../src/reference/pages.ts";
import { type SitePaths, siteMapOf } from "../src/reference/site-map.ts";

const pets = `
openapi: 3.1.0
info: { title: Pets, version: "1", description: "Read pets with \`GET /pets\`." }
servers: [{ url: https://api.example/base }]
tags: [{ name: Pets }]
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    PetName: { title: Name of a pet, type: string, maxLength: 40 }
    Owner: { properties: { pet: { $ref: "#/components/schemas/PetName" } } }
paths:
  /pets:
    get:
      operationId: listPets
      tags: [Pets]
      security: [{ bearer: [] }]
      description: The same as \`HEAD /pets\` and \`GET /pets\`.
      x-waybill-events: [pet.seen]
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 70 } }]
      responses:
        "200": { description: All., headers: { ETag: { schema: { type: string } } } }
        "401": { description: No key. }
    head:
      operationId: headPets
      tags: [Pets]
      responses: { "200": { description: None. }, "401": { description: No key. } }
    post:
      operationId: createPet
      summary: Create a pet
      tags: [Pets]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/PetName" }, examples: { one: { value: Rex } } } } }
      responses: { "201": { description: Made. } }
`;

const events = `
asyncapi: 3.0.0
info: { title: Pet events, version: "1", description: What subscribers get. }
channels:
  pets: { address: pets, x-waybill-signature: standard-webhooks, messages: { PetSeen: { name: pet.seen, payload: { type: object, properties: { name: { type: string } } } } } }
operations:
  send: { action: send, channel: { $ref: "#/channels/pets" } }
`;

const folder = mkdtempSync(path.join(tmpdir(), "docs-pages-"));
writeFileSync(path.join(folder, "openapi.yaml"), pets);
writeFileSync(path.join(folder, "asyncapi.yaml"), events);

function apiOf(): Api {
  const { api } = readApi({ cwd: folder, openapi: "openapi.yaml", asyncapi: "asyncapi.yaml" });
  if (api === null) throw new Error("the description cannot be read");
  return api;
}

const api = apiOf();

function pagesOf(options: Partial<ReferenceContext> = {}, paths: SitePaths = {}): Map<string, Page> {
  if (api.http === null) throw new Error("there are no operations");
  const samplesOf = operationSamplesOf(api.http, { client: "@acme/client" });
  const context = { map: siteMapOf(api, "/", paths), samplesOf, source: null, ...options };
  return new Map([...referenceOf("Pets", context, []).pages()].map((page) => [page.path, page]));
}

function textOf(page: Page | undefined): string {
  return page === undefined ? "" : markdownOf(page, "/");
}

const list = "/operations/pets/list-pets/";

test("blocks of a team are at their places of a page", () => {
  const said = (text: string) => [{ kind: "line" as const, content: [text] }];
  const pages = pagesOf({
    additions: {
      operation: ({ id }) => ({ before: said(`before ${id}`), after: said("after"), aside: said("aside") }),
      response: ({ status }) => said(`response ${statusText(status)}`),
      event: ({ eventName }) => ({ after: said(`event ${eventName}`) }),
      schema: ({ name }) => ({ before: said(`schema ${name}`) }),
    },
  });
  expect(textOf(pages.get(list))).toMatch(
    /## Authorization\n\n.*\n\nbefore listPets\n\n## Query parameters[\s\S]*### 401 Unauthorized\n\nNo key\.\n\nresponse 401\n\n[\s\S]*after\n\n[\s\S]*aside\n$/,
  );
  expect(textOf(pages.get("/events/pet-seen/"))).toContain("event pet.seen");
  expect(textOf(pages.get("/schemas/pet-name/"))).toContain("schema PetName");
});

test("pages are where the paths say, and those without one below the prefix", () => {
  const pages = pagesOf({}, { overview: "/reference/", operations: "/reference/http/", events: "/reference/events/" });
  expect([...pages.keys()]).toEqual([
    "/reference/",
    "/authentication/",
    "/reference/http/pets/",
    "/reference/http/pets/list-pets/",
    "/reference/http/pets/create-pet/",
    "/reference/http/pets/head-pets/",
    "/reference/events/",
    "/reference/events/pet-seen/",
    "/channels/pets/",
    "/schemas/",
    "/schemas/pet-name/",
    "/schemas/owner/",
  ]);
});

test("lists show operations that differ only in their method once, and the page names the others", () => {
  const pages = pagesOf();
  const group = textOf(pages.get("/operations/pets/"));
  expect(group).toContain("list-pets.md");
  expect(group).not.toContain("head-pets.md");
  expect(textOf(pages.get(list))).toMatch(/## The same with other methods\n\n- \[headPets\]/);
});

test("an operation leads to the events that it causes, and an event to the operations that cause it", () => {
  const pages = pagesOf();
  expect(textOf(pages.get(list))).toMatch(/## Events it causes\n\n.*\n\n- \[`pet\.seen`\]\(\/events\/pet-seen\.md\)/);
  expect(textOf(pages.get("/events/pet-seen/"))).toMatch(/## Caused by\n\n- \[listPets\]/);
  expect(textOf(pages.get("/events/"))).toContain("What subscribers get.");
});

test("a schema without a type is shown as the object that it describes, and a reference says what it is to", () => {
  const text = textOf(pagesOf().get("/schemas/owner/"));
  expect(text).toContain("Type: object, or any other type");
  expect(text).toMatch(/`pet` .*\[PetName\]\(\/schemas\/pet-name\.md\): string/);
  expect(text).not.toContain("One of these");
});

test("a sentence that only repeats the title is not shown below it", () => {
  const leadOf = (path: string): boolean | undefined => {
    const page = pagesOf().get(path);
    return page && pageContentOf(page, { prose: new Prose(), base: "/" }).hasLead;
  };
  expect(leadOf("/schemas/owner/")).toBe(false);
  expect(leadOf("/operations/pets/create-pet/")).toBe(false);
  expect(leadOf("/authentication/")).toBe(true);
});

test("an address breaks between its segments, also in lists", () => {
  const html = (path: string): string => {
    const page = pagesOf().get(path);
    return page === undefined ? "" : htmlOf(page, { prose: new Prose(), base: "/" });
  };
  expect(html(list)).toContain('<span class="rd-server">https://api.example<wbr>/base</span><wbr>/pets</code>');
  expect(html("/operations/pets/")).toContain("<code><wbr>/pets</code>");
});

test("code in prose links to the page that it names, and not to its own page", () => {
  const map = siteMapOf(api, "/");
  const page = pagesOf().get(list);
  if (page === undefined) throw new Error("there is no such page");
  const { html } = pageContentOf(page, { prose: new Prose(), base: "/docs/", mentions: map.mentions });
  expect(html).toContain(
    'The same as <a href="/docs/operations/pets/head-pets/"><code>HEAD /pets</code></a> and <code>GET /pets</code>.',
  );
});

test("a description comes before the samples, and the samples before everything else", () => {
  const page = pagesOf().get(list);
  if (page === undefined) throw new Error("there is no such page");
  const html = htmlOf(page, { prose: new Prose(), base: "/" });
  const places = ["rd-endpoint", "The same as", "rd-samples", 'id="authorization"'].map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("a form to try an operation is there when it is asked for", () => {
  const context = { prose: new Prose(), base: "/" };
  const [page, without] = [pagesOf({ tryIt: true }).get(list), pagesOf().get(list)];
  if (page === undefined || without === undefined) throw new Error("there is no such page");
  const [, form = ""] = /data-try="([^"]*)"/.exec(htmlOf(page, context)) ?? [];
  expect(JSON.parse(form.replaceAll("&quot;", '"'))).toMatchObject({
    method: "GET",
    path: "/pets",
    parameters: [{ name: "limit", in: "query", required: false }],
    credential: { header: "Authorization", prefix: "Bearer " },
  });
  expect(htmlOf(without, context)).not.toContain("data-try");
});

test("JSON in a shell command and in a raw request has the colours of JSON", () => {
  const code = (language: string, text: string): string =>
    htmlOf(
      {
        intro: [],
        main: [{ kind: "samples", title: "S", group: "example", tabs: [{ label: "S", language, text }] }],
        aside: [],
      },
      { prose: new Prose(), base: "/" },
    );
  expect(code("shell", "curl -d '{\"a\": 1}' -H 'x: {y}'")).toContain('<span class="hljs-attr">&quot;a&quot;</span>');
  expect(code("http", 'POST / HTTP/1.1\nX-Id: 1\n\n{"a": 1}')).toMatch(
    /<span class="hljs-attr">X-Id<\/span>: 1\n\n.*<span class="hljs-attr">&quot;a&quot;/,
  );
});

test("samples have the base URL, and name the packages that they import", () => {
  const text = textOf(pagesOf().get(list));
  expect(text).toContain("https://api.example/base/pets");
  expect(text).toContain("// npm install @acme/client\n");
});

test("parts of a combination that have a field of one name share no anchor", () => {
  const field = { name: "a", id: "body-a", type: [], marks: [], facts: [], blocks: [] };
  const fields = { kind: "fields" as const, fields: [field] };
  const html = htmlOf({ intro: [], main: [fields, fields], aside: [] }, { prose: new Prose(), base: "/" });
  expect(html.match(/id="body-a"/g)).toHaveLength(1);
});

test("a heading of the page has an anchor of its own where the description has a heading of that name", () => {
  const { html, headings } = pageContentOf(
    {
      path: "/",
      title: "T",
      description: "",
      kind: "overview",
      intro: [{ kind: "prose", markdown: "## Authentication\n\nBy key.", top: true }],
      main: [{ kind: "heading", level: 2, text: "Authentication", id: "authentication" }],
      aside: [],
    },
    { prose: new Prose(), base: "/" },
  );
  expect(headings.map(({ slug }) => slug)).toEqual(["authentication", "authentication-2"]);
  expect([...html.matchAll(/<h2[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
    "authentication",
    "authentication-2",
  ]);
});

test("an event that is signed has the command that sends it, and on a site of the API the forms that cause it", () => {
  const page = pagesOf({ tryIt: true, asyncapi: "asyncapi.yaml" }).get("/events/pet-seen/");
  expect(page?.main).toContainEqual(expect.objectContaining({ kind: "try-it", label: "Try it: listPets" }));
  expect(textOf(page)).toContain(
    'npx waybill events send pet.seen \\\n  --to http://127.0.0.1:4000/ \\\n  --secret "$WEBHOOK_SECRET" \\\n  --asyncapi asyncapi.yaml',
  );
  expect(textOf(pagesOf().get("/events/pet-seen/"))).not.toContain("events send");
  expect(
    pagesOf()
      .get("/events/pet-seen/")
      ?.main.some(({ kind }) => kind === "try-it"),
  ).toBe(false);
});

test("a tag that is a badge (OpenAPI 3.2) is on the pages of its operations, and is no group of the navigation", () => {
  const text = `openapi: 3.2.0
info: { title: t, version: "1" }
tags:
  - { name: products, summary: Products, kind: nav }
  - { name: cakes, summary: Cakes, parent: products, kind: nav }
  - { name: beta, summary: Beta, description: It may change., kind: badge }
paths:
  /cakes: { get: { operationId: listCakes, tags: [beta, cakes], responses: { "204": { description: ok } } } }
  /pies: { get: { operationId: listPies, tags: [beta], responses: { "204": { description: ok } } } }
`;
  const { api: bakery } = readApi({ cwd: "/", openapi: "a.yaml", readText: () => text });
  if (bakery?.http == null) throw new Error("the description cannot be read");
  const map = siteMapOf(bakery, "/");
  expect(map.groups.map(({ label, operations }) => [label, operations.map(({ id }) => id)])).toEqual([
    ["Products › Cakes", ["listCakes"]],
    ["Other operations", ["listPies"]],
  ]);
  const samplesOf = operationSamplesOf(bakery.http, { client: "@acme/client" });
  const pages = new Map(
    [...referenceOf("Bakery", { map, samplesOf, source: null }, []).pages()].map((page) => [page.path, page]),
  );
  expect(textOf(pages.get("/operations/cakes/list-cakes/"))).toContain("badge: Beta\n\nIt may change.\n");
});

test("a stream has the type of its items, and its examples are as they are on the wire", () => {
  const item = (data: string): string =>
    `{ type: object, required: [event, data], properties: { event: { const: ${data === "added" ? "added" : "note"} }, data: ${data === "added" ? "{ type: string, contentMediaType: application/json, contentSchema: { type: object, required: [n], properties: { n: { type: integer } } } }" : "{ type: string }"} } }`;
  const pageText = (content: string): string => {
    const description = `
openapi: 3.2.0
info: { title: Pets, version: "1" }
paths: { /pets: { get: { operationId: watchPets, responses: { "200": { description: All., content: { ${content} } } } } } }
`;
    const { api } = readApi({ cwd: "/docs", openapi: "openapi.yaml", readText: () => description });
    if (api === null) throw new Error("the description cannot be read");
    const samplesOf = () => ({ sources: [], invented: [], missing: [] });
    const { pages } = referenceOf("Pets", { map: siteMapOf(api, "/"), samplesOf, source: null }, []);
    const page = [...pages()].find(({ kind }) => kind === "operation");
    return page === undefined ? "" : markdownOf(page, "/");
  };
  const mixed = pageText(`text/event-stream: { itemSchema: { oneOf: [${item("added")}, ${item("note")}] } }`);
  expect(mixed).toContain("A stream of events whose data is text, and JSON for `added`; each event:");
  expect(mixed).toContain('event: added\ndata: {"n":1}\n\nevent: note\ndata: text\n');
  const described = "schema: { type: object, properties: { n: { type: integer } } }, example: { n: 7 }";
  expect(pageText(`text/event-stream: { ${described} }`)).toContain('data: {"n":7}\n');
  expect(pageText("text/event-stream: { schema: { type: string }, example: ': hello' }")).toContain(": hello");
  expect(pageText("application/jsonl: { itemSchema: { type: integer } }")).toMatch(/^1$/m);
});
