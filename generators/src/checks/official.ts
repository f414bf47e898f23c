// What the official schemas and parsers say about the documents of an API, at the places they mean.
import { type Report, startOf } from "../diagnostics/index.ts";
import {
  currentText,
  identityOf,
  lineColumnOf,
  type Node,
  type SourceDocument,
  spanOf,
  writtenAt,
} from "../source/index.ts";
import type { OfficialVersion } from "./official-openapi-schema.ts";
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

// An AsyncAPI document to what the official parser finds in it. Its informations and hints are left out: they recommend
// newer versions and more fields, which is not a problem.
async function checkAsyncApi(root: Node, documents: WalkedDocuments, broken: boolean): Promise<Finding[]> {
  const { Parser } = await import("@asyncapi/parser");
  // Nothing is fetched, and no file is read but those that were: what leads elsewhere is judged by the readers, and reads as
  // an empty object here.
  const read = (uri: { toString(): string }): string => documents.textOf(String(uri)) ?? "{}";
  const resolvers = ["http", "https", "file"].map((schema) => ({ schema, order: 1, read }));
  const parser = new Parser({ __unstable: { resolver: { cache: false, resolvers } } });
  const { document } = root;
  const diagnostics = await parser.validate(currentText(document), { source: document.path });
  return diagnostics.flatMap(({ code, message, path, severity, source }): Finding[] => {
    if (severity > 1) return [];
    const start = source === undefined ? root : documents.at(source);
    if (start === null && broken) return [];
    const place = documents.follow(start ?? root, path.map(String));
    const part = place.parent === null ? "value" : "key";
    return [{ severity: severity === 0 ? "error" : "warning", detail: `${message} (${code})`, part, location: place }];
  });
}

// A description of HTTP to what its official JSON Schema rejects: from OpenAPI 3.1 on by Ajv alone, before through swagger-parser.

/** `broken`: reading has already found errors; then a complaint without a place only repeats one of them. */
async function checkOpenApi(root: Node, documents: WalkedDocuments, broken: boolean): Promise<Finding[]> {
  const version = String(root.get("openapi")?.value);
  if (version.startsWith("3.2.")) return findingsOf(await problemsOf("3.2", root, documents), root, documents);
  if (version.startsWith("3.1.")) return await findingsOf31(await problemsOf("3.1", root, documents), root, documents);
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  try {
    // Nothing is fetched, and no file is read but those that were: what leads elsewhere is judged by the readers.
    const read = {
      order: 1,
      canRead: true,
      read: (file: { readonly url: string }) => documents.textOf(file.url) ?? "{}",
    };
    await SwaggerParser.validate(root.document.path, { resolve: { http: false, file: false, read } });
    return [];
  } catch (error) {
    const problems = thrownProblems(error);
    if (problems.length > 0) return findingsOf(problems, root, documents);
    const detail = error instanceof Error ? error.message : String(error);
    // Limits of swagger-parser, not of the standard.
    if (/^Maximum (?:dereference depth|call stack)/.test(detail))
      return [{ severity: "warning", detail: unchecked, part: "value", location: root }];
    return broken ? [] : [{ severity: "error", detail, part: "value", location: root }];
  }
}

const unchecked = "its references are nested more than 500 levels deep, so it was not checked by the official schema";

async function problemsOf(
  version: OfficialVersion,
  root: Node,
  documents: WalkedDocuments,
): Promise<readonly SchemaProblem[]> {
  const { validateOpenApi } = await import("./official-openapi-schema.ts");
  return validateOpenApi(version, root, documents).filter(isSchemaProblem);
}

/** Frameworks write fields of 3.2 ahead of their version. They are read, and mean what 3.2 says. */
async function findingsOf31(
  problems: readonly SchemaProblem[],
  root: Node,
  documents: WalkedDocuments,
): Promise<Finding[]> {
  const placeOf = ({ instancePath, params }: SchemaProblem): string => `${instancePath} ${extraOf(params)}`;
  if (problems.length === 0) return [];
  const wrongIn32 = new Set((await problemsOf("3.2", root, documents)).map(placeOf));
  const isOf32 = (problem: SchemaProblem): boolean =>
    extraOf(problem.params) !== null && !wrongIn32.has(placeOf(problem));
  const causes = causesOf(problems);
  const early = causes.filter(isOf32).map((problem): Finding => {
    const detail = `${JSON.stringify(extraOf(problem.params))} is a field of OpenAPI 3.2: write "openapi: 3.2.0"`;
    return { ...findingOf(problem, root, documents), severity: "warning", detail };
  });
  const others = causes.filter((problem) => !isOf32(problem));
  return [...findingsOf(others, root, documents), ...early];
}

/** What Ajv says about one place. */
interface SchemaProblem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function thrownProblems(error: unknown): SchemaProblem[] {
  if (typeof error !== "object" || error === null || !("details" in error) || !Array.isArray(error.details)) return [];
  return error.details.filter(isSchemaProblem);
}

function isSchemaProblem(value: unknown): value is SchemaProblem {
  if (typeof value !== "object" || value === null) return false;
  const { instancePath, keyword, message, params }: Partial<Record<string, unknown>> = { ...value };
  return (
    typeof instancePath === "string" &&
    typeof keyword === "string" &&
    typeof message === "string" &&
    typeof params === "object"
  );
}

/** Keywords that only say that something below them failed. */
const composing: ReadonlySet<string> = new Set([
  "if",
  "allOf",
  "anyOf",
  "oneOf",
  "$ref",
  "$dynamicRef",
  "dependentSchemas",
  "propertyNames",
]);

function findingsOf(problems: readonly SchemaProblem[], root: Node, documents: WalkedDocuments): Finding[] {
  const findings = causesOf(problems).map((problem) => findingOf(problem, root, documents));
  return [
    ...new Map(findings.map((finding) => [`${identityOf(finding.location)} ${finding.detail}`, finding])).values(),
  ];
}

/** A keyword that failed inside a value also leaves the members of that value unevaluated: that is no fault of its own. */
function causesOf(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const causes = problems.filter(({ keyword }) => !composing.has(keyword));
  const others = causes.filter(({ keyword }) => keyword !== "unevaluatedProperties");
  const independent = causes.filter(
    ({ keyword, instancePath: at }) =>
      keyword !== "unevaluatedProperties" ||
      !others.some(({ instancePath }) => instancePath === at || instancePath.startsWith(`${at}/`)),
  );
  return independent.length > 0 ? independent : problems;
}

function findingOf({ instancePath, message, params }: SchemaProblem, root: Node, documents: WalkedDocuments): Finding {
  const tokens = instancePath
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const place = documents.resolved(documents.follow(root, tokens));
  const extra = extraOf(params);
  const key = extra === null ? undefined : place.get(extra);
  if (key !== undefined)
    return { severity: "error", detail: `${JSON.stringify(extra)} is not allowed here`, part: "key", location: key };
  return {
    severity: "error",
    detail: `${message}${choicesOf(params)}`,
    part: place.parent === null ? "value" : "key",
    location: place,
  };
}

/** The name of a member that is not allowed. */
function extraOf(params: SchemaProblem["params"]): string | null {
  const extra = params["unevaluatedProperty"] ?? params["additionalProperty"];
  return typeof extra === "string" ? extra : null;
}

function choicesOf(params: SchemaProblem["params"]): string {
  const allowed = params["allowedValues"];
  return Array.isArray(allowed) ? `: ${allowed.map((value) => JSON.stringify(value)).join(", ")}` : "";
}
