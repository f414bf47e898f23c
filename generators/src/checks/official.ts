// What the official schemas reject in the documents of an API, at the places they mean.
import { type Report, startOf } from "../diagnostics/index.ts";
import {
  asyncApiSchemaName,
  identityOf,
  lineColumnOf,
  type Node,
  type SourceDocument,
  spanOf,
  writtenAt,
} from "../source/index.ts";
import type { SchemaProblem } from "./official/grouped-validator.ts";
import type { ReadFiles } from "./read-api.ts";
import { type Finding, WalkedDocuments } from "./walked-documents.ts";

/** Runs after reading: what a reader has already reported on the same line is not said twice. */
export async function checkOfficially(
  { openapi, asyncapi, base, inputs, map }: ReadFiles,
  report: Report,
): Promise<void> {
  const unconverted = inputs.map((document) => document.unconverted ?? document);
  const documents = new WalkedDocuments(base, unconverted, map);
  const reported = placesOf(report);
  const openapiRoot = openapi === null ? null : documents.at(openapi);
  const asyncapiRoot = asyncapi === null ? null : documents.at(asyncapi);
  if (openapiRoot !== null) addAll("OpenAPI", await checkOpenApi(openapiRoot, documents), report, reported);
  if (asyncapiRoot !== null) addAll("AsyncAPI", await checkAsyncApi(asyncapiRoot, documents), report, reported);
}

function addAll(standard: string, findings: readonly Finding[], report: Report, reported: ReadonlySet<string>): void {
  for (const { severity, detail, part, location } of findings) {
    const written = writtenAt(location);
    const { start } = spanOf(written, part);
    const isReported =
      reported.has(lineOf(written.document, start)) || reported.has(characterOf(written.document, start));
    if (isReported) continue;
    const code = severity === "error" ? "official-schema" : "official-schema-warning";
    report.add(code, { kind: part, location }, { standard, detail });
  }
}

/** The lines with errors, and where else the readers warned of something that may be invalid. */
function placesOf(report: Report): Set<string> {
  return new Set(
    report.list().flatMap(({ place, code, severity }) => {
      if (place.kind === "file" || place.kind === "none" || code === "no-effect") return [];
      const document = place.kind === "offset" ? place.document : place.location.document;
      const at = startOf(place)?.offset ?? 0;
      const isLine = severity !== "warning" || code === "unknown-field";
      return [isLine ? lineOf(document, at) : characterOf(document, at)];
    }),
  );
}

function characterOf(document: SourceDocument, offset: number): string {
  return `${document.path}@${offset}`;
}

function lineOf(document: SourceDocument, offset: number): string {
  return `${document.path}:${lineColumnOf(document, offset).line}`;
}

// An AsyncAPI document to what the official JSON Schema rejects, and the rules of the standard that no schema can express.
async function checkAsyncApi(root: Node, documents: WalkedDocuments): Promise<Finding[]> {
  const { validateAsyncApi } = await import("./official/validate.ts");
  const name = asyncApiSchemaName(String(root.get("asyncapi")?.value));
  const { asyncApiViolations } = await import("./official/asyncapi-rules.ts");
  const rejected = findingsOf(validateAsyncApi(name, root, documents), root, documents);
  return [...rejected, ...asyncApiViolations(root, documents)];
}

// A description of HTTP to what its official JSON Schema rejects.

async function checkOpenApi(root: Node, documents: WalkedDocuments): Promise<Finding[]> {
  const version = String(root.get("openapi")?.value);
  if (version.startsWith("3.2.")) return findingsOf(await problemsOf("3.2", root, documents), root, documents);
  if (version.startsWith("3.1.")) return await findingsOf31(await problemsOf("3.1", root, documents), root, documents);
  const { validateOpenApi30 } = await import("./official/validate.ts");
  if (!root.has("swagger")) return findingsOf(validateOpenApi30("openapi-3.0", root, documents), root, documents);
  const { swaggerViolations } = await import("./official/swagger-rules.ts");
  const rejected = findingsOf(validateOpenApi30("swagger-2.0", root, documents), root, documents);
  return [...rejected, ...swaggerViolations(root, documents)];
}

async function problemsOf(
  version: "3.1" | "3.2",
  root: Node,
  documents: WalkedDocuments,
): Promise<readonly SchemaProblem[]> {
  const { validateOpenApi31 } = await import("./official/validate.ts");
  return validateOpenApi31(version, root, documents).filter(isSchemaProblem);
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
