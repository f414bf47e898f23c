// Operations -> one constant each: the schemas of its parameters, bodies and responses, as data.
import {
  type Code,
  code,
  exportedConstant,
  type FileSpec,
  generatedType,
  namesOf,
  objectOf,
  propertyKey,
  type VariableStatement,
} from "../../emit/index.ts";
import { openObjectOf } from "../../model/analysis/bare-objects.ts";
import { holdsBinary } from "../../model/analysis/binary-parts.ts";
import { hasOnlyType } from "../../model/analysis/json-types.ts";
import type { Header, MediaType, Operation, Response } from "../../model/http.ts";
import { unreachable } from "../../model/unreachable.ts";
import { docOfText, routeTextOf } from "../docs.ts";
import { parameterPartsOf } from "../http/request-parts.ts";
import { type SharedResponses, sharedResponsesOf, statusPropertyOf } from "../http/shared.ts";
import { requestTypeOf, wireValue } from "../types/index.ts";
import type { Scope } from "./scope.ts";
import { lazilyOf, standaloneOf } from "./zod-of.ts";

export function operationsFile(operations: readonly Operation[], scope: Scope): FileSpec {
  const writer = {
    headersOf: (headers: readonly Header[]) => headersOf(headers, scope),
    headersType: scope.zod.type,
    responseOf: (response: Response, headers: Code) => responseOf(response, headers, scope),
    responseType: code`${generatedType("ResponseSchemas", "zod", "runtime.gen.ts")}`,
  };
  const shared = sharedResponsesOf(operations, writer, operations.map(constantOf));
  return {
    target: "zod",
    path: "operations.gen.ts",
    summary:
      "The schemas of each operation: parameters once they are decoded, bodies by media type, responses by status.",
    declarations: {
      names: [...namesOf(shared.declarations), ...operations.map(constantOf)],
      *each(): Iterable<VariableStatement> {
        yield* shared.declarations;
        for (const operation of operations) yield declarationOf(operation, shared, scope);
      },
    },
  };
}

function declarationOf(operation: Operation, shared: SharedResponses, scope: Scope): VariableStatement {
  const responses = operation.responses.map(
    (response) => code`${statusPropertyOf(response)}: ${shared.codeOf(response)}`,
  );
  const members = [...partsOf(operation, scope), ...bodyOf(operation, scope), code`responses: ${objectOf(responses)}`];
  return exportedConstant(
    { name: constantOf(operation), type: typeOf(operation, scope), initializer: objectOf(members, true) },
    docOfText(routeTextOf(operation)),
  );
}

function constantOf({ name }: Operation): string {
  return `${name}Schemas`;
}

function typeOf(operation: Operation, { dates }: Scope): Code {
  const { parameters, requestBody } = operation;
  const schemas = generatedType("OperationSchemas", "zod", "runtime.gen.ts");
  if (parameters.length === 0 && requestBody === null) return code`${schemas}`;
  const request = requestTypeOf(operation);
  const travelling = hasDates(operation, dates) ? code`${wireValue}<${request}>` : code`${request}`;
  return code`${schemas}<${travelling}>`;
}

function hasDates({ parameters, requestBody }: Operation, dates: Scope["dates"]): boolean {
  if (dates === null) return false;
  const schemas = [
    ...parameters.map(({ schema }) => schema),
    ...(requestBody?.content ?? []).flatMap(({ schema, item }) => (item === null ? [schema] : [schema, item.schema])),
  ];
  return schemas.some((schema) => dates.placesIn(schema) !== null);
}

function partsOf(operation: Operation, scope: Scope): Code[] {
  return parameterPartsOf(operation).map(
    ({ part, schema }) => code`${propertyKey(part)}: ${standaloneOf(schema, scope)}`,
  );
}

function bodyOf({ requestBody }: Operation, scope: Scope): Code[] {
  return requestBody === null ? [] : [code`body: ${contentOf(requestBody.content, scope)}`];
}

function contentOf(content: readonly MediaType[], scope: Scope): Code {
  return objectOf(content.map((media) => code`${propertyKey(media.type)}: ${bodyZodOf(media, scope)}`));
}

function responseOf({ headers, content }: Response, headersCode: Code, scope: Scope): Code {
  return objectOf([
    ...(headers.length === 0 ? [] : [code`headers: ${headersCode}`]),
    ...(content.length === 0 ? [] : [code`body: ${contentOf(content, scope)}`]),
  ]);
}

function headersOf(headers: readonly Header[], scope: Scope): Code {
  const [first] = headers;
  return first === undefined ? objectOf([]) : standaloneOf(openObjectOf(headers, first.at), scope);
}

/**
 * Bytes are a `Blob`, as in the types: a whole binary body, and the parts of a multipart body with bytes. A sequence is
 * validated item by item.
 */
function bodyZodOf({ body, schema, item }: MediaType, scope: Scope): Code {
  switch (body) {
    case "json":
    case "form":
      return standaloneOf(schema, scope);
    case "multipart":
      return standaloneOf(schema, { ...scope, hasBlobs: (named) => holdsBinary(named.schema) });
    case "text":
      return hasOnlyType(schema, "string")
        ? standaloneOf(schema, scope)
        : lazilyOf(code`${scope.zod.z}.string()`, scope);
    case "binary":
      return lazilyOf(code`${scope.zod.z}.instanceof(Blob)`, scope);
    case "events":
    case "lines":
    case "sequence":
      return standaloneOf(item?.schema ?? schema, scope);
    default:
      return unreachable(body);
  }
}
