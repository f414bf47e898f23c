// The deliberate drifts: one row or more for each way in which description, code, service, deliveries and docs can disagree.
import { commandOf, type Drift } from "./drift.ts";
import { descriptionDrifts } from "./drifts-description.ts";
import { documentationDrifts } from "./drifts-documentation.ts";
import { generatedDrifts } from "./drifts-generated.ts";
import { portalDrifts } from "./drifts-portal.ts";
import { serviceDrifts } from "./drifts-service.ts";
import { versionDrifts } from "./drifts-versions.ts";

export const drifts: readonly Drift[] = [
  ...generatedDrifts,
  ...descriptionDrifts,
  ...serviceDrifts,
  ...portalDrifts,
  ...documentationDrifts,
  ...versionDrifts,
];

/** The first drift of each check, since what is tried is the check. */
export function sampleOf(all: readonly Drift[]): Drift[] {
  const guards = new Set<string>();
  return all.filter(({ guard }) => {
    const isFirst = !guards.has(commandOf(guard));
    guards.add(commandOf(guard));
    return isFirst;
  });
}
