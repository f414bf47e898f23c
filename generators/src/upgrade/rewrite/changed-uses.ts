// The callers' code with the old and with the new generated code -> what compiles with both and means something else: operands that are of
// another kind now, values that a copy no longer has. And every expression whose type changed, to explain what does not compile.
import type { ts } from "ts-morph";
import { lineOf } from "../../model/place.ts";
import { type LeftPlace, lineColumn, memberKey, type PlannedChange } from "../plan/changes.ts";
import type { Pair } from "../plan/paired.ts";
import type { Compiler } from "./compiler.ts";
import type { Pass } from "./pass.ts";

/** Where an expression of another type is in the new text. */
export interface ChangedExpression {
  readonly start: number;
  readonly end: number;
  /** `order.id was number and is now string` */
  readonly message: string;
  /** What it comes from; `null` where that is not known. */
  readonly change: PlannedChange | null;
}

export interface ChangedFile {
  readonly places: readonly LeftPlace[];
  readonly expressions: readonly ChangedExpression[];
}

/** A value that is passed or assigned to something, in both programs. */
interface Flow {
  readonly from: ts.Type;
  readonly to: ts.Type;
  readonly target: ts.Type;
  /** The target in the old program. */
  readonly before: ts.Type;
}

interface LostMember {
  readonly name: string;
  /** The type that still has it. */
  readonly owner: string;
  readonly source: ts.Symbol;
}

/** The same expression in both programs. */
type Expressions = Pair<ts.Expression>;

export function changedUses(files: Pair<ts.SourceFile>, passes: Pair<Pass>): ChangedFile {
  return new Comparison(files, passes).read();
}

class Comparison {
  private readonly files: Pair<ts.SourceFile>;
  private readonly before: Pass;
  private readonly after: Pass;
  private readonly partners = new Map<ts.Node, ts.Node>();
  private readonly places: LeftPlace[] = [];
  private readonly expressions: ChangedExpression[] = [];

  constructor(files: Pair<ts.SourceFile>, passes: Pair<Pass>) {
    this.files = files;
    this.before = passes.before;
    this.after = passes.after;
  }

  read(): ChangedFile {
    const { compiler } = this.before;
    const pairs = nodePairs(this.files.before, this.files.after, compiler);
    for (const { before, after } of pairs) this.partners.set(before, after);
    for (const { before, after } of pairs)
      if (compiler.isExpression(before) && compiler.isExpression(after) && isValue(before, this.before))
        this.compare({ before, after });
    return { places: this.places, expressions: this.expressions };
  }

  private compare(pair: Expressions): void {
    this.noteLostMembers(pair);
    const gained = this.gained(pair);
    if (gained.size === 0) return;
    const change = causeOf(pair.before, this.before);
    const message = `${shortened(pair.before.getText())} was ${this.typeText(pair, "before")} and is now ${this.typeText(pair, "after")}`;
    this.expressions.push({ start: pair.after.getStart(), end: pair.after.getEnd(), message, change });
    const what = this.silentUse(pair, gained);
    if (what === null) return;
    this.leave(pair.after, {
      message: change?.message ?? message,
      hint: `check ${what}${change === null ? "" : placeText(change)}`,
      change,
    });
  }

  private leave(node: ts.Node, about: Pick<LeftPlace, "message" | "hint" | "change">): void {
    const { fileName, text } = this.files.after;
    this.places.push({ file: fileName, ...lineColumn(text, node.getStart()), ...about });
  }

  private gained({ before, after }: Expressions): ReadonlySet<string> {
    return gainedKinds(this.kinds(before, this.before), this.kinds(after, this.after));
  }

  private kinds(node: ts.Expression, pass: Pass): ReadonlySet<string> {
    return kindsOfType(pass.checker.getTypeAtLocation(node), pass);
  }

  private typeText(pair: Expressions, side: "before" | "after"): string {
    const { checker } = this[side];
    return shortened(checker.typeToString(checker.getTypeAtLocation(pair[side]), pair[side]));
  }

