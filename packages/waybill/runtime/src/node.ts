// The same for the servers of Node, and what guards and closes those.

export * from "../../../../generators/src/targets/server/runtime/node-handler.ts";
export * from "../../../../generators/src/targets/server/runtime/node-host.ts";
export * from "../../../../generators/src/targets/server/runtime/node-incoming.ts";
export * from "../../../../generators/src/targets/server/runtime/node-server.ts";
