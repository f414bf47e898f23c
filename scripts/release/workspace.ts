// A checkout -> a copy of it in which a release is made, without a trace in the checkout; and pnpm run in that copy.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyCheckout } from "../stories/harness/checkout-copy.ts";
import { runWith } from "../stories/harness/fresh-folder.ts";

export interface Workspace {
  readonly path: string;
  /** What it prints; rejects with all of it when it fails. */
  pnpm(...parameters: string[]): Promise<string>;
  node(...parameters: string[]): Promise<string>;
}

export function copyOf(checkout: string, to: string): Workspace {
  copyCheckout(checkout, to);
  // What is installed is linked from the checkout: pnpm would find that out, and install into it.
  const environment = { ...process.env, pnpm_config_verify_deps_before_run: "false" };
  return {
    path: to,
    pnpm: (...parameters) => runWith(environment, to, "npx", "-y", "pnpm@12", ...parameters),
    node: (...parameters) => runWith(environment, to, process.execPath, ...parameters),
  };
}

/** For a dry run of a checkout in which nothing waits to be released. */
export function makeUpChangeset({ path }: Workspace): void {
  const text = `---\n"@fulfillment/spec": minor\n"waybill": patch\n---\n\nMade up by a dry run of the release.\n`;
  writeFileSync(join(path, ".changeset", "made-up-by-a-dry-run.md"), text);
}
