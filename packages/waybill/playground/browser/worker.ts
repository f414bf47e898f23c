// The engine in a worker: the page stays usable while a large description is read.
import { Engine } from "../src/engine/engine.ts";
import type { Request, Response } from "../src/engine/messages.ts";
import { withTexts } from "./platform/texts.ts";

const engine = new Engine();

/** One after the other: `show` is about the text of the `check` before it. */
let turn: Promise<void> = Promise.resolve();

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  turn = turn.then(async () => {
    postMessage(await responseTo(data));
  });
});

async function responseTo(request: Request): Promise<Response> {
  const { id } = request;
  try {
    return request.kind === "check"
      ? { kind: "checked", id, checked: await withTexts(() => engine.check(request.text, request.tolerate)) }
      : { kind: "shown", id, shown: await withTexts(() => engine.show(request.view)) };
  } catch (error) {
    return { kind: "failed", id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
