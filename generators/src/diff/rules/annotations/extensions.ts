// Members that start with `x-`: only their authors know what they mean.

import type { Location } from "../../../model/place.ts";
import { insideBoth, mutual, type Rule, rewords } from "../../rule.ts";
import { canonicalOf } from "./same-text.ts";

const extensionChanged = mutual<string>(
  rewords("extension-changed", (name) => `${name} has changed`, {
    means: "Waybill does not interpret extensions; check the programs that read it.",
  }),
);

interface Extended {
  readonly at: Location;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** For anything that has extensions. */
export const extensionsRule: Rule<Extended> = {
  kinds: [extensionChanged],
  compare: (base, revision, report) => {
    for (const name of new Set([...Object.keys(base.extensions), ...Object.keys(revision.extensions)])) {
      const [was, is] = [base, revision].map(({ extensions }) => canonicalOf(extensions[name]));
      if (was !== is) report(extensionChanged, name, ...insideBoth(base, revision, name));
    }
  },
};
