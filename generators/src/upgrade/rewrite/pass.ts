// One program of the old code, seen by the plan: what each place of it means, and what is noted about it.
import type { ts } from "ts-morph";
import { isMarkedGone } from "../../emit/index.ts";
import { computedOnce } from "../../model/computed-once.ts";
import { lineOf } from "../../model/place.ts";
import type { MethodPlace } from "../../targets/client/method-places.ts";
import {
  type ApiPlan,
  type MemberEdit,
  type MethodMove,
  memberKey,
  type PlannedChange,
  type ValuesEdit,
} from "../plan/changes.ts";
import type { Compiler } from "./compiler.ts";
import { type ExportEdit, type Generated, type GeneratedPlace, placeOf, renamedExport } from "./generated.ts";

/** A place that people have to look at. Offsets are those of the old text. */
export interface Left {
  readonly file: string;
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
  readonly change: PlannedChange;
}

/** What a member is now. */
export type MemberVerdict =
  | MemberEdit
  /** A method that is in another group. One that is in the same group has another name, like any member. */
  | { readonly kind: "method"; readonly from: MethodPlace; readonly to: MethodPlace; readonly change: PlannedChange };

/** What is done with a text that names a member where only its use shows that. */
export interface KeyVerdicts {
  readonly verdictOf: (node: ts.StringLiteralLike) => MemberVerdict | PlannedChange | undefined;
}

export class Pass {
  readonly compiler: Compiler;
  readonly checker: ts.TypeChecker;
  readonly generated: Generated;
  readonly edits: Map<string, FileEdits> = new Map();
  readonly left: Left[] = [];
  /** Lists of member names in the files that are rewritten. */
  keyLists: KeyVerdicts | null = null;
  private readonly places = new Map<ts.Node, GeneratedPlace | null>();
  private readonly nearby = new Map<ts.SourceFile, readonly ApiPlan[]>();

  constructor(compiler: Compiler, program: ts.Program, generated: Generated) {
    this.compiler = compiler;
    this.checker = program.getTypeChecker();
    this.generated = generated;
  }

  replace(node: ts.Node, text: string, change: PlannedChange): void {
    this.put({ file: node.getSourceFile(), start: node.getStart(), end: node.getEnd() }, text, change);
  }

  put(
    {
      file,
      start,
      end,
      isCut,
    }: { readonly file: ts.SourceFile; readonly start: number; readonly end: number; readonly isCut?: true },
    text: string | ((edited: (start: number, end: number) => string) => string),
    change: PlannedChange,
  ): void {
    this.editsOf(file).add({ start, end, text, change, ...(isCut === undefined ? {} : { isCut }) });
  }

  /** A comment above the statement, and an entry in the list of what is left. */
  mark(node: ts.Node, change: PlannedChange, { comment = true }: { readonly comment?: boolean } = {}): void {
    const file = node.getSourceFile();
    const isMarked = change.operation !== undefined && isMarkedGone(file.text, change.operation);
    if (comment && !isMarked) this.editsOf(file).mark(this.markable(node).getStart(file, true), todoOf(change));
    this.leave(file, node.getStart(), change);
  }

  /** An entry in the list of what is left; `offset`: after text that was put in, its end. */
  leave(file: ts.SourceFile, offset: number, change: PlannedChange): void {
    const { fileName } = file;
    if (this.left.some((one) => one.file === fileName && one.offset === offset && one.change === change)) return;
    this.left.push({ file: fileName, offset, message: change.message, hint: change.hint, change });
  }

  /** Whether the file is JavaScript, which has no `satisfies`: what is to be written there is marked instead. */
  isScript(node: ts.Node): boolean {
    return /\.[cm]?jsx?$/.test(node.getSourceFile().fileName);
  }

  private markable(node: ts.Node): ts.Node {
    const { compiler } = this;
    const ancestor = compiler.findAncestor(
      node,
      (one) =>
        compiler.isStatement(one) ||
        compiler.isCaseClause(one) ||
        compiler.isClassElement(one) ||
        compiler.isTypeElement(one) ||
        (compiler.isObjectLiteralElementLike(one) && beginsLine(one)),
    );
    return ancestor ?? node;
  }

  editsOf(file: ts.SourceFile): FileEdits {
    return computedOnce(this.edits, file.fileName, () => new FileEdits(file.text));
  }

