// The faults that the checks of Schemathesis are about, one at a time in a service -> the check that finds each, as the README says.
import { readFileSync } from "node:fs";
import { unescape as decoded } from "node:querystring";
import { expect, it } from "vitest";
import type { ReceivedResponse, SentRequest } from "../../src/exchange/exchange.ts";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";

const json = 'content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }';
const refused = '"400": { description: No }, "401": { description: No }';
const description = openText(`
openapi: 3.1.0
info: { title: Things, version: "1" }
security: [{ key: [] }]
paths:
  /things:
    post:
      operationId: addThing
      parameters: [{ name: X-Tenant, in: header, required: true, schema: { enum: [north] } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/New" } } } }
      responses: { "201": { description: Added, ${json} }, ${refused}, "415": { description: No } }
  /things/{thingId}:
    parameters: [{ name: thingId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getThing, responses: { "200": { description: Thing, headers: { X-Version: { required: true, schema: { type: integer } } },
      ${json} }, ${refused}, "404": { description: No } } }
    delete: { operationId: removeThing, responses: { "204": { description: Gone }, ${refused}, "404": { description: No } } }
components:
  securitySchemes: { key: { type: http, scheme: bearer } }
  schemas:
    New: { type: object, additionalProperties: false, required: [name], properties: { name: { type: string, minLength: 2, maxLength: 20 } } }
    Thing: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`);

/** A service of the description that has the fault which a check is about. */
function serviceWith(fault: string): (request: SentRequest) => Promise<ReceivedResponse> {
  const things = new Map<string, object>();
  const respond = ({ method, target, headers, body }: SentRequest): readonly [number, unknown?] => {
    const valuesOf = (name: string): string[] =>
      headers.flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
    const [, , id] = new URL(target, "http://things.example").pathname.split("/").map((part) => decoded(part));
    const described = id === undefined ? ["POST"] : ["GET", "DELETE"];
    if (!target.startsWith("/things") || target.split("/").length > 3) return [404];
    if (!described.includes(method)) return fault === "unsupported_method" && method === "PATCH" ? [200] : [405];
    if (String(valuesOf("authorization")) !== "Bearer the-key-1" && fault !== "ignored_auth") return [401];
    if (id === undefined) {
      if (!String(valuesOf("content-type")).startsWith("application/json")) return [415];
      if (String(valuesOf("x-tenant")) !== "north" && fault !== "missing_required_header") return [400];
      const { name, ...others } = objectIn(body);
      const isName = typeof name === "string" && [...name].length >= 2 && [...name].length <= 20;
      if (fault === "positive_data_acceptance" && isName && [...name].length === 20) return [400];
      if (fault === "not_a_server_error" && isName && [...name].length === 2) return [500];
      const isRight = isName && Object.keys(others).length === 0;
      if (!isRight && fault !== "negative_data_rejection") return [400];
      const thing = { id: `t${things.size + 1}`, name: fault === "response_schema_conformance" ? 7 : name };
      if (fault !== "ensure_resource_availability") things.set(thing.id, thing);
      return [201, thing];
    }
    const thing = things.get(id);
    if (thing === undefined) return [fault === "status_code_conformance" ? 410 : 404];
    if (method === "GET") return [200, thing];
    if (fault !== "use_after_free") things.delete(id);
    return [204];
  };
  return async (request) => {
    if (fault === "max_response_time") await new Promise((resolve) => setTimeout(resolve, 4));
    const [status, value] = respond(request);
    const type = fault === "content_type_conformance" ? "application/jsonn" : "application/json";
    const version = fault === "response_headers_conformance" ? "one" : "1";
    const headers: [string, string][] =
      value === undefined
        ? []
        : [
            ["Content-Type", type],
            ["X-Version", version],
          ];
    return { status, headers, body: Buffer.from(value === undefined ? "" : JSON.stringify(value)) };
  };
}

function objectIn(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(body ?? []).toString()));
  } catch {
    return {};
  }
}

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| `([a-z_]+)` \|.*\| `([a-z-]+)`[^|]*\|$/gm)].map(
  ([, theirs = "", ours = ""]) => [theirs, ours] as const,
);

it("the README has the checks of Schemathesis that this kit has", () => expect(rows).toHaveLength(13));

it.each<readonly [string, string | null]>([["none", null], ...rows])(
  "the fault that %s is about is found: %s",
  async (fault, check) => {
    const responseTime = { "*": fault === "max_response_time" ? 1 : 60_000 };
    const service = { url: "http://things.example", key: "the-key-1", send: serviceWith(fault), responseTime };
    const { findings } = await runConformance({ description, ...service });
    expect(findings.map((one) => one.check)).toEqual(check === null ? [] : expect.arrayContaining([check]));
  },
);
