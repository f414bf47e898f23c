// Parameters and bodies as openapi-fetch writes them, by the styles of OpenAPI.
import type { HeadersOptions, PathSerializer, QuerySerializer, QuerySerializerOptions } from "./types.ts";

type Style = "simple" | "label" | "matrix" | "form" | "deepObject" | "spaceDelimited" | "pipeDelimited";

interface StyleOptions<Name extends Style> {
  style: Name;
  explode: boolean;
  allowReserved?: boolean;
}

/** What is between the values of an exploded parameter; `label` and `matrix` begin with it. */
const separators: { readonly [Name in Style]?: string } = { simple: ",", label: ".", matrix: ";" };
/** What is between the values of an array that is not exploded. */
const delimiters: { readonly [Name in Style]?: string } = { spaceDelimited: "%20", pipeDelimited: "|" };

function encoded(value: unknown, allowReserved = false): string {
  return allowReserved ? String(value) : encodeURIComponent(String(value));
}

/** `name=value`. Throws for an object, which has no style of its own. */
export function serializePrimitiveParam(name: string, value: unknown, options?: { allowReserved?: boolean }): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object")
    throw new Error(
      `the parameter "${name}" has objects or arrays inside: write it with a querySerializer of your own`,
    );
  return `${name}=${encoded(value, options?.allowReserved)}`;
}

/** Its members, one level deep. */
export function serializeObjectParam(
  name: string,
  value: Record<string, unknown>,
  options: StyleOptions<"simple" | "label" | "matrix" | "form" | "deepObject">,
): string {
  if (typeof value !== "object" || value === null) return "";
  const { style, explode, allowReserved } = options;
  const members = Object.entries(value);
  if (!explode && style !== "deepObject") {
    const flat = members.flatMap(([key, member]) => [key, encoded(member, allowReserved)]).join(",");
    return serializeSingle(name, flat, style);
  }
  const texts = members.map(([key, member]) =>
    serializePrimitiveParam(style === "deepObject" ? `${name}[${key}]` : key, member, options),
  );
  return apart(texts, style);
}

/** Its elements, each a primitive. */
export function serializeArrayParam(
  name: string,
  value: unknown[],
  options: StyleOptions<"simple" | "label" | "matrix" | "form" | "spaceDelimited" | "pipeDelimited">,
): string {
  if (!Array.isArray(value)) return "";
  const { style, explode, allowReserved } = options;
  const plain = (): string[] => value.map((item) => encoded(item, allowReserved));
  if (!explode) return serializeSingle(name, plain().join(delimiters[style] ?? ","), style);
  const isNamed = style !== "simple" && style !== "label";
  return apart(isNamed ? value.map((item) => serializePrimitiveParam(name, item, options)) : plain(), style);
}

function serializeSingle(name: string, text: string, style: Style): string {
  if (style === "simple") return text;
  if (style === "label") return `.${text}`;
  return `${style === "matrix" ? ";" : ""}${name}=${text}`;
}

function apart(texts: readonly string[], style: Style): string {
  const separator = separators[style] ?? "&";
  return `${style === "label" || style === "matrix" ? separator : ""}${texts.join(separator)}`;
}

/** A function that writes all query parameters; what is `undefined`, `null` or an empty array is left out. */
export function createQuerySerializer<Query = unknown>(options: QuerySerializerOptions = {}): (query: Query) => string {
  const { allowReserved = false } = options;
  const array = { style: "form", explode: true, ...options.array, allowReserved } as const;
  const object = { style: "deepObject", explode: true, ...options.object, allowReserved } as const;
  const written = ([name, value]: [string, unknown]): string[] => {
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [serializeArrayParam(name, value, array)];
    if (typeof value === "object") return [serializeObjectParam(name, { ...value }, object)];
    return [serializePrimitiveParam(name, value, { allowReserved })];
  };
  return (query) =>
    Object.entries(query ?? {})
      .flatMap(written)
      .join("&");
}

/** `{id}`, `{.id}`, `{;id}`, each with `*` where it is exploded; a parameter without a value stays as it is. */
export const defaultPathSerializer: PathSerializer = (pathname, pathParams) =>
  pathname.replace(/\{([.;]?)([^{}]+?)(\*?)\}/g, (all, sign: string, name: string, star: string) => {
    const value = pathParams?.[name];
    if (value === undefined || value === null) return all;
    const style = sign === "." ? "label" : sign === ";" ? "matrix" : "simple";
    const options = { style, explode: star === "*" } as const;
    if (Array.isArray(value)) return serializeArrayParam(name, value, options);
    if (typeof value === "object") return serializeObjectParam(name, { ...value }, options);
    return `${sign}${style === "matrix" ? serializePrimitiveParam(name, value) : encoded(value)}`;
  });

/** A form as it is, a body of `application/x-www-form-urlencoded` as one, anything else as JSON. */
export function defaultBodySerializer(body: unknown, headers?: HeadersOptions): FormData | string {
  if (body instanceof FormData) return body;
  const type = mergeHeaders(headers).get("content-type");
  if (type === "application/x-www-form-urlencoded")
    return new URLSearchParams(body as Record<string, string>).toString();
  return JSON.stringify(body);
}

export function createFinalURL<Operation>(
  pathname: string,
  options: {
    baseUrl: string;
    params: { query?: Record<string, unknown>; path?: Record<string, unknown> };
    querySerializer: QuerySerializer<Operation>;
    pathSerializer: PathSerializer;
  },
): string {
  const { baseUrl, params, querySerializer, pathSerializer } = options;
  const url = `${baseUrl}${pathname}`;
  const search = querySerializer((params.query ?? {}) as never).replace(/^\?/, "");
  return `${params.path === undefined ? url : pathSerializer(url, params.path)}${search === "" ? "" : `?${search}`}`;
}

/** The last one that has a header decides. */
export function mergeHeaders(...all: (HeadersOptions | undefined)[]): Headers {
  const merged = new Headers();
  for (const headers of all) {
    if (headers instanceof Headers)
      headers.forEach((value, name) => {
        merged.set(name, value);
      });
    else for (const [name, value] of Object.entries(headers ?? {})) put(merged, name, value);
  }
  return merged;
}

function put(headers: Headers, name: string, value: unknown): void {
  if (value === null) headers.delete(name);
  else if (Array.isArray(value)) for (const one of value) headers.append(name, String(one));
  else if (value !== undefined) headers.set(name, String(value));
}

export function removeTrailingSlash(url: string): string {
  return url.endsWith("/") ? url.slice(0, -1) : url;
}
