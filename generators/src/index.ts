// What a configuration file imports from "waybill".
export { type ApiConfig, type Config, defineConfig, type ImportExtension, type TargetConfig } from "./cli/config.ts";
export type { ClientCall, SampleClient } from "./targets/samples/sample-client.ts";
export type { TargetName } from "./targets/target.ts";
