// Rules across the OpenAPI and the AsyncAPI document of one API. The reader itself checks that a name means one schema, because
// generated code depends on it.

import type { Report } from "../diagnostics/index.ts";
import type { ReadFiles } from "./read-api.ts";
import { WalkedDocuments } from "./walked-documents.ts";

export function checkAcross({ openapi, asyncapi, base, inputs, map }: ReadFiles, report: Report): void {
  const documents = new WalkedDocuments(base, inputs, map);
  const versionOf = (file: string | null) =>
    file === null ? undefined : documents.at(file)?.get("info")?.get("version");
  const [openapiVersion, other] = [versionOf(openapi), versionOf(asyncapi)];
  if (openapiVersion === undefined || other === undefined || openapiVersion.value === other.value) return;
  if (typeof openapiVersion.value !== "string" || typeof other.value !== "string") return;
  const related = [
    { message: "the version of the OpenAPI document", place: { kind: "value", location: openapiVersion } as const },
  ];
  report.add("different-versions", other, { openapi: openapiVersion.value, asyncapi: other.value }, { related });
}
