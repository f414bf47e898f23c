// What the official schemas and parsers say about the documents of an API, at the places they mean.
import { type Report, startOf } from "../diagnostics/index.ts";
import { lineColumnOf, type SourceDocument, spanOf, writtenAt } from "../source/index.ts";
import { checkAsyncApi } from "./official-asyncapi.ts";
import { checkOpenApi } from "./official-openapi.ts";
import type { ReadFiles } from "./read-api.ts";
import { type Finding, WalkedDocuments } from "./walked-documents.ts";

/** Runs after reading: what a reader has already reported on the same line is not said twice. */
export async function checkOfficially(
  { openapi, asyncapi, base, inputs, map }: ReadFiles,
  report: Report,
): Promise<void> {
  const documents = new WalkedDocuments(base, inputs, map);
  const reported = linesOf(report);
  const openapiRoot = openapi === null ? null : documents.at(openapi);
  const asyncapiRoot = asyncapi === null ? null : documents.at(asyncapi);
  if (openapiRoot !== null)
    addAll("OpenAPI", await checkOpenApi(openapiRoot, documents, report.hasErrors), report, reported);
  if (asyncapiRoot !== null)
    addAll("AsyncAPI", await checkAsyncApi(asyncapiRoot, documents, report.hasErrors), report, reported);
}

function addAll(standard: string, findings: readonly Finding[], report: Report, reported: ReadonlySet<string>): void {
  for (const { severity, detail, part, location } of findings) {
    const written = writtenAt(location);
    if (reported.has(lineOf(written.document, spanOf(written, part).start))) continue;
    const code = severity === "error" ? "official-schema" : "official-schema-warning";
    report.add(code, { kind: part, location }, { standard, detail });
  }
}

function linesOf(report: Report): Set<string> {
  return new Set(
    report.list().flatMap(({ place }) => {
      if (place.kind === "file" || place.kind === "none") return [];
      const document = place.kind === "offset" ? place.document : place.location.document;
      return [lineOf(document, startOf(place)?.offset ?? 0)];
    }),
  );
}

function lineOf(document: SourceDocument, offset: number): string {
  return `${document.path}:${lineColumnOf(document, offset).line}`;
}
