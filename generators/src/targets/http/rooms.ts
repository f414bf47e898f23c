// The modules of a runtime -> the generated files that hold them. Several share a file, so that a reader finds few files, each with a
// summary; bundlers still drop what is not used.
import { readFileSync } from "node:fs";
import { type FileSpec, importText, type ModuleRef, printForeignFile } from "../../emit/index.ts";
import type { ApiContext, GeneratedFile } from "../target.ts";
import { exactText } from "./runtime-file.ts";

/** A generated file of several modules. */
export interface Room {
  /** `send` for `send.gen.ts`. */
  readonly name: string;
  /** One line: the content of the file. */
  readonly summary: string;
  /** In this order, so that each follows those whose values it needs while it is loaded. */
  readonly modules: readonly string[];
}

/** What client and server have in common: values, texts and bodies. */
export function wireRoom(summary: string): Room {
  const texts = ["body-format", "media-types", "values", "bodies", "charsets", "styles", "pairs"];
  const bodies = [
    "forms",
    "encodings",
    "multipart-parts",
    "form-fields",
    "sequences",
    "events",
    "streams",
    "event-streams",
  ];
  return { name: "wire", summary, modules: [...texts, ...bodies] };
}

/** The path of the file that has a module: that of its room, or a file of its own. */
export function pathOfModule(module: string, rooms: readonly Room[]): string {
  return `${rooms.find(({ modules }) => modules.includes(module))?.name ?? module}.gen.ts`;
}

export interface RuntimeModule {
  readonly name: string;
  /** The text below the imports, under the module's opening comment. */
  readonly body: string;
  readonly imports: readonly RuntimeImport[];
}

interface RuntimeImport {
  readonly module: string;
  /** As written: `Exchange`, `Name as Other`. */
  readonly name: string;
  readonly isType: boolean;
}

const importStatement = /^import (type )?\{([^}]*)\} from "([^"]+)";\n/gm;

export function readModule(url: URL): RuntimeModule {
  const text = readFileSync(url, "utf8").replaceAll("\r\n", "\n");
  const imports = [...text.matchAll(importStatement)].flatMap(([, type, names = "", from = ""]) =>
    names.split(",").flatMap((each): RuntimeImport[] => {
      const written = each.trim();
      const name = written.replace(/^type /, "");
      if (name === "") return [];
      return [{ module: moduleNameOf(from), name, isType: type !== undefined || name !== written }];
    }),
  );
  return { name: moduleNameOf(url.pathname), body: text.replace(importStatement, "").trimEnd(), imports };
}

/** `values` of `../../http/runtime/values.ts`. */
export function moduleNameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
}

/** The file of a room, with those of its modules that are there. */
export function roomFileOf(
  { target, room, rooms }: { readonly target: string; readonly room: Room; readonly rooms: readonly Room[] },
  modules: readonly RuntimeModule[],
  context: ApiContext,
): GeneratedFile {
  const file: FileSpec = { target, path: `${room.name}.gen.ts`, summary: room.summary, declarations: [] };
  const inside = room.modules.flatMap((name) => modules.find((module) => module.name === name) ?? []);
  const exact = inside.map(({ name, body }) => exactText({ target, path: `${name}.gen.ts` }, body, context));
  const foreign = inside
    .flatMap(({ imports }) => imports)
    .filter(({ module }) => !room.modules.includes(module))
    .map(({ module, ...imported }) => ({ ...imported, from: { target, path: pathOfModule(module, rooms) } }));
  const numbers = exact.flatMap(({ names }) =>
    names.map((name) => ({ name, isType: false, from: { target: "types", path: "exact-json.gen.ts" } })),
  );
  const specifierOf = (from: Place): string => context.specifierOf(file, moduleOf(from));
  const lines = importLines([...foreign, ...numbers].map(({ from, ...one }) => ({ ...one, from: specifierOf(from) })));
  const text = [...(lines.length === 0 ? [] : [lines.join("\n")]), ...exact.map(({ body }) => body)].join("\n\n");
  return printForeignFile(file, text, context);
}

interface Place {
  readonly target: string;
  readonly path: string;
}

function moduleOf({ target, path }: Place): ModuleRef {
  return { kind: "generated", target, path };
}

interface ImportedName {
  readonly from: string;
  readonly name: string;
  readonly isType: boolean;
}

/** Types first, then by file; a name that is imported as a value is its type too. */
function importLines(imported: readonly ImportedName[]): string[] {
  const values = new Set(imported.filter(({ isType }) => !isType).map(({ from, name }) => `${from} ${name}`));
  const needed = imported.filter(({ from, name, isType }) => !isType || !values.has(`${from} ${name}`));
  return [true, false].flatMap((isTypeOnly) => {
    const byFile = Map.groupBy(
      needed.filter(({ isType }) => isType === isTypeOnly),
      ({ from }) => from,
    );
    return [...byFile.keys()].sort().map((moduleSpecifier) => {
      const names = new Set(byFile.get(moduleSpecifier)?.map(({ name }) => name));
      return importText({ isTypeOnly, moduleSpecifier, namedImports: [...names].sort().map((name) => ({ name })) });
    });
  });
}
