// Which random schemas Ajv is known to judge as JSON Schema does.
import type { JsonSchema } from "./judges.ts";

/**
 * Ajv counts all elements as looked at beside `contains`, forgets `contains` behind `prefixItems` that are longer than the array,
 * and takes the resource of a `$dynamicRef` for the outermost one.
 */
export function isForAjv(schema: JsonSchema): boolean {
  const text = JSON.stringify(schema);
  return (
    !/unevaluated|\$dynamic|example\/(Node|List)/.test(text) &&
    !(text.includes("contains") && text.includes("prefixItems"))
  );
}