  /** What has another meaning, for people; `null` where the compiler rejects it, or nothing changes. */
  private silentUse(pair: Expressions, gained: ReadonlySet<string>): string | null {
    const { compiler } = this.before;
    const use = useOf(pair.before, compiler);
    if (use !== null) return this.isSame(use, pair.before, gained) ? null : use.what;
    const outer = around(pair.before, compiler);
    const now = this.partners.get(outer);
    if (now === undefined || !compiler.isExpression(now) || compiler.isJsxExpression(outer.parent)) return null;
    return this.isAcceptedBoth({ before: outer, after: now }, gained) ? this.receiverOf(outer) : null;
  }

  /** Whether both sides of a comparison changed alike, a condition asks for less than the kind, or the left operand says it. */
  private isSame({ other, isTest, isEquality }: Use, node: ts.Expression, gained: ReadonlySet<string>): boolean {
    if (isTest) return ![...gained].some((kind) => ["string", "number", "boolean", "bigint"].includes(kind));
    if (other === null) return false;
    const { compiler } = this.before;
    if (isEquality && (other.kind === compiler.SyntaxKind.NullKeyword || other.getText() === "undefined")) return true;
    const now = this.partners.get(other);
    if (now === undefined || !compiler.isExpression(now)) return false;
    const kinds = this.gained({ before: other, after: now });
    return (isEquality || other.pos < node.pos) && [...gained].every((kind) => kinds.has(kind));
  }

  /** Whether what the value is passed or assigned to takes any kind, or is asked for a key. */
  private isAcceptedBoth({ before, after }: Expressions, gained: ReadonlySet<string>): boolean {
    const [old, now] = [this.before.checker.getContextualType(before), this.after.checker.getContextualType(after)];
    if (old === undefined || now === undefined) return false;
    if (this.before.checker.typeToString(old) !== this.after.checker.typeToString(now)) return false;
    const kinds = kindsOfType(now, this.after);
    return kinds.has("any") || (this.isLookup(before) && [...gained].every((kind) => kinds.has(kind)));
  }

  /** Of a key or an item: what is stored may be of the old kind. */
  private isLookup({ parent }: ts.Expression): boolean {
    const { compiler } = this.before;
    if (!compiler.isCallExpression(parent) || !compiler.isPropertyAccessExpression(parent.expression)) return false;
    return ["get", "set", "has", "add", "delete", "includes", "indexOf"].includes(parent.expression.name.text);
  }

  private receiverOf({ parent }: ts.Expression): string | null {
    const { compiler } = this.before;
    if (!compiler.isCallExpression(parent)) return "this value";
    const name = shortened(parent.expression.getText());
    return name.startsWith("console.") ? null : `this argument of ${name}`;
  }

  /** A copy to a type of the callers' own, in which a member is optional: without it, it compiles and is empty. */
  private noteLostMembers({ before, after }: Expressions): void {
    const { compiler } = this.before;
    const literal = compiler.isSpreadAssignment(before.parent) ? before.parent.parent : null;
    const partner = literal === null ? after : this.partners.get(literal);
    if (partner === undefined || !compiler.isExpression(partner)) return;
    const target = this.after.checker.getContextualType(partner);
    const old = this.before.checker.getContextualType(literal ?? before);
    if (target === undefined || old === undefined) return;
    const written = literal === null ? [] : literal.properties.flatMap(({ name }) => name?.getText() ?? []);
    const [from, to] = [this.before.checker.getTypeAtLocation(before), this.after.checker.getTypeAtLocation(after)];
    for (const lost of this.lostMembers({ from, to, target, before: old })) {
      if (written.includes(lost.name)) continue;
      const change = this.before.memberVerdict(lost.source)?.change ?? null;
      const message = `${shortened(before.getText())} no longer has ${lost.name}`;
      this.leave(after, {
        message: change?.message ?? message,
        hint: `${lost.owner}.${lost.name} is left empty here: copy it by name`,
        change,
      });
    }
  }

