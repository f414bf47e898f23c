// An operation and a typed request -> method, URL, headers and body. Nothing is sent.
import type { Content, Operation, Parameter, RequestParts, Values, WireBody } from "./runtime.ts";

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: WireBody | null;
}

/**
 * The request to send. `baseUrl` is the address of the server, with its path if it has one. Throws a `TypeError` for a
 * value that cannot be sent without becoming another one.
 */
export function buildRequest<Request extends RequestParts>(
  operation: Operation<Request>,
  request: Request,
  baseUrl: string,
): WireRequest {
  const { method, path, parameters, requestBody, responses } = operation;
  const parts: RequestParts = request;
  const headers = new Headers();
  const accepted = new Set(Object.values(responses).flatMap(({ content = {} }) => Object.keys(content)));
  if (accepted.size > 0) headers.set("accept", [...accepted].join(", "));
  const textsIn = (place: Parameter["in"], values: Values = {}): string[] =>
    parameters.filter((parameter) => parameter.in === place).flatMap((parameter) => textsOf(parameter, values));
  for (const parameter of parameters) {
    if (parameter.in !== "header") continue;
    for (const text of textsOf(parameter, parts.headers ?? {})) headers.set(parameter.name, text);
  }
  const cookies = textsIn("cookie", parts.cookies).join("; ");
  if (cookies !== "") headers.set("cookie", cookies);
  const query = textsIn("query", parts.query).join("&");
  const url = `${baseUrl.replace(/\/+$/, "")}${filledPath(path, parameters, parts.path ?? {})}${query === "" ? "" : `?${query}`}`;
  return { method, url, headers, body: bodyOf(requestBody ?? {}, parts, headers) };
}

/** Own members only: a parameter may be called `constructor`. */
function textsOf(parameter: Parameter, values: Values): readonly string[] {
  const value = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
  return value === undefined ? [] : parameter.write(parameter, value);
}

function filledPath(path: string, parameters: readonly Parameter[], values: Values): string {
  const filled = path.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    const [text = ""] = parameter === undefined ? [] : textsOf(parameter, values);
    if (text === "") throw new TypeError(`${path}: "${name}" needs a value`);
    return text;
  });
  if (/\/\.{1,2}(\/|$)/.test(filled)) throw new TypeError(`${path}: "." and ".." would lead to another path`);
  return filled;
}

/** In the format of the media type that the request names, or of the only one there is. */
function bodyOf(content: Content, { body, contentType }: RequestParts, headers: Headers): WireBody | null {
  const types = Object.keys(content);
  const type =
    types.find((candidate) => candidate === contentType) ??
    types.find((candidate) => isWithin(contentType, candidate)) ??
    types[0] ??
    "";
  const format = content[type];
  if (format === undefined || body === undefined) return null;
  // The boundary of a multipart body is known only when it is sent.
  if (format.kind !== "multipart") headers.set("content-type", contentType ?? type);
  return format.write(body);
}

/** `image/png` is within `image/*`. */
function isWithin(type: string | undefined, range: string): boolean {
  const star = range.indexOf("*");
  return star !== -1 && type !== undefined && type.startsWith(range.slice(0, star));
}