  place(declaration: ts.Node): GeneratedPlace | null {
    return computedOnce(this.places, declaration, () => placeOf(declaration, this.generated, this.compiler));
  }

  plan(api: string): ApiPlan | undefined {
    return this.generated.plans.get(api);
  }

  /** The symbol that an import or a re-export leads to in the end. */
  resolved(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & this.compiler.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  /** Where the generated code declares it, at any of its declarations. */
  placesOf(symbol: ts.Symbol): GeneratedPlace[] {
    return declarationsOf(symbol).flatMap((declaration) => this.place(declaration) ?? []);
  }

  /** The new name of a generated declaration that a file imports. */
  exportEdit(symbol: ts.Symbol): (ExportEdit & { readonly from: string }) | null {
    for (const place of this.placesOf(this.resolved(symbol))) {
      if (place.path.length > 0) continue;
      const edit = renamedExport(place.top, place.api, this.generated);
      if (edit !== null) return { ...edit, from: place.top };
    }
    return null;
  }

  /** `null`: nothing changes for it, or it is not generated. */
  memberVerdict(symbol: ts.Symbol): MemberVerdict | null {
    const declarations = declarationsOf(symbol);
    const verdicts = declarations.map((declaration) => {
      const place = this.place(declaration);
      return place === null ? null : this.verdictAt(place);
    });
    const [first] = verdicts.filter((verdict) => verdict !== null);
    if (first === undefined) return null;
    // The members of a union: each of them has to be called the same.
    const text = keyOfVerdict(first);
    return verdicts.every((verdict) => verdict !== null && keyOfVerdict(verdict) === text)
      ? first
      : { kind: "unclear", change: first.change };
  }

  private verdictAt({ api, target, top, path }: GeneratedPlace): MemberVerdict | null {
    const plan = this.plan(api);
    const name = path.at(-1);
    if (plan === undefined || name === undefined) return null;
    if (plan.described.has(top)) return plan.members.get(memberKey(top, path)) ?? null;
    if (target === "client" && path.length === 1) {
      const move = plan.methods.find(
        ({ from }) => from.name === name && top === (from.group === null ? "Client" : groupType(from.group)),
      );
      if (move !== undefined) return verdictOfMove(move);
      if (top === "Client" || top.endsWith("Operations")) return null;
    }
    const key = plan.keys.get(name);
    if (key === undefined) return null;
    return key.to === null ? { kind: "gone", change: key.change } : { kind: "rename", to: key.to, change: key.change };
  }

  /** The plans of the APIs whose generated code a file imports; all of them, where it imports none itself. */
  plansFor(node: ts.Node): readonly ApiPlan[] {
    const file = node.getSourceFile();
    return computedOnce(this.nearby, file, () => this.importedPlans(file));
  }

  private importedPlans(file: ts.SourceFile): readonly ApiPlan[] {
    const { checker, generated } = this;
    const apis = new Set<string>();
    for (const specifier of specifiersIn(file)) {
      for (const declaration of checker.getSymbolAtLocation(specifier)?.declarations ?? []) {
        const origin = generated.files.get(declaration.getSourceFile().fileName);
        if (origin !== undefined) apis.add(origin.api);
      }
    }
    const all = [...generated.plans.values()];
    return apis.size === 0 ? all : all.filter(({ api }) => apis.has(api));
  }

  /** The values of the type of an expression, if generated code declares them and they changed. */
  valuesOfExpression(node: ts.Node): ValuesEdit[] {
    const symbol = this.checker.getSymbolAtLocation(this.nameIn(node));
    if (symbol !== undefined) {
      const symbolValues = this.valuesOfSymbol(symbol);
      if (symbolValues.length > 0) return symbolValues;
      // Where generated code declares it, its values are known by its place or the name of its type, and by nothing else.
      if (this.placesOf(symbol).length > 0) return this.valuesOfAlias(this.checker.getTypeOfSymbol(symbol));
      const declared = this.valuesOfType(this.checker.getTypeOfSymbol(symbol), node);
      if (declared.length > 0) return declared;
    }
    return this.valuesOfType(this.checker.getTypeAtLocation(node), node);
  }

  private nameIn(node: ts.Node): ts.Node {
    const { compiler } = this;
    if (compiler.isPropertyAccessExpression(node)) return node.name;
    if (compiler.isElementAccessExpression(node)) return node.argumentExpression;
    return compiler.isNonNullExpression(node) || compiler.isParenthesizedExpression(node)
      ? this.nameIn(node.expression)
      : node;
  }

  valuesOfSymbol(symbol: ts.Symbol): ValuesEdit[] {
    return this.placesOf(symbol).flatMap(
      ({ api, top, path }) => this.plan(api)?.values.get(memberKey(top, path)) ?? [],
    );
  }

  /** By the name of the type; without one, by all of its values, among the APIs that the file of `near` uses. */
  valuesOfType(type: ts.Type, near: ts.Node): ValuesEdit[] {
    const aliases = aliasesOf(type);
    if (aliases.some((symbol) => this.placesOf(symbol).length > 0)) return this.valuesOfAlias(type);
    return this.valuesLike(this.textsOf(type), near);
  }

  valuesOfAlias(type: ts.Type): ValuesEdit[] {
    return aliasesOf(type).flatMap((symbol) => [...this.valuesOfSymbol(symbol), ...this.eventNamesOf(symbol)]);
  }

  /** `EventName`, which is the keys of `EventMap`: a type that no schema describes. */
  private eventNamesOf(symbol: ts.Symbol): ValuesEdit[] {
    return this.placesOf(symbol).flatMap(({ api, top }) => {
      const plan = this.plan(api);
      return plan === undefined || plan.described.has(top) ? [] : eventsOf(plan);
    });
  }

  /** Those that have exactly these values, or keys. */
  valuesLike(texts: ReadonlySet<string>, near: ts.Node): ValuesEdit[] {
    if (texts.size < 2) return [];
    return this.plansFor(near).flatMap((plan) =>
      [...plan.values.values(), ...eventsOf(plan), ...plan.keySets].filter(
        ({ before }) => before.length === texts.size && before.every((value) => texts.has(value)),
      ),
    );
  }

  /** The texts of a union of them. */
  textsOf(type: ts.Type): ReadonlySet<string> {
    const members = type.isUnion() ? type.types : [type];
    return new Set(members.flatMap((member) => (member.isStringLiteral() ? [member.value] : [])));
  }

  /** Each type of a union or an intersection on its own. */
  constituents(type: ts.Type): readonly ts.Type[] {
    return type.isUnionOrIntersection() ? type.types.flatMap((member) => this.constituents(member)) : [type];
  }

  /** A property of a type; in a union, of each member that has it. */
  propertiesOf(type: ts.Type, name: string): ts.Symbol[] {
    const property = type.getProperty(name);
    if (property !== undefined) return [property];
    return this.constituents(type).flatMap((member) => member.getProperty(name) ?? []);
  }
}

function verdictOfMove({ from, to, change }: MethodMove): MemberVerdict {
  if (to === null) return { kind: "gone", change };
  return from.group === to.group ? { kind: "rename", to: to.name, change } : { kind: "method", from, to, change };
}

function beginsLine(node: ts.Node): boolean {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, start).trim() === "";
}

