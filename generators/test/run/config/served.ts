// A server on loopback that serves texts by path.

import type { RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { startServer } from "../../local-server.ts";

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
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? "");
    const found = responses[request.url ?? ""];
    if (typeof found === "function") found(request, response);
    else response.writeHead(found === undefined ? 404 : 200).end(found);
  };
  const { url, close: stop } = await startServer(listener, port);
  onTestFinished(stop);
  return { url, asked, stop };
}
