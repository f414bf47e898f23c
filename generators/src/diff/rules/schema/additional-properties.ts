// `additionalProperties` and `unevaluatedProperties`: whether there may be members that nothing lists.
import type { Kind } from "../../change.ts";
import { inside, loosens, type Rule, tightens } from "../../rule.ts";
import { objectViewOf } from "../../schema/object-view.ts";
import type { View } from "../../schema/view.ts";
import { isClosed } from "./closed.ts";

export const objectOpened: Kind<void> = {
  ...loosens,
  id: "object-opened",
  opposite: "object-closed",
  message: () => "there may be members that are not listed",
};

export const objectClosed: Kind<void> = {
  ...tightens,
  id: "object-closed",
  opposite: "object-opened",
  message: () => "there may be no members but those that are listed",
};

export const additionalPropertiesRule: Rule<View> = {
  kinds: [objectOpened, objectClosed],
  compare: (baseView, revisionView, tell) => {
    const [base, revision] = [objectViewOf(baseView), objectViewOf(revisionView)];
    const [was, is] = [isClosed(base.additional), isClosed(revision.additional)];
    const key = "additionalProperties";
    if (was !== is) tell(is ? objectClosed : objectOpened, undefined, inside(base.at, key), inside(revision.at, key));
  },
};