  private lostMembers(flow: Flow): LostMember[] {
    const [old, now] = [itemOf(flow.from, this.before), itemOf(flow.to, this.after)];
    const goal = itemOf(flow.target, this.after);
    const parameters = this.lostParameters(flow);
    if (parameters.length > 0) return parameters;
    const { SymbolFlags } = this.before.compiler;
    return this.after
      .constituents(goal)
      .flatMap((one) =>
        (one.flags & this.after.compiler.TypeFlags.Object) === 0
          ? []
          : this.after.checker.getPropertiesOfType(one).map((symbol) => ({ symbol, one })),
      )
      .flatMap(({ symbol, one }) => {
        const isOwn = (symbol.flags & SymbolFlags.Optional) !== 0 && this.after.placesOf(symbol).length === 0;
        const [source] = isOwn ? this.before.propertiesOf(old, symbol.name) : [];
        const isLost =
          source !== undefined &&
          this.before.placesOf(source).length > 0 &&
          this.after.propertiesOf(now, symbol.name).length === 0;
        return isLost ? [{ name: symbol.name, owner: ownerOf(one, this.after), source }] : [];
      });
  }

  /** Of a function that takes such a copy, passed to what calls it with the new type. */
  private lostParameters({ to, target, before: goal }: Flow): LostMember[] {
    const [signature, called, was] = [to, target, goal].map((type) => type.getCallSignatures()[0]);
    if (signature === undefined || called === undefined || was === undefined) return [];
    const { checker } = this.after;
    return signature.parameters.flatMap((parameter, index) => {
      const [from, now] = [was.parameters[index], called.parameters[index]];
      if (from === undefined || now === undefined) return [];
      const [old, newType] = [this.before.checker.getTypeOfSymbol(from), checker.getTypeOfSymbol(now)];
      const parameterType = checker.getTypeOfSymbol(parameter);
      return this.lostMembers({ from: old, to: newType, target: parameterType, before: parameterType });
    });
  }
}

/** An expression that has a value of its own: no name of a declaration or a member. */
function isValue(node: ts.Expression, { compiler }: Pass): boolean {
  const { parent } = node;
  if (compiler.isIdentifier(node)) {
    if (compiler.isPropertyAccessExpression(parent) && parent.name === node) return false;
    if (compiler.isShorthandPropertyAssignment(parent)) return true;
    // Asking for the type of `p` in `<p>` is an error of its own.
    if (compiler.isJsxOpeningLikeElement(parent) || compiler.isJsxClosingElement(parent)) return false;
    const isName = ("name" in parent && parent.name === node) || compiler.isPartOfTypeNode(node);
    return (
      !isName &&
      !compiler.isJsxAttribute(parent) &&
      !compiler.isBindingElement(parent) &&
      !compiler.isImportSpecifier(parent)
    );
  }
  return (
    compiler.isPropertyAccessExpression(node) ||
    compiler.isElementAccessExpression(node) ||
    compiler.isCallExpression(node) ||
    compiler.isAwaitExpression(node) ||
    compiler.isArrowFunction(node)
  );
}

/** The member of a generated type, or the operation, that a value comes from: itself, or by the variables in between. */
function causeOf(node: ts.Node, pass: Pass, depth = 0): PlannedChange | null {
  const { compiler, checker } = pass;
  const name = compiler.isPropertyAccessExpression(node) ? node.name : node;
  const symbol = checker.getSymbolAtLocation(name);
  const directChange = symbol === undefined ? null : typeChangeOf(symbol, pass);
  if (directChange !== null || depth > 4) return directChange;
  const declaration = symbol?.valueDeclaration;
  if (declaration !== undefined && compiler.isBindingElement(declaration)) {
    const key = (declaration.propertyName ?? declaration.name).getText();
    for (const property of pass.propertiesOf(checker.getTypeAtLocation(declaration.parent), key)) {
      const change = typeChangeOf(property, pass);
      if (change !== null) return change;
    }
  }
  if (declaration !== undefined && compiler.isVariableDeclaration(declaration) && declaration.initializer !== undefined)
    return causeOf(declaration.initializer, pass, depth + 1);
  let cause: PlannedChange | null = null;
  compiler.forEachChild(node, (child) => {
    cause ??= causeOf(child, pass, depth + 1);
  });
  return cause;
}

