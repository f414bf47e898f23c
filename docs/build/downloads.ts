// The description and its vectors -> the files that the site offers for download, with size and SHA-256.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { redoclyFiles, redoclyIn } from "../../packages/waybill/docs/src/run/redocly.ts";
import type { Description } from "./api.ts";

export interface Download {
  /** `/downloads/openapi.yaml` */
  readonly path: string;
  readonly name: string;
  readonly what: string;
  readonly type: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly content: string;
  /** The document that a page of Redocly is about. */
  readonly document?: string;
}

/** Each description in one HTML file, by Redocly: `root` is the workspace, which has it. */
export async function htmlDownloads({ folder }: Description, root: string): Promise<Download[]> {
  const program = redoclyIn(root);
  if (program === null) throw new Error("@redocly/cli is not installed: run npx -y pnpm@12 install");
  const document = (name: string): string => path.join(folder, `${name}.yaml`);
  const files = await redoclyFiles(program, [{ openapi: document("openapi"), asyncapi: document("asyncapi") }]);
  const what = "in one HTML file, to read without a server";
  return files.map(({ file, content, document: source }) => {
    const name = path.basename(file);
    const subject = name.startsWith("async") ? "The webhook deliveries" : "The HTTP API";
    return { ...download(name, `${subject} ${what}`, content), ...(source === undefined ? {} : { document: source }) };
  });
}

export function makeDownloads({ openapi, asyncapi, folder }: Description): Download[] {
  const read = (file: string): string => readFileSync(path.join(folder, "examples", file), "utf8");
  const yaml = (value: unknown): string => stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 });
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const http = "The HTTP API, OpenAPI 3.1, in one file";
  const events = "The webhook deliveries, AsyncAPI 3, in one file";
  return [
    download("openapi.yaml", http, yaml(openapi)),
    download("openapi.json", http, json(openapi)),
    download("asyncapi.yaml", events, yaml(asyncapi)),
    download("asyncapi.json", events, json(asyncapi)),
    download(
      "signatures.json",
      "Deliveries with their exact bytes, secrets and signatures, right ones and wrong ones, to try a receiver with",
      read("signatures.json"),
    ),
    download(
      "webhook-addresses.json",
      "URLs and addresses with the verdict on each: may deliveries go there?",
      read("webhook-addresses.json"),
    ),
  ];
}

function download(name: string, what: string, content: string): Download {
  return {
    path: `/downloads/${name}`,
    name,
    what,
    type: name.endsWith(".json") ? "application/json" : name.endsWith(".html") ? "text/html" : "application/yaml",
    bytes: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
    content,
  };
}
