// What a configuration file imports from "waybill".
export type { ApiConfig, ImportExtension } from "./cli/config/api-config.ts";
export { type Config, defineConfig } from "./cli/config/config.ts";
export type { TargetConfig } from "./cli/config/target-config.ts";
export type { EnumRule, EnumRules } from "./model/enum-rules.ts";
export type { MessageSource, NameHooks, OperationSource, SchemaSource } from "./model/name-hooks.ts";
export type { Pattern, Selector } from "./model/selector.ts";
export type { ClientCall, SampleClient } from "./targets/samples/sample-client.ts";
export type { TargetName } from "./targets/target.ts";
