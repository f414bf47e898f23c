// The target `sdk`: the client as a package has it, with credentials of the environment, a user agent, retries, logs and request ids.
import { defineTarget, type Target } from "waybill/plugin";
import { accepts, defaults, type SdkOptions } from "./options.ts";

export { userAgentOf } from "./names.ts";
export { resourceMethods } from "./resource-methods.ts";
export type { Surface } from "./surface/surface.ts";
export type { SdkOptions };

const sdk: Target<SdkOptions, "sdk"> = defineTarget({
  name: "sdk",
  summary: "the client of a package: credentials of the environment, user agent, retries, logs, request ids",
  needs: ["types", "client"],
  document: "openapi",
  options: defaults,
  accepts,
  refuses: ({ extras }) => (extras === "more" ? null : 'needs extras: "more", which has idempotent retries'),
  render: async (api, context) => (await import("./sdk-files.ts")).renderSdk(api, context),
});

export default sdk;
