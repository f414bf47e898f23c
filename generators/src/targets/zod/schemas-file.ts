// Named schemas -> one exported constant each.
import {
  type Code,
  code,
  constant,
  exported,
  type FileSpec,
  generatedType,
  type VariableStatement,
} from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { wireValue } from "../types/index.ts";
import { type Scope, schemaSymbol, z } from "./scope.ts";
import { constantOf } from "./zod-of.ts";

export function schemasFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const declarations = {
    names: schemas.map((named) => schemaSymbol(named).name),
    *each(): Iterable<VariableStatement> {
      for (const named of schemas) yield declarationOf(named, scope);
    },
  };
  const summary =
    "A schema for each type of the description: what matches one matches the other, and is returned as it came.";
  return { target: "zod", path: "schemas.gen.ts", summary, declarations };
}

function declarationOf(named: NamedSchema, scope: Scope): VariableStatement {
  const { name } = schemaSymbol(named);
  const type = code`${z}.ZodType<${travellingOf(named, scope)}>`;
  const doc = docOfText(firstSentenceOf(named), named.at);
  return exported(constant({ name, type, initializer: constantOf(named.schema, scope) }, doc));
}

/** The type of the sent form: that of the schema, with texts for its Dates. */
export function travellingOf(named: NamedSchema, { dates }: Pick<Scope, "dates">): Code {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  return dates?.has(named) === true ? code`${wireValue}<${type}>` : code`${type}`;
}

/** The type has the full text; here the first sentence is enough. */
function firstSentenceOf({ schema }: NamedSchema): string {
  const text = (schema.annotations.description ?? schema.annotations.title ?? "").trim();
  const [paragraph = ""] = text.split(/\n\s*\n/);
  const [sentence = ""] = paragraph.replace(/\s+/g, " ").split(/(?<=[.!?])\s/);
  return sentence;
}
