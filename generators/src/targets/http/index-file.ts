// The files of a target -> its index: all that they export, and what is sent by the API in a namespace of its own.
import { type Declaration, type ExportDeclaration, type FileSpec, StructureKind } from "../../emit/index.ts";
import { shapeExportsOf } from "./runtime-file.ts";
import { inWebhooks } from "./webhooks.ts";

export interface Index {
  readonly target: string;
  readonly summary: string;
  readonly exports: readonly Declaration[];
  readonly hasWebhooks: boolean;
}

/** `index.gen.ts`. Operations have names of the description's choosing, so those of webhooks stand in a namespace. */
export function indexFile({ target, summary, exports, hasWebhooks }: Index): FileSpec {
  const webhooks = hasWebhooks ? [exportOf(target, inWebhooks("index.gen.ts"), { namespace: "webhooks" })] : [];
  return {
    target,
    path: "index.gen.ts",
    summary,
    declarations: [...exports, ...webhooks, shapeExportsOf(target)],
  };
}

/** `export * from`, or as a namespace. */
export function exportOf(target: string, path: string, names: ExportDeclaration["names"] = "all"): ExportDeclaration {
  return {
    kind: StructureKind.ExportDeclaration,
    module: { kind: "generated", target, path },
    names,
    typeOnly: false,
  };
}
