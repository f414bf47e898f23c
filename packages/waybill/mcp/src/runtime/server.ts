// Tools over a function that sends -> an MCP server of the official SDK. Arguments are validated before anything is sent.
import { type CallToolResult, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { unexpectedIn } from "./unexpected.ts";

/** An operation of the API, as models see it. */
export interface Tool<Operation> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint?: boolean };
  readonly operation: Operation;
  readonly arguments: readonly ToolArgument[];
  /** Set where the operation takes several media types, or a range of them. */
  readonly contentType?: string;
  /** JSON Schema 2020-12 of an object with a member for each argument. */
  readonly inputSchema: { readonly [keyword: string]: unknown };
}

/** The part of a request that an argument becomes; `name` is its name there, and `null` for the body. */
export interface ToolArgument {
  readonly argument: string;
  readonly part: "path" | "query" | "headers" | "cookies" | "body";
  readonly name: string | null;
}

/** How the server presents itself. */
export interface ServedApi {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
}

export interface McpSettings<Operation> extends ServedApi {
  readonly tools: readonly Tool<Operation>[];
  /** The `send` of the generated client. It resolves to every response that is described. */
  readonly send: (operation: Operation, request: never, options: { readonly signal: AbortSignal }) => Promise<object>;
  /** How many characters of text a result has at most; the rest is cut off, which the result states. Default: 100,000. */
  readonly maxText?: number;
  /** How many bytes an image, audio or other file in a result has at most; a larger one is left out. Default: 1,000,000. */
  readonly maxBytes?: number;
  /** How many milliseconds the items of a stream are collected, unless it ends before. Default: 10,000. */
  readonly maxWait?: number;
}

/**
 * A server to connect to a transport: `serveStdio(() => createMcpServer(…))`, or `createMcpHandler` of the SDK for HTTP. A response of
 * 400 and above, and a request that could not be sent, is a result with `isError`.
 */
