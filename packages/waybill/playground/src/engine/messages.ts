// What the page and its worker say to each other: plain data.

/** What can be shown of a description, in the order of the tabs. */
export const views = ["types", "zod", "client", "server", "webhooks", "channels", "mocks", "mcp", "samples"] as const;

export type View = (typeof views)[number];

export type Request =
  | { readonly kind: "check"; readonly id: number; readonly text: string; readonly tolerate: readonly string[] }
  /** Of the text that was checked last. */
  | { readonly kind: "show"; readonly id: number; readonly view: View };

export type Response =
  | { readonly kind: "checked"; readonly id: number; readonly checked: Checked }
  | { readonly kind: "shown"; readonly id: number; readonly shown: Shown }
  /** A defect of the toolkit, never of a description. */
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

export interface Checked {
  readonly standard: "OpenAPI" | "AsyncAPI" | "Swagger" | null;
  readonly problems: readonly Problem[];
  /** The views that have something to show. */
  readonly views: readonly View[];
  readonly milliseconds: number;
}

export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "tolerated";
  readonly message: string;
  readonly hint: string;
  /** What a run would assume that tolerates the error; `null` where none can. */
  readonly tolerable: string | null;
  /** Offsets in the text; `null` for what is at no place of it. */
  readonly range: { readonly from: number; readonly to: number } | null;
  /** One-based; `null` without a range. */
  readonly line: number | null;
}

export type Shown =
  | { readonly kind: "files"; readonly files: readonly ShownFile[]; readonly milliseconds: number }
  /** Errors of the description stop what the view shows. */
  | { readonly kind: "stopped"; readonly problems: number };

export interface ShownFile {
  /** `schemas.gen.ts`; of a sample, its operation. */
  readonly name: string;
  readonly language: string;
  readonly text: string;
}

/** `2 errors, 1 warning, 3 tolerated`; empty without problems. */
export function countsOf(problems: readonly Pick<Problem, "severity">[]): string {
  const count = (severity: Problem["severity"]): number => problems.filter((each) => each.severity === severity).length;
  const counted = (number: number, name: string): string => `${number} ${name}${number === 1 ? "" : "s"}`;
  const [errors, warnings, tolerated] = [count("error"), count("warning"), count("tolerated")];
  return [
    ...(errors > 0 ? [counted(errors, "error")] : []),
    ...(warnings > 0 ? [counted(warnings, "warning")] : []),
    ...(tolerated > 0 ? [`${tolerated} tolerated`] : []),
  ].join(", ");
}
