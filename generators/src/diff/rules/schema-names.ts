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

export const schemaNameKinds: readonly AnyKind[] = [schemaRenamed, ...schemaNamePresence];
