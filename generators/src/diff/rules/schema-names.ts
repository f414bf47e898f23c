// The names of schemas in generated code.
import type { AnyKind, Kind } from "../change.ts";
import { renames } from "../rule.ts";

export const schemaRenamed: Kind<{ from: string; to: string }> = {
  ...renames,
  id: "schema-renamed",
  opposite: "schema-renamed",
  message: ({ from, to }) => `its type is ${to} instead of ${from}`,
};

export const schemaNameGone: Kind<string> = {
  ...renames,
  id: "schema-name-gone",
  opposite: "schema-name-new",
  uneven: "an additional name breaks nothing",
  message: (name) => `the type ${name} is removed`,
};

export const schemaNameNew: Kind<string> = {
  ...renames,
  id: "schema-name-new",
  request: "minor",
  response: "minor",
  opposite: "schema-name-gone",
  uneven: "an additional name breaks nothing",
  message: (name) => `the type ${name} is new`,
  means: {
    request: "Nothing changes on the wire; generated code has an additional name.",
    response: "Nothing changes on the wire; generated code has an additional name.",
  },
};

export const schemaNameKinds: readonly AnyKind[] = [schemaRenamed, schemaNameGone, schemaNameNew];
