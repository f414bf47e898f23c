// Programs in three languages, none of which uses this project's code, agree with the vectors of signatures, and notice errors.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { missingTools, type Verifier, verifiers } from "../testing/vector-tools.ts";

vi.setConfig({ testTimeout: 60_000 });

const published = readFileSync(join(import.meta.dirname, "../../spec/examples/signatures.json"), "utf8");

/** Each makes one verdict wrong, once for the body, once for the signature, once for the secret. */
const mistakes: readonly (readonly [what: string, name: string, was: string, is: string])[] = [
  ["a body that was not signed", "body-not-ascii", "TASSE-GRÜN", "TASSE-GRUN"],
  ["bytes that were not signed", "body-not-utf-8", '"rawBodyBase64": "e', '"rawBodyBase64": "f'],
  ["a verdict that is wrong", "signature-uppercase", '"valid": false', '"valid": true'],
  ["a secret that is another", "secret-not-ascii", "whsec_schlüssel", "whsec_schluessel"],
];

describe.each(verifiers)("$script", (verifier) => {
  const missing = missingTools(verifier);
  if (missing.length > 0) {
    test.skip(`there is no ${missing.join(" and no ")}; bash scripts/testing/install.sh ${missing.join(" ")}`);
    return;
  }

  test("agrees with every vector", async () => {
    const { code, out } = await run(verifier);
    const count = published.match(/"valid":/g)?.length;
    const valid = published.match(/"valid": true/g)?.length;
    expect(out).toContain(`: ${count} vectors, ${valid} of them valid, 0 mismatches\n`);
    expect(code).toBe(0);
  });

  test.each(mistakes)("notices %s", async (_, name, was, is) => {
    const start = published.indexOf(`"name": "${name}"`);
    const text = published.slice(0, start) + published.slice(start).replace(was, is);
    expect(text).not.toBe(published);
    const { code, out } = await run(verifier, fileWith(text));
    expect(out).toContain(`${name}: expected`);
    expect(out).toContain(", 1 mismatches");
    expect(code).toBe(1);
  });

  test("takes no file without vectors for a success", async () => {
    expect((await run(verifier, fileWith('{ "vectors": [] }'))).code).toBe(1);
  });
});

function fileWith(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "waybill-vectors-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "signatures.json");
  writeFileSync(file, text);
  return file;
}

function run(
  { command, script }: Verifier,
  ...files: string[]
): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((resolve) => {
    const child = execFile(command, [join(import.meta.dirname, script), ...files], (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, out: stdout + stderr }),
    );
  });
}
