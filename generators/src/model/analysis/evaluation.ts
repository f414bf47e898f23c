// Which members of an object, or elements of an array, the keywords of a schema evaluate: `unevaluatedProperties` and
// `unevaluatedItems` next to them apply to the rest. What follows from the schema is listed; what depends on the value is a choice.

import type { ArraySchema, NamedSchema, ObjectSchema, Schema } from "../schema.ts";
import { unreachable } from "../unreachable.ts";
import { jsonTypesOf } from "./json-types.ts";

export interface Evaluation {
  /** Everything is evaluated. */
  readonly all: boolean;
  /** Members by name. */
  readonly names: readonly string[];
  /** Members whose name matches one of the patterns. */
  readonly patterns: readonly string[];
  /** The first elements, by count. */
  readonly count: number;
  /** Elements that one of the schemas accepts: `contains`. */
  readonly matching: readonly Schema[];
  /** Evaluated by schemas that apply to some values only. */
  readonly choices: readonly EvaluationChoice[];
}

export interface EvaluationChoice {
  readonly when: EvaluationCondition;
  readonly then: Evaluation;
  readonly otherwise: Evaluation;
}

/** The value matches a schema, or is an object with a member. */
export type EvaluationCondition =
  | { readonly kind: "matches"; readonly schema: Schema }
  | { readonly kind: "has"; readonly name: string };

/** The members that `schema` evaluates of an object it accepts. */
export function evaluatedMembersOf(schema: Schema): Evaluation {
  return new Survey("object").of(schema, new Set());
}

/** The elements that `schema` evaluates of an array it accepts. */
export function evaluatedElementsOf(schema: Schema): Evaluation {
  return new Survey("array").of(schema, new Set());
}

/** The evaluation for one value, without choices. `accepts` validates the value against the schema of a choice. */
export function settled(
  evaluation: Evaluation,
  meets: (condition: EvaluationCondition) => boolean,
): Omit<Evaluation, "choices"> {
  const chosen = evaluation.choices.map(({ when, then, otherwise }) => settled(meets(when) ? then : otherwise, meets));
  return joined([evaluation, ...chosen.map((each) => ({ ...each, choices: [] }))]);
}

const nothing: Evaluation = { all: false, names: [], patterns: [], count: 0, matching: [], choices: [] };
const everything: Evaluation = { ...nothing, all: true };

class Survey {
  private readonly type: "object" | "array";

  constructor(type: "object" | "array") {
    this.type = type;
  }

  /** `inside`: the named schemas around this one. A schema that applies to itself is reported elsewhere. */
  of(schema: Schema, inside: ReadonlySet<NamedSchema>): Evaluation {
    switch (schema.kind) {
      case "any":
      case "never":
      case "null":
      case "boolean":
      case "number":
      case "string":
      case "enum":
      case "not":
        return nothing;
      case "array":
        return this.type === "array" ? elementsOf(schema) : nothing;
      case "object":
        return this.type === "object" ? this.members(schema, inside) : nothing;
      case "ref":
        if (inside.has(schema.target)) return nothing;
        return this.of(schema.target.schema, new Set([...inside, schema.target]));
      case "intersection":
        return joined(schema.members.map((member) => this.of(member, inside)));
      case "union": {
        const members = schema.members.filter((member) => jsonTypesOf(member).has(this.type));
        // Members for different types: the one for the type of the value applies.
        if (schema.mode === "types") return joined(members.map((member) => this.of(member, inside)));
        return joined(members.map((member) => this.when({ kind: "matches", schema: member }, member, inside)));
      }
      case "conditional":
        return this.conditional(schema, inside);
      case "unevaluated": {
        const rest = this.type === "object" ? schema.properties : schema.items;
        return rest === null ? this.of(schema.schema, inside) : everything;
      }
      default:
        return unreachable(schema);
    }
  }

  private members(schema: ObjectSchema, inside: ReadonlySet<NamedSchema>): Evaluation {
    if (schema.additionalStated) return everything;
    const listed: Evaluation = {
      ...nothing,
      names: schema.properties.map(({ name }) => name),
      patterns: schema.patternProperties.map(({ pattern }) => pattern),
    };
    const dependent = schema.dependentSchemas.map((entry) =>
      this.when({ kind: "has", name: entry.name }, entry.schema, inside),
    );
    return joined([listed, ...dependent]);
  }

  private conditional(schema: Schema & { kind: "conditional" }, inside: ReadonlySet<NamedSchema>): Evaluation {
    const then = joined([this.of(schema.if, inside), this.of(schema.then, inside)]);
    return choice({ kind: "matches", schema: schema.if }, then, this.of(schema.else, inside));
  }

  private when(condition: EvaluationCondition, schema: Schema, inside: ReadonlySet<NamedSchema>): Evaluation {
    return choice(condition, this.of(schema, inside), nothing);
  }
}

function elementsOf({ prefixItems, itemsStated, contains }: ArraySchema): Evaluation {
  if (itemsStated || contains?.schema.kind === "any") return everything;
  return { ...nothing, count: prefixItems.length, matching: contains === null ? [] : [contains.schema] };
}

function choice(when: EvaluationCondition, then: Evaluation, otherwise: Evaluation): Evaluation {
  if (then.all && otherwise.all) return everything;
  return saysNothing(then) && saysNothing(otherwise) ? nothing : { ...nothing, choices: [{ when, then, otherwise }] };
}

function saysNothing({ all, names, patterns, count, matching, choices }: Evaluation): boolean {
  return !all && names.length + patterns.length + count + matching.length + choices.length === 0;
}

/** The union of evaluations. A choice keeps only what it adds. */
function joined(parts: readonly Evaluation[]): Evaluation {
  if (parts.some(({ all }) => all)) return everything;
  const merged = {
    all: false,
    names: distinct(parts.flatMap(({ names }) => names)),
    patterns: distinct(parts.flatMap(({ patterns }) => patterns)),
    count: parts.reduce((most, { count }) => Math.max(most, count), 0),
    matching: parts.flatMap(({ matching }) => matching),
  };
  const choices = parts
    .flatMap((part) => part.choices)
    .flatMap(({ when, then, otherwise }) => choice(when, without(then, merged), without(otherwise, merged)).choices);
  return { ...merged, choices };
}

/** What is evaluated beyond `known`. */
function without(evaluation: Evaluation, known: Omit<Evaluation, "choices">): Evaluation {
  return {
    ...evaluation,
    names: evaluation.names.filter((name) => !known.names.includes(name)),
    patterns: evaluation.patterns.filter((pattern) => !known.patterns.includes(pattern)),
    count: evaluation.count > known.count ? evaluation.count : 0,
    choices: evaluation.choices.flatMap(
      ({ when, then, otherwise }) => choice(when, without(then, known), without(otherwise, known)).choices,
    ),
  };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
