// Written by waybill sdk. Do not edit: run `waybill sdk update`.
// A mock server of the description, which validates requests, and what tests expect of a call.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";

export interface Mock {
  readonly address: string;
  readonly stop: () => void;
}

export async function startMock(): Promise<Mock> {
  const manifest = createRequire(import.meta.url).resolve("waybill/package.json");
  const { bin } = createRequire(import.meta.url)("waybill/package.json") as { readonly bin: { readonly waybill: string } };
  const program = join(dirname(manifest), bin.waybill);
  const root = join(import.meta.dirname, "..");
  const server = spawn(process.execPath, [program, "mock", "--port", "0", "--json"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const { listening } = JSON.parse(line) as { readonly listening?: string };
    if (listening !== undefined) {
      server.stdout.resume();
      return { address: listening, stop: () => void server.kill() };
    }
  }
  throw new Error("waybill mock ended before it listened");
}

/** Skips what the mock server has no sample of, which it states with 501. */
export async function expectSuccess(
  t: TestContext,
  call: () => Promise<{ readonly status: number; readonly body?: unknown }>,
): Promise<void> {
  let result: { readonly status: number; readonly body?: unknown };
  try {
    result = await call();
  } catch (error) {
    if (Object(error).status !== 501) throw error;
    return t.skip(String(Object(error).body));
  }
  if (result.status >= 400) throw new Error(`${result.status} ${JSON.stringify(result.body)}`);
  const { body } = result;
  if (typeof body === "object" && body !== null && Symbol.asyncIterator in body) {
    for await (const _ of body as AsyncIterable<unknown>) break;
  }
}

export const credentials = { bearer: "test" } as const;
