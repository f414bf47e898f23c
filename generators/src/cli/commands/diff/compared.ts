// Arguments of `waybill diff` -> the two sides: two positional arguments, or `--base` and what it is compared with.
import path from "node:path";
import { asBase, inCommitOf, namesCommit, type Side, sideOf } from "../../../run/compare/diff-sides.ts";
import { findConfig } from "../../../run/config/config-file.ts";
import { type Usable, unusable, usable } from "../../../run/config/usage.ts";
import type { Arguments } from "../../../run/flags/arguments.ts";

export interface Sides {
  readonly base: Side;
  readonly revision: Side;
}

interface Where {
  readonly cwd: string;
  /** All of standard input. */
  readonly input: () => Promise<string>;
}

export async function sidesOf(args: Arguments, where: Where): Promise<Usable<Sides>> {
  const named = args.one("base");
  return named === null ? bothPositional(args, where) : againstBase(named, args, where);
}

const hint = "for example waybill diff main:spec spec, or waybill diff --base main spec";

async function bothPositional(args: Arguments, { cwd, input }: Where): Promise<Usable<Sides>> {
  const [base, revision, extra] = args.positionals;
  if (base === undefined || revision === undefined)
    return unusable("two descriptions are needed, BASE and REVISION", hint);
  if (extra !== undefined) return unusable(`unexpected argument ${JSON.stringify(extra)}`, hint);
  if (base === "-" && revision === "-") return unusable("both sides are standard input", hint);
  return joined(await sideOf(base, args, cwd, input), await sideOf(revision, args, cwd, input));
}

/** The revision is the one positional argument, or else the nearest configuration. */
async function againstBase(named: string, args: Arguments, { cwd, input }: Where): Promise<Usable<Sides>> {
  const [written = args.one("config") ?? findConfig(cwd), extra] = args.positionals;
  if (extra !== undefined)
    return unusable(`unexpected argument ${JSON.stringify(extra)}`, "--base is one of the two sides");
  if (written === null) return unusable("there is nothing to compare with --base", hint);
  const revision = await sideOf(written, args, cwd, input);
  if (!revision.ok) return revision;
  // In a commit, the documents are those of the revision.
  if (named === "-" || !namesCommit(named, cwd)) return joined(await sideOf(named, args, cwd, input), revision);
  if (revision.value.prefix !== "")
    return unusable(`--base ${named} needs a revision on the disk`, `name both sides: ${named}:spec ${written}`);
  const { openapi, asyncapi, overlays = [], cwd: from, foreign } = revision.value.description;
  const absolute = (file: string | undefined): string | undefined => file && path.resolve(from, file);
  const documents = {
    openapi: absolute(openapi),
    asyncapi: absolute(asyncapi),
    overlays: overlays.map((file) => path.resolve(from, file)),
    foreign,
  };
  return joined(inCommitOf(named, documents, args, cwd), revision);
}

function joined(base: Usable<Side>, revision: Usable<Side>): Usable<Sides> {
  if (base.ok && revision.ok) return usable({ base: asBase(base.value), revision: revision.value });
  return { ok: false, problems: [base, revision].flatMap((side) => (side.ok ? [] : side.problems)) };
}
