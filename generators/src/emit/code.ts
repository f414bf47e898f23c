// Pieces of TypeScript as data. Text can only come from template literals in this toolkit's own source;
// everything from a description passes through literal, key, identifier or comment (see literal.ts, comment.ts).

/** Where a symbol is declared: an external package, or a file that a target generates. */
export type ModuleRef =
  | { readonly kind: "package"; readonly specifier: string }
  | { readonly kind: "generated"; readonly target: string; readonly path: string };

/** `import { name }`, `import type { name }`, or `import * as name`: all exports of the module. */
export type ImportForm = "value" | "type" | "namespace";

/** A reference to an export of another module. Printing it imports it. */
export class CodeSymbol {
  readonly name: string;
  readonly module: ModuleRef;
  readonly form: ImportForm;
  /** Its name in the file that is being printed, cached by the imports of that file. */
  local = "";
  localIn: object | null = null;

  constructor(name: string, module: ModuleRef, form: ImportForm) {
    this.name = name;
    this.module = module;
    this.form = form;
  }
}

/** Items between two brackets, on one line when they fit, one per line when they do not. */
export interface Group {
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
  /**
   * The separator: `,` or `;` end each line when broken; operators such as ` |` start it, and `&&` and `||` end all
   * but the last. Empty for statements, which end themselves.
   */
  readonly separator: "," | ";" | "|" | "&" | "&&" | "||" | "";
  /** The brackets are only for line breaks, and are omitted on one line. */
  readonly isBareWhenFlat?: true;
  /** A space inside the brackets on one line: `{ a }` but `[a]`. */
  readonly padded?: boolean;
  /** One per line even when it would fit. */
  readonly broken?: boolean;
}

type Part = string | CodeSymbol | Group | Code;

/** A piece of source text without a layout yet. */
export class Code {
  readonly parts: readonly Part[];
  /** All of it on one line, cached by the layout of the last file; `null` when it takes more than one. */
  flat: string | null = null;
  flatIn: object | null = null;

  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }

  /** The whole text, when the code is a single text: in other code it joins the text around it. */
  get text(): string | null {
    const [only] = this.parts;
    if (only === undefined) return "";
    return this.parts.length === 1 && typeof only === "string" ? only : null;
  }

  get isEmpty(): boolean {
    return this.parts.every((part) => part === "" || (part instanceof Code && part.isEmpty));
  }
}

/** All exports of a package under one name: `namespaceSymbol("z", "zod")`. A bundler keeps only the members that are used. */
export function namespaceSymbol(name: string, specifier: string): CodeSymbol {
  return new CodeSymbol(name, { kind: "package", specifier }, "namespace");
}

/** A value that a package exports: `packageSymbol("http", "msw")`. */
export function packageSymbol(name: string, specifier: string): CodeSymbol {
  return new CodeSymbol(name, { kind: "package", specifier }, "value");
}

/** A type that a package exports. */
export function packageType(name: string, specifier: string): CodeSymbol {
  return new CodeSymbol(name, { kind: "package", specifier }, "type");
}

/** A value that a target generates. `path` is the file's path below the target's folder. */
export function generatedSymbol(name: string, target: string, path: string): CodeSymbol {
  return new CodeSymbol(name, generatedModule(target, path), "value");
}

/** A type that a target generates. */
export function generatedType(name: string, target: string, path: string): CodeSymbol {
  return new CodeSymbol(name, generatedModule(target, path), "type");
}

/** One object per file: imports compare files by identity. */
const generatedModules = new Map<string, Map<string, ModuleRef>>();

export function generatedModule(target: string, path: string): ModuleRef {
  const ofTarget = generatedModules.get(target) ?? new Map<string, ModuleRef>();
  const module = ofTarget.get(path) ?? { kind: "generated", target, path };
  generatedModules.set(target, ofTarget.set(path, module));
  return module;
}

/** A code template. It rejects plain strings as values on purpose: spec text must be escaped first. */
export function code(template: TemplateStringsArray, ...values: readonly (Code | CodeSymbol)[]): Code {
  const parts = new Parts();
  for (let index = 0; index < template.length; index += 1) {
    parts.addText(template[index] ?? "");
    const value = values[index];
    if (value !== undefined) parts.add(value);
  }
  return parts.code();
}

/** Collects parts: adjacent texts become one, so that there is less to lay out. */
class Parts {
  private readonly parts: Part[] = [];
  private text = "";

  add(value: Code | CodeSymbol): void {
    const text = value instanceof Code ? value.text : null;
    if (text !== null) {
      this.text += text;
      return;
    }
    this.end();
    this.parts.push(value);
  }

  addText(text: string): void {
    this.text += text;
  }

  code(): Code {
    this.end();
    return new Code(this.parts);
  }

  private end(): void {
    if (this.text !== "") this.parts.push(this.text);
    this.text = "";
  }
}

/** Code from a string of the toolkit itself. Never pass spec text. */
export function trusted(text: string): Code {
  return new Code([text]);
}

export const nothing: Code = new Code([]);

/** Codes in sequence with a fixed text between them. */
export function join(codes: readonly Code[], separator: string): Code {
  const parts = new Parts();
  for (const [index, item] of codes.entries()) {
    if (index > 0) parts.addText(separator);
    parts.add(item);
  }
  return parts.code();
}

/** `[a, b]` */
export function arrayOf(items: readonly Code[], broken = false): Code {
  return grouped({ open: "[", items, close: "]", separator: ",", broken });
}

/** `{ a, b }`: object literal members, one per line when there are many. */
export function objectOf(items: readonly Code[], broken = false): Code {
  if (items.length === 0) return trusted("{}");
  return grouped({ open: "{", items, close: "}", separator: ",", padded: true, broken });
}

/** `{ a: string; b: number }`: an object type. */
export function objectTypeOf(items: readonly Code[], broken = false): Code {
  if (items.length === 0) return trusted("{}");
  return grouped({ open: "{", items, close: "}", separator: ";", padded: true, broken });
}

/** `callee(a, b)` */
export function call(callee: Code | CodeSymbol, args: readonly Code[]): Code {
  return new Code([callee, grouped({ open: "(", items: args, close: ")", separator: "," })]);
}

/** The same, marked for bundlers as one that may be dropped with what uses its result. */
export function pureCall(callee: Code | CodeSymbol, args: readonly Code[]): Code {
  return code`/* @__PURE__ */ ${call(callee, args)}`;
}

/** `a | b`; one per line, operator first, when it is long. */
export function unionTypeOf(members: readonly Code[]): Code {
  return operandsOf(members, "|");
}

/** `a & b` */
export function intersectionTypeOf(members: readonly Code[]): Code {
  return operandsOf(members, "&");
}

function operandsOf(items: readonly Code[], separator: "|" | "&"): Code {
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : grouped({ open: "", items, close: "", separator });
}

/** `if (condition) return false;`: it fits on one line, or the condition is broken. */
export function ifStatement(condition: Group, then: Code): Code {
  return new Code(["if ", condition, " ", ...then.parts]);
}

/** `head { … }`: statements, each on its own line with its own terminator. */
export function block(head: Code, statements: readonly Code[]): Code {
  const body = grouped({ open: "{", items: statements, close: "}", separator: "", padded: true, broken: true });
  return new Code([head, " ", body]);
}

export function grouped(group: Group): Code {
  return new Code([group]);
}
