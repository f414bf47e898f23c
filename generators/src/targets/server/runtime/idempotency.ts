// Requests with the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header) -> each is served once: a repetition gets the stored response.
import type { Incoming } from "./incoming.ts";
import type { Maybe } from "./maybe.ts";
import { plainResponseOf } from "./outgoing.ts";
import { readAtMost } from "./requests.ts";
import type { Outgoing } from "./responses.ts";
import type { Serve } from "./serve.ts";

/** JSON, for any store. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** A key that was sent before. */
export interface StoredRequest {
  /** A hash of the request body: another request with the same key has another one. */
  readonly fingerprint: string;
  /** `null`: the first request is still being served. */
  readonly response: StoredResponse | null;
}

/** Where keys are known, for all processes of a service. Keys are hashes of what was sent. */
export interface IdempotencyStore {
  /** Takes the key, and returns `null`, if no request has it; atomic. */
  readonly begin: (key: string, fingerprint: string) => Maybe<StoredRequest | null>;
  readonly complete: (key: string, response: StoredResponse) => Maybe<void>;
  /** The request had no effect: its key is free again. */
  readonly release: (key: string) => Maybe<void>;
}

export interface IdempotencySettings<State> {
  /** Default: the memory of this process, for a day and 10,000 keys. */
  readonly store?: IdempotencyStore;
  /** Whose keys are the same: an account. Default: those of the same `Authorization` and `Cookie`. */
  readonly scopeOf?: (request: Incoming, state: State) => Maybe<string>;
  /** Default: POST and PATCH. Other methods are idempotent themselves. */
  readonly methods?: readonly string[];
  /** Whether requests of these methods without a key are rejected with 400. Default false. */
  readonly required?: boolean;
  /** Bytes of a body that is compared; a larger one is rejected with 413. Default 1 MiB. */
  readonly largestBody?: number;
}

/**
 * `around: idempotent()`: a request that repeats the key of another gets its response, with `Idempotency-Replayed: true`. With another body
 * it gets a 422, and a 409 while the first one is being served. Responses that had no effect (5xx, 401, 403, 409, 425, 429), and bytes and
 * streams, are not stored: a repetition is served again.
 */
export function idempotent<State = void>(
  settings: IdempotencySettings<State> = {},
): (serve: Serve<State>) => Serve<State> {
  const { store = memoryStore(), methods = ["POST", "PATCH"], required = false, largestBody = 1_048_576 } = settings;
  return (serve) => async (request, state) => {
    const sent = request.header("idempotency-key");
    if (!methods.includes(request.method) || (sent === null && !required)) return serve(request, state);
    if (sent === null || sent.trim() === "" || sent.length > 255)
      return problem(400, "idempotency_key_missing", "The request needs an Idempotency-Key of at most 255 characters");
    const body = await bodyOf(request, largestBody);
    if (body === null) return problem(413, "body_too_large", "The request body is too large");
    const scope = (await settings.scopeOf?.(request, state)) ?? [
      request.header("authorization"),
      request.header("cookie"),
    ];
    const key = await hashOf(JSON.stringify([scope, request.method, request.pathname, request.query, sent.trim()]));
    const fingerprint = await hashOf(body.bytes);
    const known = await store.begin(key, fingerprint);
    if (known !== null) return repeated(known, fingerprint);
    try {
      const response = await serve(body.request, state);
      const { status, headers, body: written } = response;
      if (isFinal(status) && (written === null || typeof written === "string"))
        await store.complete(key, { status, headers: [...headers], body: written });
      else await store.release(key);
      return response;
    } catch (error) {
      await store.release(key);
      throw error;
    }
  };
}

function isFinal(status: number): boolean {
  return status < 500 && ![401, 403, 409, 425, 429].includes(status);
}

function repeated({ fingerprint, response }: StoredRequest, sent: string): Outgoing {
  if (fingerprint !== sent)
    return problem(422, "idempotency_key_reused", "The Idempotency-Key was sent with another request");
  if (response === null)
    return problem(409, "idempotency_key_in_use", "The first request with this Idempotency-Key is being served", [
      ["Retry-After", "1"],
    ]);
  const { status, headers, body } = response;
  const copies = headers.map(([name, value]): [string, string] => [name, value]);
  return { status, headers: [...copies, ["Idempotency-Replayed", "true"]], body };
}

function problem(status: number, code: string, title: string, headers: [string, string][] = []): Outgoing {
  const response = plainResponseOf({ status, contentType: "application/problem+json", body: { title, status, code } });
  response.headers.push(...headers);
  return response;
}

interface ReadRequest {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The same, with a body that can still be read. */
  readonly request: Incoming;
}

/** `null`: it is larger than `largest` bytes. */
async function bodyOf(request: Incoming, largest: number): Promise<ReadRequest | null> {
  const { method, pathname, query, signal, parsed } = request;
  const header = (name: string): string | null => request.header(name);
  if (parsed !== undefined) {
    const bytes = new TextEncoder().encode(JSON.stringify(parsed.body) ?? "");
    return { bytes, request };
  }
  if (Number(header("content-length") ?? 0) > largest) return null;
  const bytes = request.bytes === undefined ? await readAtMost(request.body, largest) : await request.bytes(largest);
  if (bytes === null) return null;
  const read = async (most: number): Promise<Uint8Array<ArrayBuffer> | null> => (bytes.length > most ? null : bytes);
  // Made when it is read.
  const again: Incoming = {
    ...{ method, pathname, query, signal, header, bytes: read },
    get body() {
      return new Blob([bytes]).stream();
    },
  };
  return { bytes, request: again };
}

async function hashOf(value: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Entry extends StoredRequest {
  readonly until: number;
}

/** In the memory of this process. `lifetime`: milliseconds that a key is known; of more than `entries`, the oldest are forgotten. */
export function memoryStore({
  lifetime = 86_400_000,
  entries = 10_000,
  now = Date.now,
}: {
  readonly lifetime?: number;
  readonly entries?: number;
  readonly now?: () => number;
} = {}): IdempotencyStore {
  const known = new Map<string, Entry>();
  return {
    begin: (key, fingerprint) => {
      const time = now();
      // The oldest come first.
      for (const [other, { until, response }] of known) {
        const isOver = until <= time || (known.size >= entries && response !== null);
        if (!isOver) break;
        known.delete(other);
      }
      const entry = known.get(key);
      if (entry !== undefined) return entry;
      known.set(key, { fingerprint, response: null, until: time + lifetime });
      return null;
    },
    complete: (key, response) => {
      const entry = known.get(key);
      if (entry !== undefined) known.set(key, { ...entry, response });
    },
    release: (key) => void known.delete(key),
  };
}
