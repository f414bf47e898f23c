// Requests to one service process over connections that are kept: an answer counts only when it has arrived to its last byte.
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Parsed, where it is JSON. */
  readonly body: unknown;
}

export interface Question {
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** No complete answer came: nobody can tell whether the request was carried out. */
export class Unanswered extends Error {}

export class ApiClient {
  readonly #url: string;
  readonly #authorization: string;
  readonly #agent = new Agent({ keepAlive: true });
  /** Requests by what became of them. */
  answered = 0;
  unanswered = 0;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#authorization = `Bearer ${apiKey}`;
  }

  /** Rejects with `Unanswered`. POST when there is a body, GET when there is none. */
  async ask(path: string, question: Question = {}): Promise<Answer> {
    try {
      const answer = await this.#send(path, question);
      this.answered += 1;
      return answer;
    } catch (cause) {
      this.unanswered += 1;
      throw new Unanswered(`${path} of ${this.#url} was not answered: ${String(cause)}`, { cause });
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(path: string, { body, method = body === undefined ? "GET" : "POST", headers }: Question): Promise<Answer> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const typed = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
    return new Promise((resolve, reject) => {
      const sent = request(
        new URL(path, this.#url),
        {
          method,
          agent: this.#agent,
          headers: { Authorization: this.#authorization, ...(body === undefined ? {} : typed), ...headers },
        },
        (response) => void read(response).then(resolve, reject),
      );
      sent.on("error", reject);
      sent.end(text);
    });
  }
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  if (!response.complete) throw new Error("the answer was cut off");
  const text = Buffer.concat(chunks).toString();
  const isJson = response.headers["content-type"] === "application/json";
  return { status: response.statusCode ?? 0, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
