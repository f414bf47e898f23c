// Hand-written modules -> generated files: each has the declarations that are needed of some modules, and imports what is in other files.
import type { ModuleRef } from "../code.ts";
import type { FileSpec, ImportDeclaration } from "../declaration.ts";
import { type PrintContext, printForeignFile } from "../file.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { importText } from "../imports.ts";
import type { ImportStatement, RuntimeModule, RuntimePart, Span } from "./module.ts";
import type { NeededModule } from "./needed.ts";

/** A generated file of several modules. */
export interface RuntimeFile {
  /** `send` for `send.gen.ts`. */
  readonly name: string;
  /** One line: the content of the file. `null`: the first line of its first module, with the imports as that module has them. */
  readonly summary: string | null;
  /** In this order, so that each follows those whose values it needs while it is loaded. */
  readonly modules: readonly URL[];
}

export interface Assembly {
  /** Whose folder the files are in. */
  readonly target: string;
  /** A needed module that is in none of these has a file of its own. */
  readonly files: readonly RuntimeFile[];
  readonly needed: readonly NeededModule[];
  readonly variant?: RuntimeVariant;
  /** Whether programs use a name: only then its comments stay. Default: all do. */
  readonly isPublic?: (module: URL, name: string) => boolean;
}

/** What is different from the hand-written text. */
export interface RuntimeVariant {
  /** The module that stands for an imported package. */
  readonly packageOf?: (specifier: string) => ModuleRef | null;
  /** What a member of a global, or of a namespace that is imported, is instead; `null` where it stays. */
  readonly memberOf?: (object: string, member: string, module: URL) => Member | null;
  /** The module whose exports replace the declarations of the same names; `null` where all stay. */
  readonly declarationsFor?: (module: URL) => RuntimeModule | null;
}

/** An expression; or a name, with the generated file that exports it. */
export interface Member {
  readonly text: string;
  readonly from?: ModuleRef;
}

/** The path of the file that has a module. */
export function pathOfModule(module: URL, files: readonly RuntimeFile[]): string {
  const file = files.find(({ modules }) => modules.some(({ href }) => href === module.href));
  return `${file?.name ?? moduleNameOf(module)}.gen.ts`;
}

/** `values` of `…/http/runtime/values.ts`. */
export function moduleNameOf({ pathname }: URL): string {
  return pathname.slice(pathname.lastIndexOf("/") + 1).replace(/\..*$/, "");
}

/** Modules that have a file of their own come first. */
export function assembleRuntime(assembly: Assembly, context: PrintContext): GeneratedFile[] {
  const { files, needed } = assembly;
  const places = new Set(needed.map(({ url }) => url.href));
  const listed = new Set(files.flatMap(({ modules }) => modules.map(({ href }) => href)));
  const single = needed
    .filter(({ url }) => !listed.has(url.href))
    .map(({ url }): RuntimeFile => ({ name: moduleNameOf(url), summary: null, modules: [url] }));
  const filled = files.filter(({ modules }) => modules.some(({ href }) => places.has(href)));
  return [...single, ...filled].map((file) => new Assembler(file, assembly, context).print());
}

interface Import {
  readonly from: string;
  readonly name: string;
  readonly local: string;
  readonly isType: boolean;
}

class Assembler {
  private readonly file: FileSpec;
  private readonly summary: string | null;
  private readonly modules: readonly NeededModule[];
  private readonly assembly: Assembly;
  private readonly context: PrintContext;
  /** What replaced members are imported as. */
  private readonly replaced: Import[] = [];

  constructor({ name, summary, modules }: RuntimeFile, assembly: Assembly, context: PrintContext) {
    this.modules = modules.flatMap(({ href }) => assembly.needed.filter(({ url }) => url.href === href));
    const [first] = this.modules;
    const opening = first === undefined ? "" : openingOf(first.module);
    this.file = {
      target: assembly.target,
      path: `${name}.gen.ts`,
      summary: summary ?? firstLineOf(opening),
      declarations: [],
    };
    this.summary = summary;
    this.assembly = assembly;
    this.context = context;
  }

  print(): GeneratedFile {
    const bodies = this.modules.map((needed) => this.bodyOf(needed));
    const openings = this.modules.map(({ module }) => openingOf(module));
    if (this.summary !== null) {
      const texts = bodies.map((body, at) => `${openings[at]?.trimEnd()}\n\n${body.trim()}`);
      return this.fileOf(importLines([...this.imports(), ...this.replaced]), texts);
    }
    const [opening = "", ...others] = openings;
    const rest = opening.slice(opening.indexOf("\n") + 1);
    const [body = "", ...more] = bodies;
    const head = [
      ...importLines(this.replaced),
      ...(rest === opening || rest === "" ? [] : [rest]),
      ...this.statements(),
    ];
    return this.fileOf(head, [body, ...more.map((text, at) => `${others[at]}${text}`)]);
  }

  private fileOf(head: readonly string[], texts: readonly string[]): GeneratedFile {
    const pieces = [...(head.length === 0 ? [] : [head.join("\n")]), ...texts.map((text) => text.trim())];
    return printForeignFile(this.file, pieces.join("\n\n"), this.context);
  }

  private bodyOf({ url, module, parts }: NeededModule): string {
    const { isPublic = () => true } = this.assembly;
    return module.parts
      .filter((part) => parts.has(part))
      .map((part) => {
        const text = this.partText(module, part, url);
        const isInner = part.declares.length > 0 && !part.declares.some((name) => isPublic(url, name));
        return isInner ? withoutDocs(text) : text;
      })
      .join("");
  }

