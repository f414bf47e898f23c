// A media type -> the format of the runtime that reads and writes its bodies, and the files of the runtime it needs.
import {
  arrayOf,
  type Code,
  type CodeSymbol,
  call,
  code,
  generatedSymbol,
  literal,
  objectOf,
  propertyKey,
  pureCall,
} from "../../emit/index.ts";
import { isBinaryPart } from "../../model/analysis/binary-parts.ts";
import { jsonTypesOf } from "../../model/analysis/json-types.ts";
import { isJsonRange } from "../../model/analysis/media-types.ts";
import {
  type BodyKind,
  type Encoding,
  everyOperationOf,
  type HttpApi,
  type MediaType,
  type Parameter,
  type StreamItem,
} from "../../model/http.ts";
import type { Json, NamedSchema, Schema } from "../../model/schema.ts";
import { childrenOf, resolvedSchema } from "../../model/walk.ts";
import { hasNull } from "./runtime/values.ts";
import { shapeOf } from "./shape.ts";

/** A format that only writes: its fields need no types. Named after the kind, unless the description defines more. */
export function writingFormatOf(media: MediaType, target: string): Code {
  const { body, item, encodings } = media;
  if (item !== null) return streamFormatOf(body, item, target, false);
  const charset = charsetOf(media);
  if (body === "text" && charset !== null) {
    return formatCall(generatedSymbol("textIn", target, "charsets.gen.ts"), [literal(charset)]);
  }
  if (body === "multipart") return writtenPartsOf(media, target);
  if (isTextOrJson(media)) return code`${generatedSymbol("textOrJson", target, "charsets.gen.ts")}`;
  if (body === "form") return formFormatOf(encodings, target);
  return code`${generatedSymbol(body, target, "bodies.gen.ts")}`;
}

/** Only a client has files of a platform. */
function writtenPartsOf(media: MediaType, target: string): Code {
  const { encodings, schema } = media;
  if (media.isByPosition === true) return partListOf(media, target);
  const types = target === "client" ? plainFilesOf(media) : null;
  if (types !== null) return formatCall(generatedSymbol("formOfFiles", target, "files.gen.ts"), [literal(types)]);
  const more = partEncodingsOf(encodings, target, writingFormatOf);
  const parts =
    encodings.length === 0
      ? code`${generatedSymbol("multipart", target, "forms.gen.ts")}`
      : formatCall(generatedSymbol("multipartWith", target, "encodings.gen.ts"), [
          partTypesOf(encodings),
          ...(more.length === 0 ? [] : [objectOf(more)]),
        ]);
  const files = target === "client" ? filePartsOf(schema) : {};
  if (Object.keys(files).length === 0) return parts;
  return formatCall(generatedSymbol("withFiles", target, "files.gen.ts"), [parts, literal(files)]);
}

/** A format that reads too, into values as the schema describes them. */
export function readingFormatOf(media: MediaType, target: string): Code {
  const { body, item, schema, encodings } = media;
  if (item !== null) return streamFormatOf(body, item, target, target === "client");
  if (media.isByPosition === true) return partListOf(media, target);
  if (isTextOrJson(media)) return code`${generatedSymbol("textOrJson", target, "charsets.gen.ts")}`;
  // An enum of texts matches exactly one of them, or none, in every charset.
  if (body === "text" && charsetOf(media) === null) {
    const isEnum = schema.kind === "enum";
    return code`${generatedSymbol(isEnum ? "receivedText" : "decodedText", target, isEnum ? "bodies.gen.ts" : "charsets.gen.ts")}`;
  }
  if (body !== "form" && body !== "multipart") return writingFormatOf(media, target);
  if (body === "form")
    return formatCall(generatedSymbol("formOf", target, "form-fields.gen.ts"), [formFieldsOf(media)]);
  const value = code`value: ${literal(shapeOf(schema))}`;
  const parts = partsIn(schema, none);
  const nested = new Set(encodings.filter((one) => one.media !== undefined).map(({ name }) => name));
  const blobs = namesOf(parts, (part) => holdsBlobs(part, none)).filter((name) => !nested.has(name));
  const mixed = blobs.filter((name) => !parts.every(([key, part]) => key !== name || isOnlyBytes(part, none)));
  return formatCall(generatedSymbol("multipartOf", target, "form-fields.gen.ts"), [
    objectOf([
      value,
      ...(encodings.some(({ contentType }) => contentType !== null) ? [code`types: ${partTypesOf(encodings)}`] : []),
      ...partEncodingsOf(encodings, target, readingFormatOf),
      ...(blobs.length === 0 ? [] : [code`blobs: ${literal(blobs)}`]),
      ...(mixed.length === 0 ? [] : [code`mixed: ${literal(mixed)}`]),
      ...nullsOf(schema),
    ]),
  ]);
}

