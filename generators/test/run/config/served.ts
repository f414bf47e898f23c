// A server on loopback that serves texts by path.
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Served {
  readonly url: string;
  /** The requested paths. */
  readonly asked: string[];
  /** The server ends, and its connections. */
  readonly stop: () => Promise<void>;
}

/** Responses by path; `responses` may change. `port`: to come back where a server was. */
export async function served(responses: Readonly<Record<string, string | RequestListener>>, port = 0): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const found = responses[request.url ?? ""];
    if (typeof found === "function") found(request, response);
    else response.writeHead(found === undefined ? 404 : 200).end(found);
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const stop = (): Promise<void> =>
    new Promise((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  const address = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${address.port}`, asked, stop };
}