  private partText(module: RuntimeModule, part: RuntimePart, url: URL): string {
    const { declaration, source } = part;
    const replacement = this.replacementOf(part, url);
    const before = module.text.slice(part.start, declaration.start);
    if (replacement !== null) return before + replacement + module.text.slice(declaration.end, part.end);
    const edits = part.members.flatMap(({ start, end, object, member }) => {
      const instead = this.assembly.variant?.memberOf?.(object, member, url) ?? null;
      if (instead === null) return [];
      if (instead.from !== undefined) this.importMember(instead.text, instead.from);
      return [{ start, end, text: instead.text }];
    });
    const specifiers =
      source === null ? [] : [{ ...source, text: JSON.stringify(this.specifierOf(source.specifier, url)) }];
    return edited(module.text, part, [...edits, ...specifiers]);
  }

  /** Without its comments and `export`, as it has to be where another module declares it. */
  private replacementOf({ declares }: RuntimePart, url: URL): string | null {
    const declarations = this.assembly.variant?.declarationsFor?.(url) ?? null;
    const part = declarations?.parts.find(({ exports }) => exports.some(({ name }) => declares.includes(name)));
    if (declarations === null || part === undefined) return null;
    return declarations.text.slice(part.declaration.start, part.declaration.end);
  }

  private importMember(name: string, from: ModuleRef): void {
    this.replaced.push({ from: this.context.specifierOf(this.file, from), name, local: name, isType: false });
  }

  /** What the needed parts use of other files. */
  private imports(): Import[] {
    return this.outside().flatMap(({ url, used, statement }) =>
      statement.names
        .filter(({ local }) => used.has(local))
        .map((one) => ({ ...one, from: this.specifierOf(statement.source.specifier, url) })),
    );
  }

  /** The same as statements of the modules. */
  private statements(): string[] {
    return this.outside().map(({ url, module, statement }) => {
      const specifier = JSON.stringify(this.specifierOf(statement.source.specifier, url));
      return edited(module.text, statement, [{ ...statement.source, text: specifier }]);
    });
  }

  private outside(): { url: URL; module: RuntimeModule; used: ReadonlySet<string>; statement: ImportStatement }[] {
    const places = new Set(this.modules.map(({ url }) => url.href));
    return this.modules.flatMap(({ url, module, parts }) => {
      const used = new Set([...parts].flatMap(({ uses }) => uses));
      const isOutside = ({ source }: ImportStatement): boolean =>
        !isRelative(source.specifier) || !places.has(new URL(source.specifier, url).href);
      return module.imports.filter(isOutside).map((statement) => ({ url, module, used, statement }));
    });
  }

  private specifierOf(specifier: string, importer: URL): string {
    if (!isRelative(specifier)) {
      const other = this.assembly.variant?.packageOf?.(specifier) ?? null;
      return other === null ? specifier : this.context.specifierOf(this.file, other);
    }
    const path = pathOfModule(new URL(specifier, importer), this.assembly.files);
    return this.context.specifierOf(this.file, { kind: "generated", target: this.assembly.target, path });
  }
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith(".");
}

function openingOf({ text, opening }: RuntimeModule): string {
  return text.slice(0, opening);
}

/** `a` of `// a`. */
function firstLineOf(opening: string): string {
  return opening
    .split("\n", 1)
    .join("")
    .replace(/^\/\/ /, "");
}

/** Without comments that have lines of their own. */
function withoutDocs(text: string): string {
  return text.replaceAll(/^ *\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n/gm, "");
}

/** The text of a span, with others in the places of some spans in it. */
function edited(text: string, { start, end }: Span, edits: readonly (Span & { readonly text: string })[]): string {
  let at = start;
  let result = "";
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at, end);
}

function importLines(imports: readonly Import[]): string[] {
  return importDeclarations(imports).map(importText);
}

/** Types first, then namespaces, then by file; a name that is imported as a value is its type too. */
function importDeclarations(imports: readonly Import[]): ImportDeclaration[] {
  const keyOf = ({ from, name, local }: Import): string => `${from} ${name} ${local}`;
  const values = new Set(imports.filter(({ isType }) => !isType).map(keyOf));
  const needed = imports.filter((one) => !one.isType || !values.has(keyOf(one)));
  return [true, false].flatMap((isTypeOnly) => {
    const some = needed.filter(({ isType }) => isType === isTypeOnly);
    const namespaces = Map.groupBy(
      some.filter(({ name }) => name === "*"),
      ({ from, local }) => `${from} ${local}`,
    );
    const named = Map.groupBy(
      some.filter(({ name }) => name !== "*"),
      ({ from }) => from,
    );
    return [...inOrder(namespaces), ...inOrder(named)].map(([first, ...others]): ImportDeclaration => {
      const { from, name, local } = first;
      if (name === "*") return { isTypeOnly, moduleSpecifier: from, namespaceImport: local };
      const names = new Set([first, ...others].map(nameText));
      return { isTypeOnly, moduleSpecifier: from, namedImports: [...names].sort().map((one) => ({ name: one })) };
    });
  });
}

function inOrder(imports: ReadonlyMap<string, readonly Import[]>): (readonly [Import, ...Import[]])[] {
  return [...imports]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : [[first, ...others] as const]));
}

function nameText({ name, local }: Import): string {
  return name === local ? name : `${name} as ${local}`;
}
