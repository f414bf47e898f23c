// How parameters and bodies of requests are read and validated.

export * from "../../../../generators/src/targets/server/runtime/byte-streams.ts";
export * from "../../../../generators/src/targets/server/runtime/parameters.ts";
export * from "../../../../generators/src/targets/server/runtime/requests.ts";
