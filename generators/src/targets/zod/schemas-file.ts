// Named schemas -> one exported constant each.
import {
  arrayOf,
  type Code,
  call,
  code,
  exportedConstant,
  generatedType,
  literal,
  objectOf,
  objectTypeOf,
  propertyKey,
  pureCall,
  type VariableStatement,
} from "../../emit/index.ts";
import type { NamedSchema } from "../../model/schema.ts";
import { docOfText } from "../docs.ts";
import { type SchemaFileSpecs, schemaFilesOf } from "../schema-files.ts";
import type { ApiContext } from "../target.ts";
import { type EnumMember, enumMembersOf, wireValue } from "../types/index.ts";
import { checksOf, mergedOf, type ObjectBasis, plainOf } from "./object.ts";
import { type ObjectForm, objectFormOf } from "./object-form.ts";
import { type Scope, schemaSymbol } from "./scope.ts";
import { lazilyOf, zodOf } from "./zod-of.ts";

export function schemasFiles(
  schemas: readonly NamedSchema[],
  scope: Scope,
  context: Pick<ApiContext, "partOf" | "split">,
): SchemaFileSpecs {
  const summary =
    "A schema for each type of the description: what matches one matches the other, and is returned as it came.";
  const declared = (named: NamedSchema): VariableStatement => declarationOf(named, scope);
  return schemaFilesOf(schemas, { target: "zod", summary, isTypeOnly: false, declarationOf: declared }, context);
}

function declarationOf(named: NamedSchema, scope: Scope): VariableStatement {
  const { name } = schemaSymbol(named);
  const values = valuesOf(named, scope);
  const form = objectFormOf(named.schema);
  const doc = docOfText("", named.at);
  if (form !== null) {
    const type = code`${objectSchemaOf}<${values.all}>`;
    return exportedConstant({ name, type, initializer: objectConstantOf(named, form, scope) }, doc);
  }
  const listed = scope.dates?.has(named) === true ? null : enumOf(named, values.after);
  if (listed !== null) {
    const type = code`${scope.zod.enumType}<${listed.members}>`;
    return exportedConstant({ name, type, initializer: pureCall(code`${scope.zod.z}.enum`, [listed.given]) }, doc);
  }
  const isList = named.schema.kind === "array" && named.schema.prefixItems.length === 0;
  const type = code`${isList ? arraySchemaOf : scope.zod.type}<${values.after}>`;
  return exportedConstant({ name, type, initializer: constantOfNamed(named, isList ? "array" : "lazily", scope) }, doc);
}

/** The members of a Zod enum as a type, and what it is created from; `null` for other schemas. `type`: that of the values. */
function enumOf(named: NamedSchema, type: Code): { readonly members: Code; readonly given: Code } | null {
  const texts = textsOf(named);
  if (texts !== null)
    return { members: code`{ readonly [Value in ${type}]: Value }`, given: arrayOf(texts.map(literal)) };
  const numbers = namedNumbersOf(named);
  if (numbers === null) return null;
  const members = numbers.map(({ name, value }) => code`${propertyKey(name)}: ${literal(value)}`);
  return { members: objectTypeOf(members.map((member) => code`readonly ${member}`)), given: objectOf(members) };
}

/** The values of an enum of texts, which Zod names its members after. */
function textsOf({ schema }: NamedSchema): readonly string[] | null {
  if (schema.kind !== "enum") return null;
  const texts = schema.values.filter((value) => typeof value === "string" && value !== "__proto__");
  return texts.length === schema.values.length ? texts.map(String) : null;
}

/** The numbers of an enum that the description names. Zod takes a name that is one of the numbers for TypeScript's way back from it. */
function namedNumbersOf({ schema }: NamedSchema): readonly EnumMember[] | null {
  if (schema.kind !== "enum" || !schema.values.every((value) => typeof value === "number")) return null;
  const members = enumMembersOf(schema);
  const isPlain = ({ name, value }: EnumMember): boolean =>
    typeof value === "number" && name !== "__proto__" && Number.isNaN(Number(name));
  return members?.every(isPlain) === true ? members : null;
}

const arraySchemaOf = generatedType("ArraySchemaOf", "zod", "runtime.gen.ts");

const objectSchemaOf = generatedType("ObjectSchemaOf", "zod", "runtime.gen.ts");

/** An object is created when it is first used, like any constant, but shows its members before. */
function objectConstantOf(named: NamedSchema, form: ObjectForm, scope: Scope): Code {
  const checks = form.kind === "single" ? checksOf(form.schema, scope) : [];
  const base = form.kind === "single" ? plainOf(form.schema, scope, basisOf(named)) : mergedOf(form.parts, scope);
  const filling = scope.defaults?.fillingOfNamed(named) ?? null;
  const options = [
    ...(checks.length === 0 ? [] : [code`checks: () => ${arrayOf(checks)}`]),
    ...(filling === null ? [] : [code`filling: ${filling}`]),
  ];
  const args = [code`() => ${base}`, ...(options.length === 0 ? [] : [objectOf(options)])];
  return call(code`/* @__PURE__ */ ${scope.helper("object")}`, args);
}

/** Of a form of an object: that object, whose members it has. */
function basisOf({ basis }: NamedSchema): ObjectBasis | null {
  const form = basis === undefined ? null : objectFormOf(basis.schema);
  return basis === undefined || form?.kind !== "single" ? null : { named: basis, schema: form.schema };
}

function constantOfNamed(named: NamedSchema, maker: "lazily" | "array", scope: Scope): Code {
  return lazilyOf(zodOf(named.schema, scope), scope, scope.defaults?.fillingOfNamed(named) ?? null, maker);
}

/** The values that a schema returns, and as arguments of a type: those and, where they differ, the values that it takes. */
function valuesOf(named: NamedSchema, scope: Scope): { readonly after: Code; readonly all: Code } {
  const before = sentTypeOf(named, scope);
  if (named.output === undefined) return { after: before, all: before };
  const after = sentTypeOf(named.output, scope);
  return { after, all: code`${after}, ${before}` };
}

/** The type of the sent form: that of the schema, with texts for its Dates. */
export function sentTypeOf(named: NamedSchema, { dates }: Pick<Scope, "dates">): Code {
  const type = generatedType(named.name, "types", "schemas.gen.ts");
  return dates?.has(named) === true ? code`${wireValue}<${type}>` : code`${type}`;
}
