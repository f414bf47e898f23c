// What a bundle holds of this package: nothing that the importing code does not use, and nothing of Node.
import { basename, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { expect, test } from "vitest";

const adapters = ["removeAllContentTypeParsers", "readableDidRead", "getReader"];

const otherSignatures = ["SHA-512", "Ed25519", "atob", "URLSearchParams", 'importKey("pkcs8'];

test.each([
  ["verifyWebhook", ["not_awaited", "SHA-256"], [...adapters, ...otherSignatures, "handler_failed"]],
  ["signWebhook", ["missing_secret"], [...adapters, "looseObject"]],
  ["createWebhookHandler", adapters, []],
])("a bundle of %s holds what it uses, and nothing else", async (name, used, unused) => {
  const text = await bundled(name);
  for (const word of used) expect(text).toContain(word);
  for (const word of unused) expect(text).not.toContain(word);
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
