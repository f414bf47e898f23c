// A custom target and a model -> its files. Its errors are reported as failures of the target, not as defects of the toolkit.
import type { GeneratedFile } from "../emit/index.ts";
import type { Api } from "../model/api.ts";
import { type Target, TargetFailure } from "../targets/target.ts";
import { filesOf, type Rendering } from "./target-files.ts";

/** Thrown if a custom target throws, or returns something that is not a file of a target. */
export class CustomTargetError extends Error {
  override readonly name = "CustomTargetError";
  readonly target: string;

  constructor(target: string, cause: unknown) {
    super(cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause), { cause });
    this.target = target;
  }
}

export async function customFiles(target: Target, api: Api, rendering: Rendering): Promise<GeneratedFile[]> {
  try {
    return await filesOf(target, api, rendering);
  } catch (error) {
    throw error instanceof TargetFailure ? error : new CustomTargetError(target.name, error);
  }
}
