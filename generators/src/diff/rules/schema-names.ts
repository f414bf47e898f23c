// The names of schemas in generated code.
import type { AnyKind, Kind } from "../change.ts";
import { mutual, type Opposites, opposites, renames } from "../rule.ts";

export const schemaRenamed: Kind<{ from: string; to: string }> = mutual(
  renames("schema-renamed", ({ from, to }) => `its type is ${to} instead of ${from}`),
);

export const schemaNamePresence: Opposites<string> = opposites(
  renames("schema-name-gone", (name) => `the type ${name} is removed`),
  renames("schema-name-new", (name) => `the type ${name} is new`, {
    request: "minor",
    response: "minor",
    means: "Nothing changes on the wire; generated code has an additional name.",
  }),
  "an additional name breaks nothing",
);

const unusedChanged = mutual<void>(
  renames("unused-schema-changed", () => "its type is another one, and no operation uses it"),
);

const unusedExtended: Kind<void> = {
  ...renames("unused-schema-extended", () => "its type has more, and no operation uses it", {
    request: "minor",
    response: "minor",
    means: "Nothing changes on the wire; code that uses the generated type still compiles.",
    uneven: "an addition breaks nothing",
  }),
  opposite: "unused-schema-changed",
};

/** By what differs. */
export const unusedSchema: Readonly<Record<"changed" | "extended", Kind<void>>> = {
  changed: unusedChanged,
  extended: unusedExtended,
};

export const schemaNameKinds: readonly AnyKind[] = [
  schemaRenamed,
  ...schemaNamePresence,
  unusedChanged,
  unusedExtended,
];
