// Pairs of descriptions whose verdict was wrong: what `waybill diff` reports of each.
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ranApart } from "../cli/in-process.ts";
import { fixtures } from "./case.ts";

const folder = path.join(fixtures, "diff");

const verdicts: Readonly<Record<string, readonly string[]>> = {
  "30-31-b64": [
    "patch bytes-noted: POST /a, body.f: its bytes are described by contentEncoding base64 instead of format byte",
  ],
  "30-31-file": [
    "patch bytes-noted: POST /a, body.f: its bytes are described by contentMediaType application/octet-stream instead of format binary",
  ],
  "additional-true-new-optional": ['minor property-added: POST /a, body: the member "b" is new'],
  "charset-added": [
    "patch charset-noted: GET /a, response 200: its media type is written application/json; charset=utf-8 instead of application/json",
  ],
  "disc-key-not-in-enum": [
    'minor enum-value-added: POST /a, body (B).t: the value "B" is new',
    'patch impossible-value-removed: POST /a, body (B).t: the value "x B", which other keywords exclude, is no longer listed',
  ],
  "enum-in-allof-oneof-const": [],
  "enum-number-in-string": [
    "patch impossible-value-added: POST /a, body.v: the value 4.1 is listed, but other keywords exclude it",
  ],
  "form-encoding-new-field": ['minor property-added: POST /a, body: the member "n" is new'],
  "int32-in-bounds": [
    "patch format-noted: POST /a, body.n: its format is int32 instead of not set; both accept the same numbers",
  ],
  "object-to-union-response": [
    "minor choice-made: GET /a, response 200.annotation: it also has to match one of 2 alternatives",
  ],
  "open-enum-anyof": ['patch suggested-value-added: M: the value "c" is listed, beside any other'],
  "subject-of-null": ["minor type-removed: GET /a, response 200.s: it can no longer be null"],
  "unused-component-removed": ["major schema-name-gone: schema Hook: the type Hook is removed"],
};

interface Shown {
  readonly changes: readonly { readonly bump: string; readonly rule: string; readonly message: string }[];
}

async function diff(base: string, revision: string): Promise<string[]> {
  const { stdout, stderr, code } = await ranApart(folder, ["diff", base, revision, "--format", "json"]);
  expect({ code, errors: stderr.match(/ error /g) }).toEqual({ code: 0, errors: null });
  const { changes }: Shown = JSON.parse(stdout);
  return changes.map(({ bump, rule, message }) => `${bump} ${rule}: ${message}`);
}

test.each(readdirSync(folder).filter((name) => name !== "same-text-two-names"))(
  "diff gives the input %s its verdicts",
  async (name) => {
    expect(await diff(`${name}/base.yaml`, `${name}/revision.yaml`)).toEqual(verdicts[name]);
  },
);

test("same-text-two-names: the name of the file is no change", async () => {
  expect(await diff("same-text-two-names/v1.yaml", "same-text-two-names/v2.yaml")).toEqual([]);
  expect(await diff("same-text-two-names/a/openapi.yaml", "same-text-two-names/b/openapi.yaml")).toEqual([]);
});
