// Requests with large bodies -> few of one account at a time, from reading them to their response, and the work on each in a turn of the
// event loop of its own: reading JSON, validating it and what its handler does at once take some milliseconds, and need its memory.
import type { Incoming, Maybe, Outgoing } from "@fulfillment/server";
import { onePerTurn } from "../loop-turns.ts";
import { Turns } from "../storage/turns.ts";

/** Bytes. */
const large = 16_384;

/** Of an account, or of a client without one: while one is worked on, the next one may arrive. */
const atOnce = 2;
/** A request has to arrive within 30 seconds anyway. */
const longestWait = 60_000;

type Serve<State> = (request: Incoming, state: State) => Maybe<Outgoing>;

/** `senderOf` is asked once the request is authenticated. */
export function largeBodiesInTurn<State>(senderOf: (state: State) => string): (serve: Serve<State>) => Serve<State> {
  const nextTurn = onePerTurn();
  const turns = new Turns({ atOnce, longestWait });
  const work = new Turns({ atOnce: 1, longestWait });
  return (serve) => (request, state) => {
    if (isSmall(request)) return serve(request, state);
    const response = Promise.withResolvers<void>();
    const bytes = async (largest: number): Promise<Uint8Array<ArrayBuffer> | null> => {
      await begun(turns, senderOf(state), response.promise);
      const body = (await request.bytes?.(largest)) ?? null;
      await begun(work, senderOf(state), response.promise);
      await nextTurn();
      return body === null || hasTooManyParts(body, request.header("content-type") ?? "") ? null : body;
    };
    const outgoing = serve(withBytes(request, bytes), state);
    return outgoing instanceof Promise ? outgoing.finally(response.resolve) : outgoing;
  };
}

/** A body in chunks has any length. */
function isSmall({ header, bytes }: Incoming): boolean {
  if (bytes === undefined) return true;
  const length = header("content-length");
  return length === null ? header("transfer-encoding") === null : Number(length) <= large;
}

/** Each costs as much as a kilobyte, and a form of ours has a few. */
const mostParts = 100;

function hasTooManyParts(body: Uint8Array, mediaType: string): boolean {
  const [, quoted, plain = quoted] = /^multipart\/.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(mediaType) ?? [];
  if (plain === undefined) return false;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const delimiter = `--${plain}`;
  let count = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1 && count <= mostParts; at = bytes.indexOf(delimiter, at + 1))
    count += 1;
  return count > mostParts;
}

/** Resolves when it is the turn of the sender, which lasts until `end`. */
function begun(turns: Turns, sender: string, end: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    turns
      .run(sender, () => {
        resolve();
        return end;
      })
      .catch(reject);
  });
}

function withBytes(request: Incoming, bytes: NonNullable<Incoming["bytes"]>): Incoming {
  const { method, pathname, query, header } = request;
  return {
    ...{ method, pathname, query, header, bytes },
    get body() {
      return request.body;
    },
    get parsed() {
      return request.parsed;
    },
    get signal() {
      return request.signal;
    },
  };
}
