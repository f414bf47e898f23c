// An operation -> the values of its samples: the description's own examples, else values generated from the schema.
import { isBinaryPart } from "../../model/analysis/binary-parts.ts";
import { concreteTypeOf } from "../../model/analysis/media-types.ts";
import type { Example, MediaType, Operation, Parameter, RequestBody } from "../../model/http.ts";
import { isObject, type SampleOptions, sampleOf as sampleWith, type ValuePlace } from "../../model/sampling/index.ts";
import type { Json, NamedSchema, Schema } from "../../model/schema.ts";
import { describedPartOf } from "../../model/values/described-part.ts";
import { matches } from "../../model/values/matching.ts";
import { resolvedSchema } from "../../model/walk.ts";
import { partOf, type RequestPart } from "../http/request-parts.ts";
import { type FilePart, fileKey, type SampleValue } from "./value-text.ts";

export type Values = Readonly<Record<string, Json>>;

export interface SampledBody {
  readonly media: MediaType;
  /** As it is sent: `image/png` where the description says `image/*`. */
  readonly type: string;
  /** For sequences the list of their items. */
  readonly value: SampleValue;
}

export interface SampledRequest {
  readonly parts: Readonly<Partial<Record<RequestPart, Values>>>;
  readonly body: SampledBody | null;
  /** Values without an example, generated from the schema: `query limit`, `body`. */
  readonly invented: readonly string[];
}

/** No value that the description accepts was found, or samples do not support this kind of request. */
export class Unsampled extends Error {}

export function sampledRequestOf({ parameters, requestBody }: Operation): SampledRequest {
  const invented: string[] = [];
  const parts: Partial<Record<RequestPart, Record<string, Json>>> = {};
  for (const parameter of parameters) {
    const sampled = parameterValueOf(parameter);
    if (sampled === null) continue;
    if (sampled.invented) invented.push(`${parameter.in} ${parameter.name}`);
    const part = partOf(parameter.in);
    // A parameter of any name is a member like any other.
    parts[part] = Object.fromEntries([...Object.entries(parts[part] ?? {}), [parameter.name, sampled.value]]);
  }
  const body = requestBody === null ? null : bodyOf(requestBody, invented);
  return { parts, body, invented };
}

interface Found<Value = Json> {
  readonly value: Value;
  readonly invented: boolean;
}

/** Optional values are shown where the description has an example. Any text would do for `owner`: the reader fills in `{owner}`. */
function parameterValueOf(parameter: Parameter): Found | null {
  const { schema, examples, required, name } = parameter;
  const example = exampleOf(schema, examples);
  if (example !== undefined) return { value: example, invented: false };
  if (!required) return null;
  const value = oneMemberOf(schema) ?? fieldsOf(schema);
  if (value === undefined)
    throw new Unsampled(`no value could be generated for the parameter ${name}: give it an example`);
  return { value: value === "text" && matches(schema, `{${name}}`) ? `{${name}}` : value, invented: true };
}

/** The first example that matches the schema, as far as it can be checked. */
function exampleOf(schema: Schema, examples: readonly Example[]): Json | undefined {
  const values = [...examples.map(({ value }) => value.value), ...notedExamplesOf(schema)];
  const matchingExample = values.find((value) => matches(schema, value));
  if (matchingExample === undefined) return undefined;
  const described = describedPartOf(schema, matchingExample);
  return matches(schema, described) ? described : matchingExample;
}

function notedExamplesOf(schema: Schema): Json[] {
  const directExamples = schema.annotations.examples.map(({ value }) => value);
  return directExamples.length === 0 && schema.kind === "ref" ? notedExamplesOf(schema.target.schema) : directExamples;
}

function bodyOf({ required, content }: RequestBody, invented: string[]): SampledBody | null {
  const media = content.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
  if (media === undefined) return null;
  const bodyValue = bodyValueOf(media);
  if (bodyValue === null) {
    if (!required) return null;
    throw new Unsampled(`no value could be generated for the body (${media.type}): give it an example`);
  }
  if (bodyValue.invented && !required) return null;
  if (bodyValue.invented) invented.push("body");
  return { media, type: concreteTypeOf(media), value: bodyValue.value };
}

/** The most common media type comes first. */
function rankOf({ body }: MediaType): number {
  return ["json", "form", "multipart", "text", "binary", "lines", "sequence", "events"].indexOf(body);
}

