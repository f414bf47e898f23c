// The descriptions of the corpus that are generated from, and the known mistakes in them that are tolerated.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type FreshFolder, freshFolder } from "../stories/harness/fresh-folder.ts";

export interface CorpusDescription {
  readonly name: string;
  readonly kind: "openapi" | "asyncapi";
  /** Relative to the folder that `unpack` fills, where the command runs. */
  readonly file: string;
  /** Codes of mistakes it is known to have; any other error is a failure. */
  readonly tolerate: readonly string[];
  /** Codes of the errors that it must be refused for, when it cannot be generated from; `null` when it can. */
  readonly refused: readonly string[] | null;
}

const openapi: readonly Omit<CorpusDescription, "kind" | "refused">[] = [
  { name: "GitHub", file: "openapi/github.json", tolerate: ["ambiguous-path", "invalid-default"] },
  { name: "Adyen Management", file: "openapi/adyen-management.json", tolerate: ["foreign-keyword"] },
  {
    name: "DigitalOcean",
    file: "openapi/digitalocean/specification/DigitalOcean-public.v2.yaml",
    tolerate: ["invalid-default", "ref-in-properties"],
  },
];

/** Mistakes of single examples. */
const mistakes: Readonly<Record<string, readonly string[]>> = {
  "operation-security-asyncapi.yml": ["invalid-default"],
};

/** Examples that refer to files that no longer exist. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  "adeo-kafka-request-reply-asyncapi.yml": ["ref-remote", "unsupported-feature"],
};

/** A folder for generated code, which finds its packages where the workspace does. */
export function folderForOutput(name: string): FreshFolder {
  const folder = freshFolder(name);
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder.path, "node_modules"), "dir");
  writeFileSync(join(folder.path, "package.json"), '{ "type": "module" }');
  return folder;
}

/** Unpacks the corpus into a folder of its own, and says what is in it. */
export function unpack(corpus: string, folder: string): CorpusDescription[] {
  mkdirSync(join(folder, "openapi/digitalocean"), { recursive: true });
  for (const name of ["github", "adyen-management"]) {
    const packed = readFileSync(join(corpus, `openapi/${name}.json.gz`));
    writeFileSync(join(folder, `openapi/${name}.json`), gunzipSync(packed));
  }
  const archive = join(corpus, "openapi/digitalocean-specification.tar.gz");
  execFileSync("tar", ["xzf", archive, "-C", join(folder, "openapi/digitalocean")]);
  cpSync(join(corpus, "asyncapi"), join(folder, "asyncapi"), { recursive: true });
  return [
    ...openapi.map((one) => ({ ...one, kind: "openapi" as const, refused: null })),
    ...asyncapiIn(join(folder, "asyncapi")),
  ];
}

function asyncapiIn(folder: string): CorpusDescription[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /asyncapi\.ya?ml$/.test(file))
    .sort()
    .map((file) => ({
      name: file.replace(/[-/]?asyncapi\.ya?ml$/, ""),
      kind: "asyncapi",
      file: `asyncapi/${file}`,
      tolerate: mistakes[file] ?? [],
      refused: refusals[file] ?? null,
    }));
}
