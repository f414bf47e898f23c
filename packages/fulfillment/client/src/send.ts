// An API key -> the function that sends requests: the runtime's, with what is particular to this API.
import { errorOf } from "./errors.ts";
import {
  createPlainSend,
  type FetchSend,
  type PatientCallOptions,
  type PlainSendOptions,
} from "./generated/client/index.gen.ts";
import { version } from "./version.ts";

/** Address, credentials and time limits of requests. */
export interface SendSettings extends Omit<PlainSendOptions, "baseUrl" | "authorize" | "errorOf"> {
  /** The key: 96 characters. A function is asked before each attempt, so that a rotated key is taken up at once. */
  readonly apiKey: string | (() => string | Promise<string>);
  /** The address of the service, without `/v1`. Default `https://api.waybill.example`. */
  readonly baseUrl?: string | undefined;
  /** The `User-Agent` header. Default: name and version of this package; an empty text for the one of the runtime. */
  readonly userAgent?: string | undefined;
}

/** What the functions of this package send with. Those that were made by `createSend` alone ignore retries and waits. */
export type Send = FetchSend<PatientCallOptions>;

/** Sends each request once; `withRetries` makes it try again. Throws a `TypeError` when there is no key. */
export function createSend({
  apiKey,
  baseUrl = defaultBaseUrl,
  userAgent = `fulfillment-client/${version}`,
  ...options
}: SendSettings): Send {
  if (!apiKey) throw new TypeError("apiKey is not set");
  return createPlainSend({
    ...options,
    baseUrl,
    authorize: async () => ({
      authorization: `Bearer ${typeof apiKey === "string" ? apiKey : await apiKey()}`,
      ...(userAgent && { "user-agent": userAgent }),
    }),
    // A proxy in between has its own messages, with the same meaning. Its 404 may be about the address, though.
    errorOf: (received) => (/401|429|5../.test(`${received.status}`) ? errorOf(received) : null),
  });
}

/** The description's; a copy, because its table of servers would be in every bundle. A test holds them equal. */
const defaultBaseUrl = "https://api.waybill.example";