function bodyValueOf(media: MediaType): Found<SampleValue> | null {
  const { body, schema, item, examples } = media;
  if (body === "events") throw new Unsampled("a body that is a stream of events is sent by programs, not by samples");
  if (body === "binary") return { value: fileOf("body", concreteTypeOf(media)), invented: false };
  if (body === "multipart") return multipartValueOf(media);
  if (item !== null) {
    const value = exampleOf(item.schema, examples) ?? sampleOf(item.schema);
    return value === undefined ? null : { value: [value], invented: examples.length === 0 };
  }
  const example = exampleOf(schema, examples);
  if (example !== undefined && isWritable(media, example)) return { value: example, invented: false };
  const value =
    body === "text" && schema.kind === "any" ? "text" : body === "form" ? fieldsOf(schema) : sampleOf(schema);
  return value === undefined || !isWritable(media, value) ? null : { value, invented: true };
}

/** A text body is a text, a form has fields. */
function isWritable({ body }: MediaType, value: Json): boolean {
  if (body === "text") return typeof value === "string";
  if (body === "form") return isObject(value);
  return true;
}

/** The parts with bytes are files, even if an example has something else there. */
function multipartValueOf({ schema, examples, encodings, isByPosition }: MediaType): Found<SampleValue> | null {
  if (isByPosition === true || encodings.some(({ media }) => media !== undefined))
    throw new Unsampled("a body whose parts have no names, or parts of their own, is sent by programs, not by samples");
  const exampleObject = examples.map(({ value }) => value.value).find(isObject);
  const value = exampleObject ?? sampleOf(schema);
  if (!isObject(value)) return null;
  const binary = binaryPartsOf(schema, new Set());
  const members = Object.entries(value).map(([name, member]): [string, SampleValue] => {
    const kind = binary.get(name);
    if (kind === undefined) return [name, member];
    const type = encodings.find((encoding) => encoding.name === name)?.contentType?.split(",")[0] ?? "";
    const range = type === "" ? "application/octet-stream" : type.trim();
    const file = fileOf(name, concreteTypeOf({ type: range, body: "binary" }));
    return [name, kind === "list" ? [file] : file];
  });
  return { value: Object.fromEntries(members), invented: exampleObject === undefined };
}

/** The parts that are bytes, or lists of them. */
function binaryPartsOf(schema: Schema, inside: ReadonlySet<NamedSchema>): Map<string, "one" | "list"> {
  switch (schema.kind) {
    case "ref":
      if (inside.has(schema.target)) return new Map();
      return binaryPartsOf(schema.target.schema, new Set([...inside, schema.target]));
    case "object":
      return new Map(
        schema.properties.flatMap(({ name, schema: propertySchema }): [string, "one" | "list"][] => {
          const inner = resolvedSchema(propertySchema);
          if (isBinaryPart(inner)) return [[name, "one"]];
          return inner.kind === "array" && isBinaryPart(resolvedSchema(inner.items)) ? [[name, "list"]] : [];
        }),
      );
    case "intersection":
    case "union":
      return new Map(schema.members.flatMap((member) => [...binaryPartsOf(member, inside)]));
    case "unevaluated":
      return binaryPartsOf(schema.schema, inside);
    default:
      return new Map();
  }
}

/** Named after what it is for, with the ending of its type. */
function fileOf(name: string, type: string): FilePart {
  const plain = name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const ending = /\/([a-z0-9]{2,4})$/.exec(type)?.[1] ?? "bin";
  return { [fileKey]: true, name: `${plain === "" ? "file" : plain}.${ending}`, type };
}

/** Examples and defaults of the description where it has them, and only required members besides. */
function sampleOf(schema: Schema, options: SampleOptions = {}): Json | undefined {
  const sample = sampleWith(schema, options);
  return sample.ok ? sample.value : undefined;
}

/** An object without members is no field of a form, and no parameter: those inside have one. */
function fieldsOf(schema: Schema): Json | undefined {
  const known = (place: ValuePlace): Json | undefined =>
    place.path.length === 0 ? undefined : oneMemberOf(place.schema);
  return sampleOf(schema, { known });
}

/** Of an object that would have none, and may have one. */
function oneMemberOf(schema: Schema): Json | undefined {
  const plain = sampleOf(schema);
  if (plain === undefined || !isObject(plain) || Object.keys(plain).length > 0) return undefined;
  const complete = sampleOf(schema, { all: true });
  const members = isObject(complete) ? Object.entries(complete) : [];
  return members.map(([name, value]) => ({ [name]: value })).find((value) => matches(schema, value));
}
