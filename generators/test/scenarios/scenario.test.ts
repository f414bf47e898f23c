// The tests' own tools: a scenario with a mistake must not pass as one that expects less, and a leak must be seen.
import { describe, expect, it } from "vitest";
import { anysOf, leaksOf, syntaxErrorsOf } from "./output-text.ts";
import { parseScenario } from "./scenario.ts";

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\`\n`;
const input = `# Title\n\n## Schemas\n\n${block("yaml", "A: { type: string }")}\n`;

describe("a scenario", () => {
  it("has inputs, outputs and values", () => {
    const text = `${input}Words.\n\n## Output: types/schemas.gen.ts\n\n${block("ts", "a\n  b")}\n## Rejects: A\n\n${block("yaml", "- 1")}`;
    const { title, inputs, outputs, values } = parseScenario(text, "a.md");
    expect(title).toBe("Title");
    expect(inputs.get("openapi.yaml")).toContain("\n    A: { type: string }\n");
    expect(outputs).toEqual([{ file: "types/schemas.gen.ts", text: "a\n  b" }]);
    expect(values).toEqual([{ schema: "A", accepted: false, values: [1] }]);
  });

  const mistakes: readonly (readonly [string, string, string])[] = [
    [
      "a misspelt section",
      `${input}## Outputs: types/a.ts\n\n${block("ts", "a")}`,
      'a.md:9: unknown section "Outputs: types/a.ts"',
    ],
    ["a section without a name", `${input}## Output\n\n${block("ts", "a")}`, 'a.md:9: unknown section "Output"'],
    [
      "a section without a block",
      `${input}## Output: types/a.ts\n\nWords.\n`,
      'a.md:9: the section "Output: types/a.ts" has no code block',
    ],
    [
      "a value that is not a list",
      `${input}## Accepts: A\n\n${block("yaml", "a")}`,
      "a.md:9: the values must be a YAML list",
    ],
    ["nothing to expect", input, "a.md: the scenario expects nothing"],
    ["no input", `# Title\n\n## Output: types/a.ts\n\n${block("ts", "a")}`, "a.md: the scenario has no input"],
    ["no title", input.replace("# Title", ""), "a.md: the scenario has no title"],
  ];

  it.each(mistakes)("is refused with %s", (_, text, message) => {
    expect(() => parseScenario(text, "a.md")).toThrow(message);
  });
});

describe("looking at output", () => {
  it("finds text of a description that has become code", () => {
    const text =
      'type A = { STOLEN: 1; "STOLEN": 2 };\n/** STOLEN {@link STOLEN}\n * @see STOLEN */\n// STOLEN\ntype B = "STOLEN" | `STOLEN`;';
    expect(leaksOf(text, "STOLEN")).toEqual(["line 1: Identifier STOLEN"]);
    expect(leaksOf(`/* */ STOLEN(); /* */`, "STOLEN")).toEqual(["line 1: Identifier STOLEN"]);
  });

  it("finds any, and what does not parse", () => {
    expect(anysOf('type A = { any: "any"; a: any }; // any')).toEqual(["line 1: a: any"]);
    expect(syntaxErrorsOf("type A = {")).toEqual(["line 1: '}' expected."]);
    expect(syntaxErrorsOf("type A = {};")).toEqual([]);
  });
});
