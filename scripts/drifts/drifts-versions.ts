// Drifts between the description, its last release, the changesets and the versions of the packages.
import path from "node:path";
import { apiVersion } from "../versions/places.ts";
import type { Drift } from "./drift.ts";

const version = apiVersion(path.resolve(import.meta.dirname, "../.."));

export const versionDrifts: readonly Drift[] = [
  {
    id: "stale-version",
    what: "the client states another version than its package",
    edits: [{ file: "packages/client/src/version.ts", from: `"${version}"`, to: '"0.9.0"' }],
    guard: ["check", "versions"],
    says: /packages\/client\/src\/version\.ts:2:\d+ error stale-version: 0\.9\.0 is stated here/,
  },
  {
    id: "missing-bump",
    what: "the description takes more, and no changeset says so",
    edits: [{ file: "spec/schemas/ship-to.yaml", from: "maxLength: 20\n", to: "maxLength: 21\n" }],
    guard: ["check", "bump"],
    says: /spec\/schemas\/ship-to\.yaml:\d+:5 error needs-minor: ShipTo\.zip: [\s\S]*"@fulfillment\/spec": minor/,
  },
];
