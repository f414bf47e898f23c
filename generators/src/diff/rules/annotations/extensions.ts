// Members that start with `x-`: only their authors know what they mean.

import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { inside, type Report, type Rule, rewords } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { canonicalOf } from "./same-text.ts";

const extensionChanged: Kind<string> = {
  ...rewords,
  id: "extension-changed",
  opposite: "extension-changed",
  message: (name) => `${name} has changed`,
  means: {
    request: "This tool does not know it; check the programs that read it.",
    response: "This tool does not know it; check the programs that read it.",
  },
};

export const extensionsRule: Rule<Notes> = {
  kinds: [extensionChanged],
  compare: (base, revision, report) => compareExtensions(base, revision, report),
};

interface Extended {
  readonly at: Location;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** For anything that has extensions. */
export function compareExtensions(base: Extended, revision: Extended, report: Report): void {
  for (const name of new Set([...Object.keys(base.extensions), ...Object.keys(revision.extensions)])) {
    const [was, is] = [base, revision].map(({ extensions }) => canonicalOf(extensions[name]));
    if (was !== is) report(extensionChanged, name, inside(base.at, name), inside(revision.at, name));
  }
}
