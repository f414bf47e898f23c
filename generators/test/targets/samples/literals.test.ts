// Texts and values as they are written in shell, Python and TypeScript: what reads them gets the same texts and values.
import { execFileSync } from "node:child_process";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyCharacter } from "../../../../scripts/testing/any-character.ts";
import { missingTools } from "../../../../scripts/testing/missing-tools.ts";
import type { Json } from "../../../src/model/schema.ts";
import { shellText } from "../../../src/targets/samples/curl.ts";
import { goText } from "../../../src/targets/samples/go.ts";
import { phpText } from "../../../src/targets/samples/php.ts";
import { pythonSyntax } from "../../../src/targets/samples/python.ts";
import { rubyText } from "../../../src/targets/samples/ruby.ts";
import { typescriptSyntax } from "../../../src/targets/samples/typescript.ts";
import { type Syntax, valueText } from "../../../src/targets/samples/value-text.ts";
import { payloads } from "../../hostile/payloads.ts";

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.constantFrom(...payloads.map(({ text }) => text)),
);
const anyValue = fc.oneof(
  fc.jsonValue({ stringUnit: anyCharacter }),
  anyText,
  fc.dictionary(anyText, fc.jsonValue({ stringUnit: anyCharacter })),
);
const values = fc.sample(anyValue, { numRuns: 300 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const place = { depth: 0, before: 0, after: 0 };
const textsIn = (syntax: Syntax): string[] => values.map((value) => valueText(value, syntax, place));

it("a word of the shell is its text, byte for byte", () => {
  const texts = fc.sample(anyText, { numRuns: 300 }).filter((text) => text.isWellFormed() && !text.includes("\0"));
  const program = texts.map((text) => `printf '%s\\0' ${shellText(text)}\n`).join("");
  expect(execFileSync("sh", { input: program, encoding: "utf8" })).toBe(texts.map((text) => `${text}\0`).join(""));
});

it.skipIf(missingTools(["python3"]).length > 0)("a value in Python is the value", () => {
  const program = `import json\nprint(json.dumps([\n${textsIn(pythonSyntax).join(",\n")}\n]))\n`;
  const printed = execFileSync("python3", ["-"], { input: program, encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual(values);
});

it("a value in TypeScript is the value", () => {
  const program = `JSON.stringify([\n${textsIn(typescriptSyntax).join(",\n")}\n])`;
  expect(JSON.parse(runInNewContext(program))).toEqual(values);
});

it("nothing that ends or hides a line is in a text", () => {
  const hidden = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u;
  for (const syntax of [pythonSyntax, typescriptSyntax])
    fc.assert(fc.property(anyText, (text) => !hidden.test(syntax.string(text))));
  const whole = anyText.filter((text) => text.isWellFormed());
  for (const written of [goText, phpText, rubyText])
    fc.assert(fc.property(whole, (text) => !hidden.test(written(text))));
});

it("half of a character has no literal in Go, PHP and Ruby", () => {
  for (const written of [goText, phpText, rubyText])
    expect(() => written("\ud800")).toThrow("half of a surrogate pair");
});
