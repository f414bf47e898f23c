// The deliberate drifts: one row or more for each way in which description, code, service, deliveries and docs can disagree.
import type { Drift } from "./drift.ts";
import { descriptionDrifts } from "./drifts-description.ts";
import { documentationDrifts } from "./drifts-documentation.ts";
import { generatedDrifts } from "./drifts-generated.ts";
import { serviceDrifts } from "./drifts-service.ts";
import { versionDrifts } from "./drifts-versions.ts";

export const drifts: readonly Drift[] = [
  ...generatedDrifts,
  ...descriptionDrifts,
  ...serviceDrifts,
  ...documentationDrifts,
  ...versionDrifts,
];
