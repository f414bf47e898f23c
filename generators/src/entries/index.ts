// What a configuration file, and a program that runs the toolkit, import from "waybill". Each function loads what it needs when called.

export type { ApiOptions, FormatRule, FormatRules, ImportExtension } from "../model/api-options.ts";
export type { EnumRule, EnumRules } from "../model/finish/enum-rules.ts";
export type {
  MessageSource,
  MethodSource,
  NameHooks,
  OperationSource,
  SchemaSource,
} from "../model/finish/naming/name-hooks.ts";
export type {
  PaginationOption,
  PaginationRule,
  RequestFieldRule,
  ResponseFieldRule,
} from "../model/finish/pagination/pagination-rule.ts";
export type { Pattern, Selector } from "../model/finish/selector.ts";
export type { ApiConfig } from "../run/config/config.ts";
export { type Config, defineConfig } from "../run/config/config.ts";
export type { TargetConfig } from "../run/config/target-config.ts";
export type { TargetName } from "../targets/built-in-targets.ts";
export type { ClientCall, SampleClient } from "../targets/samples/sample-client.ts";
export { type DiffResult, type DiffSettings, type DiffSide, diff } from "./library/diff.ts";
export {
  type CheckSettings,
  check,
  type GenerateResult,
  type GenerateSettings,
  generate,
  type LintResult,
  type LintSettings,
  lint,
} from "./library/generate.ts";
export { type UpgradeResult, type UpgradeSettings, upgrade } from "./library/upgrade.ts";