/** What the plan says of the type of a generated member, or of the response of an operation. */
export function typeChangeOf(symbol: ts.Symbol, pass: Pass): PlannedChange | null {
  for (const { api, top, path } of pass.placesOf(symbol)) {
    const types = pass.plan(api)?.types;
    const name = path.at(-1) ?? top;
    const response = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}Response`;
    const change = types?.get(memberKey(top, path)) ?? types?.get(memberKey(response, ["body"]));
    if (change !== undefined) return change;
  }
  return null;
}

function itemOf(type: ts.Type, { checker }: Pass): ts.Type {
  return (checker.isArrayType(type) ? checker.getIndexTypeOfType(type, 1) : undefined) ?? type;
}

function ownerOf(type: ts.Type, { checker }: Pass): string {
  const text = checker.typeToString(type);
  return text.startsWith("{") ? "the copy" : text;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
}

/** `, see openapi.yaml:41` */
export function placeText({ base, revision }: PlannedChange): string {
  const at = revision ?? base;
  return at === null ? "" : `, see ${lineOf(at)}`;
}

// Types of the compiler -> the kinds of values that they may hold, so that two of them can be compared across programs.

/** `string`, `array of number`, `object`; `any` where nothing is known. */
function kindsOfType(type: ts.Type, reader: Pass, depth = 0): ReadonlySet<string> {
  const { compiler, checker } = reader;
  const { TypeFlags } = compiler;
  if (type.isUnion()) return new Set(type.types.flatMap((one) => [...kindsOfType(one, reader, depth)]));
  const flags: readonly (readonly [number, string])[] = [
    [TypeFlags.Any | TypeFlags.Unknown, "any"],
    [TypeFlags.StringLike, "string"],
    [TypeFlags.NumberLike, "number"],
    [TypeFlags.BigIntLike, "bigint"],
    [TypeFlags.BooleanLike, "boolean"],
    [TypeFlags.Null, "null"],
    [TypeFlags.Undefined | TypeFlags.Void, "undefined"],
  ];
  const known = flags.find(([flag]) => (type.flags & flag) !== 0);
  if (known !== undefined) return new Set([known[1]]);
  if ((type.flags & TypeFlags.Never) !== 0) return new Set();
  const [item] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (item !== undefined)
    return new Set([depth > 3 ? "array" : `array of ${[...kindsOfType(item, reader, depth + 1)].sort().join(" or ")}`]);
  const apparent = checker.getApparentType(type);
  if (apparent !== type && (type.flags & TypeFlags.Instantiable) !== 0) return kindsOfType(apparent, reader, depth);
  return new Set([type.symbol?.name === "Date" ? "date" : "object"]);
}

/** Those of the second that the first has not; none where either is not known. */
function gainedKinds(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  return before.has("any") || after.has("any") ? new Set() : new Set([...after].filter((kind) => !before.has(kind)));
}

// A file before and after its edits -> the nodes of one that are those of the other: both trees at once, past what was put in or taken out.

/** From the outside in. */
function nodePairs(before: ts.Node, after: ts.Node, compiler: Compiler): Pair<ts.Node>[] {
  const pairs: Pair<ts.Node>[] = [];
  const walk = (old: ts.Node, now: ts.Node): void => {
    if (old.kind !== now.kind) return;
    pairs.push({ before: old, after: now });
    const [olds, nows] = [childrenOf(old, compiler), childrenOf(now, compiler)];
    if (olds.length === nows.length)
      olds.forEach((child, index) => {
        const other = nows[index];
        if (other !== undefined) walk(child, other);
      });
    else for (const [child, other] of sameText(olds, nows)) walk(child, other);
  };
  walk(before, after);
  return pairs;
}

function childrenOf(node: ts.Node, compiler: Compiler): ts.Node[] {
  const children: ts.Node[] = [];
  compiler.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** In order, each once. */
function sameText(olds: readonly ts.Node[], nows: readonly ts.Node[]): [ts.Node, ts.Node][] {
  let from = 0;
  return olds.flatMap((old): [ts.Node, ts.Node][] => {
    const at = nows.findIndex(
      (now, index) => index >= from && now.kind === old.kind && now.getText() === old.getText(),
    );
    const now = nows[at];
    if (now === undefined) return [];
    from = at + 1;
    return [[old, now]];
  });
}

// An expression -> what is done with its value, where the compiler accepts values of several kinds and does something else with each.

/** `+`, `this template`: for people. `isTest`: only whether it is something counts. */
export interface Use {
  readonly what: string;
  readonly isTest: boolean;
  /** The other operand. */
  readonly other: ts.Expression | null;
  /** Whether the operator compares the two, and nothing else. */
  readonly isEquality: boolean;
}

function useOf(node: ts.Expression, compiler: Compiler): Use | null {
  const use = (what: string, other: ts.Expression | null = null): Use => ({
    what,
    other,
    isTest: false,
    isEquality: false,
  });
  const test: Use = { what: "this condition", isTest: true, isEquality: false, other: null };
  const outer = around(node, compiler);
  const { parent } = outer;
  const { SyntaxKind } = compiler;
  if (compiler.isBinaryExpression(parent)) return useOfOperand(outer, parent, { use, test, compiler });
  if (compiler.isPrefixUnaryExpression(parent))
    return parent.operator === SyntaxKind.ExclamationToken
      ? test
      : use(`\`${compiler.tokenToString(parent.operator) ?? ""}\``);
  if (compiler.isPostfixUnaryExpression(parent)) return use(`\`${compiler.tokenToString(parent.operator) ?? ""}\``);
  if (compiler.isTemplateSpan(parent)) return use("this template");
  if (compiler.isElementAccessExpression(parent) && parent.argumentExpression === outer) return use("this index");
  if (compiler.isComputedPropertyName(parent)) return use("this key");
  if (compiler.isTypeOfExpression(parent)) return use("this `typeof`");
  if (compiler.isSwitchStatement(parent)) return use("this `switch`");
  if (compiler.isSpreadAssignment(parent) || compiler.isSpreadElement(parent) || compiler.isJsxSpreadAttribute(parent))
    return use("this copy");
  if (compiler.isForInStatement(parent) && parent.expression === outer) return use("this loop");
  const isCondition =
    (compiler.isIfStatement(parent) || compiler.isWhileStatement(parent) || compiler.isDoStatement(parent)) &&
    parent.expression === outer;
  if (isCondition || (compiler.isConditionalExpression(parent) && parent.condition === outer)) return test;
  return null;
}

