// The last release, spec/ and the pending changesets -> the bump that the description needs, and the one that it gets.
import { getReleasePlan } from "@changesets/get-release-plan";
import {
  type Bump,
  bumpOf,
  type Change,
  diffDescriptions,
  isLarger,
  textOf,
} from "../../../generators/src/entries/description.ts";
import { lastRelease } from "./releases.ts";

/** The package whose version is that of the description. */
export const describingPackage = "@fulfillment/spec";

export interface BumpNeed {
  /** The version that `spec/` is compared with. */
  readonly since: string;
  /** The largest bump first. */
  readonly changes: readonly Change[];
  readonly needed: Bump | null;
  readonly pending: Pending;
}

export interface Pending {
  /** What the changesets raise the packages of the API by. */
  readonly given: Bump | null;
  /** The version that results. */
  readonly next: string | null;
  /** The files that raise them: `.changeset/brave-boats-sing.md` */
  readonly files: readonly string[];
}

/** Throws when a description has errors, or a changeset is invalid. */
export async function readBumpNeed(root: string): Promise<BumpNeed> {
  const { version, openapi, asyncapi } = lastRelease(root);
  const { changes, problems } = diffDescriptions(
    { cwd: root, openapi, asyncapi },
    { cwd: root, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" },
  );
  if (changes === null) {
    const errors = problems.filter(({ severity }) => severity === "error").map(textOf);
    throw new Error(`${errors.join("\n\n")}\n\nthe description has errors, so nothing was compared`);
  }
  return { since: version, changes, needed: bumpOf(changes), pending: await readPending(root) };
}

/** Throws when a changeset is none. */
export async function readPending(root: string): Promise<Pending> {
  const { releases, changesets } = await getReleasePlan(root);
  const ours = releases.find(({ name, type }) => name === describingPackage && type !== "none");
  if (ours === undefined || ours.type === "none") return { given: null, next: null, files: [] };
  const raising = new Set(releases.filter(({ name }) => name.startsWith("@fulfillment/")).map(({ name }) => name));
  const files = changesets
    .filter((changeset) => changeset.releases.some(({ name, type }) => type !== "none" && raising.has(name)))
    .map(({ id }) => `.changeset/${id}.md`)
    .sort();
  return { given: ours.type, next: ours.newVersion, files };
}

/** Whether a change needs more than the changesets give. */
export function isUncovered(bump: Bump, given: Bump | null): boolean {
  return given === null || isLarger(bump, given);
}
