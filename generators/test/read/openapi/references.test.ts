// The siblings of `$ref` in a Reference Object: summary and description since OpenAPI 3.1, none before.
import { describe, expect, it } from "vitest";
import type { HttpApi } from "../../../src/model/http.ts";
import { readFiles } from "../../source/memory-files.ts";

const document = (version: string): string => `openapi: ${version}
info: { title: T, version: "1" }
paths:
  /a/{id}:
    parameters:
      - { $ref: "#/components/parameters/id", description: Another parameter., summary: Nowhere. }
    put:
      requestBody: { $ref: "#/components/requestBodies/b", description: Another body. }
      responses:
        "200":
          $ref: "#/components/responses/r"
          description: Another response.
        "201":
          description: Fine.
          headers: { X-A: { $ref: "#/components/headers/h", description: Another header. } }
          links: { l: { $ref: "#/components/links/l", description: Another link. } }
          content: { text/plain: { examples: { e: { $ref: "#/components/examples/e", summary: Another summary. } } } }
components:
  parameters:
    id: { $ref: "#/components/parameters/real", description: Between. }
    real: { name: id, in: path, required: true, description: A parameter., schema: { type: string } }
  requestBodies: { b: { description: A body., content: { a/b: {} } } }
  responses: { r: { description: A response. } }
  headers: { h: { description: A header., schema: { type: string } } }
  links: { l: { description: A link., operationId: put_a_by_id } }
  examples: { e: { summary: A summary., value: a } }
  securitySchemes:
    s: { $ref: "#/components/securitySchemes/real", description: Another scheme. }
    real: { type: http, scheme: bearer, description: A scheme. }
`;

function words(http: HttpApi | null | undefined): (string | null | undefined)[] {
  const [operation] = http?.operations ?? [];
  const [first, second] = operation?.responses ?? [];
  return [
    operation?.parameters[0]?.words.description,
    operation?.requestBody?.description,
    first?.description,
    second?.headers[0]?.description,
    second?.links[0]?.description,
    second?.content[0]?.examples[0]?.summary,
    http?.securitySchemes[0]?.description,
  ];
}

const ignored = (messages: string): number => messages.match(/ beside \$ref has no effect/g)?.length ?? 0;

describe("summary and description next to a reference", () => {
  it.each([["3.1.1"], ["3.2.0"]])("replace those of the target in %s", (version) => {
    const { api, messages } = readFiles({ "openapi.yaml": document(version) });
    expect(words(api?.http)).toEqual([
      "Another parameter.",
      "Another body.",
      "Another response.",
      "Another header.",
      "Another link.",
      "Another summary.",
      "Another scheme.",
    ]);
    // A parameter has no summary.
    expect(ignored(messages)).toBe(1);
    expect(messages).toContain('"summary" beside $ref has no effect');
  });

  it("are ignored in 3.0, which is reported for each", () => {
    const { api, messages } = readFiles({ "openapi.yaml": document("3.0.4") });
    expect(words(api?.http)).toEqual([
      "A parameter.",
      "A body.",
      "A response.",
      "A header.",
      "A link.",
      "A summary.",
      "A scheme.",
    ]);
    expect(ignored(messages)).toBe(9);
  });

  it("come from an intermediate reference when the outer one has none", () => {
    const text = document("3.1.1").replace(", description: Another parameter.", "");
    expect(words(readFiles({ "openapi.yaml": text }).api?.http)[0]).toBe("Between.");
  });
});

it.each([
  "parameters/id",
  "requestBodies/b",
  "responses/r",
  "headers/h",
  "links/l",
  "examples/e",
  "securitySchemes/real",
])("a reference to nothing is an error in each kind: %s", (place) => {
  const nothing = `#/components/${place}-none`;
  const text = document("3.1.1").replace(`"#/components/${place}"`, `"${nothing}"`);
  const { messages } = readFiles({ "openapi.yaml": text });
  expect(messages).toContain(`error ref-not-found: the reference "${nothing}" points to nothing`);
});
