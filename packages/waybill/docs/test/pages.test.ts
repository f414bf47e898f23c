import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import path from "node:path";
import { expect, test } from "vitest";
import { readApi, statusText } from "waybill/description";
import { operationSamplesOf } from "waybill/plugin";
import german from "../site/words/de.json" with { type: "json" };
import { worded } from "../site/words/worded.ts";
import type { Page } from "../src/blocks/block.ts";
import { htmlOf } from "../src/blocks/html.ts";
import { inLanguage } from "../src/blocks/in-language.ts";
import { markdownOf } from "../src/blocks/markdown.ts";
import { pageContentOf } from "../src/blocks/page-content.ts";
import { Prose } from "../src/blocks/prose.ts";
import type { ReferenceContext } from "../src/reference/context.ts";
import { referenceOf } from "../src/reference/pages.ts";
import { type SiteMap, type SitePaths, siteMapOf } from "../src/reference/site-map.ts";

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

function pagesOf(options: Partial<ReferenceContext> = {}, paths: SitePaths = {}): Map<string, Page> {
  return new Map(pagesIn(pets, events, options, paths).pages.map((page) => [page.path, page]));
}

/** The pages of a description, or of one of each kind, with its site map. */
function pagesIn(
  openapi: string,
  asyncapi: string | null = null,
  options: Partial<ReferenceContext> = {},
  paths: SitePaths = {},
): { readonly map: SiteMap; readonly pages: Page[] } {
  const files = { openapi: "openapi.yaml", ...(asyncapi === null ? {} : { asyncapi: "asyncapi.yaml" }) };
  const readText = (file: string): string => (file.endsWith("openapi.yaml") ? openapi : (asyncapi ?? ""));
  const { api: described } = readApi({ cwd: "/docs", ...files, readText });
  if (described?.http == null) throw new Error("the description cannot be read");
  const samplesOf = operationSamplesOf(described.http, { client: "@acme/client" });
  const map = siteMapOf(described, "/", paths);
  return { map, pages: [...referenceOf("Acme", { map, samplesOf, source: null, ...options }, []).pages()] };
}

const operationIn = (openapi: string): Page | undefined =>
  pagesIn(openapi).pages.find(({ kind }) => kind === "operation");

function htmlIn(page: Page | undefined): string {
  return page === undefined ? "" : htmlOf(page, { prose: new Prose(), base: "/" });
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
  const html = (path: string): string => htmlIn(pagesOf().get(path));
  expect(html(list)).toContain('<span class="rd-server">https://api.example<wbr>/base</span><wbr>/pets</code>');
  expect(html("/operations/pets/")).toContain("<code><wbr>/pets</code>");
});

test("code in prose links to the page that it names, and not to its own page", () => {
  const { map } = pagesIn(pets, events);
  const page = pagesOf().get(list);
  if (page === undefined) throw new Error("there is no such page");
  const { html } = pageContentOf(page, { prose: new Prose(), base: "/docs/", mentions: map.mentions });
  expect(html).toContain(
    'The same as <a href="/docs/operations/pets/head-pets/"><code>HEAD /pets</code></a> and <code>GET /pets</code>.',
  );
});

