// What a configuration file, and a program that runs the toolkit, import from "waybill". Each function loads what it needs when called.
export type { ApiConfig } from "./config/api-config.ts";
export { type Config, defineConfig } from "./config/config.ts";
export type { TargetConfig } from "./config/target-config.ts";
export { type DiffResult, type DiffSettings, type DiffSide, diff } from "./library/diff.ts";
export {
  type CheckSettings,
  check,
  type GenerateResult,
  type GenerateSettings,
  generate,
} from "./library/generate.ts";
export { type LintResult, type LintSettings, lint } from "./library/lint.ts";
export { type UpgradeResult, type UpgradeSettings, upgrade } from "./library/upgrade.ts";
export type { ApiOptions, FormatRule, FormatRules, ImportExtension } from "./model/api-options.ts";
export type {
  MessageSource,
  MethodSource,
  NameHooks,
  OperationSource,
  SchemaSource,
} from "./model/naming/name-hooks.ts";
export type { EnumRule, EnumRules } from "./model/passes/enum-rules.ts";
export type {
  PaginationOption,
  PaginationRule,
  RequestFieldRule,
  ResponseFieldRule,
} from "./model/passes/pagination/pagination-rule.ts";
export type { Pattern, Selector } from "./model/passes/selector.ts";
export type { TargetName } from "./targets/built-in-targets.ts";
export type { ClientCall, SampleClient } from "./targets/samples/sample-client.ts";
