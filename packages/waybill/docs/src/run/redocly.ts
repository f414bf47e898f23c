// Each description -> one self-contained HTML file, by `redocly build-docs` of the project that has the package.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { DescriptionFiles } from "waybill/command";
import type { Download } from "./site.ts";

/** The program of the package as the working directory finds it; `null` where it is not installed. */
export function redoclyIn(cwd: string): string | null {
  try {
    const manifest = findPackageJSON("@redocly/cli", pathToFileURL(path.join(cwd, "package.json")));
    return manifest === undefined ? null : path.join(path.dirname(manifest), "bin/cli.js");
  } catch {
    return null;
  }
}

/** Rejects with what Redocly prints when it fails. */
export async function redoclyFiles(
  program: string,
  documents: readonly Pick<DescriptionFiles, "openapi" | "asyncapi">[],
): Promise<Download[]> {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-redocly-"));
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const downloads: Download[] = [];
  try {
    for (const file of documents.flatMap(({ openapi, asyncapi }) => [openapi, asyncapi])) {
      if (file === null) continue;
      const output = path.join(folder, "docs.html");
      const buildArgs = ["build-docs", file, "--inlineBundle", "--output", output];
      await promisify(execFile)(process.execPath, [program, ...buildArgs], { env, cwd: path.dirname(file) });
      const name = path.basename(file).replace(/\.\w+$/, "");
      const count = downloads.filter((one) => one.file.startsWith(`downloads/${name}`)).length;
      downloads.push({
        file: `downloads/${name}${count === 0 ? "" : `-${count + 1}`}.html`,
        content: withoutLogo(readFileSync(output, "utf8")),
        document: file,
        what: `${name} as one HTML file, to read without a server`,
      });
    }
    return downloads;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Redoc shows its logo from a host of its own, which is all that the file would ask another host for. */
function withoutLogo(html: string): string {
  return html.replaceAll(
    /https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g,
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E",
  );
}
