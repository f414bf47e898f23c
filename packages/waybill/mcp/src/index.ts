// The target `mcp`: operations -> the tools of a Model Context Protocol server, which calls them with the generated client.
// The output runs on the official SDK, @modelcontextprotocol/server, which the repository that runs it installs.
import { defineTarget, type Target, valuesUnlikeJson } from "waybill/plugin";
import { accepts, type McpOptions } from "./options.ts";

export type { McpOptions };

const mcp: Target<McpOptions, "mcp"> = defineTarget({
  name: "mcp",
  summary: "a Model Context Protocol server: chosen operations as tools",
  needs: ["types", "client"],
  document: "openapi",
  options: { operations: null, write: false, env: null },
  accepts,
  // Dates are texts in JSON. The SDK reads and writes JSON, and would round integers.
  refuses: ({ int64 }) => valuesUnlikeJson({ int64, dates: "string" }),
  render: async (api, context) => (await import("./mcp-files.ts")).renderMcp(api, context),
});

export default mcp;
