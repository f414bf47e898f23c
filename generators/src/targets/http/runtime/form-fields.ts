// Forms and multipart bodies as they are sent -> the values that their schemas describe. Validation comes after.
import type { BodyFormat } from "./body-format.ts";
import { type FieldEncoding, formWith, isJson, isOfTypes, multipartWith, typedPartOf } from "./encodings.ts";
import { form, type MultipartFormat, multipart, multipartBody, type Part, partOf } from "./forms.ts";
import { multipartPartsOf, type SentPart } from "./multipart-parts.ts";
import { type Pairs, queryPairsOf, queryText, styledValueOf } from "./pairs.ts";
import { addTo, arrayOf, memberOf, objectOf, readText, type Shape } from "./values.ts";

/** What a description says of a form. */
export interface FormFields {
  /** The shape of the whole. */
  readonly value: Shape;
  /** By the names of fields. */
  readonly encodings?: Readonly<Record<string, FieldEncoding>>;
  /** The fields that are `null` where they are absent: they are required, and `null` has no text. */
  readonly nulls?: readonly string[];
}

/** What a description says of a multipart body. */
export interface MultipartFields {
  readonly value: Shape;
  /** The content type of each part, by name: `image/png, image/jpeg` when there is a choice. */
  readonly types?: Readonly<Record<string, string>>;
  /** The names of arrays that are one part. */
  readonly whole?: readonly string[];
  /** The parts that have fields or parts themselves. */
  readonly formats?: Readonly<Record<string, BodyFormat>>;
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The names of parts that hold bytes; `*` for all that have no name of their own. */
  readonly blobs?: readonly string[];
  /** Those of `blobs` that may be something else: a file has a name then. */
  readonly mixed?: readonly string[];
  /** As in `FormFields`. */
  readonly nulls?: readonly string[];
}

/** `application/x-www-form-urlencoded`, whose fields are read as what the description says they are. */
export function formOf(fields: FormFields): BodyFormat {
  const { encodings = {} } = fields;
  const read = queryFormOf(fields);
  return {
    ...(Object.keys(encodings).length === 0 ? form : formWith(encodings)),
    read: async (response) => read(await response.text()),
  };
}

/** A form as it is sent, in a body or as a query -> its fields. */
export function queryFormOf({ value, encodings = {}, nulls = [] }: FormFields): (text: string) => object {
  return (text) => ({ ...absent(nulls), ...formValueOf(queryPairsOf(text), value, encodings) });
}

/** `multipart/form-data`, whose parts are read as what the description says they are. */
export function multipartOf({
  value,
  types = {},
  whole = [],
  formats = {},
  headers = {},
  blobs = [],
  mixed = [],
  nulls = [],
}: MultipartFields): BodyFormat {
  const isBlob = ({ name, file }: SentPart): boolean => {
    const key = isNamed(value, name) ? name : "*";
    return blobs.includes(key) && (file !== null || !mixed.includes(key));
  };
  return {
    ...(Object.keys({ ...types, ...headers }).length === 0
      ? multipart
      : multipartWith(types, { whole, formats, headers })),
    read: async (response) => {
      // Read completely first: later failures are about the format, not the connection.
      const sent = await response.blob();
      const parts = new Map<string, ReadPart[]>();
      for (const part of await multipartPartsOf(sent, response.headers.get("content-type") ?? "")) {
        const { name } = part;
        const type = Object.hasOwn(types, name) ? types[name] : undefined;
        const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
        const shape = shapeOf(value, name);
        const read = isBlob(part) ? fileOf(part) : await readPartOf(part, { described: type, shape, format });
        if (type !== undefined && part.type !== null && !isOfTypes(part.type, type))
          throw new PartTypeError(name, part.type, type);
        addTo(parts, name, read);
      }
      const read = [...parts].map(([name, fieldParts]): [string, unknown] => [
        name,
        fieldValueOf(fieldParts, shapeOf(value, name), whole.includes(name)),
      ]);
      return { ...absent(nulls), ...objectFrom(read) };
    },
  };
}

/** A part of a body whose parts have no names. */
export interface PartAt {
  readonly value: Shape;
  /** `image/png, image/jpeg` when there is a choice. */
  readonly types?: string;
  readonly isBlob?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a part that has fields or parts itself. */
  readonly format?: BodyFormat;
}

/** `multipart/mixed` and others whose parts have no names: an array. `rest`: the parts after the first ones. */
export function multipartList(first: readonly PartAt[], rest: PartAt): BodyFormat & MultipartFormat {
  const partsOf = (body: unknown): Part[] =>
    [body].flat().map((value, index) => {
      const { types, headers, format } = first[index] ?? rest;
      const part = types === undefined ? partOf(null, value) : typedPartOf(null, value, { types, format });
      return { ...part, headers };
    });
  return {
    kind: "multipart",
    partsOf,
    write: (body, type) => multipartBody(partsOf(body), type),
    read: async (response) => {
      const sent = await multipartPartsOf(await response.blob(), response.headers.get("content-type") ?? "", false);
      return Promise.all(sent.map((part, index) => readPartAt(part, first[index] ?? rest, String(index))));
    },
  };
}

