// Responses of the service -> constants that other servers can return in its place, in a file.
import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

export interface Recording {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type OperationId = "getOrder" | "listOrders" | "createOrder";
export type Recordings = Readonly<Record<OperationId, Recording>>;

const recording = z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() });
export const recordings: z.ZodType<Recordings> = z.object({
  getOrder: recording,
  listOrders: recording,
  createOrder: recording,
});

/** Headers that a server writes itself. */
const own = new Set(["connection", "content-length", "date", "keep-alive"]);

export async function record(url: string, request: RequestInit): Promise<Recording> {
  const response = await fetch(url, request);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !own.has(name)));
  return { status: response.status, headers, body: await response.text() };
}

export function writeRecordings(file: string, recorded: Recordings): void {
  writeFileSync(file, JSON.stringify(recorded));
}

export function readRecordings(file: string): Recordings {
  return recordings.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Why the two responses are not the same amount of work to write and to read, or `null`. */
export function differenceOf(one: Recording, other: Recording): string | null {
  if (one.status !== other.status) return `status ${one.status} and ${other.status}`;
  if (one.body.length !== other.body.length) return `a body of ${one.body.length} and of ${other.body.length} bytes`;
  const [own, others] = [one, other].map(({ headers }) => Object.keys(headers).sort().join(", "));
  return own === others ? null : `headers ${own} and ${others}`;
}
