// The symbols that were printed in a file -> their local names, and the statements that import them.
import { Code, type CodeSymbol, generatedModule, type ImportForm, type ModuleRef } from "./code.ts";
import type { FileSpec, ImportDeclaration, ImportSpecifier } from "./declaration.ts";
import { Layout } from "./layout.ts";

export interface ImportsContext {
  /** The module specifier for `to` in the file `from`. */
  readonly specifierOf: (from: FileSpec, to: ModuleRef) => string;
  /** The file that declares a name of a file which is divided into several; `null` where it is not. Default: none is divided. */
  readonly partOf?: PartOf;
  /** The hand-written code that files share. Default: none. */
  readonly runtime?: RuntimeUse;
}

/** A file of a target, by its path below the target's folder. */
interface TargetFile {
  readonly target: string;
  readonly path: string;
}

export interface RuntimeUse {
  /**
   * The module with what targets name as if it were in a file of their own, such as `createSend` of `send.gen.ts`; `null` for any other
   * name. The runtime has it from then on.
   */
  readonly moduleOf: (file: TargetFile, name: string, from: Pick<FileSpec, "target">) => ModuleRef | null;
  /** Says that programs import a name, so that its comments are for them. */
  readonly offer: (file: TargetFile, name: string, from: Pick<FileSpec, "target">) => void;
  /** A file of the runtime, as hand-written modules of targets import it: `serve` of `@waybill/runtime/serve`. It has the names from then on. */
  readonly fileOf: (file: string, names: readonly string[], from: Pick<FileSpec, "target">) => ModuleRef;
  /** The entry of the package with all that the index of a target exports; `null` where the runtime is copied. */
  readonly entryOf: (target: string) => ModuleRef | null;
  /** Adds exports of a module that no file names, for programs: `null` for all of them. */
  readonly need: (module: URL, names: readonly string[] | null, from: Pick<FileSpec, "target">) => void;
}

/** `path`: of the file as a whole, which exports what its parts do; the result is a path of the same target. */
export type PartOf = (file: TargetFile, name: string) => string | null;

interface Used {
  readonly symbol: CodeSymbol;
  /** Where it is imported from. */
  readonly module: ModuleRef;
  readonly local: string;
}

/** The local names of the exports of one module. */
type LocalNames = Readonly<Record<ImportForm, Map<string, string>>>;

function localNames(): LocalNames {
  return { value: new Map(), type: new Map(), namespace: new Map() };
}

/** The imports of one file, collected while its symbols are printed. */
export class Imports {
  private readonly used: Used[] = [];
  private readonly bySpecifier = new Map<string, LocalNames>();
  private readonly byModule = new Map<ModuleRef, LocalNames>();
  /** By the module that a symbol names, which may be divided into several files. */
  private readonly printed = new Map<ModuleRef, LocalNames>();
  private readonly specifiers = new Map<ModuleRef, string>();
  private readonly usedNames: Set<string>;
  private readonly file: FileSpec;
  private readonly context: ImportsContext;
  private readonly layout: Layout = new Layout((symbol) => this.nameOf(symbol));

  /** `declared`: the names that the file declares itself. */
  constructor(file: FileSpec, declared: readonly string[], context: ImportsContext) {
    this.file = file;
    this.context = context;
    this.usedNames = new Set([...globals, ...declared]);
  }

  layOut(piece: Code, column = 0): string {
    return this.layout.textOf(piece, column);
  }

  /** Called each time a symbol is printed, so each name is computed once. */
  specifierOf(module: ModuleRef): string {
    const known = this.specifiers.get(module);
    if (known !== undefined) return known;
    const specifier = this.context.specifierOf(this.file, module);
    this.specifiers.set(module, specifier);
    return specifier;
  }

  private nameOf(symbol: CodeSymbol): string {
    if (symbol.localIn !== this) {
      symbol.local = this.knownNameOf(symbol);
      symbol.localIn = this;
    }
    return symbol.local;
  }

  /** Most symbols are equal to one that was printed before. */
  private knownNameOf(symbol: CodeSymbol): string {
    const names = this.printed.get(symbol.module) ?? localNames();
    this.printed.set(symbol.module, names);
    const known = names[symbol.form].get(symbol.name);
    if (known !== undefined) return known;
    const name = this.importedNameOf(symbol);
    names[symbol.form].set(symbol.name, name);
    return name;
  }

  private importedNameOf(symbol: CodeSymbol): string {
    const module = this.declaringModuleOf(symbol);
    if (module.kind === "generated" && module.target === this.file.target && module.path === this.file.path)
      return symbol.name;
    const known = this.namesFrom(module)[symbol.form];
    const before = known.get(symbol.name);
    if (before !== undefined) return before;
    const name = this.localNameOf(symbol);
    this.usedNames.add(name);
    known.set(symbol.name, name);
    this.used.push({ symbol, module, local: name });
    return name;
  }

