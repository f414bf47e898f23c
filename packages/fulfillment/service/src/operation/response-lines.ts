// The fields of responses -> their lines of the log, as bytes that many lines share: a write costs more than a hundred of them.

/** The log fields of each response. */
export interface ResponseFields {
  readonly requestId: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly durationMs: number;
  /** `null`: the key was not accepted. */
  readonly accountId: string | null;
  /** `null`: no operation has this method and path, or it did not come to that. */
  readonly operationId: string | null;
  readonly client: string;
}

/** Bytes of a batch: some four hundred lines. */
const size = 131_072;

/** Batches that are there to be filled again. More are made while the reader is slow. */
const mostFree = 4;

export interface ResponseLinesOptions {
  /** Members of every line, after the time. */
  readonly base: { readonly service: string; readonly pid: number };
  /** Keeps the bytes until `written` is called. */
  readonly write: (bytes: Buffer) => void;
}

/**
 * The line that `log.info(fields, "response")` writes. There is one for every request, and to write it out costs a fifth of what
 * it costs to find out what is in an object. What is the same in the next line is not encoded again.
 */
export class ResponseLines {
  readonly #options: ResponseLinesOptions;
  readonly #middle: string;
  #bytes: Buffer = Buffer.allocUnsafeSlow(size);
  #used = 0;
  #lent: Buffer[] = [];
  #free: Buffer[] = [];
  #start: LineStart = { time: 0, bytes: none };
  #end: LineEnd = { accountId: null, operationId: null, client: "", bytes: none };

  constructor(options: ResponseLinesOptions) {
    this.#options = options;
    const { service, pid } = options.base;
    this.#middle = `,"service":${JSON.stringify(service)},"pid":${pid},"requestId":"`;
  }

  add(fields: ResponseFields): void {
    const { requestId, method, url, status, durationMs } = fields;
    const isPlain = plain.test(url);
    const request = `${requestId}","method":"${method}","url":${isPlain ? `"${url}"` : JSON.stringify(url)}`;
    const text = `${request},"status":${status},"durationMs":${millisecondsText(durationMs)}`;
    const [start, end] = [this.#startAt(Date.now()), this.#endOf(fields)];
    // In UTF-8, a unit of a text has three bytes at most.
    const most = start.length + text.length * (isPlain ? 1 : 3) + end.length;
    if (most > size) {
      this.flush();
      this.#options.write(Buffer.concat([start, Buffer.from(text), end]));
      return;
    }
    if (most > size - this.#used) this.flush();
    this.#bytes.set(start, this.#used);
    this.#used += start.length;
    this.#used += this.#bytes.write(text, this.#used, isPlain ? "latin1" : "utf8");
    this.#bytes.set(end, this.#used);
    this.#used += end.length;
  }

  /** Passes what there is on. */
  flush(): void {
    if (this.#used === 0) return;
    this.#options.write(this.#bytes.subarray(0, this.#used));
    this.#lent.push(this.#bytes);
    this.#bytes = this.#free.pop() ?? Buffer.allocUnsafeSlow(size);
    this.#used = 0;
  }

  /** All bytes that were passed on are written. */
  written(): void {
    this.#free = [...this.#free, ...this.#lent].slice(0, mostFree);
    this.#lent = [];
  }

  #startAt(time: number): Buffer {
    if (this.#start.time !== time) {
      this.#start = { time, bytes: Buffer.from(`{"level":30,"time":${time}${this.#middle}`) };
    }
    return this.#start.bytes;
  }

  #endOf({ accountId, operationId, client }: ResponseFields): Buffer {
    const known = this.#end;
    const isKnown = known.operationId === operationId && known.accountId === accountId && known.client === client;
    if (isKnown && known.bytes !== none) return known.bytes;
    const caller = `"accountId":${quoted(accountId)},"operationId":${quoted(operationId)}`;
    const text = `,${caller},"client":${JSON.stringify(client)},"msg":"response"}\n`;
    this.#end = { accountId, operationId, client, bytes: Buffer.from(text) };
    return this.#end.bytes;
  }
}

const none: Buffer = Buffer.alloc(0);

interface LineStart {
  readonly time: number;
  readonly bytes: Buffer;
}

/** The end of a line, and what it is for: clients send many requests in a row. */
interface LineEnd extends Pick<ResponseFields, "accountId" | "operationId" | "client"> {
  readonly bytes: Buffer;
}

/** What JSON has between quotes as it is, and in as many bytes. */
const plain = /^[ !#-[\]-~]*$/;

/** `.123`, `.4`, nothing: what follows the whole milliseconds, by microseconds. */
const fractions: readonly string[] = Array.from({ length: 1000 }, (_, micros) => String(micros / 1000).slice(1));

/** As JSON has it, of milliseconds with three digits at most: to find the digits of a fraction costs as much as the rest of the line. */
function millisecondsText(milliseconds: number): string {
  const micros = Math.round(milliseconds * 1000);
  return `${Math.floor(micros / 1000)}${fractions[micros % 1000]}`;
}

/** Of a text that needs no escaping. */
function quoted(text: string | null): string {
  return text === null ? "null" : `"${text}"`;
}
