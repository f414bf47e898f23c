// JSON Schema, in any of the dialects, -> the model. A schema is the conjunction of its keywords: one part for `type` and the
// keywords next to it, one for each keyword that combines others.
import { keyOf, kindOf, quote, type Report, reportSourceProblem } from "../../diagnostics/index.ts";
import type { MeaningName } from "../../model/api-options.ts";
import { targetOf } from "../../model/draft.ts";
import { type Annotations, type EnumSchema, type NeverSchema, noAnnotations, type Schema } from "../../model/schema.ts";
import { failed, identityOf, type LimitName, type Node, type Result, type Sources } from "../../source/index.ts";
import { checkFields, expectFields, membersOf, type Reading, stringField } from "../fields/index.ts";
import { annotationsOf } from "./annotations.ts";
import {
  checkBounds,
  checkDependents,
  checkFacets,
  checkIdentifiers,
  checkIgnored,
  checkKeywords,
  checkRefSiblings,
} from "./check-keywords.ts";
import { type Dialect, defaultRules, type KeywordRules, keywordRulesOf } from "./dialect.ts";
import { type DynamicScope, dynamicAnchorOf, noScope } from "./dynamic-scope.ts";
import { hasFacets, type TypeSet, typeSetOf } from "./json-types.ts";
import { group, groupsOf } from "./keyword-groups.ts";
import { reject } from "./keyword-values.ts";
import { acceptsNullBeside, checkNullable, isNullAlternative } from "./nullable.ts";
import { checkListed, isOpenEnum, narrow, readFixed } from "./read-enum.ts";
import { readCombined, readTyped } from "./read-typed.ts";
import { readUnevaluated } from "./read-unevaluated.ts";
import { recursiveAnchor, recursiveTargetOf } from "./resources.ts";
import type { MeaningReading, NamedDraft, SchemaRegistry } from "./schema-registry.ts";

/** The meaning of a reference that leads nowhere. */
const anyValue = "any value is accepted in its place";

export class SchemaReader implements Reading {
  readonly sources: Sources;
  readonly report: Report;
  readonly dialect: Dialect;
  readonly registry: SchemaRegistry;
  private readonly scope: DynamicScope;

  /** The dialect of the description: the default for schemas without a `$schema`. */
  private readonly base: Dialect;
  private readonly rules: KeywordRules;

  constructor(
    reading: Reading,
    base: Dialect,
    registry: SchemaRegistry,
    { scope = noScope, rules = defaultRules(base) }: { scope?: DynamicScope; rules?: KeywordRules } = {},
  ) {
    this.sources = reading.sources;
    this.report = reading.report;
    this.base = base;
    this.rules = rules;
    this.dialect = rules.dialect;
    this.registry = registry;
    this.scope = scope;
  }

  /**
   * The entries of `components.schemas`. One that only refers to a file names the schema in that file; one that refers
   * within an entry document is an alias with a name of its own, and so is a second one that refers to the same file. One that is
   * identical to the entry of the same name in the other entry document is that schema.
   */
  readComponents(members: readonly Node[]): void {
    for (const member of members) {
      const twin = this.registry.components.get(member.key);
      if (twin !== undefined && this.isTwin(member, twin)) this.registry.forward(member, twin.at);
    }
    const memberIdentities = new Set(members.map((member) => identityOf(member)));
    // By key, so that the order of the description does not decide which of several names a file's schema gets.
    for (const member of members.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      const target = this.soleTarget(member);
      if (target !== null && !this.registry.isEntry(target) && !memberIdentities.has(identityOf(target)))
        this.registry.forward(member, target);
    }
    for (const member of members) {
      const draft = this.named(member);
      draft.nameParts = [member.key];
      draft.nameLength = 1;
      this.registry.components.set(member.key, draft);
    }
  }

  private isTwin(member: Node, { at, dialect }: NamedDraft): boolean {
    const target = this.soleTarget(member);
    if (target !== null && this.identityOf(target) === identityOf(at)) return true;
    return (
      (dialect === "openapi-3.0") === (this.base === "openapi-3.0") && this.registry.sameSchemas.areSame(member, at)
    );
  }

  /** Reads every named schema requested so far, and those they request in turn. */
  finish(): void {
    for (let draft = this.registry.takeUnread(); draft !== undefined; draft = this.registry.takeUnread()) {
      draft.schema = this.within(draft.dialect, draft.scope).readPlace(draft.at);
    }
    for (const { at, dialect } of this.registry.takeCrossed()) this.within(dialect, noScope).readPlace(at);
    this.registry.close();
  }

  /** The schema that accepts everything, for an absent keyword at `node`. */
  anything(node: Node): Schema {
    return { kind: "any", at: node, annotations: noAnnotations };
  }

