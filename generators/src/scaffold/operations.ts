// Operations of the model -> what a scaffold needs of each: its names, the file of its tag, and the words above its handler.
import { escapedHidden } from "../emit/index.ts";
import type { Operation } from "../model/http.ts";
import { routeTextOf } from "../targets/docs.ts";
import { receivedTypeOf, returnedTypeOf } from "../targets/types/index.ts";
import type { ModulePlace } from "./modules.ts";
import type { Framework, TestedCall } from "./wiring.ts";

export interface ScaffoldOperation {
  /** The method of `Handlers`. */
  readonly name: string;
  readonly id: string;
  /** `orders`: the name of the file for handlers of its tag. */
  readonly group: string;
  /** The tag as the description spells it; `null` without one. */
  readonly tag: string | null;
  readonly requestType: string;
  readonly responseType: string;
  /** The lines of its doc comment. */
  readonly doc: readonly string[];
}

export function scaffoldOperationOf(operation: Operation): ScaffoldOperation {
  const { name, id, tags, words } = operation;
  const [tag = null] = tags;
  const summary = words.summary?.trim() ?? "";
  return {
    name,
    id,
    tag,
    group: fileNameOf(tag ?? ""),
    requestType: receivedTypeOf(operation).name,
    responseType: returnedTypeOf(operation).name,
    doc: [routeTextOf(operation), ...(summary === "" ? [] : ["", summary])].map(inComment),
  };
}

/** Tags whose names differ only in case or punctuation share a file. Windows reserves some names. */
function fileNameOf(tag: string): string {
  const name = tag
    .normalize("NFC")
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 80);
  if (name === "") return "untagged";
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-handlers` : name;
}

function inComment(text: string): string {
  return escapedHidden(text.replace(/\s+/g, " ").replaceAll("*/", "*\\/"));
}

export interface ScaffoldSettings {
  readonly operations: readonly ScaffoldOperation[];
  /** The names of all types that the generated types export, as far as they may be named after an operation. */
  readonly typeNames: ReadonlySet<string>;
  /** The folder, absolute. */
  readonly root: string;
  /** As messages name it: `src/server/`; empty for the working directory. */
  readonly shownFolder: string;
  readonly server: ModulePlace;
  readonly types: ModulePlace;
  /** Of imports between files of the folder: `.ts`, `.js` or none. */
  readonly extension: string;
  readonly framework: Framework;
  readonly isSecured: boolean;
  /** How many operations no one may call without credentials. */
  readonly closed: number;
  readonly prefix: string;
  /** A path that no operation has, with the prefix. */
  readonly unknownPath: string;
  readonly call: TestedCall | null;
  readonly runner: "node:test" | "vitest";
}
