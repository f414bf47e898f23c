// Drifts between the description, its last release, the changesets and the versions of the packages.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { apiVersion } from "../../release/versions/places.ts";
import type { Drift, Edit } from "./drift.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const version = apiVersion(root);

const minorOfSpec = '---\n"@fulfillment/spec": minor\n---\n\nOrders are no longer entered by hand.\n';

/** The packages of the API have one version, so a changeset that gives one of them a minor version records it for all. */
function withoutMinors(): Edit[] {
  return globSync(".changeset/*.md", { cwd: root }).flatMap((file) => {
    const minors = readFileSync(path.join(root, file), "utf8").matchAll(/("@fulfillment\/[\w-]+"): minor/g);
    return Array.from(minors, ([from, name]) => ({ file, from, to: `${name}: patch` }));
  });
}

export const versionDrifts: readonly Drift[] = [
  {
    id: "stale-version",
    what: "the client states another version than its package",
    edits: [{ file: "packages/fulfillment/client/src/version.ts", from: `"${version}"`, to: '"0.9.0"' }],
    guard: ["check", "versions"],
    says: /packages\/fulfillment\/client\/src\/version\.ts:2:\d+ error stale-version: 0\.9\.0 is stated here/,
  },
  {
    id: "missing-bump",
    what: "the description accepts more, and no changeset records it",
    edits: [{ file: "spec/schemas/ship-to.yaml", from: "maxLength: 20\n", to: "maxLength: 21\n" }, ...withoutMinors()],
    guard: ["check", "bump"],
    says: /spec\/schemas\/ship-to\.yaml:\d+:5 error needs-minor: ShipTo\.zip: [\s\S]*"@fulfillment\/spec": minor/,
  },
  {
    id: "breaking-minor",
    what: "responses no longer have a value that programs handle by name, which is a minor change of the description",
    edits: [
      { file: "spec/schemas/order-source.yaml", from: "  - MANUAL_ORDER\n", to: "" },
      {
        file: "spec/schemas/order-source.yaml",
        from: "  MANUAL_ORDER: Created by hand in the customer portal.\n",
        to: "",
      },
      { file: ".changeset/no-manual-orders.md", content: minorOfSpec },
    ],
    generates: true,
    guard: ["check", "consumers"],
    says: /consumers\/orders\.ts:\d+:\d+ error breaks-consumers: [\s\S]*because of minor OrderSource: [^\n]*MANUAL_ORDER[^\n]*\(spec\/schemas\/order-source\.yaml:\d+:\d+\)[\s\S]*no-manual-orders\.md[^\n]* give a minor version/,
  },
  {
    id: "breaking-client",
    what: "a method of the client is called otherwise, which is no change of the description at all",
    edits: [
      {
        file: "packages/fulfillment/client/src/client.ts",
        from: "  readonly createOnce: Over<typeof createOrderOnce>;\n",
        to: "  readonly placeOnce: Over<typeof createOrderOnce>;\n",
      },
    ],
    guard: ["check", "consumers"],
    says: /consumers\/orders\.ts:\d+:\d+ error breaks-consumers: [\s\S]*createOnce[\s\S]*no change of the description explains it/,
  },
];