/** Of imports and exports, `require`, and the types of JSDoc, as the compiler collects them. */
function specifiersIn(file: ts.SourceFile): readonly ts.Node[] {
  const imports: unknown = Reflect.get(file, "imports");
  return Array.isArray(imports) ? imports : [];
}

function eventsOf(plan: ApiPlan): ValuesEdit[] {
  return plan.events === null ? [] : [plan.events];
}

/**
 * `// TODO waybill: "RETURNED" is no longer a value of OrderStatus (spec/order.yaml:7)`, without the slashes; of something that the new
 * spec has no place for, `(was spec/order.yaml:7)`.
 */
export function todoOf({ message, base, revision }: PlannedChange): string {
  if (revision !== null) return `TODO waybill: ${message} (${lineOf(revision)})`;
  return `TODO waybill: ${message}${base === null ? "" : ` (was ${lineOf(base)})`}`;
}

function keyOfVerdict(verdict: MemberVerdict): string {
  return JSON.stringify([verdict.kind, "to" in verdict ? verdict.to : null]);
}

function groupType(group: string): string {
  return `${group.slice(0, 1).toUpperCase()}${group.slice(1)}Operations`;
}

/** Those of a mapped type are the ones it is mapped from. */
function declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
  if (symbol.declarations !== undefined && symbol.declarations.length > 0) return symbol.declarations;
  const origin = Object.entries(symbol).flatMap(([key, value]) =>
    key === "links" && isLinks(value) ? [value.syntheticOrigin] : [],
  )[0];
  return origin?.declarations ?? [];
}

