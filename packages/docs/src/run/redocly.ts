// Each OpenAPI description -> one self-contained HTML file, by `redocly build-docs` of the project that has the package.
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import type { DescriptionFiles } from "waybill/command";

export async function addRedocly(
  documents: readonly DescriptionFiles[],
  work: string,
  cwd: string = process.cwd(),
): Promise<readonly string[]> {
  const program = createRequire(path.join(cwd, "package.json")).resolve("@redocly/cli/bin/cli.js");
  const files = documents.flatMap(({ openapi }) => (openapi === null ? [] : [openapi]));
  const made: string[] = [];
  for (const file of files) {
    const name = `downloads/${path.basename(file).replace(/\.\w+$/, "")}.html`;
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    await promisify(execFile)(
      process.execPath,
      [program, "build-docs", file, "--output", path.join(work, "public", name)],
      { env },
    );
    made.push(name);
  }
  return made;
}