  /** A schema inside something else. */
  read(node: Node): Schema {
    if (this.registry.isReferred(node)) return this.refTo(node, node);
    return this.scope === noScope
      ? this.registry.settle(node, this.base, () => this.readPlace(node))
      : this.readPlace(node);
  }

  /** A list of schemas, such as `allOf`; at least one. */
  readList(node: Node, keyword: string): Schema[] {
    if (this.isOver("alternatives", node)) return [];
    if (node.isArray && node.items().length > 0) return node.items().map((item) => this.read(item));
    reject(this, node, "an array of at least one schema", { keyword });
    return [];
  }

  /** Whether a list exceeds its limit, which is reported. */
  isOver(limit: LimitName, list: Node): boolean {
    const max = this.sources.limits[limit];
    const isOver = Array.isArray(list.value) && list.value.length > max;
    if (isOver) this.report.add("over-limit", keyOf(list), { limit, max });
    return isOver;
  }

  meaningAt(node: Node, name: MeaningName): MeaningReading {
    return this.registry.options.readingIn?.(name, node.document.path) ?? "letter";
  }

  /** The identity of a reference's target: see `NamedSchema.identity`. */
  identityOf(node: Node): string {
    return identityOf(this.registry.placeOf(node));
  }

  private within(base: Dialect, scope: DynamicScope, rules: KeywordRules = defaultRules(base)): SchemaReader {
    const isSame = rules.dialect === this.dialect && rules.ignored === this.rules.ignored;
    return isSame && base === this.base && scope === this.scope
      ? this
      : new SchemaReader(this, base, this.registry, { scope, rules });
  }

  /** How to read the keywords at a location. */
  private keywordRulesAt(node: Node): KeywordRules {
    const uri = this.registry.resources.metaSchemaAt(node);
    return (uri === null ? null : this.keywordRulesOf(uri, node)) ?? defaultRules(this.base);
  }

  /** By the `$schema` of a schema; `null` when it is not known, and its vocabularies do not tell either. */
  keywordRulesOf(uri: string, at: Node): KeywordRules | null {
    return keywordRulesOf(uri, this.base, (named) => {
      const target = this.registry.resources.resolve(named, at);
      return target.ok ? target.value : null;
    });
  }

  private readPlace(node: Node): Schema {
    this.registry.resources.meet(node);
    const rules = this.keywordRulesAt(node);
    checkIgnored(this, node, rules.ignored);
    return this.within(this.base, this.registry.scopes.enter(this.scope, node), rules).readSchema(
      node.without(rules.ignored),
    );
  }

  private readSchema(node: Node): Schema {
    const isBoolean = typeof node.value === "boolean";
    if (isBoolean && (this.dialect !== "openapi-3.0" || node.key === "additionalProperties")) {
      return { kind: node.value === true ? "any" : "never", at: node, annotations: noAnnotations };
    }
    if (node.isObject) return this.readObjectForm(node);
    const expected = this.dialect === "openapi-3.0" ? ["an object"] : ["an object", "true", "false"];
    const tolerated = isBoolean ? "it means what it means in OpenAPI 3.1" : "any value is accepted";
    this.report.add("wrong-kind", node, { what: "a schema", expected, found: kindOf(node.value) }, { tolerated });
    return node.value === false ? { kind: "never", at: node, annotations: noAnnotations } : this.anything(node);
  }

  private readObjectForm(node: Node): Schema {
    const groups = groupsOf(node);
    const ref = node.get("$ref");
    if (ref !== undefined) checkRefSiblings(this, node);
    if (ref !== undefined && this.dialect === "openapi-3.0") {
      checkNullable(this, node);
      const target = this.readRef(ref, node);
      return acceptsNullBeside(this, node) ? this.withNull(target) : target;
    }
    if (this.dialect === "asyncapi" && node.has("schemaFormat")) return this.readMultiFormat(node);
    if (groups & group.unevaluated) this.registry.hasUnevaluated = true;
    checkKeywords(this, node);
    if (groups & group.dependent) checkDependents(this, node);
    if (groups & group.identifier) checkIdentifiers(this, node);
    if (groups & group.definitions) this.checkDefinitions(node);
    const annotations = groups & group.annotation ? annotationsOf(this, node) : noAnnotations;
    if (isNullAlternative(this, node)) {
      checkNullable(this, node);
      return { kind: "null", at: node, annotations };
    }
    const parts = [
      ...(ref === undefined ? [] : [this.readRef(ref, node)]),
      ...(groups & group.dynamic ? this.readDynamic(node) : []),
      ...this.readOwn(node, groups),
      ...(groups & group.combination ? readCombined(this, node) : []),
    ];
    const combinedSchema = this.together(node, parts);
    // What the one part of an `allOf` says about its value, it says about the same value as the schema around it.
    const mergedAnnotations =
      parts.length === 1 && combinedSchema.kind !== "ref"
        ? withInner(annotations, combinedSchema.annotations)
        : annotations;
    const evaluated = groups & group.unevaluated ? readUnevaluated(this, node, combinedSchema) : combinedSchema;
    const schema = { ...evaluated, at: node, annotations: mergedAnnotations };
    const mayWiden = (groups & (group.nullable | group.combination)) !== 0;
    return mayWiden && acceptsNullBeside(this, node) ? this.withNull(schema) : schema;
  }

