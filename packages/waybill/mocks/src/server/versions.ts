// Responses and requests of operations that the description gives versions -> ETags, 304 for those who have the current one, and 412.
import { type Operation, takesHeader } from "waybill/plugin";
import type { Addressed, GeneratedServer, Incoming, Outgoing, Serve } from "./generated-server.ts";

export class Versions {
  private readonly server: GeneratedServer;
  private readonly serve: Serve;

  /** `serve`: reads what a request would change. */
  constructor(server: GeneratedServer, serve: Serve) {
    this.server = server;
    this.serve = serve;
  }

  /** The ETag is that of an example, unless what it names changes; else a hash of the body. */
  async state(response: Outgoing, request: Incoming, operation: Operation, isStateful: boolean): Promise<void> {
    const { respondConditionally } = this.server;
    if (respondConditionally === undefined || !hasVersion(operation)) return;
    const index = response.headers.findIndex(([name]) => name.toLowerCase() === "etag");
    const [, stated = ""] = response.headers[index] ?? [];
    if (index !== -1 && (isStateful || !/^(W\/)?"[^"]*"$/.test(stated))) response.headers.splice(index, 1);
    await respondConditionally(response, request);
  }

  /** Whether the request changes another version than there is by now: that of a GET of the same path. */
  async isOther({ method }: Operation, { address, pathname, query, header }: Addressed): Promise<boolean> {
    const { preconditionOf } = this.server;
    const isConditional = header("if-match") !== null || header("if-none-match") !== null;
    if (preconditionOf === undefined || method === "get" || !isConditional) return false;
    const unconditional = (name: string): string | null =>
      /^(if-|prefer$|content-)/i.test(name) ? null : header(name);
    const reading = { method: "GET", pathname, query, header: unconditional, body: null };
    const current = await this.serve({ ...reading, signal: new AbortController().signal }, address);
    const [, etag = null] = current.headers.find(([name]) => name.toLowerCase() === "etag") ?? [];
    return preconditionOf({ query, header }, current.status === 200 ? etag : null) === "failed";
  }
}

function hasVersion(operation: Operation): boolean {
  return (
    takesHeader(operation, "if-match") ||
    takesHeader(operation, "if-none-match") ||
    operation.responses.some(({ status, headers }) => {
      return (status.kind === "code" && status.code === 304) || headers.some(({ name }) => /^etag$/i.test(name));
    })
  );
}
