// A server in front of the service that passes everything on, and drops selected responses.

import { type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { startServer } from "../../../../generators/test/local-server.ts";

export interface DroppingProxy {
  readonly url: string;
  /** `POST /v1/orders/create`, as they came. */
  readonly passed: readonly string[];
  close(): Promise<void>;
}

/** `isLost` is asked once the service has responded; the connection then ends silently. */
export async function startDroppingProxy(
  target: string,
  isLost: (passed: string, index: number) => boolean,
): Promise<DroppingProxy> {
  const passed: string[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "GET", url = "/", headers } = request;
    const line = `${method} ${url}`;
    const index = passed.push(line) - 1;
    const onward = send(new URL(url, target), { method, headers, agent: false }, (received) => {
      if (!isLost(line, index)) received.pipe(response.writeHead(received.statusCode ?? 502, received.headers));
      else received.resume().on("end", () => response.destroy());
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const { url, close } = await startServer(pass);
  return { url, passed, close };
}
