// Errors before a document has meaning: files, syntax, references. Values, not exceptions; the diagnostics module writes
// the messages.
import type { SourceDocument } from "./document.ts";
import type { DuplicateKey } from "./fault.ts";
import type { LimitName } from "./limits.ts";
import type { Node } from "./node.ts";

export type SourceProblem =
  | {
      readonly kind: "unreadable";
      readonly path: string;
      readonly reason: UnreadableReason;
      readonly from: Node | null;
      /** For a missing file: the entries of its folder; empty where they were not read. */
      readonly beside: readonly string[];
    }
  | {
      readonly kind: "syntax";
      readonly document: SourceDocument;
      readonly offset: number;
      readonly detail: string;
      readonly advice?: string | undefined;
    }
  | { readonly kind: "duplicate-keys"; readonly document: SourceDocument; readonly duplicates: readonly DuplicateKey[] }
  /** A file outside every readable folder; `throughLink`: it is outside only through a link. */
  | {
      readonly kind: "ref-outside";
      readonly path: string;
      /** The folder that would have to be allowed. */
      readonly folder: string;
      readonly throughLink: boolean;
      readonly from: Node;
    }
  | { readonly kind: "over-limit"; readonly limit: LimitName; readonly max: number; readonly at: LimitPlace }
  | { readonly kind: "ref-not-string"; readonly from: Node }
  | { readonly kind: "ref-remote"; readonly from: Node; readonly ref: string }
  | { readonly kind: "ref-fragment"; readonly from: Node; readonly ref: string }
  /** A name after "#" that is not a pointer and matches no schema of the resource. */
  | {
      readonly kind: "ref-anchor";
      readonly from: Node;
      readonly ref: string;
      readonly anchor: string;
      readonly known: readonly string[];
    }
  | {
      readonly kind: "ref-missing";
      readonly from: Node;
      readonly ref: string;
      /** The deepest location the pointer reaches. */
      readonly reached: Node;
      /** The missing token. */
      readonly missing: string;
      /** The target, if the reference only fails to escape a "/" in a key: `#/components/messages/a/b`. */
      readonly meant?: Node | undefined;
      /** How to fix it, unless the fix is another token. */
      readonly advice?: string | undefined;
    };

/** Where a limit is exceeded: a reference, a position in a text, or a whole file. */
export type LimitPlace =
  | { readonly kind: "node"; readonly node: Node }
  | { readonly kind: "text"; readonly document: SourceDocument; readonly offset: number }
  | { readonly kind: "path"; readonly path: string };

export type UnreadableReason =
  | "not-found"
  | "is-directory"
  | "not-a-file"
  | "no-permission"
  | "too-large"
  | "not-utf8"
  | "bad-name"
  | "link-circle"
  | "unreadable";

/** A value, or the reason why there is none. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SourceProblem };

export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failed<T>(problem: SourceProblem): Result<T> {
  return { ok: false, problem };
}
