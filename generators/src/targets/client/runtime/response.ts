// A response -> the value that the operation describes for it: status, content type, headers, body. Nothing is validated.
import { readPlainText } from "../../http/runtime/values.ts";
import type { Content, Operation, RequestParts, ResponseSpec } from "./runtime.ts";

export type Reading<Described> =
  | { readonly kind: "described"; readonly response: Described }
  /** The description has no such response; the body may have been read. */
  | { readonly kind: "undescribed"; readonly reason: "status" | "content-type" | "body" };

/**
 * Reads a response by what the description says about its status and media type. That the body has the described type is
 * the server's promise: validate it where that is not enough.
 */
export async function readResponse<Request extends RequestParts, Described>(
  operation: Operation<Request, Described>,
  response: Response,
): Promise<Reading<Described>> {
  const spec = specOf(operation.responses, response.status);
  if (spec === undefined) return { kind: "undescribed", reason: "status" };
  const head = { status: response.status, ...headersOf(spec, response.headers) };
  const { content = {} } = spec;
  if (operation.method === "HEAD" || Object.keys(content).length === 0) return described(head);
  const sent = response.headers.get("content-type") ?? "";
  const type = mediaTypeOf(content, sent);
  const format = type === undefined ? undefined : content[type];
  if (type === undefined || format === undefined) return { kind: "undescribed", reason: "content-type" };
  try {
    return described({ ...head, contentType: type.includes("*") ? sent : type, body: await format.read(response) });
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: "undescribed", reason: "body" };
    throw error;
  }
}

function described<Described>(response: unknown): Reading<Described> {
  return { kind: "described", response: response as Described };
}

/** The code itself goes before its range, and that before `default`. */
function specOf(responses: Operation["responses"], status: number): ResponseSpec | undefined {
  const [range = ""] = String(status);
  const key = [String(status), `${range}XX`, "default"].find((candidate) => Object.hasOwn(responses, candidate));
  return key === undefined ? undefined : responses[key];
}

function headersOf(
  { headers, readHeader = readPlainText }: ResponseSpec,
  sent: Headers,
): { headers?: Record<string, unknown> } {
  if (headers === undefined) return {};
  const values = Object.entries(headers).flatMap(([name, shape]): [string, unknown][] => {
    const text = sent.get(name);
    return text === null ? [] : [[name, readHeader(text, shape)]];
  });
  return { headers: Object.fromEntries(values) };
}

/** The described media type that fits best: with its parameters, without them, `image/*`, `*`/`*`. */
function mediaTypeOf(content: Content, sent: string): string | undefined {
  const types = Object.keys(content);
  const full = sent.toLowerCase().replaceAll(" ", "");
  const [essence = ""] = full.split(";");
  const range = `${essence.split("/")[0]}/*`;
  const tests: ((type: string) => boolean)[] = [
    (type) => type === full,
    (type) => type.split(";")[0] === essence,
    (type) => type === range,
    (type) => type === "*/*",
  ];
  for (const test of tests) {
    const found = types.find((type) => test(type.toLowerCase().replaceAll(" ", "")));
    if (found !== undefined) return found;
  }
  return undefined;
}
