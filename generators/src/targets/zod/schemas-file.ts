// Named schemas -> one exported constant each.
import {
  type Code,
  type ConstDeclaration,
  code,
  type FileSpec,
  generatedType,
  StructureKind,
} from "../../emit/index.ts";
import { displayOf } from "../../model/place.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { wireValue } from "../types/index.ts";
import { type Scope, schemaSymbol, z } from "./scope.ts";
import { constantOf } from "./zod-of.ts";

export function schemasFile(schemas: readonly NamedSchema[], scope: Scope): FileSpec {
  const declarations = {
    names: schemas.map((named) => schemaSymbol(named).name),
    *each(): Iterable<ConstDeclaration> {
      for (const named of schemas) yield declarationOf(named, scope);
    },
  };
  const summary =
    "A schema for each type of the description: what matches one matches the other, and is returned as it came.";
  return { target: "zod", path: "schemas.gen.ts", summary, declarations };
}

function declarationOf(named: NamedSchema, scope: Scope): ConstDeclaration {
  return {
    kind: StructureKind.VariableStatement,
    name: schemaSymbol(named).name,
    doc: { text: firstSentenceOf(named), tags: [], source: displayOf(named.at) },
    type: code`${z}.ZodType<${travellingOf(named, scope)}>`,
    value: constantOf(named.schema, scope),
    exported: true,
  };
}

/** The type of what travels: that of the schema, with texts for its Dates. */
export function travellingOf(named: NamedSchema, { dates }: Pick<Scope, "dates">): Code {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  return dates?.has(named) === true ? code`${wireValue}<${type}>` : code`${type}`;
}

/** The type has all of the words; here the first sentence will do. */
function firstSentenceOf({ schema }: NamedSchema): string {
  const text = (schema.notes.description ?? schema.notes.title ?? "").trim();
  const [paragraph = ""] = text.split(/\n\s*\n/);
  const [sentence = ""] = paragraph.replace(/\s+/g, " ").split(/(?<=[.!?])\s/);
  return sentence;
}
