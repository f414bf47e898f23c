// What takes longer than a question may wait: reading a description, its checks, the comparison with a release, the types of schemas.
// The server asks for it by messages, so that it can run in a thread of its own (thread.ts).
import type { CancellationToken, Diagnostic as Shown } from "vscode-languageserver";
import type { Spot } from "../features/named-things.ts";
import type { Edit } from "../text/edit.ts";

/** An API, as both threads find it. */
export type ApiId =
  | { readonly configFile: string; readonly name: string; readonly turn: number }
  /** A document that no configuration names. */
  | { readonly configFile: null; readonly file: string; readonly kind: "openapi" | "asyncapi"; readonly turn: number };

/** By the absolute path of the file. */
export type ShownByFile = ReadonlyMap<string, readonly Shown[]>;

export interface Checked {
  /** Every file that was read has an entry. */
  readonly shown: ShownByFile;
  /** Every path that was asked for, absolute, readable or not. */
  readonly paths: ReadonlySet<string>;
  /** Absolute paths of the documents that could be read. */
  readonly documents: readonly string[];
  readonly milliseconds: number;
}

/** `null` instead of a result: a newer text came before it was there. */
export interface Engine {
  readonly open: (path: string, text: string) => void;
  readonly edit: (path: string, edits: readonly Edit[]) => void;
  readonly close: (path: string) => void;
  /** A file on the disk has changed. */
  readonly changed: () => void;
  /** The value of a YAML text as it is now, as JSON; `null` where it does not parse, or is not exactly that. */
  readonly parsed: (path: string) => Promise<string | null>;
  /** All that can be said while somebody types. */
  readonly check: (api: ApiId) => Promise<Checked | null>;
  /** The same with what the official schemas reject. */
  readonly lint: (api: ApiId) => Promise<ShownByFile | null>;
  /** The changes since the last release that need a major version. `base`: what is compared with, in place of what is configured. */
  readonly breaking: (api: ApiId, base: string | null) => Promise<ShownByFile | null>;
  /** The TypeScript of a schema; `null` for what is no schema, or has no type of its own, and once no one waits for it. */
  readonly typeAt: (api: ApiId, spot: Spot, question?: Question) => Promise<string | null>;
}

/** Whether somebody still waits for the response: a token of the protocol is one. */
export type Question = Pick<CancellationToken, "isCancellationRequested"> & Partial<CancellationToken>;
