// A document written in a test -> a description, read from a file as any other.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Description, openDescription } from "../../../src/description/description.ts";

/** YAML or JSON text, or the document as a value. */
export function openText(openapi: string | object, asyncapi?: string | object): Description {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-run-"));
  const write = (name: string, document: string | object): string => {
    writeFileSync(join(cwd, name), typeof document === "string" ? document : JSON.stringify(document));
    return name;
  };
  try {
    return openDescription({
      cwd,
      openapi: write("openapi.yaml", openapi),
      ...(asyncapi === undefined ? {} : { asyncapi: write("asyncapi.yaml", asyncapi) }),
    });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** A description of these paths and nothing else. */
export function openPaths(paths: object, components: object = {}): Description {
  return openText({ openapi: "3.1.0", info: { title: "Test", version: "1" }, paths, components });
}
