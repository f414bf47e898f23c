// Drifts between the description of the portal's API and its pages: the compiler reports them, not a browser.
import type { Drift } from "./drift.ts";

const description = "spec/portal/openapi.yaml";

export const portalDrifts: readonly Drift[] = [
  {
    id: "portal-member-renamed",
    what: "a member of the portal's API gets another name, and the pages read the former one",
    edits: [
      {
        file: description,
        from: "required: [id, name, prefix, ending, createdAt, lastUsedAt, revokedAt]",
        to: "required: [id, name, prefix, ending, createdAt, usedAt, revokedAt]",
      },
      { file: description, from: "        lastUsedAt:\n", to: "        usedAt:\n" },
    ],
    generates: true,
    guard: ["check", "portal-types"],
    says: /packages\/fulfillment\/portal\/src\/portal\/pages\/keys\.tsx[\s\S]*?'lastUsedAt' does not exist/,
  },
  {
    id: "portal-state-added",
    what: "an invite of the portal's API may have expired, and the pages have no word for it",
    edits: [
      { file: description, from: "      enum: [OPEN, REDEEMED]\n", to: "      enum: [OPEN, EXPIRED, REDEEMED]\n" },
      {
        file: description,
        from: "        OPEN: The recipient has not ordered yet.\n",
        to: "        OPEN: The recipient has not ordered yet.\n        EXPIRED: It is too late.\n",
      },
    ],
    generates: true,
    guard: ["check", "portal-types"],
    says: /packages\/fulfillment\/portal\/src\/portal\/pages\/invites\.tsx[\s\S]*?'EXPIRED' is missing/,
  },
];