test("a description and its parameters come before the samples, and the samples before the responses", () => {
  const html = htmlIn(pagesOf().get(list));
  const parts = ["rd-endpoint", "The same as", 'id="query-limit"', "rd-samples", 'id="response-200"'];
  const places = parts.map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("examples are beside their responses, and what several responses have is described once", () => {
  const body = (name: string, rest = ""): string =>
    `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" }${rest} } }`;
  const headers = `headers: { Trace: { $ref: "#/components/headers/Trace" } }`;
  const page = operationIn(`openapi: 3.1.0
info: { title: Parcels, version: "1" }
paths:
  /parcels:
    post:
      operationId: createParcel
      responses:
        "200": { description: Done., ${headers}, ${body("Shape")} }
        "400": { description: Bad., ${headers}, ${body("Failure", ", example: { code: bad }")} }
        "500": { description: Broken., ${headers}, ${body("Failure", ", example: { code: broken }")} }
components:
  headers: { Trace: { description: The id of the request., schema: { type: string } } }
  schemas:
    Failure: { type: object, properties: { code: { type: string, description: What failed. }, data: { not: {} } } }
    Shape: { oneOf: [{ title: Box, type: object, properties: { width: { type: number } } }, { title: Tube, type: object, properties: { kind: { const: tube } } }] }
`);
  const [markdown, html] = [textOf(page), htmlIn(page)];
  expect(html).toMatch(
    /id="response-400"[\s\S]*rd-beside[\s\S]*bad[\s\S]*id="response-500"[\s\S]*rd-beside[\s\S]*broken/,
  );
  expect(markdown.match(/The id of the request\./g)).toHaveLength(1);
  expect(markdown).toMatch(/In every response\n\nHeaders: \[`Trace`\]\(#response-header-trace\)[\s\S]*### 200/);
  expect(markdown.match(/What failed\./g)).toHaveLength(1);
  expect(markdown).toContain("Type: [Failure](/schemas/failure.md), as in [400](#response-400)");
  // Members of a union are a choice by their titles.
  const names = [...html.matchAll(/<details class="rd-variant"( open)?><summary class="rd-variant-name">(\w+)</g)];
  expect(names.map(([, open = "", name]) => name + open)).toEqual(["Box open", "Tube"]);
  for (const text of ["- `kind` (string constant)", "- `data` (must not be present)"]) expect(markdown).toContain(text);
});

test("a form to try an operation is there when it is asked for", () => {
  const [, form = ""] = /data-try="([^"]*)"/.exec(htmlIn(pagesOf({ tryIt: "servers" }).get(list))) ?? [];
  expect(JSON.parse(form.replaceAll("&quot;", '"'))).toMatchObject({
    method: "GET",
    path: "/pets",
    parameters: [{ name: "limit", in: "query", required: false }],
    credentials: [[{ kind: "bearer" }]],
    servers: [{ url: "https://api.example/base" }],
  });
  expect(htmlIn(pagesOf().get(list))).not.toContain("data-try");
});

test("the overview links the reference that Redocly has built", () => {
  const redoc = { openapi: "/downloads/openapi.html", asyncapi: "/downloads/asyncapi.html" };
  const pages = pagesOf({ redoc });
  expect(textOf(pages.get("/"))).toContain("[Reference (Redoc)](/downloads/openapi.html)");
  expect(textOf(pages.get("/events/"))).toContain("[Reference (Redoc)](/downloads/asyncapi.html)");
  expect(textOf(pagesOf().get("/"))).not.toContain("Redoc");
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

test("a required text without an example is called by its parameter, a body is in the samples alone, and Mermaid is drawn", () => {
  const page = operationIn(`openapi: 3.1.0
info: { title: Repos, version: "1" }
servers: [{ url: https://api.example }]
paths:
  /repos/{owner}:
    put:
      operationId: putRepo
      description: "How it goes:\\n\\n\`\`\`mermaid\\nflowchart LR\\n  A[one] --> B[<img src=x>]\\n\`\`\`\\n"
      parameters: [{ name: owner, in: path, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { type: object }, example: { name: tool, size: 2 } } } }
      responses: { "204": { description: Done. } }
`);
  const [markdown, html] = [textOf(page), htmlIn(page)];
  expect(markdown).toContain('"https://api.example/repos/{owner}"');
  expect(markdown).toContain('owner: "{owner}"');
  expect(markdown).not.toContain("%7B");
  expect(markdown).not.toContain("Request body: ");
  expect(page?.aside.flatMap((block) => (block.kind === "samples" ? [block.title] : []))).toEqual(["Request"]);
  expect(html).toMatch(/<svg class="drawing diagram"[\s\S]*one[\s\S]*<\/svg>/);
  expect(html).not.toMatch(/<img|language-mermaid/);
});

test("German has every text of the interface, and what the description says stays", () => {
  const kinds = readFileSync(path.join(import.meta.dirname, "kinds.yaml"), "utf8");
  const texts = new Set<string>();
  const recorder: ProxyHandler<Record<string, string>> = {
    getOwnPropertyDescriptor(target, key) {
      texts.add(String(key));
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  };
  const words = new Proxy({ "": "" }, recorder);
  const pages = [...pagesIn(kinds, events, { words }).pages, ...pagesIn(sides, sideEvents, { words }).pages];
  for (const page of pages) markdownOf(inLanguage(page, words), "/", words);
  const known = (text: string): boolean =>
    worded(text, german) !== text || Object.hasOwn(german, text.replace(/:$/, ""));
  const phrases = new Set(Object.values(STATUS_CODES));
  const untranslated = [...texts].filter((text) => /[a-z]{2}/i.test(text) && !known(text) && !phrases.has(text));
  expect(untranslated).toEqual([]);
  const translated = pagesIn(kinds, events, { words: german }).pages.map((page) =>
    markdownOf(inLanguage(page, german), "/", german),
  );
  for (const name of ["`Message`", "## connect", "All orders"]) expect(translated.join("\n")).toContain(name);
  expect(worded(" at most 70 ", german)).toBe(" höchstens 70 ");
});

test("parts of a combination that have a field of one name share no anchor", () => {
  const field = { name: "a", id: "body-a", type: [], marks: [], facts: [], blocks: [] };
  const fields = { kind: "fields" as const, fields: [field] };
  const html = htmlOf({ intro: [], main: [fields, fields], aside: [] }, { prose: new Prose(), base: "/" });
  expect(html.match(/id="body-a"/g)).toHaveLength(1);
});

test("a section of the description about authentication leaves the page another title, and long lists of values are folded", () => {
  const values = Array.from({ length: 13 }, (_, at) => `v${at}`);
  const described = pets
    .replace('description: "Read pets with `GET /pets`."', 'description: "Pets.\\n\\n## Authentication\\n\\nBy key."')
    .replace("schema: { type: integer, maximum: 70 }", `schema: { enum: [${values.join(", ")}] }`);
  const { pages } = pagesIn(described);
  expect(pages.find(({ path }) => path === "/authentication/")?.title).toBe("Security schemes");
  const headings = pages
    .find(({ kind }) => kind === "overview")
    ?.main.flatMap((block) => (block.kind === "heading" ? [block.text] : []));
  expect(headings).toContain("Security schemes");
  const html = htmlIn(pages.find(({ path }) => path === list));
  expect(html).toMatch(
    /<summary>One of: 13 values<\/summary><div class="rd-fact"><code>v0<\/code> .*<code>v12<\/code><\/div>/,
  );
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
  const slugs = headings.map(({ slug }) => slug);
  expect(slugs).toEqual(["authentication", "authentication-2"]);
  expect([...html.matchAll(/<h2[^>]* id="([^"]*)"/g)].map(([, id]) => id)).toEqual(slugs);
});

test("an event that is signed has the command that sends it, and on a site of the API the forms that cause it", () => {
  const page = pagesOf({ tryIt: "origin", asyncapi: "asyncapi.yaml" }).get("/events/pet-seen/");
  expect(page?.main).toContainEqual(
    expect.objectContaining({ kind: "try-it", label: ["Try it", { text: ": listPets" }] }),
  );
  expect(textOf(page)).toContain(
    'npx waybill events send pet.seen \\\n  --to http://127.0.0.1:4000/ \\\n  --secret "$WEBHOOK_SECRET" \\\n  --asyncapi asyncapi.yaml',
  );
  expect(textOf(pagesOf().get("/events/pet-seen/"))).not.toContain("events send");
  const kinds = pagesOf()
    .get("/events/pet-seen/")
    ?.main.map(({ kind }) => kind);
  expect(kinds).not.toContain("try-it");
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
  const { map, pages } = pagesIn(text);
  expect(map.groups.map(({ label, operations }) => [label, operations.map(({ id }) => id)])).toEqual([
    ["Products › Cakes", ["listCakes"]],
    ["Other operations", ["listPies"]],
  ]);
  const page = pages.find(({ path: sitePath }) => sitePath === "/operations/cakes/list-cakes/");
  expect(textOf(page)).toContain("badge: Beta\n\nIt may change.\n");
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
    return textOf(operationIn(description));
  };
  const mixed = pageText(`text/event-stream: { itemSchema: { oneOf: [${item("added")}, ${item("note")}] } }`);
  expect(mixed).toContain("A stream of events whose data is text, and JSON for `added`; each event:");
  expect(mixed).toContain('event: added\ndata: {"n":1}\n\nevent: note\ndata: text\n');
  const described = "schema: { type: object, properties: { n: { type: integer } } }, example: { n: 7 }";
  expect(pageText(`text/event-stream: { ${described} }`)).toContain('data: {"n":7}\n');
  expect(pageText("text/event-stream: { schema: { type: string }, example: ': hello' }")).toContain(": hello");
  expect(pageText("application/jsonl: { itemSchema: { type: integer } }")).toMatch(/^1$/m);
});

const sides = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
components:
  schemas:
    Asked: { type: object, required: [name], properties: { name: { type: string } } }
    Told: { type: object, required: [id], properties: { id: { type: string }, inside: { $ref: "#/components/schemas/Inside" } } }
    Inside: { type: object, required: [depth], properties: { depth: { type: integer } } }
    Both: { type: object, required: [way], properties: { way: { type: string } } }
    Unused: { type: object, required: [some], properties: { some: { type: string } } }
paths:
  /pets:
    post:
      operationId: createPet
      parameters: [{ name: way, in: query, content: { application/json: { schema: { $ref: "#/components/schemas/Both" } } } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Asked" } } } }
      responses:
        "200": { description: Told., content: { application/json: { schema: { $ref: "#/components/schemas/Told" } } } }
        "400": { description: Both., content: { application/json: { schema: { $ref: "#/components/schemas/Both" } } } }
`;

const sideEvents = `
asyncapi: 3.0.0
info: { title: Pet events, version: "1" }
channels:
  pets:
    address: pets
    messages:
      seen:
        name: pet.seen
        headers:
          allOf:
            - { type: object, required: [Event], properties: { Event: { type: string, description: Its name. }, Trace: { type: string } } }
            - { type: object, properties: { Event: { const: pet.seen } } }
        payload: { type: object, required: [id], properties: { id: { type: string } } }
      fed: { name: pet.fed, payload: { type: object, required: [food], properties: { food: { type: string } } } }
operations:
  tell: { action: send, channel: { $ref: "#/channels/pets" }, messages: [{ $ref: "#/channels/pets/messages/seen" }] }
  hear: { action: receive, channel: { $ref: "#/channels/pets" }, messages: [{ $ref: "#/channels/pets/messages/fed" }] }
`;

const sidePages = new Map(pagesIn(sides, sideEvents).pages.map((page) => [page.path, textOf(page)]));

test("a field is required on the page of a schema that its readers send, and of one that nothing uses", () => {
  for (const name of ["asked", "both", "unused"]) expect(sidePages.get(`/schemas/${name}/`)).toMatch(/\brequired\b/);
});

test("no field is required of readers of a response, at any depth", () => {
  for (const name of ["told", "inside"]) expect(sidePages.get(`/schemas/${name}/`)).not.toMatch(/\brequired\b/);
  expect(sidePages.get("/schemas/told/")).toMatch(/`inside`.*may be absent/);
});

test("fields of a message are required where the API receives it", () => {
  expect(sidePages.get("/events/pet-fed/")).toMatch(/\brequired\b/);
  expect(sidePages.get("/events/pet-seen/")).not.toMatch(/\brequired\b/);
});

test("a property that two members of a combination describe is one field", () => {
  const page = sidePages.get("/events/pet-seen/") ?? "";
  expect(page.match(/`Event`/g)).toHaveLength(1);
  expect(page).toMatch(/`Event` \(string constant\)/);
  expect(page).toContain("Its name.");
  expect(page).toContain("`pet.seen`");
  expect(page).toMatch(/`Trace`.*may be absent/);
});