  private readDynamic(node: Node): Schema[] {
    const [dynamic, recursive] = [node.get("$dynamicRef"), node.get("$recursiveRef")];
    return [
      ...(dynamic === undefined ? [] : [this.readDynamicRef(dynamic, node)]),
      ...(recursive === undefined ? [] : this.readRecursiveRef(recursive, node)),
    ];
  }

  /** The schema for all parts of one schema object. */
  private together(node: Node, parts: readonly Schema[]): Schema {
    const [only] = parts;
    if (only === undefined) return this.anything(node);
    return parts.length === 1 ? only : { kind: "intersection", members: parts, at: node, annotations: noAnnotations };
  }

  private withNull(schema: Schema): Schema {
    const { at, annotations } = schema;
    if (schema.kind === "any") return schema;
    const members: Schema[] = [
      { ...schema, annotations: noAnnotations },
      { kind: "null", at, annotations: noAnnotations },
    ];
    return { kind: "union", mode: "anyOf", members, discriminator: null, at, annotations };
  }

  /** A schema whose language is stated elsewhere, at `format`: AsyncAPI 2 states it next to the payload. */
  readIn(format: Node, node: Node): Schema {
    if (typeof format.value !== "string") {
      const args = { what: quote(format.key), expected: ["a string"], found: kindOf(format.value) };
      this.report.add("wrong-kind", format, args);
      return this.anything(node);
    }
    const dialect = formatDialect(this, format.value, format);
    return dialect === null ? this.anything(node) : this.within(dialect, this.scope).read(node);
  }

  private readMultiFormat(node: Node): Schema {
    const inner = unwrapMultiFormat(this, node);
    return inner === null ? this.anything(node) : this.within(inner.dialect, this.scope).read(inner.node);
  }

  /** `type`, the keywords of single types, `enum` and `const`. */
  private readOwn(node: Node, groups: number): Schema[] {
    const types = typeSetOf(this, node);
    if (types !== null) checkFacets(this, node, types);
    if (groups & group.maximum) checkBounds(this, node);
    if (groups & group.nullable) checkNullable(this, node);
    const fixed = groups & group.values ? this.readValues(node, types) : [];
    if (fixed.length > 0 && types !== null && !hasFacets(node)) {
      return fixed.map((part) => narrow(this, part, types));
    }
    const typed = readTyped(this, node, types);
    return typed === null ? fixed : [typed, ...fixed];
  }

  private readValues(node: Node, types: TypeSet | null): (EnumSchema | NeverSchema)[] {
    if (types !== null) checkListed(this, node, types);
    return readFixed(this, node, isOpenEnum(this, node, types));
  }

  /** Unreferenced schemas are still read, to find their mistakes. */
  private checkDefinitions(node: Node): void {
    for (const keyword of ["$defs", "definitions"]) {
      for (const member of membersOf(this, node, keyword)) this.readPlace(member);
    }
  }

  private readRef(ref: Node, at: Node): Schema {
    const target = this.schemaAt(ref);
    return target === null ? this.anything(at) : this.refTo(target, at);
  }

  /** The outermost target of that name on the way here; a reference without a dynamic anchor is one like any other. */
  private readDynamicRef(ref: Node, at: Node): Schema {
    const target = this.schemaAt(ref);
    if (target === null) return this.anything(at);
    const anchor = dynamicAnchorOf(String(ref.value), target);
    return this.refTo((anchor === null ? undefined : this.scope.get(anchor)) ?? target, at);
  }

  /** The schema around it; where that is a resource that others extend, the outermost of those on the way here. */
  private readRecursiveRef(ref: Node, at: Node): Schema[] {
    if (ref.value !== "#") {
      reject(this, ref, 'the string "#"');
      return [];
    }
    const target = recursiveTargetOf(at);
    const outermost = this.registry.scopes.isExtensible(target) ? this.scope.get(recursiveAnchor) : undefined;
    return [this.refTo(outermost ?? target, at)];
  }

  /** The target of a reference by the rules of JSON Schema, wherever it is; `null`, and a report, when there is none. */
  targetOf(ref: Node): Node | null {
    return this.registry.dangling.has(identityOf(ref)) ? null : this.resolve(ref, null);
  }

