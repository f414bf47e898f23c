// One connection to Redis that replies or fails within a time limit, and reconnects after an outage.
import { type CommandParser, createClient, defineScript } from "redis";
import { reasonOf } from "../reason.ts";

export interface RedisConnectionOptions {
  /** `redis://[[user][:password]@]host[:port][/database]`, or `rediss:` for TLS. */
  readonly url: string;
  /** Run by `run`. It has one key. */
  readonly script: string;
  /** How long a reply may take. */
  readonly timeoutMs: number;
  /** Hears once of every outage. */
  readonly onError: (error: Error) => void;
}

/** Replaces its client when a reply is late: a peer that silently disappeared is noticed in no other way. */
export class RedisConnection {
  #client: Client;
  readonly #options: RedisConnectionOptions;
  readonly #place: string;
  #outage = false;
  #closed = false;

  private constructor(client: Client, options: RedisConnectionOptions, place: string) {
    this.#client = client;
    this.#options = options;
    this.#place = place;
    this.#watch(client);
  }

  /** Rejects when Redis cannot be reached now; later outages are waited out in the background. */
  static async open(options: RedisConnectionOptions): Promise<RedisConnection> {
    const place = placeOf(options.url);
    return new RedisConnection(await connectFirst(options, place), options, place);
  }

  /** Rejects at once while there is no connection, and after `timeoutMs` when no reply comes. Never tries twice. */
  run(key: string, parameters: readonly string[]): Promise<unknown> {
    return this.#ask((client) => client.run(key, parameters));
  }

  async #ask<T>(command: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client;
    const { timeoutMs } = this.#options;
    const late = (): Error => {
      const error = new Error(`no response within ${timeoutMs} ms`);
      this.#replace(client, error);
      return error;
    };
    try {
      return await within(timeoutMs, command(client), late);
    } catch (cause) {
      throw new Error(`Redis at ${this.#place} cannot be asked: ${reasonOf(cause)}`, { cause });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const client = this.#client;
    if (!client.isOpen) return;
    const { timeoutMs } = this.#options;
    await within(timeoutMs, client.close(), () => new Error("late")).catch(() => client.destroy());
  }

  #watch(client: Client): void {
    client.on("ready", () => {
      this.#outage = false;
    });
    client.on("error", (error: Error) => {
      if (client === this.#client) this.#report(error);
    });
  }

  #replace(client: Client, error: Error): void {
    if (client !== this.#client || this.#closed) return;
    this.#report(error);
    this.#client = clientOf(this.#options);
    this.#watch(this.#client);
    this.#client.connect().catch((cause: unknown) => this.#report(cause));
    if (client.isOpen) client.destroy();
  }

  #report(cause: unknown): void {
    if (this.#outage || this.#closed) return;
    this.#outage = true;
    const message = `The connection to Redis at ${this.#place} is lost: ${reasonOf(cause)}. Connecting again.`;
    this.#options.onError(new Error(message, { cause }));
  }
}

/** The host and port: a URL may hold a password, which no message may show. */
function placeOf(url: string): string {
  const parsed = URL.parse(url);
  if (parsed !== null && (parsed.protocol === "redis:" || parsed.protocol === "rediss:")) return parsed.host;
  throw new Error("The Redis URL must look like redis://host:6379, or rediss://host:6379 for TLS.");
}

const firstConnectMs = 2000;

async function connectFirst(options: RedisConnectionOptions, place: string): Promise<Client> {
  const client = clientOf(options);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  client.once("error", reject);
  try {
    const late = (): Error => new Error(`no response within ${firstConnectMs / 1000} s`);
    await within(firstConnectMs, Promise.race([client.connect(), failed]), late);
    return client;
  } catch (cause) {
    client.on("error", () => {});
    if (client.isOpen) client.destroy();
    throw new Error(`Cannot connect to Redis at ${place}: ${reasonOf(cause)}`, { cause });
  }
}

type Client = ReturnType<typeof clientOf>;

/** The next attempt to reconnect comes after 50 ms, then 100 ms, and so on up to this. */
const longestPauseMs = 1000;

function clientOf({ url, script, timeoutMs }: RedisConnectionOptions) {
  const run = defineScript({
    SCRIPT: script,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, parameters: readonly string[]) {
      parser.pushKey(key);
      parser.push(...parameters);
    },
    transformReply: (reply: unknown): unknown => reply,
  });
  return createClient({
    url,
    scripts: { run },
    // A request that waits for Redis to come back is of no use to its client.
    disableOfflineQueue: true,
    // An idle connection is asked now and then: silence for longer than that means that the other end is gone.
    pingInterval: 2 * timeoutMs,
    socket: {
      connectTimeout: timeoutMs,
      socketTimeout: 5 * timeoutMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 10), longestPauseMs),
    },
  });
}

/** Settles as `promise` does, or rejects with `late()`. Input that is there already is read first: a busy process is not a late reply. */
function within<T>(milliseconds: number, promise: Promise<T>, late: () => Error): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>();
  let settled = false;
  const timer = setTimeout(() => setImmediate(() => settled || reject(late())), milliseconds);
  promise.then(resolve, reject).finally(() => {
    settled = true;
    clearTimeout(timer);
  });
  return result;
}
