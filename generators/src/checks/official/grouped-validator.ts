// A JSON Schema of draft 4 or 7 and a value -> what is wrong with the value, by Ajv: of the alternatives of `anyOf` and `oneOf`, only the
// one that the value was meant for is reported, and what is wrong in a value that several references lead to once.
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { DataValidateFunction, DataValidationCxt } from "ajv/dist/types/index.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { computedOnce } from "../../model/computed-once.ts";

/** What Ajv reports about one place. */
export interface SchemaProblem {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `others`: the schemas that it refers to, by their URIs without a fragment. */
export interface SchemaSource {
  readonly schema: unknown;
  readonly others: ReadonlyMap<string, unknown>;
  /** Whether `format` is checked. */
  readonly formats: boolean;
}

/** The problems of a definition in one value, where they were first found. */
interface Visit {
  readonly at: string;
  problems: readonly SchemaProblem[];
}

/** References that are followed within each other; beyond it they wait, because the stack is finite. */
const deepest = 40;

export class GroupedValidator {
  private readonly ajv: Ajv;
  private readonly roots: ReadonlyMap<string, unknown>;
  private readonly validateRoot: ValidateFunction;
  private readonly definitions = new Map<string, ValidateFunction>();
  // Of one validation: what was visited by which definition, and what waits.
  private visits = new Map<string, Map<unknown, Visit>>();
  private pending: (() => readonly SchemaProblem[])[] = [];
  private depth = 0;

  constructor({ schema, others, formats }: SchemaSource) {
    this.ajv = new Ajv({
      allErrors: true,
      strict: false,
      meta: false,
      validateSchema: false,
      validateFormats: formats,
      formats: fullFormats,
      verbose: true,
    });
    for (const keyword of ["anyOf", "oneOf"]) this.ajv.removeKeyword(keyword);
    this.ajv.addKeyword({ keyword: "definition", errors: "full", compile: (name: string) => this.reference(name) });
    this.ajv.addKeyword({ keyword: "anyOf", errors: "full", compile: (all: object[]) => this.choice(all, false) });
    this.ajv.addKeyword({ keyword: "oneOf", errors: "full", compile: (all: object[]) => this.choice(all, true) });
    const sources = [["", schema] as const, ...others];
    this.roots = new Map(sources.map(([base, source]) => [base, prepared(source, base)]));
    this.validateRoot = this.ajv.compile(objectOf(this.roots.get("")));
  }

  validate(value: unknown): SchemaProblem[] {
    this.visits = new Map();
    this.pending = [];
    const problems = [...problemsOf(this.validateRoot, value, undefined)];
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) problems.push(...next());
    return expanded(problems, new Set());
  }

  private reference(name: string): DataValidateFunction {
    return reporting((value, at) => {
      if (typeof value !== "object" || value === null) return this.check(name, value, at);
      const visits = computedOnce(this.visits, name, () => new Map<unknown, Visit>());
      const earlier = visits.get(value);
      if (earlier !== undefined) return earlier.problems.length === 0 ? [] : [repeated(earlier, at)];
      const visit: Visit = { at: at?.instancePath ?? "", problems: [] };
      visits.set(value, visit);
      const checked = (): readonly SchemaProblem[] => {
        visit.problems = this.check(name, value, at);
        return visit.problems;
      };
      return this.soon(deepest, checked);
    });
  }

  /** At once, or, too deep in the stack, after everything else; then the value is taken for valid until then. */
  private soon(limit: number, checked: () => readonly SchemaProblem[]): readonly SchemaProblem[] {
    if (this.depth < limit) return checked();
    this.pending.push(checked);
    return [];
  }

  private check(name: string, value: unknown, at: DataValidationCxt | undefined): readonly SchemaProblem[] {
    const validate = computedOnce(this.definitions, name, () => this.ajv.compile(this.definitionOf(name)));
    this.depth += 1;
    const problems = problemsOf(validate, value, at);
    this.depth -= 1;
    return problems;
  }