function isLinks(value: unknown): value is { readonly syntheticOrigin?: ts.Symbol } {
  return typeof value === "object" && value !== null;
}

/** The names of a type, and of the types that a union was written with. */
function aliasesOf(type: ts.Type): ts.Symbol[] {
  const directAliases = type.aliasSymbol === undefined ? [] : [type.aliasSymbol];
  const written = Object.entries(type).flatMap(([key, value]) => (key === "origin" && isType(value) ? [value] : []));
  return [
    ...directAliases,
    ...written.flatMap((origin) => (origin.isUnion() ? origin.types.flatMap(aliasesOf) : aliasesOf(origin))),
  ];
}

function isType(value: unknown): value is ts.Type {
  return typeof value === "object" && value !== null && "flags" in value;
}

// Changes to the text of one file: replacements, text put in, parts that move; applied together, innermost first.

export interface Edit {
  readonly start: number;
  readonly end: number;
  /** A function gets the edited text of any part of the file. */
  readonly text: string | ((edited: (start: number, end: number) => string) => string);
  readonly change: PlannedChange;
  /** Whether the text goes to another place, with the edits inside of it. */
  readonly isCut?: true;
}

class FileEdits {
  readonly edits: Edit[] = [];
  /** Comments above a line, by the offset of its start: text without indentation. */
  private readonly marks = new Map<number, string[]>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isEmpty(): boolean {
    return this.edits.length === 0 && this.marks.size === 0;
  }

  add(edit: Edit): void {
    const isKnown = this.edits.some(
      ({ start, end, text }) => start === edit.start && end === edit.end && text === edit.text,
    );
    if (!isKnown) this.edits.push(edit);
  }

  /** A comment of its own line above the line of `offset`. */
  mark(offset: number, comment: string): void {
    const start = this.text.lastIndexOf("\n", offset - 1) + 1;
    if (this.text.slice(0, start).trimEnd().endsWith(`// ${comment}`)) return;
    const known = this.marks.get(start) ?? [];
    if (!known.includes(comment)) this.marks.set(start, [...known, comment]);
  }

  /** `shift`: where an offset of the text before is after. */
  apply(): { readonly text: string; readonly shift: (offset: number) => number } {
    const newline = this.text.includes("\r\n") ? "\r\n" : "\n";
    const marks = [...this.marks].map(([start, comments]) => {
      const indent = /^[ \t]*/.exec(this.text.slice(start))?.[0] ?? "";
      return { start, end: start, text: comments.map((comment) => `${indent}// ${comment}${newline}`).join("") };
    });
    const applied: Applied[] = [];
    const text = edited(this.text, { from: 0, to: this.text.length }, [...marks, ...this.edits], applied);
    const shift = (offset: number): number =>
      applied
        .filter(({ end }) => end <= offset)
        .reduce((sum, { start, end, length }) => sum + length - (end - start), offset);
    return { text, shift };
  }
}

type Replacement = Pick<Edit, "start" | "end" | "text" | "isCut">;

interface Applied extends Pick<Edit, "start" | "end"> {
  readonly length: number;
}

/** An edit inside another one is applied only if the outer one uses the inner text. */
function edited(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  edits: readonly Replacement[],
  applied: Applied[] = [],
): string {
  const rangeEdits = edits
    .filter((edit) => edit.start >= from && edit.end <= to)
    .map((edit, order) => ({ edit, order, isInsert: edit.start === edit.end }))
    .sort((a, b) => {
      if (a.edit.start !== b.edit.start) return a.edit.start - b.edit.start;
      if (a.isInsert !== b.isInsert) return a.isInsert ? -1 : 1;
      return b.edit.end - a.edit.end || a.order - b.order;
    });
  const parts: string[] = [];
  let at = from;
  for (const { edit } of rangeEdits) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start));
    const within = (start: number, end: number): string =>
      edited(
        text,
        { from: start, to: end },
        edits.filter((other) => other.isCut !== true && other !== edit),
      );
    const now = typeof edit.text === "string" ? edit.text : edit.text(within);
    parts.push(now);
    applied.push({ start: edit.start, end: edit.end, length: now.length });
    at = edit.end;
  }
  parts.push(text.slice(at, to));
  return parts.join("");
}
