// Forms and multipart bodies with fields that are not written in the default way.
import { jsonTextOf } from "./bodies.ts";
import type { WritingFormat } from "./body-format.ts";
import {
  fieldItemsOf,
  form,
  type MultipartFormat,
  membersOf,
  multipart,
  multipartBody,
  type Part,
  partOf,
} from "./forms.ts";
import { type Styled, writeDeepObject, writeDelimited, writeForm } from "./styles.ts";

/** How a field of a form is written: as a parameter in the query is, or as a document. */
export interface FieldEncoding {
  readonly style?: "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
  readonly explode?: boolean;
  readonly allowReserved?: true;
  readonly contentType?: string;
}

/** By the names of fields; the others are written as `form` does. */
export function formWith(encodings: Readonly<Record<string, FieldEncoding>>): WritingFormat {
  const fieldOf = (name: string, value: unknown): string => {
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    if (encoding === undefined) return String(form.write({ [name]: value }));
    const { style, contentType = "" } = encoding;
    if (style === undefined) {
      return String(form.write({ [name]: isJson(contentType) ? jsonTextOf(value) : value }));
    }
    const parameter: Styled = { ...encoding, style, name, part: "query" };
    const write = style === "form" ? writeForm : style === "deepObject" ? writeDeepObject : writeDelimited;
    return write(parameter, value).join("&");
  };
  return {
    ...form,
    write: (body) =>
      membersOf(body)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => fieldOf(name, value))
        .filter((text) => text !== "")
        .join("&"),
  };
}

/** What a description says of parts besides their content types, by name. */
export interface PartEncodings {
  /** The arrays that are one part. */
  readonly whole?: readonly string[];
  /** The parts that have fields or parts themselves. */
  readonly formats?: Readonly<Record<string, WritingFormat>>;
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The content type of each part, by name: `image/png, image/jpeg` when there is a choice. Others are as `multipart` writes them. An array
 * is a part for each item, and one part if it is one of `whole`. Throws a `TypeError` for a blob that is none of several types.
 */
export function multipartWith(
  types: Readonly<Record<string, string>>,
  { whole = [], formats = {}, headers = {} }: PartEncodings = {},
): MultipartFormat {
  const partsOf = (body: unknown): Part[] =>
    membersOf(body).flatMap(([name, value]) => {
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      const more = Object.hasOwn(headers, name) ? { headers: headers[name] } : {};
      const parts = (): readonly Part[] => {
        if (type === undefined) return multipart.partsOf({ [name]: value });
        const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
        // A document may be `null`.
        const items = whole.includes(name) ? [value] : isJson(type) ? [value].flat() : fieldItemsOf(value);
        return items
          .filter((item) => item !== undefined)
          .map((item) => typedPartOf(name, item, { types: type, format }));
      };
      return parts().map((part) => ({ ...part, ...more }));
    });
  return { ...multipart, partsOf, write: (body, type) => multipartBody(partsOf(body), type) };
}

/** `format`: of a part that has fields or parts itself. */
export function typedPartOf(
  name: string | null,
  value: unknown,
  { types, format }: { readonly types: string; readonly format?: WritingFormat | undefined },
): Part {
  if (format !== undefined) return { name, value: format.write(value, types), type: types, isNested: true };
  const { value: file } = partOf(name, value);
  if (file instanceof Blob) return { name, value: blobOfTypes(name ?? "a part", file, types) };
  const concrete = concreteTypes(types);
  const isDocument = typeof value === "object" && value !== null;
  const type = (isDocument ? concrete.find(isJson) : undefined) ?? concrete[0];
  return { name, value: type !== undefined && isJson(type) ? jsonTextOf(value) : value, type };
}

function concreteTypes(types: string): readonly string[] {
  return types
    .split(",")
    .map((type) => type.trim())
    .filter((type) => !type.includes("*"));
}

/**
 * A blob keeps its own type where that is one of `types`. The only one described is that of any blob. Throws a `TypeError` for a blob
 * that is none of several.
 */
export function blobOfTypes(name: string, value: Blob, types: string): Blob {
  // A blob without a type is sent as bytes.
  if (isOfTypes(value.type || "application/octet-stream", types)) return value;
  const [type] = concreteTypes(types);
  if (type === undefined || (value.type !== "" && types.includes(",")))
    throw new TypeError(`${name} ${value.type === "" ? "has no type" : `is ${value.type}`}, but has to be ${types}`);
  return value instanceof File ? new File([value], value.name, { type }) : new Blob([value], { type });
}

/** Whether a content type is one of `image/png, image/*`; parameters, such as a charset, are no part of the type. */
export function isOfTypes(sent: string, types: string): boolean {
  return types.split(",").some((type) => isOf(essenceOf(sent), essenceOf(type)));
}

function essenceOf(type: string): string {
  return type
    .replace(/;[\s\S]*/, "")
    .trim()
    .toLowerCase();
}

function isOf(sent: string, described: string): boolean {
  const star = described.indexOf("*");
  return star === -1 ? sent === described : sent.startsWith(described.slice(0, star));
}

export function isJson(mediaType: string): boolean {
  return /[/+](?:x-)?json\s*(;|,|$)/i.test(mediaType);
}