/** How a query that is a form is read, and, in a client, how it is written. */
export function queryFormOf({ schema, encodings = [] }: Parameter, target: string): Code {
  if (target === "client") return formFormatOf(encodings, target);
  const make = generatedSymbol("queryFormOf", target, "form-fields.gen.ts");
  return formatCall(make, [formFieldsOf({ schema, encodings })]);
}

function formFieldsOf({ schema, encodings }: Pick<MediaType, "schema" | "encodings">): Code {
  const members = encodings.length === 0 ? [] : [code`encodings: ${fieldEncodingsOf(encodings)}`];
  return objectOf([code`value: ${literal(shapeOf(schema))}`, ...members, ...nullsOf(schema)]);
}

function nullsOf(schema: Schema): Code[] {
  const names = requiredNullsOf(schema, none);
  return names.length === 0 ? [] : [code`nulls: ${literal(names)}`];
}

function formFormatOf(encodings: readonly Encoding[], target: string): Code {
  if (encodings.length === 0) return code`${generatedSymbol("form", target, "forms.gen.ts")}`;
  return formatCall(generatedSymbol("formWith", target, "encodings.gen.ts"), [fieldEncodingsOf(encodings)]);
}

/** A format that a call makes. Marked as pure in clients: bundlers then drop it with the operation that it belongs to. */
function formatCall(make: CodeSymbol, args: readonly Code[]): Code {
  return make.module.kind === "generated" && make.module.target === "client" ? pureCall(make, args) : call(make, args);
}

/** Whether its kind alone does not decide how it is read and written. */
export function hasFormat(media: MediaType): boolean {
  const { body, item } = media;
  const isForm = body === "form" || body === "multipart";
  return item !== null || isForm || isTextOrJson(media) || (body === "text" && charsetOf(media) !== null);
}

/** A text in a body of any type, or possibly one: only the type that is sent says whether it is JSON. */
function isTextOrJson({ type, body, schema }: MediaType): boolean {
  return isJsonRange(type) && (body === "text" || (body === "json" && jsonTypesOf(schema).has("string")));
}

/** A charset that the description names, unless it is UTF-8, the default. */
function charsetOf({ type }: MediaType): string | null {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(type)?.[1] ?? "utf-8";
  return /^utf-?8$/i.test(charset) ? null : charset;
}

export interface MediaTypes {
  readonly requests: readonly MediaType[];
  readonly responses: readonly MediaType[];
}

/** All media types of an API, by who writes and who reads them. */
export function mediaTypesOf(api: Pick<HttpApi, "operations" | "webhooks">): MediaTypes {
  const operations = everyOperationOf(api);
  return {
    requests: operations.flatMap(({ requestBody }) => requestBody?.content ?? []),
    responses: operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content)),
  };
}

/** Named after the kind, unless the data of its events is more than text. */
function streamFormatOf(
  body: BodyKind,
  { data, others, texts, end }: StreamItem,
  target: string,
  onlyReads: boolean,
): Code {
  const named = (name: string): string =>
    onlyReads ? `received${name.slice(0, 1).toUpperCase()}${name.slice(1)}` : name;
  const isPlain = data === "text" && others === undefined && end === undefined;
  const module = body === "events" ? "event-streams.gen.ts" : "streams.gen.ts";
  if (isPlain) return code`${generatedSymbol(named(body), target, module)}`;
  const described = {
    data,
    ...(others === undefined ? {} : { others }),
    ...(texts === undefined ? {} : { texts }),
    ...(end === undefined ? {} : { end }),
  };
  return formatCall(generatedSymbol(named("eventsOf"), target, module), [literal(described)]);
}

