// A server that accepts webhook deliveries and stores them unchanged, valid or not.

import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { startServer } from "../../../../../generators/test/local-server.ts";
import { receiverHost } from "./network.ts";

export interface Arrived {
  readonly headers: IncomingHttpHeaders;
  /** The body, byte for byte. */
  readonly text: string;
}

/** One subscriber. */
export interface Mailbox {
  readonly url: string;
  readonly arrived: readonly Arrived[];
}

export interface MailboxOptions {
  /** The status returned for deliveries; 204 by default. */
  readonly status?: number;
  /** Called with each delivery, before its response. */
  readonly receive?: (arrived: Arrived) => Promise<unknown>;
}

export interface Receiver {
  /** Where the next mailboxes are. */
  open(options?: MailboxOptions): Mailbox;
  close(): Promise<void>;
}

interface OpenMailbox extends Required<MailboxOptions> {
  readonly arrived: Arrived[];
}

export async function openReceiver(): Promise<Receiver> {
  const mailboxes = new Map<string, OpenMailbox>();
  const { url, close } = await startServer(async (request, response) => {
    const arrived = await read(request);
    const mailbox = mailboxes.get(request.url ?? "");
    mailbox?.arrived.push(arrived);
    await mailbox?.receive(arrived);
    response.writeHead(mailbox?.status ?? 404).end();
  });
  const origin = `https://${receiverHost}:${new URL(url).port}`;
  return {
    open: ({ status = 204, receive = async () => {} } = {}) => {
      const path = `/mailbox-${mailboxes.size}`;
      const arrived: Arrived[] = [];
      mailboxes.set(path, { status, receive, arrived });
      return { url: `${origin}${path}`, arrived };
    },
    close,
  };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  return { headers: request.headers, text: await text(request) };
}
