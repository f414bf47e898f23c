// What a large comparison prints: within its room, grouped, with every breaking change counted.
import { describe, expect, it } from "vitest";
import { markdownOfChanges, mostCharacters } from "../../src/diff/format/markdown.ts";
import { mostLines, textOfChanges } from "../../src/diff/format/text.ts";
import { diffDocuments, openApi } from "./descriptions.ts";

/** `count` resources, each with an operation; in the revision, every bound and one enum differ. */
function api(count: number, maxLength: number) {
  const members = Array.from({ length: 20 }, (_, index) => [`member${index}`, { type: "string", maxLength }] as const);
  const content = { "application/json": { schema: { type: "object", properties: Object.fromEntries(members) } } };
  const shared = { "application/json": { schema: { $ref: "#/components/schemas/Shared" } } };
  const paths = Array.from({ length: count }, (_, index) => [
    `/v1/resource${index}/{id}`,
    {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      post: {
        operationId: `make${index}`,
        description: `At most ${maxLength}.`,
        requestBody: { content },
        responses: { "200": { description: "Fine.", content: shared } },
      },
    },
  ]);
  const components = { schemas: { Shared: { type: "string", enum: ["a", ...(maxLength < 10 ? ["b"] : [])] } } };
  return { openapi: openApi({ paths: Object.fromEntries(paths), components }) };
}

describe("a comparison at size", () => {
  const changes = diffDocuments(api(60, 10), api(60, 9));
  const shown = { changes, prefixes: { base: "", revision: "" } };

  it("is text of a limited number of lines", () => {
    const lines = textOfChanges(shown, mostLines).split("\n");
    expect(lines.length).toBeLessThanOrEqual(mostLines);
    expect(lines).toContain("resource0 (20 major, 1 patch)");
    expect(lines.find((line) => line.includes('the value "b" is new'))).toMatch(/\(60 uses\)$/);
    expect(lines.at(-3)).toContain(`${changes.length} changes: 1201 major`);
    expect(textOfChanges(shown).split("\n").length).toBeGreaterThan(changes.length * 3);
  });

  it("is Markdown that fits a comment", () => {
    const text = markdownOfChanges(shown, mostCharacters);
    expect(text.length).toBeLessThan(mostCharacters);
    expect(text).toContain("### resource59 (20 major, 1 patch)");
    expect(markdownOfChanges(shown).length).toBeGreaterThan(mostCharacters);
  });

  it("fits where even the groups are too many", () => {
    const lines = textOfChanges(shown, 40).split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.some((line) => /more parts of the API \(\d+ major/.test(line))).toBe(true);
    expect(markdownOfChanges(shown, 2_000).length).toBeLessThan(2_000);
  });
});
