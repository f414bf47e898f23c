// `node receiver.ts`: answers every POST with 204 and counts. As little as possible, so that what sends is what is measured.
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { announce } from "./announce.ts";
import { type Received, readOrder } from "./receiver-messages.ts";

const answer = "HTTP/1.1 204 No Content\r\n\r\n";
const endOfHeaders = "\r\n\r\n";

const state = { expected: 0, count: 0, firstAt: 0, lastAt: 0, connections: 0, most: 0 };

const server = createServer({ noDelay: true }, serve);
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
announce(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`);

process.on("message", (message) => {
  const { expect } = readOrder(message);
  Object.assign(state, { expected: expect, count: 0, most: state.connections });
});

function serve(socket: Socket): void {
  state.connections += 1;
  state.most = Math.max(state.most, state.connections);
  let rest = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    rest += chunk;
    for (let end = endOfRequest(rest); end !== null; end = endOfRequest(rest)) {
      rest = rest.slice(end);
      socket.write(answer, "latin1");
      take();
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    state.connections -= 1;
  });
}

/** Where the first request in `text` ends; `null` while it has not. */
function endOfRequest(text: string): number | null {
  const headers = text.indexOf(endOfHeaders);
  if (headers === -1) return null;
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, headers))?.[1] ?? 0;
  const end = headers + endOfHeaders.length + Number(length);
  return text.length < end ? null : end;
}

function take(): void {
  state.lastAt = performance.now();
  state.count += 1;
  if (state.count === 1) {
    state.firstAt = state.lastAt;
    tell("first");
  }
  // One that comes after the last is told of too: there must be none.
  if (state.count >= state.expected) tell("all");
}

function tell(what: Received["what"]): void {
  const { count, firstAt, lastAt, most } = state;
  process.send?.({ what, count, seconds: (lastAt - firstAt) / 1000, connections: most } satisfies Received);
}