function fieldEncodingsOf(encodings: readonly Encoding[]): Code {
  return entriesOf(encodings, ({ style, explode, allowReserved, contentType }) => {
    if (style === null) return contentType === null ? null : { contentType };
    return { style, explode, ...(allowReserved ? { allowReserved } : {}) };
  });
}

function partTypesOf(encodings: readonly Encoding[]): Code {
  return entriesOf(encodings, ({ contentType }) => contentType);
}

/** The arrays that are one part. */
function partEncodingsOf(
  encodings: readonly Encoding[],
  target: string,
  formatOf: (media: MediaType, target: string) => Code,
): Code[] {
  const whole = encodings.filter(({ isWhole }) => isWhole === true);
  const formats = encodings.flatMap(({ name, media }) =>
    media === undefined ? [] : [code`${propertyKey(name)}: ${formatOf(media, target)}`],
  );
  const headers = encodings.filter((encoding) => encoding.headers !== undefined);
  return [
    ...(whole.length === 0 ? [] : [code`whole: ${literal(whole.map(({ name }) => name))}`]),
    ...(formats.length === 0 ? [] : [code`formats: ${objectOf(formats)}`]),
    ...(headers.length === 0 ? [] : [code`headers: ${entriesOf(headers, (encoding) => encoding.headers ?? null)}`]),
  ];
}

/** Parts without names, which are read and written by their place. */
function partListOf({ schema, encodings }: MediaType, target: string): Code {
  if (schema.kind !== "array") throw new TypeError("parts without names are an array");
  const partAt = (part: Schema, name: string): Code => {
    const encoding = encodings.find((one) => one.name === name);
    return objectOf([
      code`value: ${literal(shapeOf(part))}`,
      ...(encoding?.contentType == null ? [] : [code`types: ${literal(encoding.contentType)}`]),
      ...(holdsBlobs(part, none) && isOnlyBytes(part, none) ? [code`isBlob: true`] : []),
      ...(encoding?.headers === undefined ? [] : [code`headers: ${literal(encoding.headers)}`]),
      ...(encoding?.media === undefined ? [] : [code`format: ${readingFormatOf(encoding.media, target)}`]),
    ]);
  };
  const first = schema.prefixItems.map((part, index) => partAt(part, String(index)));
  const make = generatedSymbol("multipartList", target, "form-fields.gen.ts");
  return formatCall(make, [arrayOf(first), partAt(schema.items, "*")]);
}

function entriesOf(encodings: readonly Encoding[], written: (encoding: Encoding) => Json): Code {
  return objectOf(
    encodings.flatMap((encoding) => {
      const value = written(encoding);
      return value === null ? [] : [code`${propertyKey(encoding.name)}: ${literal(value)}`];
    }),
  );
}

/** The parts that are files, and whether each is nothing else. Others are listed, as `null`, where the names that are not are files. */
function filePartsOf(schema: Schema): Readonly<Record<string, boolean | null>> {
  const files = new Map<string, boolean | null>();
  for (const [name, part] of partsIn(schema, none)) {
    const rule = isOnlyBytes(part, none) ? true : mayBeFile(part) ? false : null;
    const other = files.get(name);
    files.set(name, other === undefined || other === rule ? rule : false);
  }
  const isOpen = (files.get("*") ?? null) !== null;
  return Object.fromEntries([...files].filter(([, rule]) => rule !== null || isOpen));
}

