// Operations -> their schemas by id, with the lines of the description that have them, for calls that validate.
import {
  type Code,
  code,
  exportedConstant,
  type FileSpec,
  generatedSymbol,
  generatedType,
  literal,
  objectOf,
  propertyKey,
} from "../../emit/index.ts";
import { type MediaType, type Operation, statusText } from "../../model/http.ts";
import { lineOf } from "../../model/place.ts";
import { docOfText } from "../docs.ts";
import { wireOf } from "../types/index.ts";

export const schemasByOperation = { path: "schemas-by-operation.gen.ts", name: "schemasByOperation" } as const;

/** `hasDates`: code has Dates where the schemas have texts. */
export function schemasByOperationFile(operations: readonly Operation[], hasDates: boolean): FileSpec {
  const { path, name } = schemasByOperation;
  const type = code`${generatedType("SchemasById", "client", "validation.gen.ts")}`;
  const initializer = objectOf(
    operations.map((operation) => code`${propertyKey(operation.id)}: ${entryOf(operation, hasDates)}`),
    true,
  );
  const doc = docOfText(
    "The schemas of each operation of the client, by its id, and the lines of the description that have them.",
  );
  return {
    target: "zod",
    path,
    summary: "The schemas of all operations, for calls that validate.",
    declarations: operations.length === 0 ? [] : [exportedConstant({ name, type, initializer }, doc)],
  };
}

function entryOf(operation: Operation, hasDates: boolean): Code {
  const schemas = generatedSymbol(`${operation.name}Schemas`, "zod", "operations.gen.ts");
  return objectOf([
    code`...${schemas}`,
    ...(hasDates ? [code`wireOf: ${wireOf}`] : []),
    code`lines: ${objectOf(linesOf(operation))}`,
  ]);
}

function linesOf({ at, requestBody, responses }: Operation): Code[] {
  const linesIn = (content: readonly MediaType[], part: string): Code[] =>
    content.map((media) => code`${propertyKey(`${part} ${media.type}`)}: ${literal(lineOf(placeOf(media)))}`);
  return [
    code`operation: ${literal(lineOf(at))}`,
    ...linesIn(requestBody?.content ?? [], "body"),
    ...responses.flatMap((response) => linesIn(response.content, statusText(response.status))),
  ];
}

/** The named schema where the body is one: it is what people look up. */
function placeOf({ schema, item }: MediaType): Operation["at"] {
  const bodySchema = item?.schema ?? schema;
  return bodySchema.kind === "ref" ? bodySchema.target.at : bodySchema.at;
}