async function readPartAt(part: SentPart, described: PartAt, index: string): Promise<unknown> {
  const { value: shape, types, isBlob, format } = described;
  const { type } = part;
  if (types !== undefined && type !== null && !isOfTypes(type, types)) throw new PartTypeError(index, type, types);
  const isBytes = shape === "any" && type !== null && !isJson(type) && !type.startsWith("text/");
  if (isBlob === true || (isBytes && format === undefined)) return fileOf(part);
  return itemOf(await readPartOf(part, { described: types, shape, format }), shape);
}

/** A part of a multipart body has a content type that the description does not allow. */
export class PartTypeError extends Error {
  override readonly name = "PartTypeError";
  readonly part: string;

  constructor(part: string, sent: string, types: string) {
    super(`the part ${JSON.stringify(part)} is ${sent}, but has to be ${types}`);
    this.part = part;
  }
}

/** A text, bytes, or a document that was read. */
type ReadPart = string | Blob | { readonly document: unknown };

function formValueOf(
  pairs: Pairs,
  value: Shape,
  encodings: Readonly<Record<string, FieldEncoding>>,
): Record<string, unknown> {
  const styled = Object.entries(encodings).filter(([, { style }]) => style !== undefined);
  const isTaken = (key: string): boolean => isNamed(value, key) || Object.hasOwn(encodings, key);
  const members = styled.flatMap(([name, { style = "form", explode = style === "form" }]): [string, unknown][] => {
    const styledValue = styledValueOf(
      pairs,
      { name, style, explode, value: shapeOf(value, name) },
      { isTaken, decode: queryText },
    );
    return styledValue === undefined ? [] : [[name, styledValue]];
  });
  const others = new Map<string, ReadPart[]>();
  for (const [name, text] of pairs) {
    if (styled.some(([styledName, { style, explode }]) => isOfStyled(name, styledName, { style, explode, value })))
      continue;
    const decoded = queryText(text);
    const isDocument = Object.hasOwn(encodings, name) && isJson(encodings[name]?.contentType ?? "");
    addTo(others, name, isDocument ? sentDocumentOf(decoded) : decoded);
  }
  return objectFrom([
    ...members,
    ...[...others].map(([name, parts]) => [name, fieldValueOf(parts, shapeOf(value, name))] as const),
  ]);
}

/** Whether a field belongs to another one with a style. */
function isOfStyled(
  name: string,
  styledName: string,
  {
    style,
    explode,
    value,
  }: { readonly style?: string | undefined; readonly explode?: boolean | undefined; readonly value: Shape },
): boolean {
  if (name === styledName) return true;
  if (style === "deepObject") return name.startsWith(`${styledName}[`) && name.endsWith("]");
  const object = (explode ?? style === "form") ? objectOf(shapeOf(value, styledName)) : null;
  return object !== null && !isNamed(value, name) && memberOf(object, name) !== null;
}

/** Fields of one name form an array; so does a single one that can only be an array. */
function fieldValueOf(parts: readonly ReadPart[], shape: Shape, isWhole = false): unknown {
  const array = arrayOf(shape);
  const [only = ""] = parts;
  const isItem = array !== null && !isWhole && (typeof shape !== "object" || shape.kind !== "union");
  if (parts.length === 1 && !isItem) return itemOf(only, shape);
  // A list of no lists, in one part: other clients send that, too.
  const isList = parts.length === 1 && typeof only === "object" && "document" in only && Array.isArray(only.document);
  if (isList && arrayOf(array?.items ?? "any") === null) return only.document;
  return parts.map((part, index) => itemOf(part, array?.prefix?.[index] ?? array?.items ?? "any"));
}

/** Objects and arrays inside are JSON. */
function itemOf(part: ReadPart, shape: Shape): unknown {
  if (typeof part !== "string") return part instanceof Blob ? part : part.document;
  const isNested = objectOf(shape) !== null || arrayOf(shape) !== null;
  const nested = isNested && /^\s*[[{]/.test(part) ? sentDocumentOf(part) : part;
  return typeof nested === "string" ? readText(part, shape) : nested.document;
}

/** What does not parse stays text, for a validator to reject. */
function sentDocumentOf(text: string): string | { readonly document: unknown } {
  try {
    return { document: JSON.parse(text) };
  } catch {
    return text;
  }
}

/** A part without a file name has an empty one: only the description distinguishes it from text. */
function fileOf({ content, file, type }: SentPart): File {
  return new File([content], file ?? "", { type: type ?? "text/plain" });
}

interface DescribedPart {
  readonly described: string | undefined;
  readonly shape: Shape;
  readonly format?: BodyFormat | undefined;
}

async function readPartOf(part: SentPart, { described, shape, format }: DescribedPart): Promise<ReadPart> {
  const { content, file, type } = part;
  if (format !== undefined) {
    const headers = { "content-type": type ?? described ?? "" };
    return { document: await format.read(new Response(content, { headers })) };
  }
  if (isJson(type ?? described ?? "")) return sentDocumentOf(await content.text());
  const isBytes = file !== null && shape === "any" && type?.startsWith("text/") !== true;
  return isBytes ? fileOf(part) : content.text();
}

function shapeOf(shape: Shape, name: string): Shape {
  const object = objectOf(shape);
  return (object === null ? null : memberOf(object, name)) ?? "any";
}

function isNamed(shape: Shape, name: string): boolean {
  const object = objectOf(shape);
  return object !== null && Object.hasOwn(object.properties, name);
}

function absent(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

function objectFrom(members: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(members);
}
