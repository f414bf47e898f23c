// Paths of descriptions -> an API model that later code can rely on: what is read passes these checks in every command.
import { bounded, keyOf, quote, Report } from "../diagnostics/index.ts";
import { hasOnlyType, jsonTypesOf } from "../model/analysis/json-types.ts";
import { isForm, isJson } from "../model/analysis/media-types.ts";
import type { Api } from "../model/api.ts";
import { computedOnce } from "../model/computed-once.ts";
import { schemasOf } from "../model/finish/filters.ts";
import { everyOperationOf, type MediaType, type Operation, type Parameter } from "../model/http.ts";
import type { NamedSchema, Schema, UnevaluatedSchema } from "../model/schema.ts";
import { childrenOf } from "../model/walk.ts";
import type { Reading } from "../read/fields/index.ts";
import { checkFormats, type SchemaRegistry } from "../read/jsonschema/index.ts";
import { checkRequests } from "../read/openapi/paths.ts";
import { type ReadOptions, type ReadResult, readModel } from "../read/read-api.ts";
import type { LimitName, Limits, Location } from "../source/index.ts";
import { checkCycles } from "./cycles.ts";

export function readApi(options: ReadOptions, report: Report = new Report()): ReadResult {
  const { reading, registry, document, api, inputs, paths } = readModel(options, report);
  const checked = bounded({ report, document, purpose: "to be read" }, () => {
    if (api !== null && registry !== null) checkModel(api, reading, registry);
    return api;
  });
  return { api: checked, inputs, paths };
}

/** Checks that follow references come after the check for cycles. */
function checkModel(api: Api, reading: Reading, registry: SchemaRegistry): void {
  const { report, sources } = reading;
  const schemas = api.schemas.filter(({ isOutput }) => isOutput !== true);
  const operations = everyOperationOf(api.http);
  checkCycles(schemas, report, sources.limits);
  checkCounts(reading, { schemas, operations, messages: api.messaging?.messages ?? [] });
  if (registry.hasUnevaluated) checkRestated({ ...api, schemas }, report, sources.limits);
  checkBodies(reading, operations);
  checkRequests(reading, api.http?.operations ?? []);
  checkFormats(registry, report);
}

// How many schemas, operations and messages a description has, against the limits: each becomes pages of output.

interface Counted {
  readonly schemas: readonly Placed[];
  readonly operations: readonly Placed[];
  readonly messages: readonly Placed[];
}

interface Placed {
  readonly at: Location;
}

/** Reports the first of each kind that exceeds its limit. */
function checkCounts(
  { report, sources }: { readonly report: Report; readonly sources: { readonly limits: Limits } },
  { schemas, operations, messages }: Counted,
): void {
  const check = (limit: LimitName, all: readonly Placed[]): void => {
    const max = sources.limits[limit];
    const extra = all[max];
    if (extra !== undefined) report.add("over-limit", { kind: "key", location: extra.at }, { limit, max });
  };
  check("schemas", schemas);
  check("operations", [...operations, ...messages]);
}

// Counts the schemas that the generated code repeats: the result of `unevaluatedProperties` and `unevaluatedItems` is known once
// each alternative around them has been tried, so each is written a second time. Nested, they double with every level.

/** Reports the first schema with which there are too many. */
function checkRestated(api: Api, report: Report, { restated: max }: Limits): void {
  const count = new Count();
  let restated = 0;
  for (const schema of [...api.schemas.map((named) => named.schema), ...schemasOf(api)]) {
    restated += count.restatedIn(schema);
    if (restated <= max) continue;
    report.add("over-limit", { kind: "key", location: schema.at }, { limit: "restated", max });
    return;
  }
}

/** Numbers of schemas; an overflow is `Infinity`. */
class Count {
  private readonly written = new Map<Schema, number>();
  private readonly looked = new Map<Schema, number>();
  private readonly inside = new Set<NamedSchema>();

  restatedIn(schema: Schema): number {
    const restatedCount = schema.kind === "unevaluated" ? this.restatedBy(schema) : 0;
    return childrenOf(schema).reduce((sum, child) => sum + this.restatedIn(child), restatedCount);
  }

  private restatedBy({ schema, properties, items }: UnevaluatedSchema): number {
    const types = jsonTypesOf(schema);
    const judges = [properties !== null && types.has("object"), items !== null && types.has("array")];
    return judges.filter((each) => each).length * this.lookedOf(schema);
  }

