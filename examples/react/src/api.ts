// The settings of this application -> the function that all generated options send with.
import { createSend, type FetchSend } from "./generated/client/index.gen.ts";

/** Sends to the origin of the page; vite.config.ts forwards requests to the API. */
export const send: FetchSend = createSend({ baseUrl: window.location.origin });
