// The settings of this application -> the send function that all generated options use.
import { createSend, type FetchSend } from "./generated/client/index.gen.ts";

/** Sends to the origin of the page; vite.config.ts forwards requests to the API. */
export const send: FetchSend = createSend({ baseUrl: window.location.origin });
