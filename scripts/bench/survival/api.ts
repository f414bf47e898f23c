// Requests to a service over connections that stay open: a response counts only when it has arrived to its last byte.
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface ApiResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
}

export interface Question {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No complete response came: whether the request was carried out cannot be known. */
export class Unanswered extends Error {}

/** Longer than any wait of the service. */
const longestMs = 60_000;

export class Api {
  readonly #url: string;
  readonly #authorization: string;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** Rejects with `Unanswered`. POST when there is a body, GET when there is none. */
  async ask(path: string, { body, headers }: Question = {}): Promise<ApiResponse> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const typed = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
    const options = {
      method: body === undefined ? "GET" : "POST",
      agent: this.#agent,
      signal: AbortSignal.timeout(longestMs),
      headers: { Authorization: this.#authorization, ...(body === undefined ? {} : typed), ...headers },
    };
    try {
      return await new Promise<ApiResponse>((resolve, reject) => {
        const sent = request(new URL(path, this.#url), options, (response) => {
          read(response).then(resolve, reject);
        });
        sent.on("error", reject);
        sent.end(text);
      });
    } catch (cause) {
      throw new Unanswered(`${path} got no response: ${String(cause)}`, { cause });
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}

async function read(response: IncomingMessage): Promise<ApiResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (!response.complete) throw new Error("the response was cut off");
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
  return { status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
