// The origin of the page -> the function that all generated options send with.
import { createSend, type FetchSend } from "../generated/client/index.gen.ts";

/** The header shows the service that a page of its own sends: other sites cannot set it. */
export const send: FetchSend = createSend({
  baseUrl: window.location.origin,
  headers: { "X-Portal-Request": "1" },
});
