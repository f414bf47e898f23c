// The settings of this repository -> a client of the Fulfillment API, made of what `npm run generate` wrote.
import {
  authorizeWith,
  type Client,
  createClient,
  createSend,
  type PatientCallOptions,
  withRetries,
} from "./generated/client/index.gen.ts";

export type Api = Client<PatientCallOptions>;

export interface ApiSettings {
  /** Without `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export function connect({ baseUrl, apiKey }: ApiSettings): Api {
  const send = createSend({ baseUrl, onRequest: authorizeWith({ bearer: apiKey }) });
  // Reads are sent again after a failure. Orders never are: the API could not tell the second from the first.
  return createClient(withRetries(send, { retries: 2, maxRateLimitWait: 5_000 }));
}
