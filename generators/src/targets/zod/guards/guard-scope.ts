// Where a guard is written: what it may call, and the functions and constants next to it in its file.
import {
  type Code,
  type CodeSymbol,
  code,
  constant,
  type Declaration,
  type Doc,
  type FunctionDeclaration,
  generatedSymbol,
  identifier,
  noDoc,
  regExpLiteral,
  StructureKind,
} from "../../../emit/index.ts";
import { Sameness } from "../../../model/analysis/discrimination.ts";
import { computedOnce } from "../../../model/computed-once.ts";
import { camelOf } from "../../../model/finish/naming/identifiers.ts";
import type { NamedSchema, Schema } from "../../../model/schema.ts";
import { guardFiles } from "../../guard-files.ts";
import type { Helper } from "../runtime-modules.ts";
import type { Scope } from "../scope.ts";
import { acceptance, type Condition, refusal, truth } from "./condition.ts";

export interface GuardContext extends Pick<Scope, "formats" | "helper" | "dates"> {
  readonly nameOf: (schema: NamedSchema) => string;
  /** Every name that `nameOf` returned. */
  readonly names: readonly string[];
}

/** `bodyOf` of `body.ts`: the statements of a guard, which may need other guards. */
type BodyOf = (schema: Schema, scope: GuardScope) => Code[];

/** The declarations of one file, in the order they are written. */
export class GuardFile {
  readonly context: GuardContext;
  readonly bodyOf: BodyOf;
  private declarations: Declaration[] = [];
  private readonly usedNames: Set<string>;
  private readonly patterns = new Map<string, Code>();
  private readonly functions = new Map<number, Code>();
  private readonly sameness = new Sameness();

  /** `constants`: what else the file exports. */
  constructor(context: GuardContext, bodyOf: BodyOf, constants: readonly string[] = []) {
    this.context = context;
    this.bodyOf = bodyOf;
    this.usedNames = new Set([...context.names, ...constants]);
  }

  /** A name no other function or constant of the file has. */
  claim(wanted: string): string {
    let name = wanted;
    while (this.usedNames.has(name)) name += "_";
    this.usedNames.add(name);
    return name;
  }

  /** Adds what `build` returns above everything that it adds itself. */
  declare(build: () => Declaration): void {
    const index = this.declarations.length;
    const declaration = build();
    this.declarations.splice(index, 0, declaration);
  }

  /** The function for all equal schemas, named after the first of them. */
  functionOf(schema: Schema, make: () => Code): Code {
    return computedOnce(this.functions, this.sameness.of(schema), make);
  }

  /** What was added since the last time. */
  take(): Declaration[] {
    const newDeclarations = this.declarations;
    this.declarations = [];
    return newDeclarations;
  }

  patternOf(pattern: string, place: string): Code {
    return computedOnce(this.patterns, pattern, () => this.constant(`${place}_pattern`, regExpLiteral(pattern)));
  }

  /** A constant next to the functions that use it. */
  constant(wanted: string, value: Code, type?: Code): Code {
    const name = this.claim(wanted);
    this.declarations.push(constant({ name, ...(type === undefined ? {} : { type }), initializer: value }, noDoc));
    return identifier(name);
  }
}

/** One function and its location: `isOrder`, `isOrder_lines`. */
export class GuardScope {
  readonly file: GuardFile;
  private readonly parent: GuardScope | null;
  private readonly part: string;

  /** `part`: the name of the function, or what the description calls a part of the schema at `parent`. */
  constructor(file: GuardFile, part: string, parent: GuardScope | null = null) {
    this.file = file;
    this.parent = parent;
    this.part = part;
  }

  /** Made when it is asked for: most parts need no name. Nothing is in it but what the description says, without its underscores. */
  get place(): string {
    return this.parent === null ? this.part : `${this.parent.place}_${camelOf(this.part) || "member"}`;
  }

  helper(name: Helper): CodeSymbol {
    return this.file.context.helper(name);
  }

  guardOf(named: NamedSchema): CodeSymbol {
    return generatedSymbol(this.file.context.nameOf(named), "zod", guardFiles.schemas);
  }

  /** `isOrder_id_pattern.test(value)` */
  callOfPattern(pattern: string): Condition {
    return callOfMade(() => code`${this.file.patternOf(pattern, this.place)}.test`);
  }

  /** A call of a method of a constant, which is written when the call is: `isOrder_status_values.has(value)`. */
  callOfConstant(
    part: string,
    { type, value }: { readonly type?: Code; readonly value: Code },
    method: Code,
  ): Condition {
    return callOfMade(() => code`${this.file.constant(`${this.place}_${part}`, value, type)}${method}`);
  }

  /** The scope of a part of the schema. */
  at(part: string): GuardScope {
    return new GuardScope(this.file, part, this);
  }

  /** The function named after this place. */
  declarationOf(schema: Schema, { doc, type }: GuardWords): FunctionDeclaration {
    const body = this.file.bodyOf(schema, this);
    const name = isConstant(body) ? "_value" : "value";
    return {
      kind: StructureKind.Function,
      isExported: type !== null,
      name: this.place,
      parameters: [{ name, type: code`unknown` }],
      returnType: type === null ? code`boolean` : code`${identifier(name)} is ${type}`,
      statements: body,
      docs: [doc],
    };
  }

  /** A call of a function of its own for the schema at this place, which is written when the call is. */
  callFor(schema: Schema): Condition {
    return callOfMade(() => this.functionFor(schema));
  }

  functionFor(schema: Schema): Code {
    return this.file.functionOf(schema, () => {
      const name = this.file.claim(this.place);
      const scope = new GuardScope(this.file, name);
      this.file.declare(() => scope.declarationOf(schema, { doc: noDoc, type: null }));
      return identifier(name);
    });
  }
}

/** A call of a function that is made with the first call that is written. */
function callOfMade(make: () => Code): Condition {
  let callee: Code | null = null;
  return truth((value) => {
    callee ??= make();
    return code`${callee}(${value})`;
  });
}

export interface GuardWords {
  readonly doc: Doc;
  /** The type a value has when it matches; `null` for a function that only its own file calls. */
  readonly type: Code | null;
}

/** Whether the function ignores its argument: TypeScript reports an unused parameter otherwise. */
function isConstant([first]: readonly Code[]): boolean {
  return first === acceptance || first === refusal;
}
