// What a seeded fault is: a mistake that a careless change of the service could make, as parts to start the service with.
import type { Check } from "@waybill/conformance";
import type { ServiceParts } from "../../src/operation/parts.ts";
import type { FaultyService } from "./run-faulty.ts";

export type FaultKind =
  | "response"
  | "validation"
  | "authentication"
  | "rate-limit"
  | "life-cycle"
  | "subscription"
  | "delivery";

export interface Fault {
  /** Stays the same: results and docs refer to it. */
  readonly id: string;
  readonly kind: FaultKind;
  /** What it breaks is this service's own choice (spec/open-decisions.md), not stated by the requirements. */
  readonly assumed?: true;
  /** What the service does wrong, in one line. */
  readonly title: string;
  /** The place of the description that says otherwise: a file and a JSON Pointer, `spec/paths/orders.yaml#/create/post`. */
  readonly contradicts: string;
  /** The checks of the conformance kit that are about it. A finding of another one, such as a late delivery, is none of this fault. */
  readonly foundBy: readonly Check[];
  /** Called once for each service, since some faults remember things. */
  readonly parts: () => ServiceParts;
  /** Does what brings the fault to light, and gives what can be seen of it: `right` without the fault, `wrong` with it. */
  readonly shows: (service: FaultyService) => Promise<unknown>;
  readonly right: unknown;
  readonly wrong: unknown;
}

/** How many requests a service takes that `shows` is called for: few enough to spend. */
export const budget = 30;

/** Whether a finding of the check is one of the fault. */
export function isAbout({ foundBy }: Fault, check: Check): boolean {
  return foundBy.includes(check);
}

/** Faults of one kind, without repeating the kind. */
export function faultsOf(kind: FaultKind, faults: readonly Omit<Fault, "kind">[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, kind }));
}