interface Kinds {
  readonly use: (what: string, other?: ts.Expression) => Use;
  readonly test: Use;
  readonly compiler: Compiler;
}

function useOfOperand(node: ts.Expression, parent: ts.BinaryExpression, { use, test, compiler }: Kinds): Use | null {
  const { SyntaxKind } = compiler;
  const { kind } = parent.operatorToken;
  const other = parent.left === node ? parent.right : parent.left;
  const what = `\`${parent.operatorToken.getText()}\``;
  switch (kind) {
    case SyntaxKind.EqualsToken:
    case SyntaxKind.CommaToken:
    case SyntaxKind.QuestionQuestionToken:
    case SyntaxKind.QuestionQuestionEqualsToken:
      return null;
    case SyntaxKind.AmpersandAmpersandToken:
    case SyntaxKind.BarBarToken:
      return parent.left === node ? test : null;
    case SyntaxKind.EqualsEqualsToken:
    case SyntaxKind.EqualsEqualsEqualsToken:
    case SyntaxKind.ExclamationEqualsToken:
    case SyntaxKind.ExclamationEqualsEqualsToken:
      return { ...use(what, other), isEquality: true };
    default:
      return use(what, other);
  }
}

/** Around parentheses, `!`, `as` and `satisfies`. */
function around(node: ts.Expression, compiler: Compiler): ts.Expression {
  const { parent } = node;
  return compiler.isParenthesizedExpression(parent) ||
    compiler.isNonNullExpression(parent) ||
    compiler.isAsExpression(parent) ||
    compiler.isSatisfiesExpression(parent)
    ? around(parent, compiler)
    : node;
}
