// `additionalProperties` and `unevaluatedProperties`: whether unlisted members are allowed.
import type { Kind } from "../../change.ts";
import { insideBoth, loosens, opposites, type Rule, tightens } from "../../rule.ts";
import { isClosed, type ObjectView } from "../../schema/object-view.ts";

const [objectOpened, objectClosed] = opposites<void>(
  loosens("object-opened", () => "unlisted members are allowed"),
  tightens("object-closed", () => "unlisted members are no longer allowed"),
);

/** Generated types have no unlisted members unless the description mentions them. */
const undescribedRefused: Kind<void> = {
  ...tightens(
    "undescribed-members-refused",
    () => "unlisted members are not allowed, and the base did not mention any",
    {
      request: "minor",
      uneven: "undescribed members count as never sent, but a validating consumer rejects those that arrive",
      means: { request: "Requests with described members only are accepted.", response: "No new values arrive." },
    },
  ),
  opposite: "object-opened",
};

export const additionalPropertiesRule: Rule<ObjectView> = {
  kinds: [objectOpened, objectClosed, undescribedRefused],
  compare: (base, revision, report) => {
    const [was, is] = [isClosed(base.additional), isClosed(revision.additional)];
    if (was === is) return;
    const closed = base.isStated || base.members.size === 0 ? objectClosed : undescribedRefused;
    report(is ? closed : objectOpened, undefined, ...insideBoth(base, revision, "additionalProperties"));
  },
};
