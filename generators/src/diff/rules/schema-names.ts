// The names of schemas in generated code.
import type { AnyKind, Kind } from "../change.ts";
import { mutual, type Opposites, opposites, renames } from "../rule.ts";

export const schemaRenamed: Kind<{ from: string; to: string }> = mutual({
  ...renames,
  id: "schema-renamed",
  message: ({ from, to }) => `its type is ${to} instead of ${from}`,
});

export const schemaNamePresence: Opposites<string> = opposites(
  { ...renames, id: "schema-name-gone", message: (name) => `the type ${name} is removed` },
  {
    ...renames,
    id: "schema-name-new",
    request: "minor",
    response: "minor",
    message: (name) => `the type ${name} is new`,
    means: {
      request: "Nothing changes on the wire; generated code has an additional name.",
      response: "Nothing changes on the wire; generated code has an additional name.",
    },
  },
  "an additional name breaks nothing",
);

export const schemaNameKinds: readonly AnyKind[] = [schemaRenamed, ...schemaNamePresence];
