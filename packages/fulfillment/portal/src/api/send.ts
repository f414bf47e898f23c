// The origin of the page -> the functions that generated options send with.
import { createSend, type FetchSend } from "../generated/client/index.gen.ts";

/** The header shows the service that a page of its own sends: other sites cannot set it. */
const sendOptions = { baseUrl: window.location.origin, headers: { "X-Portal-Request": "1" } };

/** Of all generated options that send no file. */
export const send: FetchSend = createSend(sendOptions);

/** Of uploads, in milliseconds: 4 MB at 150 kbit/s take less. */
const longestUpload = 240_000;

export const sendFile: FetchSend = createSend({ ...sendOptions, timeout: longestUpload });
