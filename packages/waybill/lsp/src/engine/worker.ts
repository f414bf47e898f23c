// The thread of the engine: messages -> calls, and their results.
import { parentPort } from "node:worker_threads";
import { OwnEngine } from "./own-engine.ts";
import type { Request, Response } from "./thread.ts";

const engine = new OwnEngine();
const port = parentPort;

port?.on("message", async ({ id, method, values }: Request) => {
  try {
    const value: unknown = await Reflect.apply(engine[method], engine, values);
    if (id !== null) port.postMessage({ id, value, error: null } satisfies Response);
  } catch (error) {
    if (id === null) throw error;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, value: null, error: text } satisfies Response);
  }
});
