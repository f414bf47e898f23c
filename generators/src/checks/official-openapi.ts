// An OpenAPI document to what its official JSON Schema rejects, through swagger-parser.
import type { Node } from "../source/index.ts";
import type { Finding } from "./official.ts";
import type { WalkedDocuments } from "./walked-documents.ts";

/** `broken`: reading has already found errors; then a complaint without a place only repeats one of them. */
export async function checkOpenApi(root: Node, documents: WalkedDocuments, broken: boolean): Promise<Finding[]> {
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
    const problems = problemsOf(error);
    if (problems.length > 0) return telling(problems).map((problem) => findingOf(problem, root, documents));
    const detail = error instanceof Error ? error.message : String(error);
    return broken ? [] : [{ severity: "error", detail, part: "value", location: root }];
  }
}

/** What Ajv says about one place. */
interface SchemaProblem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

function problemsOf(error: unknown): SchemaProblem[] {
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

function telling(problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const own = problems.filter((problem) => !composing.has(problem.keyword));
  return own.length > 0 ? own : problems;
}

function findingOf({ instancePath, message, params }: SchemaProblem, root: Node, documents: WalkedDocuments): Finding {
  const tokens = instancePath
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const place = documents.resolved(documents.follow(root, tokens));
  const extra = params["unevaluatedProperty"] ?? params["additionalProperty"];
  const key = typeof extra === "string" ? place.get(extra) : undefined;
  if (key !== undefined)
    return { severity: "error", detail: `${JSON.stringify(extra)} is not allowed here`, part: "key", location: key };
  return {
    severity: "error",
    detail: `${message}${choicesOf(params)}`,
    part: place.parent === null ? "value" : "key",
    location: place,
  };
}

function choicesOf(params: SchemaProblem["params"]): string {
  const allowed = params["allowedValues"];
  return Array.isArray(allowed) ? `: ${allowed.map((value) => JSON.stringify(value)).join(", ")}` : "";
}
