import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readApi } from "waybill/description";
import { markdownOf } from "../src/blocks/markdown.ts";
import { referenceOf } from "../src/reference/pages.ts";
import { siteMapOf } from "../src/reference/site-map.ts";

const http = `
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

const events = `
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

const folder = mkdtempSync(path.join(tmpdir(), "docs-sides-"));
writeFileSync(path.join(folder, "openapi.yaml"), http);
writeFileSync(path.join(folder, "asyncapi.yaml"), events);

function pagesOf(): Map<string, string> {
  const { api } = readApi({ cwd: folder, openapi: "openapi.yaml", asyncapi: "asyncapi.yaml" });
  if (api === null) throw new Error("the description cannot be read");
  const samplesOf = () => ({ sources: [], invented: [], missing: [] });
  const reference = referenceOf("Pets", { map: siteMapOf(api, "/"), samplesOf, source: null }, []);
  return new Map([...reference.pages()].map((page) => [page.path, markdownOf(page, "/")]));
}

test("a field is required on the page of a schema that its readers send, and of one that nothing uses", () => {
  const pages = pagesOf();
  for (const name of ["asked", "both", "unused"]) expect(pages.get(`/schemas/${name}/`)).toMatch(/\brequired\b/);
});

test("no field is required of readers of a response, at any depth", () => {
  const pages = pagesOf();
  for (const name of ["told", "inside"]) expect(pages.get(`/schemas/${name}/`)).not.toMatch(/\brequired\b/);
  expect(pages.get("/schemas/told/")).toMatch(/`inside`.*may be absent/);
});

test("fields of a message are required where the API receives it", () => {
  const pages = pagesOf();
  expect(pages.get("/events/pet-fed/")).toMatch(/\brequired\b/);
  expect(pages.get("/events/pet-seen/")).not.toMatch(/\brequired\b/);
});

test("a property that two members of a combination describe is one field", () => {
  const page = pagesOf().get("/events/pet-seen/") ?? "";
  expect(page.match(/`Event`/g)).toHaveLength(1);
  expect(page).toMatch(/`Event` \(string, always the same\)/);
  expect(page).toContain("Its name.");
  expect(page).toContain("`pet.seen`");
  expect(page).toMatch(/`Trace`.*may be absent/);
});
