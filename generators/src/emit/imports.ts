// The symbols that were printed in a file -> the names they have there, and the statements that import them.
import type { Code, CodeSymbol, ImportForm, ModuleRef } from "./code.ts";
import type { FileSpec } from "./file.ts";
import { Layout } from "./layout.ts";

export interface ImportsContext {
  /** The module specifier for `to` in the file `from`. */
  readonly specifierOf: (from: FileSpec, to: ModuleRef) => string;
}

interface Used {
  readonly symbol: CodeSymbol;
  readonly local: string;
}

/** What the exports of one module are called in the file. */
type LocalNames = Readonly<Record<ImportForm, Map<string, string>>>;

/** The imports of one file, collected while its symbols are printed. */
export class Imports {
  private readonly used: Used[] = [];
  private readonly bySpecifier = new Map<string, LocalNames>();
  private readonly byModule = new Map<ModuleRef, LocalNames>();
  private readonly specifiers = new Map<ModuleRef, string>();
  private readonly taken: Set<string>;
  private readonly file: FileSpec;
  private readonly context: ImportsContext;
  private readonly layout: Layout = new Layout((symbol) => this.nameOf(symbol));

  /** `declared`: the names that the file declares itself. */
  constructor(file: FileSpec, declared: readonly string[], context: ImportsContext) {
    this.file = file;
    this.context = context;
    this.taken = new Set([...globals, ...declared]);
  }

  layOut(piece: Code, column = 0): string {
    return this.layout.textOf(piece, column);
  }

  /** Asked for each time a symbol is printed, so each is worked out once. */
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

  private knownNameOf(symbol: CodeSymbol): string {
    const { module } = symbol;
    if (module.kind === "generated" && module.target === this.file.target && module.path === this.file.path)
      return symbol.name;
    const known = this.namesFrom(module)[symbol.form];
    const before = known.get(symbol.name);
    if (before !== undefined) return before;
    const name = this.localNameOf(symbol);
    this.taken.add(name);
    known.set(symbol.name, name);
    this.used.push({ symbol, local: name });
    return name;
  }

  private namesFrom(module: ModuleRef): LocalNames {
    const known = this.byModule.get(module);
    if (known !== undefined) return known;
    const specifier = this.specifierOf(module);
    const names = this.bySpecifier.get(specifier) ?? { value: new Map(), type: new Map(), namespace: new Map() };
    this.bySpecifier.set(specifier, names);
    this.byModule.set(module, names);
    return names;
  }

  /** The name as it is; when this file has another use for it, the name with the place it comes from. */
  private localNameOf({ name, module }: CodeSymbol): string {
    if (!this.taken.has(name)) return name;
    const origin = module.kind === "generated" ? module.target : module.specifier.replace(/[^A-Za-z0-9]+/g, "_");
    let local = `${name}_${origin}`;
    while (this.taken.has(local)) local += "_";
    return local;
  }

  /** Types first, then the rest; by module; names in order. */
  text(): string {
    return this.statements().map(importText).join("\n");
  }

  /** What JavaScript imports: types are not there to be imported. */
  valuesText(): string {
    return this.statements()
      .filter(({ form }) => form !== "type")
      .map(importText)
      .join("\n");
  }

  private statements(): ImportStatement[] {
    const statements = new Map<string, ImportStatement>();
    for (const { symbol, local } of this.used) {
      const { name, form, module } = symbol;
      const from = this.specifierOf(module);
      // The names of a module share a statement; each namespace has one of its own.
      const key = form === "namespace" ? `* as ${local}` : `${form} ${from}`;
      const renamed = form === "namespace" || local === name ? local : `${name} as ${local}`;
      const statement = statements.get(key);
      if (statement === undefined) statements.set(key, { form, from, names: [renamed] });
      else statement.names.push(renamed);
    }
    return [...statements.values()].sort(compareImports);
  }
}

interface ImportStatement {
  readonly form: ImportForm;
  readonly from: string;
  readonly names: string[];
}

function importText({ form, from, names }: ImportStatement): string {
  const start = form === "type" ? "import type " : "import ";
  const end = ` from ${JSON.stringify(from)};`;
  if (form === "namespace") return `${start}* as ${names.join("")}${end}`;
  return `${start}${braces([...names].sort(compareText), start.length + end.length)}${end}`;
}

function braces(names: readonly string[], rest: number): string {
  const flat = `{ ${names.join(", ")} }`;
  return flat.length + rest <= 110 ? flat : `{\n${names.map((name) => `  ${name},\n`).join("")}}`;
}

function compareImports(a: ImportStatement, b: ImportStatement): number {
  const typeFirst = Number(b.form === "type") - Number(a.form === "type");
  return typeFirst || compareText(a.from, b.from) || compareText(a.form, b.form);
}

/** By code unit: the same order on every machine, whatever its locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Names generated code relies on: an import must not hide them. */
const globals: readonly string[] = (
  "Array AsyncIterable Blob Boolean Error Exclude Extract File FormData Headers Infinity Map NaN Number Object Omit Partial Pick Promise " +
  "ReadableStream Readonly Record RegExp Request Response Set String Symbol URL URLSearchParams Uint8Array undefined"
).split(" ");