  /** A schema written out, with what is written again inside of it. */
  private writtenOf(schema: Schema): number {
    return computedOnce(this.written, schema, () => {
      const restatedCount = schema.kind === "unevaluated" ? this.restatedBy(schema) : 0;
      return childrenOf(schema).reduce((sum, child) => sum + this.writtenOf(child), restatedCount + 1);
    });
  }

  /** The code that determines which parts of a schema have evaluated a value: see `evaluation.ts`. */
  private lookedOf(schema: Schema): number {
    return computedOnce(this.looked, schema, () => this.lookedAt(schema));
  }

  private lookedAt(schema: Schema): number {
    const all = (schemas: readonly Schema[]): number => schemas.reduce((sum, each) => sum + this.lookedOf(each), 0);
    const tried = (schemas: readonly Schema[]): number => schemas.reduce((sum, each) => sum + this.writtenOf(each), 0);
    switch (schema.kind) {
      case "intersection":
        return all(schema.members);
      case "union":
        return all(schema.members) + (schema.mode === "types" ? 0 : tried(schema.members));
      case "conditional":
        return tried([schema.if]) + all([schema.if, schema.then, schema.else]);
      case "object":
        return all(schema.dependentSchemas.map((entry) => entry.schema));
      case "array":
        return schema.contains === null ? 0 : tried([schema.contains.schema]);
      case "ref":
        return this.lookedThrough(schema.target);
      case "unevaluated":
        return schema.properties === null || schema.items === null ? this.lookedOf(schema.schema) : 0;
      default:
        return 0;
    }
  }

  private lookedThrough(named: NamedSchema): number {
    if (this.inside.has(named)) return 0;
    this.inside.add(named);
    const evaluationCount = this.lookedOf(named.schema);
    this.inside.delete(named);
    return evaluationCount;
  }
}

// Bodies whose schema says more than the generated code can check: text in another format, and bytes.

/** A warning for each, and one for all of XML: the body still arrives whole, only the check is missing. */
function checkBodies(reading: Reading, operations: readonly Operation[]): void {
  const unchecked: MediaType[] = [];
  for (const { parameters, requestBody, responses } of operations) {
    for (const parameter of parameters) checkQuerystring(reading, parameter);
    const contents = [requestBody?.content ?? [], ...responses.map((response) => response.content)];
    unchecked.push(...contents.flat().filter((media) => !isPassedOnUnchanged(media)));
  }
  const [first, ...others] = unchecked.filter(isXml);
  for (const media of unchecked.filter((one) => !isXml(one))) checkBody(reading, media);
  if (first === undefined) return;
  const bodies = others.length === 1 ? "1 other body" : `${others.length} other bodies`;
  checkBody(reading, first, others.length === 0 ? "" : `, as of ${bodies} of XML,`);
}

function isXml({ type }: MediaType): boolean {
  return /[/+]xml\s*(;|$)/i.test(type);
}

/** A query is a form, JSON, or a text. */
function checkQuerystring(reading: Reading, { in: place, mediaType, schema, at }: Parameter): void {
  if (place !== "querystring" || mediaType === null || isForm(mediaType) || isJson(mediaType)) return;
  if (hasOnlyType(schema, "string")) return;
  const reason = "in a query there are forms, JSON, and texts, whose schema is a string";
  const feature = `the schema of a query string of the type ${quote(mediaType)}`;
  reading.report.add("unsupported-feature", keyOf({ document: at.document, parent: at, key: "content" }), {
    feature,
    reason,
  });
}

function checkBody(reading: Reading, media: MediaType, others = ""): void {
  const feature = `the schema of a body of the type ${quote(media.type)}${others}`;
  const kind = media.body === "text" ? "text" : "bytes";
  const reason = `it is passed on as ${kind}, and not validated against the schema`;
  const advice = "no action is required; bodies of JSON are validated";
  const place = { document: media.at.document, parent: media.at, key: "schema" };
  reading.report.add("unsupported-feature", keyOf(place), { feature, reason, advice }, { severity: "warning" });
}

/** Text is a string of its schema. Bytes are described as a string without further restrictions. */
function isPassedOnUnchanged({ body, schema }: MediaType): boolean {
  switch (body) {
    case "text":
      return schema.kind === "any" || hasOnlyType(schema, "string");
    case "binary":
      return jsonTypesOf(schema).has("string");
    default:
      return true;
  }
}
