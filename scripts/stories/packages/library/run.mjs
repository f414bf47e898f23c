// A program that runs the installed toolkit as a library: generates, finds a hand edit, a mistake and a breaking change.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { check, diff, generate, lint } from "waybill";

const config = { apis: { shop: { openapi: "openapi.yaml", out: "gen", targets: ["types", "zod"] } } };
const first = await generate(config);
assert.equal(first.ok, true);
assert.ok(first.inputs.some((file) => file.endsWith("openapi.yaml")));
assert.deepEqual((await generate(config)).changes, []);
assert.equal((await check(config)).ok, true);
assert.deepEqual((await lint(config)).diagnostics, []);

const generated = "gen/types/schemas.gen.ts";
writeFileSync(generated, readFileSync(generated, "utf8").replace("id: string", "id: number"));
const edited = await check(config);
assert.deepEqual(
  edited.diagnostics.map(({ code, file }) => [code, file]),
  [["hand-edited-file", generated]],
);

const description = readFileSync("openapi.yaml", "utf8");
writeFileSync("wrong.yaml", description.replace("type: string, maxLength", "type: strng, maxLength"));
const wrong = await lint({ apis: { shop: { openapi: "wrong.yaml", out: "wrong" } } });
assert.deepEqual(
  wrong.diagnostics.map(({ code, line }) => [code, line]),
  [["unknown-type", 21]],
);

writeFileSync(
  "next.yaml",
  description.replace("maxLength: 40", "maxLength: 20").replace("required: [id]", "required: []"),
);
const { bump } = await diff({ openapi: "openapi.yaml" }, { openapi: "next.yaml" });
assert.equal(bump, "major");
console.log("5 calls");
