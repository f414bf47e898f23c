// JSON Schemas as the description writes them -> the model that the kit reads them into, and Ajv's verdict on the same text.

import { type Json, Report, readApi, type Schema, textOf } from "waybill/description";
import { ajvOf, type JsonSchema } from "../../../../../generators/test/targets/zod/judges.ts";

export interface SchemaWithAjv {
  readonly schema: Schema;
  readonly accepts: (value: Json) => boolean;
}

/** The entries of `components.schemas`, by name; references between them are written `#/components/schemas/Name`. */
export function schemasWithAjv(schemas: Readonly<Record<string, JsonSchema>>): (name: string) => SchemaWithAjv {
  const document = { openapi: "3.1.1", info: { title: "Test", version: "1" }, paths: {}, components: { schemas } };
  const report = new Report();
  const { api } = readApi({ cwd: "/test", openapi: "openapi.json", readText: () => JSON.stringify(document) }, report);
  if (api === null || report.hasErrors) throw new Error(report.list().map(textOf).join("\n"));
  const models = new Map(api.schemas.map((named) => [named.nameParts.at(-1), named.schema]));
  const ajv = ajvOf();
  ajv.addSchema({ $id: "test:document", components: { schemas } });
  return (name) => {
    const schema = models.get(name);
    if (schema === undefined) throw new Error(`no schema ${name}`);
    const validate = ajv.compile({ $ref: `test:document#/components/schemas/${name}` });
    return { schema, accepts: (value) => validate(value) === true };
  };
}

export function withAjv(schema: JsonSchema): SchemaWithAjv {
  return schemasWithAjv({ It: schema })("It");
}