  /** A file imports from the parts that it needs. */
  private declaringModuleOf({ name, module }: CodeSymbol): ModuleRef {
    if (module.kind === "package") return module;
    const shared = this.context.runtime?.moduleOf(module, name, this.file) ?? null;
    if (shared !== null) return shared;
    const path = this.context.partOf?.(module, name) ?? null;
    return path === null ? module : generatedModule(module.target, path);
  }

  private namesFrom(module: ModuleRef): LocalNames {
    const known = this.byModule.get(module);
    if (known !== undefined) return known;
    const specifier = this.specifierOf(module);
    const names = this.bySpecifier.get(specifier) ?? localNames();
    this.bySpecifier.set(specifier, names);
    this.byModule.set(module, names);
    return names;
  }

  /** The name itself; when the file uses it for something else, the name with its module. */
  private localNameOf({ name, module }: CodeSymbol): string {
    if (!this.usedNames.has(name)) return name;
    const origin = module.kind === "generated" ? module.target : module.specifier.replace(/[^A-Za-z0-9]+/g, "_");
    let local = `${name}_${origin}`;
    while (this.usedNames.has(local)) local += "_";
    return local;
  }

  /** In a script without those of types. */
  text(isScript: boolean): string {
    const declarations = this.declarations().filter(({ isTypeOnly }) => !isScript || isTypeOnly !== true);
    return declarations.map(importText).join("\n");
  }

  /** Types first, then the rest; by module; names in order. */
  declarations(): ImportDeclaration[] {
    const statements = new Map<string, Statement>();
    for (const { symbol, module, local } of this.used) {
      const { name, form } = symbol;
      const from = this.specifierOf(module);
      // The names of a module share a statement; each namespace has its own.
      const key = form === "namespace" ? `* as ${local}` : `${form} ${from}`;
      const statement = statements.get(key) ?? { form, from, names: [] };
      statement.names.push(local === name ? { name } : { name, alias: local });
      statements.set(key, statement);
    }
    return [...statements.values()].sort(compareStatements).map(importOf);
  }
}

/** The statements that import symbols into a file whose text has their names. */
export function importsOf(file: FileSpec, symbols: readonly CodeSymbol[], context: ImportsContext): string {
  const imports = new Imports(file, [], context);
  for (const symbol of symbols) imports.layOut(new Code([symbol]));
  return imports.text(false);
}

interface Statement {
  readonly form: ImportForm;
  readonly from: string;
  readonly names: ImportSpecifier[];
}

function importOf({ form, from, names }: Statement): ImportDeclaration {
  const start = { isTypeOnly: form === "type", moduleSpecifier: from };
  if (form !== "namespace")
    return { ...start, namedImports: names.sort((a, b) => compareText(nameText(a), nameText(b))) };
  return { ...start, namespaceImport: names.map(({ name, alias = name }) => alias).join("") };
}

/** The statement; long lists take several lines. */
export function importText({
  isTypeOnly,
  namespaceImport,
  namedImports = [],
  moduleSpecifier,
}: ImportDeclaration): string {
  const start = isTypeOnly === true ? "import type " : "import ";
  const end = ` from ${JSON.stringify(moduleSpecifier)};`;
  if (namespaceImport !== undefined) return `${start}* as ${namespaceImport}${end}`;
  return `${start}${braces(namedImports.map(nameText), start.length + end.length)}${end}`;
}

function nameText({ name, alias }: ImportSpecifier): string {
  return alias === undefined ? name : `${name} as ${alias}`;
}

/** `rest`: the length of the statement around them. */
export function braces(names: readonly string[], rest: number): string {
  const flat = `{ ${names.join(", ")} }`;
  if (flat.length + rest <= 110) return flat;
  let lines = "{";
  let column = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const isFull = column + name.length + 2 > 110;
    lines += isFull ? `\n  ${name},` : ` ${name},`;
    column = (isFull ? 1 : column) + name.length + 2;
  }
  return `${lines}\n}`;
}

function compareStatements(a: Statement, b: Statement): number {
  const typeFirst = Number(b.form === "type") - Number(a.form === "type");
  return typeFirst || compareText(a.from, b.from) || compareText(a.form, b.form);
}

/** By code unit: the same order on every machine, with any locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Names that generated code relies on: an import must not shadow them. */
const globals: readonly string[] = (
  "Array ArrayBufferLike ArrayBufferView AsyncIterable Blob Boolean Error Exclude Extract File FormData Headers Infinity Map NaN Number Object Omit Partial Pick Promise " +
  "ReadableStream Readonly Record RegExp Request Response Set String Symbol URL URLSearchParams Uint8Array undefined"
).split(" ");