  private definitionOf(name: string): object {
    const [base = "", pointer = ""] = name.split("#");
    const tokens = pointer.split("/").slice(1);
    return objectOf(
      tokens.reduce<unknown>(
        (schema, token) =>
          Reflect.get(objectOf(schema), decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~")),
        this.roots.get(base),
      ),
    );
  }

  private choice(alternatives: readonly object[], isExclusive: boolean): DataValidateFunction {
    const validators = alternatives.map((schema) => this.ajv.compile(schema));
    const chosen: Check = (value, at) => {
      const outcomes = validators.map((validate) => problemsOf(validate, value, at));
      const valid = outcomes.filter((problems) => problems.length === 0).length;
      if (valid === 0) return meantOf(outcomes, at?.instancePath ?? "");
      if (valid === 1 || !isExclusive) return [];
      const message = "must match one of the alternatives only";
      return [{ instancePath: at?.instancePath ?? "", keyword: "several", message, params: {} }];
    };
    // Alternatives that would all wait would all be taken for valid.
    return reporting((value, at) => this.soon(deepest - 1, () => chosen(value, at)));
  }
}

type Check = (value: unknown, at: DataValidationCxt | undefined) => readonly SchemaProblem[];

function reporting(check: Check): DataValidateFunction {
  const validate: DataValidateFunction = (value: unknown, at?: DataValidationCxt) => {
    const problems = check(value, at);
    validate.errors = problems.map((problem) => ({ ...problem }));
    return problems.length === 0;
  };
  return validate;
}

function problemsOf(
  validate: ValidateFunction,
  value: unknown,
  at: DataValidationCxt | undefined,
): readonly SchemaProblem[] {
  return validate(value, at) ? [] : (validate.errors ?? []).map(problemOf);
}

function problemOf({ instancePath, keyword, message = "", params, schema }: ErrorObject): SchemaProblem {
  if (keyword !== "not") return { instancePath, keyword, message, params };
  const excluded: unknown = Reflect.get(objectOf(schema), "required");
  const names = Array.isArray(excluded) ? excluded.map((name) => JSON.stringify(name)) : [];
  if (names.length === 0) return { instancePath, keyword, message, params };
  if (names.length === 1 && Array.isArray(excluded))
    return { instancePath, keyword, message, params: { additionalProperty: excluded[0] } };
  return { instancePath, keyword, message: `${names.join(" and ")} cannot be used together`, params };
}

/** Refers to all that was reported before in the same value. */
function repeated(visit: Visit, at: DataValidationCxt | undefined): SchemaProblem {
  return { instancePath: at?.instancePath ?? "", keyword: "repeated", message: "", params: { visit } };
}

/** What was found elsewhere is included once, unless it is reported there. */
function expanded(problems: readonly SchemaProblem[], included: Set<unknown>): SchemaProblem[] {
  return problems.flatMap((problem): SchemaProblem[] => {
    if (problem.keyword !== "repeated") return [problem];
    const visit: unknown = problem.params["visit"];
    if (included.has(visit)) return [];
    included.add(visit);
    return expanded(isVisit(visit) ? visit.problems : [], included);
  });
}

function isVisit(value: unknown): value is Visit {
  return typeof value === "object" && value !== null && "problems" in value;
}

/** What is wrong with a value, by one alternative. */
interface Outcome {
  readonly problems: readonly SchemaProblem[];
  /** The same with what was found before in the same value. */
  readonly seen: readonly SchemaProblem[];
}

/** The problems of the alternative that a value was meant for. */
function meantOf(all: readonly (readonly SchemaProblem[])[], at: string): readonly SchemaProblem[] {
  const outcomes = all.map((problems): Outcome => ({ problems, seen: problems.flatMap(seenAgain) }));
  const isReference = ({ seen }: Outcome): boolean =>
    seen.some(({ instancePath, params }) => instancePath === at && params["missingProperty"] === "$ref");
  const targets = outcomes.filter((outcome) => !isReference(outcome));
  const candidates = targets.length > 0 ? targets : outcomes;
  const fitting = candidates.filter(({ seen }) => !seen.some((problem) => isMisfit(problem, at)));
  const meant = fitting.length > 0 ? fitting : candidates;
  return merged(meant, at) ?? fewest(meant, at);
}

function seenAgain(problem: SchemaProblem): readonly SchemaProblem[] {
  const visit: unknown = problem.params["visit"];
  if (!isVisit(visit)) return [problem];
  return visit.problems.map((one) => ({
    ...one,
    instancePath: problem.instancePath + one.instancePath.slice(visit.at.length),
  }));
}

/** Whether the value is of another alternative: of another type, or with another `type`, `in` or the like. */
function isMisfit({ instancePath, keyword }: SchemaProblem, at: string): boolean {
  if (keyword === "type") return instancePath === at;
  const isMember = instancePath.startsWith(`${at}/`) && !instancePath.slice(at.length + 1).includes("/");
  return isMember && ["enum", "const", "pattern"].includes(keyword);
}

/** Alternatives that each reject the same place for the same reason are one problem. */
function merged(candidates: readonly Outcome[], at: string): SchemaProblem[] | null {
  const firsts = candidates.map(({ seen }) => seen.find((problem) => isMisfit(problem, at)) ?? seen[0]);
  const [first] = firsts;
  if (first === undefined || candidates.length < 2) return null;
  const { instancePath, keyword } = first;
  if (!firsts.every((one) => one?.keyword === keyword && one.instancePath === instancePath)) return null;
  const valuesOf = (name: string): unknown[] => [
    ...new Set(firsts.flatMap((one) => Reflect.get(one?.params ?? {}, name) ?? [])),
  ];
  if (keyword === "type") return [{ ...first, message: `must be ${valuesOf("type").join(" or ")}` }];
  if (keyword === "enum") return [{ ...first, params: { allowedValues: valuesOf("allowedValues") } }];
  if (keyword === "required" && instancePath === at && candidates.every(({ seen }) => seen.length === 1)) {
    const names = valuesOf("missingProperty").map((name) => `'${String(name)}'`);
    return [{ ...first, message: `must have required property ${names.join(" or ")}` }];
  }
  return null;
}

/** Fields that are missing or too many count more: they are those of another alternative. */
function fewest(candidates: readonly Outcome[], at: string): readonly SchemaProblem[] {
  const weightOf = ({ seen }: Outcome): number =>
    seen.reduce((sum, { instancePath, keyword }) => sum + (instancePath === at && keyword !== "several" ? 3 : 1), 0);
  return candidates.toSorted((a, b) => weightOf(a) - weightOf(b))[0]?.problems ?? [];
}

/** References become the keyword `definition`, and the limits of draft 4 those of draft 7. */
function prepared(schema: unknown, base: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => prepared(item, base));
  if (typeof schema !== "object" || schema === null) return schema;
  const ref: unknown = Reflect.get(schema, "$ref");
  if (typeof ref === "string") return { definition: ref.startsWith("#") ? `${base}${ref}` : ref };
  const members = Object.entries(schema).flatMap(([key, member]): [string, unknown][] => {
    if (typeof member === "string" && ["id", "$id", "$schema"].includes(key)) return [];
    if (key === "minimum" && Reflect.get(schema, "exclusiveMinimum") === true) return [["exclusiveMinimum", member]];
    if (key === "maximum" && Reflect.get(schema, "exclusiveMaximum") === true) return [["exclusiveMaximum", member]];
    return /^exclusiveM..imum$/.test(key) && typeof member === "boolean" ? [] : [[key, prepared(member, base)]];
  });
  return Object.fromEntries(members);
}

function objectOf(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
