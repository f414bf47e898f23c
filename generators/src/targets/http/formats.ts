// A media type -> the format of the runtime that reads and writes its bodies, and the files of the runtime it needs.
import {
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
import {
  type BodyKind,
  type Encoding,
  everyOperationOf,
  type HttpApi,
  type MediaType,
  type StreamItem,
} from "../../model/http.ts";
import type { Json, NamedSchema, Schema } from "../../model/schema.ts";
import { childrenOf } from "../../model/walk.ts";
import { isBinaryPart } from "../types/index.ts";
import { shapeOf } from "./shape.ts";

/** A format that only writes: its fields need no types. Named after the kind, unless the description defines more. */
export function writingFormatOf(media: MediaType, target: string): Code {
  const { body, item, encodings } = media;
  if (item !== null) return streamFormatOf(body, item, target);
  const charset = charsetOf(media);
  if (body === "text" && charset !== null) {
    return made(generatedSymbol("textIn", target, "charsets.gen.ts"), [literal(charset)]);
  }
  const isForm = body === "form" || body === "multipart";
  const module = isForm ? "forms.gen.ts" : "bodies.gen.ts";
  if (encodings.length === 0) return code`${generatedSymbol(body, target, module)}`;
  const make = generatedSymbol(body === "form" ? "formWith" : "multipartWith", target, "encodings.gen.ts");
  return made(make, [body === "form" ? fieldEncodingsOf(encodings) : partTypesOf(encodings)]);
}

/** A format that reads too, into values as the schema describes them. */
export function readingFormatOf(media: MediaType, target: string): Code {
  const { body, schema, encodings } = media;
  // An enum of texts matches exactly one of them, or none, in every charset.
  if (body === "text" && charsetOf(media) === null) {
    const isEnum = schema.kind === "enum";
    return code`${generatedSymbol(isEnum ? "receivedText" : "decodedText", target, isEnum ? "bodies.gen.ts" : "charsets.gen.ts")}`;
  }
  if (body !== "form" && body !== "multipart") return writingFormatOf(media, target);
  const value = code`value: ${literal(shapeOf(schema))}`;
  if (body === "form") {
    const members = encodings.length === 0 ? [] : [code`encodings: ${fieldEncodingsOf(encodings)}`];
    return made(generatedSymbol("formOf", target, "form-fields.gen.ts"), [objectOf([value, ...members])]);
  }
  const blobs = [...blobNamesOf(schema, new Set())];
  return made(generatedSymbol("multipartOf", target, "form-fields.gen.ts"), [
    objectOf([
      value,
      ...(encodings.some(({ contentType }) => contentType !== null) ? [code`types: ${partTypesOf(encodings)}`] : []),
      ...(blobs.length === 0 ? [] : [code`blobs: ${literal(blobs)}`]),
    ]),
  ]);
}

/** A format that a call makes. Marked as pure in clients: bundlers then drop it with the operation that it belongs to. */
function made(make: CodeSymbol, args: readonly Code[]): Code {
  return make.module.kind === "generated" && make.module.target === "client" ? pureCall(make, args) : call(make, args);
}

/** Whether its kind alone does not decide how it is read and written. */
export function hasFormat(media: MediaType): boolean {
  const { body, item } = media;
  return item !== null || body === "form" || body === "multipart" || (body === "text" && charsetOf(media) !== null);
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

/** The files of `http/runtime` that a target may need: those of its own, those that define the formats, and those they import. */
export function formatFilesOf(
  types: MediaTypes,
  bodies: { readonly read: keyof MediaTypes; readonly modules: readonly string[] },
): URL[] {
  const read = types[bodies.read];
  const written = bodies.read === "requests" ? types.responses : types.requests;
  const isForm = ({ body }: MediaType): boolean => body === "form" || body === "multipart";
  const names = new Set([
    ...bodies.modules,
    ...([...written, ...read].some(({ item }) => item !== null) ? ["streams", "sequences"] : []),
    ...([...written, ...read].some(({ body }) => body === "events") ? ["events", "event-streams"] : []),
    ...([...written, ...read].some(hasFormat) ? ["bodies", "forms"] : []),
    ...([...written, ...read].some((media) => media.body === "text" && charsetOf(media) !== null) ? ["charsets"] : []),
    ...(read.some(isForm) ? ["form-fields", "multipart-parts", "pairs"] : []),
    ...(read.some(isForm) || written.some(({ encodings }) => encodings.length > 0) ? ["encodings", "styles"] : []),
  ]);
  return [...names].map((name) => new URL(`./runtime/${name}.ts`, import.meta.url));
}

/** Named after the kind, unless the data of its events is more than text. */
function streamFormatOf(body: BodyKind, { data, others, texts, end }: StreamItem, target: string): Code {
  const isPlain = data === "text" && others === undefined && end === undefined;
  const module = body === "events" ? "event-streams.gen.ts" : "streams.gen.ts";
  if (isPlain) return code`${generatedSymbol(body, target, module)}`;
  const described = {
    data,
    ...(others === undefined ? {} : { others }),
    ...(texts === undefined ? {} : { texts }),
    ...(end === undefined ? {} : { end }),
  };
  return made(generatedSymbol("eventsOf", target, module), [literal(described)]);
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

function entriesOf(encodings: readonly Encoding[], written: (encoding: Encoding) => Json): Code {
  return objectOf(
    encodings.flatMap((encoding) => {
      const value = written(encoding);
      return value === null ? [] : [code`${propertyKey(encoding.name)}: ${literal(value)}`];
    }),
  );
}

/** The properties of a multipart body whose parts are bytes, or lists of them; `*`: those without a name of their own. */
function blobNamesOf(schema: Schema, inside: ReadonlySet<NamedSchema>): Set<string> {
  if (schema.kind === "ref") {
    if (inside.has(schema.target)) return new Set();
    return blobNamesOf(schema.target.schema, new Set([...inside, schema.target]));
  }
  if (schema.kind !== "object") {
    return new Set(childrenOf(schema).flatMap((child) => [...blobNamesOf(child, inside)]));
  }
  const own = schema.properties.filter((property) => holdsBlobs(property.schema, inside)).map(({ name }) => name);
  const others = [schema.additional, ...schema.patternProperties.map((entry) => entry.schema)];
  return new Set([...own, ...(others.some((other) => holdsBlobs(other, inside)) ? ["*"] : [])]);
}

function holdsBlobs(schema: Schema, inside: ReadonlySet<NamedSchema>): boolean {
  if (isBinaryPart(schema)) return true;
  if (schema.kind === "object") return false;
  if (schema.kind !== "ref") return childrenOf(schema).some((child) => holdsBlobs(child, inside));
  return !inside.has(schema.target) && holdsBlobs(schema.target.schema, new Set([...inside, schema.target]));
}