  /** The schema that a schema refers to. Where there is none, and that is tolerated, any value is accepted. */
  private schemaAt(ref: Node): Node | null {
    const target = this.resolve(ref, anyValue);
    if (target === null) this.registry.dangling.add(identityOf(ref));
    return target;
  }

  private resolve(ref: Node, tolerated: string | null): Node | null {
    const target: Result<Node> =
      typeof ref.value === "string"
        ? this.registry.resources.resolve(ref.value, ref)
        : failed({ kind: "ref-not-string", from: ref });
    if (target.ok) return target.value;
    return reportSourceProblem(this.report, target.problem, { tolerated });
  }

  /** The schema that an entry of a mapping names: by its name among the components, or by its URI; `null` when there is none. */
  namedIn(entry: Node): NamedDraft | null {
    if (typeof entry.value !== "string") return null;
    const component = this.registry.components.get(entry.value);
    if (component !== undefined) return component;
    const target = this.sources.resolve(entry.value, entry);
    return target.ok && target.value.isObject ? this.named(target.value) : null;
  }

  private refTo(target: Node, at: Node): Schema {
    return { kind: "ref", target: targetOf(this.named(target)), at, annotations: noAnnotations };
  }

  private named(place: Node): NamedDraft {
    const at = this.registry.placeOf(place);
    this.registry.resources.meet(at);
    const variant = this.registry.scopes.variantOf(at, this.scope);
    return this.registry.named(at, this.base, { placeholder: this.anything(at), variant });
  }

  /** The target of a schema that is only a `$ref`. */
  private soleTarget(node: Node): Node | null {
    const ref = node.get("$ref");
    if (ref === undefined || node.members().length !== 1) return null;
    return typeof ref.value === "string" ? this.schemaAt(ref) : null;
  }
}

/** The annotations of a schema and of its only part; its own come first. */
function withInner(outer: Annotations, inner: Annotations): Annotations {
  if (inner === noAnnotations) return outer;
  return {
    title: outer.title ?? inner.title,
    description: outer.description ?? inner.description,
    deprecated: outer.deprecated || inner.deprecated,
    readOnly: outer.readOnly || inner.readOnly,
    writeOnly: outer.writeOnly || inner.writeOnly,
    default: outer.default ?? inner.default,
    examples: outer.examples.length > 0 ? outer.examples : inner.examples,
    enumDescriptions: { ...inner.enumDescriptions, ...outer.enumDescriptions },
    extensions: { ...inner.extensions, ...outer.extensions },
  };
}

// AsyncAPI's `{ schemaFormat, schema }` -> the schema and its dialect.

/** `null` for formats that are not JSON Schema, which is reported. */
function unwrapMultiFormat(reading: SchemaReader, node: Node): { node: Node; dialect: Dialect } | null {
  checkFields(reading, node, "a multi format schema", "schemaFormat schema");
  const format = stringField(reading, node, "schemaFormat");
  if (format === null) return null;
  const dialect = formatDialect(reading, format, node.get("schemaFormat") ?? node);
  if (dialect === null) return null;
  expectFields(reading, node, "a multi format schema", ["schema"], { tolerated: null });
  const schema = node.get("schema");
  return schema === undefined ? null : { node: schema, dialect };
}

/** The dialect of a `schemaFormat`; `null` for one that is not JSON Schema, which is reported at `place`. */
function formatDialect(reading: SchemaReader, format: string, place: Node): Dialect | null {
  const dialect = dialectOf(format);
  if (dialect !== null) return dialect;
  const language = languages.find(([pattern]) => pattern.test(format))?.[1] ?? "what the schema says";
  const reason = `only JSON Schema can be turned into types and validators, and ${language} is written otherwise`;
  reading.report.add("unsupported-feature", place, { feature: `the schema format ${quote(format)}`, reason });
  return null;
}

const languages: readonly (readonly [RegExp, string])[] = [
  [/avro/i, "Avro"],
  [/protobuf/i, "Protocol Buffers"],
  [/raml/i, "RAML"],
];

function dialectOf(format: string): Dialect | null {
  const type = format.toLowerCase().replaceAll(" ", "");
  if (/^application\/vnd\.aai\.asyncapi(\+json|\+yaml)?(;version=[23]\.\d+\.\d+)?$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=draft-07$/.test(type)) return "asyncapi";
  if (/^application\/schema\+(json|yaml);version=(draft-?)?2020-12$/.test(type)) return "2020-12";
  if (/^application\/vnd\.oai\.openapi(\+json|\+yaml)?;version=3\.0\.\d+$/.test(type)) return "openapi-3.0";
  return null;
}
