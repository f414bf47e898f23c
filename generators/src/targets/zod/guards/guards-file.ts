// Named schemas -> one exported function each, with the functions and constants it needs for the schemas inside.
import type { Declaration, FileSpec } from "../../../emit/index.ts";
import type { NamedSchema } from "../../../model/schema.ts";
import { docOfText } from "../../docs.ts";
import { travellingOf } from "../schemas-file.ts";
import { type GuardContext, GuardFile, GuardScope } from "./guard-scope.ts";

export function guardsFile(schemas: readonly NamedSchema[], context: GuardContext): FileSpec {
  const declarations = { names: context.names, each: () => declarationsOf(schemas, context) };
  const summary = "Whether a value is of a type, as quickly as can be: each says the same as the schema of that name.";
  return { target: "zod", path: "guards.gen.ts", summary, declarations };
}

function* declarationsOf(schemas: readonly NamedSchema[], context: GuardContext): Iterable<Declaration> {
  const file = new GuardFile(context);
  for (const named of schemas) {
    const scope = new GuardScope(file, context.nameOf(named));
    const words = {
      doc: docOfText("", named.at),
      type: travellingOf(named, context),
    };
    file.declare(() => scope.declarationOf(named.schema, words));
    yield* file.take();
  }
}
