// The service's log: JSON lines on standard error, with a request id on everything that belongs to a request.
import { destination, type Logger, pino } from "pino";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

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

export type LogResponse = (fields: ResponseFields) => void;

export interface ServiceLog {
  readonly log: Logger;
  readonly logResponse: LogResponse;
  /**
   * Resolves once everything has been written, or cannot be because the reader is gone: before the process ends. Nothing is
   * logged after it.
   */
  end(): Promise<void>;
}

/** For a reader that has stopped reading and has not gone away. */
const longestEndMs = 1000;

/** How many responses are written together, and after how many milliseconds fewer are: a write costs more than its lines. */
const batch = { lines: 100, milliseconds: 50 };

/** Lines are written while the service continues. */
export function createLog(level: LogLevel): ServiceLog {
  const stderr = destination({ fd: 2, sync: false });
  const base = { service: "fulfillment", pid: process.pid };
  const log = pino({ level, base }, stderr);
  const lineOf = responseLines(base);
  let broken = false;
  stderr.on("error", () => {
    broken = true;
  });
  let ended: Promise<void> | null = null;
  let responses: string[] = [];
  let scheduled: NodeJS.Timeout | null = null;
  const writeResponses = (): void => {
    if (scheduled !== null) clearTimeout(scheduled);
    scheduled = null;
    if (responses.length > 0) stderr.write(responses.join(""));
    responses = [];
  };
  return {
    log,
    logResponse: (fields) => {
      if (!log.isLevelEnabled("info")) return;
      responses.push(lineOf(fields));
      if (responses.length >= batch.lines) writeResponses();
      else scheduled ??= setTimeout(writeResponses, batch.milliseconds);
    },
    // Not by `flushSync`, which waits forever when there is no reader.
    end: () => {
      if (ended === null && !broken) writeResponses();
      log.level = "silent";
      ended ??= new Promise((resolve) => {
        if (broken) return resolve();
        setTimeout(resolve, longestEndMs);
        stderr.once("close", resolve).once("error", () => resolve());
        return stderr.end();
      });
      return ended;
    },
  };
}

/**
 * Fields -> the line that `log.info(fields, "response")` writes. There is one for every request, and to write it out costs a
 * fifth of what it costs to find out what is in an object. What is the same in the next line is not written out again.
 */
function responseLines({
  service,
  pid,
}: {
  readonly service: string;
  readonly pid: number;
}): (fields: ResponseFields) => string {
  const middle = `,"service":${JSON.stringify(service)},"pid":${pid},"requestId":"`;
  let start = { now: 0, text: "" };
  let end: LineEnd = { accountId: null, operationId: null, client: "", text: "" };
  return ({ requestId, method, url, status, durationMs, accountId, operationId, client }) => {
    const now = Date.now();
    if (start.now !== now) start = { now, text: `{"level":30,"time":${now}${middle}` };
    if (end.text === "" || end.accountId !== accountId || end.operationId !== operationId || end.client !== client) {
      const caller = `"accountId":${quoted(accountId)},"operationId":${quoted(operationId)}`;
      end = {
        accountId,
        operationId,
        client,
        text: `,${caller},"client":${JSON.stringify(client)},"msg":"response"}\n`,
      };
    }
    const request = `${requestId}","method":"${method}","url":${JSON.stringify(url)},"status":${status}`;
    return `${start.text}${request},"durationMs":${millisecondsText(durationMs)}${end.text}`;
  };
}

/** `.123`, `.4`, nothing: what follows the whole milliseconds, by microseconds. */
const fractions: readonly string[] = Array.from({ length: 1000 }, (_, micros) => String(micros / 1000).slice(1));

/** As JSON has it, of milliseconds with three digits at most: to find the digits of a fraction costs as much as the rest of the line. */
function millisecondsText(milliseconds: number): string {
  const micros = Math.round(milliseconds * 1000);
  return `${Math.floor(micros / 1000)}${fractions[micros % 1000]}`;
}

/** The end of a line, and what it is for: clients send many requests in a row. */
interface LineEnd extends Pick<ResponseFields, "accountId" | "operationId" | "client"> {
  readonly text: string;
}

/** Of a text that needs no escaping. */
function quoted(text: string | null): string {
  return text === null ? "null" : `"${text}"`;
}
