// `allowEmptyValue` of a query parameter -> a schema that also accepts the empty string, as in `?flag=`.
import { keyOf } from "../diagnostics/index.ts";
import type { Schema } from "../model/schema.ts";
import { noAnnotations } from "../model/schema.ts";
import { booleanField } from "../reading/index.ts";
import type { Node } from "../source/index.ts";
import type { OpenApiReading } from "./openapi-reading.ts";

interface Described {
  readonly schema: Schema;
  /** Only a value written as `name=value` in the query can be empty. */
  readonly isForm: boolean;
}

export function withEmptyValue(reading: OpenApiReading, node: Node, { schema, isForm }: Described): Schema {
  const field = node.get("allowEmptyValue");
  if (field === undefined || booleanField(reading, node, "allowEmptyValue") !== true) return schema;
  if (!isForm) {
    const reason = "only a query parameter of style form can be empty";
    reading.report.add("no-effect", keyOf(field), { what: '"allowEmptyValue"', reason, advice: "remove it" });
    return schema;
  }
  if (takesEmptyText(schema)) return schema;
  const empty: Schema = { kind: "enum", values: [""], at: field, annotations: noAnnotations };
  const { at, annotations } = schema;
  return { kind: "union", mode: "anyOf", members: [schema, empty], discriminator: null, at, annotations };
}

function takesEmptyText(schema: Schema): boolean {
  if (schema.kind === "any") return true;
  if (schema.kind === "enum") return schema.values.includes("");
  if (schema.kind !== "string") return false;
  return [schema.minLength, schema.pattern, schema.format].every((said) => said === null || said === 0);
}
