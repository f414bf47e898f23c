// The files of a target -> its index: all their exports, with the API's own requests in a namespace.
import {
  type Declaration,
  type ExportDeclaration,
  type Exports,
  type FileSpec,
  StructureKind,
} from "../../emit/index.ts";
import { shapeExportsOf } from "./runtime-file.ts";
import { inWebhooks } from "./webhooks.ts";

export interface Index {
  readonly target: string;
  readonly summary: string;
  readonly exports: readonly Declaration[];
  readonly hasWebhooks: boolean;
}

/** `index.gen.ts`. The description chooses the names of operations, so those of webhooks are in a namespace. */
export function indexFile({ target, summary, exports, hasWebhooks }: Index): FileSpec {
  const webhooks = hasWebhooks ? [exportOf(target, inWebhooks("index.gen.ts"), { namespaceExport: "webhooks" })] : [];
  return {
    target,
    path: "index.gen.ts",
    summary,
    declarations: [...exports, ...webhooks, shapeExportsOf(target)],
  };
}

/** `export * from`, or as a namespace. */
export function exportOf(target: string, path: string, exports: Exports = {}): ExportDeclaration {
  return {
    kind: StructureKind.ExportDeclaration,
    moduleSpecifier: { kind: "generated", target, path },
    ...exports,
  };
}
