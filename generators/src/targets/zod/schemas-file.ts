// Named schemas -> one exported constant each.
import {
  arrayOf,
  type Code,
  call,
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
import { checksOf, mergedOf, plainOf } from "./object.ts";
import { type ObjectForm, objectFormOf } from "./object-form.ts";
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
  const values = travellingOf(named, scope);
  const form = objectFormOf(named.schema);
  const doc = docOfText(firstSentenceOf(named), named.at);
  const declared =
    form === null
      ? { name, type: code`${z}.ZodType<${values}>`, initializer: constantOf(named.schema, scope) }
      : { name, type: code`${objectSchemaOf}<${values}>`, initializer: objectConstantOf(form, scope) };
  return exported(constant(declared, doc));
}

const objectSchemaOf = generatedType("ObjectSchemaOf", "zod", "runtime.gen.ts");

/** An object is created when it is first used, like any constant, but shows its members before. */
function objectConstantOf(form: ObjectForm, scope: Scope): Code {
  const checks = form.kind === "single" ? checksOf(form.schema, scope) : [];
  const base = form.kind === "single" ? plainOf(form.schema, scope) : mergedOf(form.parts, scope);
  const makers = [code`() => ${base}`, ...(checks.length === 0 ? [] : [code`() => ${arrayOf(checks)}`])];
  return call(code`/* @__PURE__ */ ${scope.helper("object")}`, makers);
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
