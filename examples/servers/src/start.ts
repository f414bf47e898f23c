// What all programs have in common: what they are started with, and what is left to do when they are done.
import { once } from "node:events";
import type { Server } from "node:net";
import type { ServiceOptions } from "./service.ts";

export interface StartOptions extends ServiceOptions {
  /** 0 takes any free port. */
  readonly port: number;
}

export interface Started {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Resolves once `server` listens. `drain` is called when it is closed: it may end connections that are still busy. */
export async function listening(server: Server, drain: () => void = () => {}): Promise<Started> {
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : address;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      drain();
      await once(server, "close");
    },
  };
}
