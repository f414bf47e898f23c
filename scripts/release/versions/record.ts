// spec/ as it is -> spec/releases/<version>: the description in two files, which the next release is compared with. The last step of `pnpm release follow`: what is generated has to be as spec/ is by then.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { entriesAt, isObject, type Json, type JsonObject, memberAt, objectIn } from "../../../docs/build/json.ts";
import { bundledJson, diffDescriptions } from "../../../generators/src/entries/description.ts";
import { apiVersion, type RecordedRelease, readRecorded, releaseOf } from "./places.ts";

/** The same description gives the same bytes. Throws when what was written does not say what spec/ says. */
export function recordRelease(root: string, version: string): RecordedRelease {
  const release = releaseOf(version);
  const { folder, openapi, asyncapi } = release;
  mkdirSync(path.join(root, folder), { recursive: true });
  const bundled = (file: string): JsonObject => bundledJson(file, { cwd: root });
  const http = bundled("spec/openapi.yaml");
  const messaging = sharing(bundled("spec/asyncapi.yaml"), http, path.basename(openapi));
  for (const [file, document] of [
    [openapi, http],
    [asyncapi, messaging],
  ] as const) {
    writeFileSync(path.join(root, file), `${JSON.stringify(document, null, 2)}\n`);
  }
  const { changes, problems } = diffDescriptions(
    { cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" },
    { cwd: root, openapi, asyncapi },
  );
  const wrong = changes?.map(({ message }) => message) ?? problems.map(({ message }) => message);
  if (wrong.length === 0) return release;
  rmSync(path.join(root, folder), { recursive: true });
  throw new Error(`${folder} would not say what spec/ says: ${wrong.join("; ")}`);
}

/** What both documents have is there once, in `file`, and referred to: two schemas of one name would be two schemas. */
function sharing(document: JsonObject, other: JsonObject, file: string): JsonObject {
  const schemas = entriesAt(document, ["components", "schemas"]);
  const own = schemas.filter(
    ([name, schema]) => !isDeepStrictEqual(schema, memberAt(other, ["components", "schemas", name])),
  );
  const shared = schemas.filter((entry) => !own.includes(entry)).map(([name]) => `#/components/schemas/${name}`);
  const names = new Map(shared.map((pointer) => [pointer, `${file}${pointer}`]));
  const components = { ...objectIn(document["components"]), schemas: Object.fromEntries(own) };
  return objectIn(pointed({ ...document, components }, names));
}

/** With every text that is one of `names` replaced: references, wherever they are. */
function pointed(value: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof value === "string") return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => pointed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, pointed(member, names)]));
}

if (import.meta.main) {
  const root = process.cwd();
  const version = apiVersion(root);
  const isKnown = readRecorded(root).some((release) => release.version === version);
  if (!isKnown) console.log(`${recordRelease(root, version).folder}: what the next release is compared with`);
}