/** The content types of its files, by name, where a body is a form of files and texts alone; else `null`. */
function plainFilesOf({ type, schema, encodings }: MediaType): Readonly<Record<string, string>> | null {
  const form = resolvedSchema(schema);
  if (!/^multipart\/form-data$/i.test(type) || form.kind !== "object" || form.additionalStated) return null;
  if (form.patternProperties.length > 0) return null;
  const files = form.properties.filter((part) => isOnlyBytes(part.schema, none)).map(({ name }) => name);
  const others = form.properties.filter(({ name }) => !files.includes(name));
  const isPlain = ({ name, style, isWhole, media, headers }: Encoding): boolean =>
    files.includes(name) && (style ?? isWhole ?? media ?? headers ?? null) === null;
  if (files.length === 0 || !others.every((part) => isText(part.schema)) || !encodings.every(isPlain)) return null;
  return Object.fromEntries(
    files.map((file) => [file, encodings.find(({ name }) => name === file)?.contentType ?? "*/*"]),
  );
}

function isText(part: Schema): boolean {
  const types = jsonTypesOf(part.kind === "array" ? part.items : part);
  return !types.has("object") && !types.has("array") && !holdsBlobs(part, none);
}

/** What may be a document is no file: nothing would distinguish them. */
function mayBeFile(part: Schema): boolean {
  return holdsBlobs(part, none) && !jsonTypesOf(part).has("object");
}

const none: ReadonlySet<NamedSchema> = new Set();

/** The properties that are required and may be `null`. */
function requiredNullsOf(schema: Schema, inside: ReadonlySet<NamedSchema>): string[] {
  switch (schema.kind) {
    case "object":
      return schema.properties.filter((one) => one.required && hasNull(shapeOf(one.schema))).map(({ name }) => name);
    case "intersection":
      return schema.members.flatMap((member) => requiredNullsOf(member, inside));
    case "unevaluated":
      return requiredNullsOf(schema.schema, inside);
    case "ref":
      if (inside.has(schema.target)) return [];
      return requiredNullsOf(schema.target.schema, new Set([...inside, schema.target]));
    default:
      return [];
  }
}

function namesOf(parts: readonly (readonly [string, Schema])[], select: (part: Schema) => boolean): string[] {
  return [...new Set(parts.flatMap(([name, part]) => (select(part) ? [name] : [])))];
}

/** The parts of a multipart body; `*`: those without a name of their own. */
function partsIn(schema: Schema, inside: ReadonlySet<NamedSchema>): [string, Schema][] {
  if (schema.kind === "ref") {
    if (inside.has(schema.target)) return [];
    return partsIn(schema.target.schema, new Set([...inside, schema.target]));
  }
  if (schema.kind !== "object") return childrenOf(schema).flatMap((child) => partsIn(child, inside));
  const others = [schema.additional, ...schema.patternProperties.map((entry) => entry.schema)];
  return [
    ...schema.properties.map((property): [string, Schema] => [property.name, property.schema]),
    ...others.map((other): [string, Schema] => ["*", other]),
  ];
}

function holdsBlobs(schema: Schema, inside: ReadonlySet<NamedSchema>): boolean {
  if (isBinaryPart(schema)) return true;
  if (schema.kind === "object") return false;
  if (schema.kind !== "ref") return childrenOf(schema).some((child) => holdsBlobs(child, inside));
  return !inside.has(schema.target) && holdsBlobs(schema.target.schema, new Set([...inside, schema.target]));
}

function isOnlyBytes(schema: Schema, inside: ReadonlySet<NamedSchema>): boolean {
  switch (schema.kind) {
    case "null":
      return true;
    case "array":
      return isOnlyBytes(schema.items, inside);
    case "union":
      return isBinaryPart(schema) || schema.members.every((member) => isOnlyBytes(member, inside));
    case "intersection":
      return schema.members.some((member) => isOnlyBytes(member, inside));
    case "unevaluated":
      return isOnlyBytes(schema.schema, inside);
    case "ref":
      if (inside.has(schema.target)) return false;
      return isOnlyBytes(schema.target.schema, new Set([...inside, schema.target]));
    default:
      return isBinaryPart(schema);
  }
}
