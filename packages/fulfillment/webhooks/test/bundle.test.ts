// What a bundle holds of this package: nothing that the importing code does not use, and nothing of Node.
import { basename, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { expect, test } from "vitest";

const adapters = ["removeAllContentTypeParsers", "readableDidRead", "getReader"];

test("who verifies carries no adapters", async () => {
  const text = await bundled("verifyWebhook");
  expect(text).toContain("not_awaited");
  for (const word of [...adapters, "handler_failed"]) expect(text).not.toContain(word);
});

test("who verifies carries no other signatures than this API's", async () => {
  const text = await bundled("verifyWebhook");
  expect(text).toContain("SHA-256");
  for (const word of ["SHA-512", "Ed25519", "atob", "URLSearchParams", 'importKey("pkcs8'])
    expect(text).not.toContain(word);
});

test("who signs carries no schemas", async () => {
  const text = await bundled("signWebhook");
  expect(text).toContain("missing_secret");
  for (const word of [...adapters, "looseObject"]) expect(text).not.toContain(word);
});

test("who handles carries the adapters", async () => {
  const text = await bundled("createWebhookHandler");
  for (const word of adapters) expect(text).toContain(word);
});

test("who verifies carries no languages of Zod's but the one it speaks", async () => {
  const { metafile } = await build({ ...exporting("verifyWebhook"), metafile: true, write: false });
  const kept = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [basename(file)] : [])),
  );
  expect(kept).toContain("en.js");
  expect(kept).not.toContain("de.js");
});

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({ ...exporting(name), external: ["zod"], write: false });
  return outputFiles.map(({ text }) => text).join("");
}

/** For no platform: an import of a module of Node would fail. */
function exporting(name: string): BuildOptions {
  return {
    stdin: { contents: `export { ${name} } from "./index.ts";`, resolveDir: join(import.meta.dirname, "../src") },
    bundle: true,
    format: "esm",
    platform: "neutral",
  };
}
