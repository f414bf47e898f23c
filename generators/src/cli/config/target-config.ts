// What a configuration says of one target of an API; `check-target.ts` has a reader for each field.
import type { CustomTarget } from "../../targets/define.ts";
import type { SampleClient } from "../../targets/samples/sample-client.ts";
import type { TargetName } from "../../targets/target.ts";

/** A target with a place of its own. */
export interface TargetConfig {
  /** The name of one of ours, or a target of your own: what `defineTarget` of "waybill/plugin" makes. */
  readonly target: TargetName | CustomTarget;
  /** The folder the target's files go to: `packages/types/src`. */
  readonly out?: string;
  /** What other targets import this one by: `@acme/types`. Default: a relative path. */
  readonly import?: string;
  /** Of `samples`: the client that TypeScript samples call, where it is written by hand over the generated one. */
  readonly client?: SampleClient;
}
