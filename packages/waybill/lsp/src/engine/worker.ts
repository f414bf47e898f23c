// The thread of the engine: messages -> calls, and their results.
import { parentPort } from "node:worker_threads";
import { OwnEngine } from "./own-engine.ts";
import type { Request, Response } from "./thread.ts";

const engine = new OwnEngine();
const port = parentPort;
const questions = new Map<number, { isCancellationRequested: boolean }>();

port?.on("message", async (message: Request) => {
  if (message.method === "cancel") {
    const pendingQuestion = questions.get(message.id);
    if (pendingQuestion !== undefined) pendingQuestion.isCancellationRequested = true;
    return;
  }
  const { id, method, values } = message;
  const question = { isCancellationRequested: false };
  if (id !== null) questions.set(id, question);
  try {
    const value: unknown = await Reflect.apply(engine[method], engine, [...values, question]);
    if (id !== null) port.postMessage({ id, value, error: null } satisfies Response);
  } catch (error) {
    if (id === null) throw error;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage({ id, value: null, error: text } satisfies Response);
  } finally {
    if (id !== null) questions.delete(id);
  }
});
