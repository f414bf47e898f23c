// The text of a description -> its problems, and what is generated from it. Runs wherever `waybill/memory` does: in a worker of the page.
import {
  type Api,
  type CheckedDescription,
  checkEdited,
  type Diagnostic,
  generatedTexts,
  lineColumnOf,
  operationSamplesOf,
  ownApi,
  parseFile,
  sampleLabels,
  underlinedText,
} from "waybill/memory";
import { type Checked, type Problem, type Shown, type ShownFile, type View, views } from "./messages.ts";

const folder = "/description";

type Kind = "openapi" | "asyncapi";

export class Engine {
  private last: CheckedDescription | null = null;

  /** `tolerate`: codes of errors. */
  async check(text: string, tolerate: readonly string[] = []): Promise<Checked> {
    const started = performance.now();
    const detected = kindOf(text);
    const isJson = text.trimStart().startsWith("{");
    const file = `${folder}/${detected?.kind ?? "openapi"}.${isJson ? "json" : "yaml"}`;
    const checked = await checkEdited(ownApi(file, detected?.kind ?? "openapi", tolerate).files, {
      cwd: folder,
      readText: (path) => {
        if (path === file) return text;
        throw Object.assign(new Error(path), { code: "ENOENT" });
      },
      parse: parseFile,
      mode: "generate",
      targets: targetsOf[detected?.kind ?? "openapi"],
    });
    this.last = checked;
    return {
      standard: detected?.standard ?? null,
      problems: bySeverity(checked.diagnostics.map((diagnostic) => problemOf(diagnostic, file))),
      views: viewsOf(checked),
      milliseconds: performance.now() - started,
    };
  }

  async show(view: View): Promise<Shown> {
    const api = this.last?.api ?? null;
    const errors = this.last?.diagnostics.filter((diagnostic) => isStoppedBy(view, diagnostic)).length ?? 0;
    if (api === null || errors > 0) return { kind: "stopped", problems: errors };
    const started = performance.now();
    const files = view === "samples" ? samplesOf(api.api) : await filesOf(api.api, view, this.targets());
    return { kind: "files", files, milliseconds: performance.now() - started };
  }

  private targets(): BuiltIn[] {
    return this.last === null ? [] : viewsOf(this.last).filter((view) => view !== "samples" && !isPackaged(view));
  }
}

/** What `waybill generate` makes of such a document, and the samples of the documentation. */
const targetsOf = {
  openapi: ["types", "zod", "client", "server", "samples"],
  asyncapi: ["types", "zod", "webhooks"],
} as const;

/** As for a target of the command line: an error without targets stops all, and a package needs the others. */
function isStoppedBy(view: View, { severity, stops }: Diagnostic): boolean {
  const isStopped = stops === null || isPackaged(view) || stops.some(({ target }) => target === view);
  return severity === "error" && isStopped && stops?.length !== 0;
}

const ranks = { error: 0, warning: 1, tolerated: 2 } as const;

/** In the order of the text, the errors before all others. */
function bySeverity(problems: readonly Problem[]): Problem[] {
  return problems.toSorted((a, b) => ranks[a.severity] - ranks[b.severity]);
}

/** Targets that are packages: each is loaded when its view is first opened. */
const packaged = {
  channels: () => import("@waybill/channels"),
  mcp: () => import("@waybill/mcp"),
  mocks: () => import("@waybill/mocks"),
};

type Packaged = keyof typeof packaged;
type BuiltIn = Exclude<View, "samples" | Packaged>;

function isPackaged(view: View): view is Packaged {
  return view in packaged;
}

async function filesOf(api: Api, view: BuiltIn | Packaged, builtIn: readonly BuiltIn[]): Promise<ShownFile[]> {
  const target = isPackaged(view) ? (await packaged[view]()).default : view;
  const files = await generatedTexts(api, target, {}, typeof target === "string" ? builtIn : [...builtIn, target]);
  return files.map(({ path, text }) => ({ name: path, language: "typescript", text }));
}

function samplesOf({ http }: Api): ShownFile[] {
  if (http === null) return [];
  const of = operationSamplesOf(http, { client: "./client/index.gen.ts" });
  return http.operations.flatMap((operation) =>
    of(operation).sources.map(({ language, source }) => ({
      name: `${operation.id}, ${sampleLabels[language]}`,
      language,
      text: source,
    })),
  );
}

/** What has nothing to show has no tab. */
function viewsOf({ api }: CheckedDescription): View[] {
  const hasOperations = (api?.api.http?.operations.length ?? 0) > 0;
  const hasMessages = (api?.api.messaging?.messages.length ?? 0) > 0;
  return views.filter((view) => {
    if (view === "types" || view === "zod") return true;
    if (view === "channels") return (api?.api.messaging?.channels.length ?? 0) > 0;
    return view === "webhooks" ? hasMessages : hasOperations;
  });
}

function problemOf(diagnostic: Diagnostic, file: string): Problem {
  const { code, severity, message, hint, assumed, tolerable, place } = diagnostic;
  const at = underlinedText(place);
  const isHere = at?.document?.path === file;
  return {
    code,
    severity,
    message,
    hint: assumed === null ? hint : `tolerated: ${assumed}`,
    tolerable: severity === "error" ? tolerable : null,
    range: at !== null && isHere ? { from: at.start, to: at.end } : null,
    line: at !== null && at.document !== null && isHere ? lineColumnOf(at.document, at.start).line : null,
  };
}

/** By the key that names the standard, wherever among the first it is; `null` where there is none. */
function kindOf(text: string): { readonly kind: Kind; readonly standard: NonNullable<Checked["standard"]> } | null {
  const [, key] = /^\s*(?:\{\s*)?["']?(openapi|swagger|asyncapi)["']?\s*:/m.exec(text) ?? [];
  if (key === "asyncapi") return { kind: "asyncapi", standard: "AsyncAPI" };
  if (key === "swagger") return { kind: "openapi", standard: "Swagger" };
  return key === "openapi" ? { kind: "openapi", standard: "OpenAPI" } : null;
}
