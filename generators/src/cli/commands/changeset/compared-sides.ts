// The API that a changeset is about -> the description it is compared with, and its own, as `waybill diff` reads them.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { currentBranch, isBranch, isCommit } from "../../../run/compare/commit.ts";
import { baseSideOf, describedBy, type Side } from "../../../run/compare/diff-sides.ts";
import { pathFrom } from "../../../run/config/paths.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";
import { overlaysOf } from "../../../run/flags/reading-flags.ts";
import type { DescribedApi } from "./changeset-api.ts";

export interface ComparedSides {
  /** As it was named. */
  readonly named: string;
  readonly base: Side;
  readonly revision: Side;
  /** Where changes are those of a branch alone: its name. `null` where they are all changes since a release. */
  readonly branch: string | null;
}

/** `folder` is that of the changesets, whose configuration names the base branch. */
export async function comparedSides(
  api: DescribedApi,
  args: Arguments,
  { cwd, folder }: { readonly cwd: string; readonly folder: string },
): Promise<Usable<ComparedSides>> {
  const flag = args.one("base");
  const configured = api.changeset.base;
  const named = flag ?? configured ?? baseBranch(folder, cwd);
  if (named === null) {
    const hint = "name the base to compare with: --base origin/main, --base v1.2.0, --base releases/1.2.0";
    return unusable("the last release is unknown", hint);
  }
  const from = flag === null && configured !== undefined ? api.base : cwd;
  const revision = describedBy(api.documents, cwd);
  const { openapi, asyncapi, options } = revision;
  // Those of the command line are applied to both sides.
  const flagged = overlaysOf(args, cwd);
  const overlays = (revision.overlays ?? []).filter((file) => !flagged.includes(file));
  const base = await baseSideOf(named, { openapi, asyncapi, overlays }, args, from);
  if (!base.ok) return base;
  const { description, prefix } = base.value;
  const [ref = ""] = named.split(":");
  return usable({
    named: shownOf(named, base.value, { from, cwd }),
    // What is tolerated now is tolerated in the base too.
    base: {
      description: {
        ...description,
        cwd,
        options,
        tolerate: new Set([...(description.tolerate ?? []), ...api.documents.tolerate]),
        lenient: (file) => description.lenient?.(file, false) === true || revision.lenient?.(file, false) === true,
      },
      prefix,
    },
    revision: { description: revision, prefix: "" },
    branch: isBranch(ref, cwd) ? currentBranch(cwd) : null,
  });
}

/** A folder of versions means one of them: the message names which. */
function shownOf(named: string, { description }: Side, { from, cwd }: { from: string; cwd: string }): string {
  const document = description.openapi ?? description.asyncapi;
  const isFolder = existsSync(path.resolve(from, named)) && statSync(path.resolve(from, named)).isDirectory();
  return isFolder && document !== undefined ? pathFrom(cwd, path.dirname(document)) : named;
}

/** What is at the remote, since the branch here may be old. */
function baseBranch(folder: string, cwd: string): string | null {
  const config = path.join(folder, "config.json");
  const parsed: unknown = existsSync(config) ? JSON.parse(readFileSync(config, "utf8")) : null;
  const named = typeof parsed === "object" && parsed !== null && "baseBranch" in parsed ? parsed.baseBranch : "main";
  return [`origin/${String(named)}`, String(named)].find((ref) => isCommit(ref, cwd)) ?? null;
}
