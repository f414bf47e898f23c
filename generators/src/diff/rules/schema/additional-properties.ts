// `additionalProperties` and `unevaluatedProperties`: whether unlisted members are allowed.
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { isClosed } from "./closed.ts";

const objectOpened: Kind<void> = {
  ...loosens,
  id: "object-opened",
  opposite: "object-closed",
  message: () => "unlisted members are allowed",
};

const objectClosed: Kind<void> = {
  ...tightens,
  id: "object-closed",
  opposite: "object-opened",
  message: () => "unlisted members are no longer allowed",
};

export const additionalPropertiesRule: Rule<View> = {
  kinds: [objectOpened, objectClosed],
  compare: (baseView, revisionView, report) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    const [was, is] = [isClosed(base.additional), isClosed(revision.additional)];
    const key = "additionalProperties";
    if (was !== is) report(is ? objectClosed : objectOpened, undefined, inside(base.at, key), inside(revision.at, key));
  },
};
