// What generated code calls the schemas of a description.
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
  uneven: "a name more is in nobody's way",
  message: (name) => `there is no type ${name} any more`,
};

export const schemaNameNew: Kind<string> = {
  ...renames,
  id: "schema-name-new",
  request: "minor",
  response: "minor",
  opposite: "schema-name-gone",
  uneven: "a name more is in nobody's way",
  message: (name) => `there is a type ${name}`,
  means: {
    request: "Nothing changes on the wire; generated code has one name more.",
    response: "Nothing changes on the wire; generated code has one name more.",
  },
};

export const schemaNameKinds: readonly AnyKind[] = [schemaRenamed, schemaNameGone, schemaNameNew];
