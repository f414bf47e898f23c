// Tools over a function that sends -> an MCP server of the official SDK. Arguments are validated before anything is sent.
import { type CallToolResult, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";

/** An operation of the API, as models see it. */
export interface Tool<Operation> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly idempotentHint?: boolean };
  readonly operation: Operation;
  readonly arguments: readonly ToolArgument[];
  /** Set where the operation takes several media types. */
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
}

/**
 * A server to connect to a transport: `serveStdio(() => createMcpServer(…))`, or `createMcpHandler` of the SDK for HTTP. A response of
 * 400 and above, and a request that could not be sent, is a result with `isError`.
 */
export function createMcpServer<Operation>(settings: McpSettings<Operation>): McpServer {
  const { name, version, instructions, tools, send } = settings;
  const server = new McpServer({ name, version }, instructions === undefined ? {} : { instructions });
  for (const tool of tools) {
    const { title, description, annotations } = tool;
    const inputSchema = fromJsonSchema<Arguments>(tool.inputSchema);
    const config = { description, annotations, inputSchema, ...(title === undefined ? {} : { title }) };
    server.registerTool(tool.name, config, async (given, { mcpReq: { signal } }) => {
      try {
        return await resultOf(await send(tool.operation, requestOf(tool, given), { signal }));
      } catch (error) {
        return failure(error instanceof Error ? error.message : String(error));
      }
    });
  }
  return server;
}

type Arguments = Readonly<Record<string, unknown>>;

/** The arguments are valid, so the request has the type that the operation takes. */
function requestOf(tool: Pick<Tool<unknown>, "arguments" | "contentType">, given: Arguments): never {
  const request: Record<string, unknown> = tool.contentType === undefined ? {} : { contentType: tool.contentType };
  for (const { argument, part, name } of tool.arguments) {
    const value = Object.hasOwn(given, argument) ? given[argument] : undefined;
    if (value === undefined) continue;
    request[part] = name === null ? value : { ...Object(request[part]), [name]: value };
  }
  return request as never;
}

async function resultOf(response: object): Promise<CallToolResult> {
  const { status, body, headers } = response as { status?: unknown; body?: unknown; headers?: unknown };
  const content = [await contentOf(body ?? headers)];
  const stated: CallToolResult["content"] = [{ type: "text", text: `status ${status}` }, ...content];
  if (Number(status) >= 400) return { content: stated, isError: true };
  // What a redirect leads to has not been requested.
  if (Number(status) >= 300) return { content: stated };
  return { content, ...(isPlainObject(body) ? { structuredContent: body } : {}) };
}

async function contentOf(body: unknown): Promise<CallToolResult["content"][number]> {
  if (typeof body === "string") return { type: "text", text: body };
  if (body instanceof Blob) return binaryOf(body);
  if (typeof body === "object" && body !== null && Symbol.asyncIterator in body)
    throw new TypeError("the response is an endless sequence, which a tool cannot return");
  return { type: "text", text: body === undefined ? "done" : JSON.stringify(body, null, 2) };
}

async function binaryOf(blob: Blob): Promise<CallToolResult["content"][number]> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const [data, mimeType] = [btoa(text), blob.type === "" ? "application/octet-stream" : blob.type];
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
