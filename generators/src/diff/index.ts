// Two models of an API -> what a consumer of the first notices in the second, and the bump that each change needs.
import type { Api } from "../model/api.ts";
import { type Bump, type Change, largestOf } from "./change.ts";
import { Findings } from "./findings.ts";
import { compareHttp } from "./http.ts";
import { compareMessaging } from "./messaging.ts";
import { httpPresence, messagesPresence } from "./rules/apis.ts";
import { compareSchemaNames } from "./schema-names.ts";

export {
  type Bump,
  bumps,
  type Change,
  type Direction,
  isLarger,
  largestOf,
  type OperationPlace,
  type Scope,
  type Use,
} from "./change.ts";
export { placesIn } from "./http.ts";

export interface DiffOptions {
  /** Ignores what only affects generated code: names of types, operations and messages. */
  readonly wireOnly?: boolean;
}

/** The changes from `base` to `revision`, the largest bump first, then by place in the revision. */
export function diffApis(base: Api, revision: Api, options: DiffOptions = {}): Change[] {
  const findings = new Findings();
  compareParts(base, revision, findings);
  compareSchemaNames(base, revision, findings);
  const changes = findings.changes();
  return options.wireOnly === true ? changes.filter(({ scope }) => scope !== "code") : changes;
}

/** The bump of all changes together; `null` when there are none. */
export function bumpOf(changes: readonly Change[]): Bump | null {
  return largestOf(changes.map(({ bump }) => bump));
}

function compareParts(base: Api, revision: Api, findings: Findings): void {
  if (base.http !== null && revision.http !== null) compareHttp(base.http, revision.http, findings);
  if (base.messaging !== null && revision.messaging !== null)
    compareMessaging(base.messaging, revision.messaging, findings);
  const at = { base: (base.http ?? base.messaging)?.at, revision: (revision.http ?? revision.messaging)?.at };
  if (at.base === undefined || at.revision === undefined) return;
  const report = findings.reportAt({ direction: "request", where: "the description" });
  const parts = [
    [base.http, revision.http, httpPresence],
    [base.messaging, revision.messaging, messagesPresence],
  ] as const;
  for (const [before, after, [described, undescribed]] of parts) {
    if (before === null && after !== null) report(described, undefined, at.base, after.at);
    if (before !== null && after === null) report(undescribed, undefined, before.at, at.revision);
  }
}