export function createMcpServer<Operation>(settings: McpSettings<Operation>): McpServer {
  const { name, version, instructions, tools, send, maxText = 100_000, maxBytes = 1_000_000 } = settings;
  const limits = { maxText, maxBytes, maxWait: settings.maxWait ?? 10_000 };
  const server = new McpServer({ name, version }, instructions === undefined ? {} : { instructions });
  for (const tool of tools) {
    const { title, description, annotations } = tool;
    const inputSchema = naming(fromJsonSchema<Arguments>(tool.inputSchema), tool.inputSchema);
    const config = { description, annotations, inputSchema, ...(title === undefined ? {} : { title }) };
    server.registerTool(tool.name, config, async (args, { mcpReq: { signal } }) => {
      // Ends a stream whose items are no longer read.
      const stop = new AbortController();
      try {
        const either = AbortSignal.any([signal, stop.signal]);
        return await resultOf(await send(tool.operation, requestOf(tool, args), { signal: either }), limits);
      } catch (error) {
        return failure(error instanceof Error ? error.message : String(error));
      } finally {
        stop.abort();
      }
    });
  }
  return server;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments are valid, so the request has the type that the operation takes. */
function requestOf(tool: Pick<Tool<unknown>, "arguments" | "contentType">, args: Arguments): never {
  const request: Record<string, unknown> = tool.contentType === undefined ? {} : { contentType: tool.contentType };
  for (const { argument, part, name } of tool.arguments) {
    const value = Object.hasOwn(args, argument) ? args[argument] : undefined;
    if (value === undefined) continue;
    request[part] = name === null ? value : { ...Object(request[part]), [name]: value };
  }
  return request as never;
}

type InputSchema = ReturnType<typeof fromJsonSchema<Arguments>>;

/** The same verdicts, with the names of unexpected arguments and members, which the messages of validators do not have. */
function naming({ "~standard": standard }: InputSchema, schema: Tool<unknown>["inputSchema"]): InputSchema {
  const validate: typeof standard.validate = async (value, options) => {
    const result = await standard.validate(value, options);
    const unexpected = result.issues === undefined ? [] : unexpectedIn(schema, value);
    return result.issues === undefined || unexpected.length === 0
      ? result
      : { issues: [...unexpected, ...result.issues] };
  };
  return { "~standard": { ...standard, validate } };
}

interface Limits {
  readonly maxText: number;
  readonly maxBytes: number;
  readonly maxWait: number;
}

type Content = CallToolResult["content"];

async function resultOf(response: object, limits: Limits): Promise<CallToolResult> {
  const { status, body, headers } = response as { status?: unknown; body?: unknown; headers?: unknown };
  // Such as links to the next page.
  const described: Content = isPlainObject(headers) && Object.keys(headers).length > 0 ? [textIn({ headers })] : [];
  const content = [...(body === undefined && described.length > 0 ? [] : await contentOf(body, limits)), ...described];
  const stated: Content = [{ type: "text", text: `status ${status}` }, ...content];
  if (Number(status) >= 400) return { content: stated, isError: true };
  // What a redirect leads to has not been requested.
  if (Number(status) >= 300) return { content: stated };
  const isWhole = isPlainObject(body) && !isStream(body) && JSON.stringify(body).length <= limits.maxText;
  return { content, ...(isWhole ? { structuredContent: body } : {}) };
}

async function contentOf(body: unknown, limits: Limits): Promise<Content> {
  if (typeof body === "string") return cut(body, limits);
  if (body instanceof Blob) return [await binaryOf(body, limits)];
  if (isStream(body)) return await itemsOf(body, limits);
  return cut(body === undefined ? "done" : JSON.stringify(body, null, 2), limits);
}

function isStream(body: unknown): body is AsyncIterable<unknown> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Until the stream ends, there is as much text as a result may have, or the time is up. */
async function itemsOf(body: AsyncIterable<unknown>, { maxText, maxWait }: Limits): Promise<Content> {
  const items: unknown[] = [];
  const iterator = body[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), maxWait);
  });
  try {
    for (let length = 0; ; ) {
      const next = await Promise.race([iterator.next(), isLate]);
      if (next?.done === true) return [textIn(items)];
      if (next !== null) {
        items.push(next.value);
        length += JSON.stringify(next.value, null, 2).length;
        if (length <= maxText) continue;
      }
      const limit = next === null ? `after ${maxWait} ms` : `with ${maxText} characters`;
      const note = `The response is a stream that had not ended ${limit}. Its first items: ${items.length}.`;
      const text = JSON.stringify(items, null, 2).slice(0, maxText);
      return [
        { type: "text", text: note },
        { type: "text", text },
      ];
    }
  } finally {
    clearTimeout(timer);
  }
}

function textIn(value: unknown): Content[number] {
  return { type: "text", text: JSON.stringify(value, null, 2) };
}

/** The note comes first: what reads the text need not reach its end. */
function cut(text: string, { maxText }: Limits): Content {
  if (text.length <= maxText) return [{ type: "text", text }];
  const note = `The response has ${text.length} characters. These are the first ${maxText}. ${askForLess}`;
  return [
    { type: "text", text: note },
    { type: "text", text: text.slice(0, maxText).replace(/[\uD800-\uDBFF]$/, "") },
  ];
}

const askForLess = "Ask for less, such as a smaller page or fewer members, if the tool has arguments for it.";

async function binaryOf(blob: Blob, { maxBytes }: Limits): Promise<Content[number]> {
  const mimeType = blob.type === "" ? "application/octet-stream" : blob.type;
  if (blob.size > maxBytes) {
    const text = `The response is ${mimeType} of ${blob.size} bytes. It is left out, because the limit is ${maxBytes} bytes.`;
    return { type: "text", text };
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const data = btoa(text);
  if (mimeType.startsWith("image/")) return { type: "image", data, mimeType };
  if (mimeType.startsWith("audio/")) return { type: "audio", data, mimeType };
  return { type: "resource", resource: { uri: "response:body", mimeType, blob: data } };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}

function failure(message: string): CallToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}
