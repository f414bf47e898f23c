// Rendered files -> the same with a map beside each declaration file, where there is something to map to.
import path from "node:path";
import { WalkedDocuments } from "../../checks/walked-documents.ts";
import { splitSchemasOf } from "../../model/analysis/schema-parts.ts";
import type { Api } from "../../model/api.ts";
import type { ApiOptions } from "../../model/api-options.ts";
import type { SourceDocument } from "../../source/index.ts";
import type { ApiProject, Project } from "../config/project.ts";
import { mapOf } from "../config/reading-rules.ts";
import { isForeign } from "../config/sources/foreign-source.ts";
import { headerOf } from "../header.ts";
import { type Mapping, mapped } from "./declaration-map.ts";
import { originsOf } from "./origins.ts";

export interface MappedApi {
  readonly project: Project;
  readonly own: ApiProject;
  readonly api: Api;
  readonly documents: readonly SourceDocument[];
  readonly version: string;
}

/** Below the root. */
interface PlacedFile {
  readonly path: string;
  readonly text: string;
}

/** `null` where the options leave maps out. */
export function mappingOf({ project, own, api, documents, version }: MappedApi): Mapping | null {
  if (!hasMaps(own.options)) return null;
  const { base, rules } = project;
  const local = new Set(
    documents
      .filter(({ path: file, isCopy }) => isCopy !== true && !isForeign(rules.foreign, file))
      .map((document) => document.path),
  );
  const [header = ""] = headerOf(own, { version, command: "" });
  const { schemas } = splitSchemasOf(api.schemas, own.options);
  return {
    origins: originsOf({ ...api, schemas }, new WalkedDocuments(base, documents, mapOf(rules))),
    isLocal: (document) => local.has(document.path),
    header,
  };
}

/** Formatters may move what a map points to. */
function hasMaps({ declarationMap, emit, postprocess }: ApiOptions): boolean {
  return declarationMap && emit === "js" && postprocess.length === 0;
}

/** A declaration file without anything of the description has no map. `root`: absolute. */
export function withMaps<File extends PlacedFile>(files: readonly File[], root: string, mapping: Mapping): File[] {
  return files.flatMap((file) => {
    if (!file.path.endsWith(".gen.d.ts")) return [file];
    const found = mapped(path.join(root, file.path), file.text, mapping);
    if (found === null) return [file];
    return [
      { ...file, text: found.text },
      { ...file, path: `${file.path}.map`, text: found.map },
    ];
  });
}
