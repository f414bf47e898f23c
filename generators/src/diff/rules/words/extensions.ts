// Members that start with `x-`: what they mean is known to their authors alone.

import type { Location } from "../../../model/place.ts";
import type { Kind } from "../../change.ts";
import { inside, type Rule, rewords, type Tell } from "../../rule.ts";
import type { Notes } from "../../schema/notes.ts";
import { canonicalOf } from "./same-text.ts";

export const extensionChanged: Kind<string> = {
  ...rewords,
  id: "extension-changed",
  opposite: "extension-changed",
  message: (name) => `${name} says something else`,
  means: {
    request: "Nothing that this tool knows of; look at it if a program of yours reads it.",
    response: "Nothing that this tool knows of; look at it if a program of yours reads it.",
  },
};

export const extensionsRule: Rule<Notes> = {
  kinds: [extensionChanged],
  compare: (base, revision, tell) => compareExtensions(base, revision, tell),
};

interface Extended {
  readonly at: Location;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** Of anything that has them. */
export function compareExtensions(base: Extended, revision: Extended, tell: Tell): void {
  for (const name of new Set([...Object.keys(base.extensions), ...Object.keys(revision.extensions)])) {
    const [was, is] = [base, revision].map(({ extensions }) => canonicalOf(extensions[name]));
    if (was !== is) tell(extensionChanged, name, inside(base.at, name), inside(revision.at, name));
  }
}
