// Operations -> one constant each: the schemas of its parameters, bodies and responses, as data.
import {
  type Code,
  type ConstDeclaration,
  code,
  type FileSpec,
  generatedType,
  literal,
  objectOf,
  propertyKey,
  StructureKind,
} from "../../emit/index.ts";
import type { Header, MediaType, Operation, ParameterPlace, Response, Status } from "../../model/http.ts";
import type { ObjectSchema, Property } from "../../model/schema.ts";
import type { Location } from "../../model/place.ts";
import { docOfText } from "../docs.ts";
import { bodyZodOf } from "./body.ts";
import type { Scope } from "./scope.ts";
import { type SharedResponses, sharedResponsesOf } from "./shared-responses.ts";
import { originalOf } from "./zod-of.ts";

export function operationsFile(operations: readonly Operation[], scope: Scope): FileSpec {
  const shared = sharedResponsesOf(operations, {
    headersCode: (headers) => headersOf(headers, scope),
    responseCode: (response, { headersOf: known }) => responseOf(response, "get", known, scope),
  });
  const declarations = [
    ...shared.declarations,
    ...operations.map((operation) => declarationOf(operation, shared, scope)),
  ];
  return {
    target: "zod",
    path: "operations.gen.ts",
    summary:
      "The schemas of each operation: parameters once they are decoded, bodies by media type, responses by status.",
    declarations,
  };
}

function declarationOf(operation: Operation, shared: SharedResponses, scope: Scope): ConstDeclaration {
  const route = `\`${operation.method.toUpperCase()} ${operation.path.text}\``;
  return {
    kind: StructureKind.VariableStatement,
    name: `${operation.name}Schemas`,
    doc: {
      ...docOfText(`What ${route} takes and answers.`),
    },
    type: typeOf(operation),
    value: objectOf(
      [...partsOf(operation, scope), ...bodyOf(operation, scope), responsesOf(operation, shared, scope)],
      true,
    ),
    exported: true,
  };
}

function typeOf({ typeName, parameters, requestBody }: Operation): Code {
  const schemas = generatedType("OperationSchemas", "zod", "runtime.gen.ts");
  if (parameters.length === 0 && requestBody === null) return code`${schemas}`;
  return code`${schemas}<${generatedType(`${typeName}Request`, "types", "operations.gen.ts")}>`;
}

const places: readonly { readonly place: ParameterPlace; readonly part: Code }[] = [
  { place: "path", part: code`path` },
  { place: "query", part: code`query` },
  { place: "header", part: code`headers` },
  { place: "cookie", part: code`cookies` },
];

function partsOf({ parameters, at }: Operation, scope: Scope): Code[] {
  return places.flatMap(({ place, part }) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    return found.length === 0 ? [] : [code`${part}: ${originalOf(objectWith(found, at), scope)}`];
  });
}

/** An object with a member for each parameter or header, open to others. */
function objectWith(members: readonly Property[], at: Location): ObjectSchema {
  return {
    kind: "object",
    properties: members.map(({ name, required, schema, at: place }) => ({ name, required, schema, at: place })),
    patternProperties: [],
    additional: { kind: "any", at, notes },
    additionalStated: false,
    requiredElsewhere: [],
    propertyNames: null,
    minProperties: null,
    maxProperties: null,
    dependentRequired: [],
    dependentSchemas: [],
    at,
    notes,
  };
}

const notes: ObjectSchema["notes"] = {
  title: null,
  description: null,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  default: null,
  examples: [],
  enumDescriptions: {},
  extensions: {},
};

function bodyOf({ requestBody }: Operation, scope: Scope): Code[] {
  return requestBody === null ? [] : [code`body: ${contentOf(requestBody.content, scope)}`];
}

function contentOf(content: readonly MediaType[], scope: Scope): Code {
  return objectOf(content.map((media) => code`${propertyKey(media.type)}: ${bodyZodOf(media, scope)}`));
}

function responsesOf({ responses, method }: Operation, shared: SharedResponses, scope: Scope): Code {
  const members = responses.map((response) => {
    const constant = method === "head" ? null : shared.responseOf(response);
    return code`${statusKey(response.status)}: ${constant ?? responseOf(response, method, shared.headersOf, scope)}`;
  });
  return code`responses: ${objectOf(members, members.length > 0)}`;
}

function responseOf(
  { headers, content }: Response,
  method: Operation["method"],
  known: SharedResponses["headersOf"],
  scope: Scope,
): Code {
  return objectOf([
    ...(headers.length === 0 ? [] : [code`headers: ${known(headers) ?? headersOf(headers, scope)}`]),
    ...(content.length === 0 || method === "head" ? [] : [code`body: ${contentOf(content, scope)}`]),
  ]);
}

function headersOf(headers: readonly Header[], scope: Scope): Code {
  const [first] = headers;
  return first === undefined ? objectOf([]) : originalOf(objectWith(headers, first.at), scope);
}

function statusKey(status: Status): Code {
  switch (status.kind) {
    case "code":
      return literal(status.code);
    case "range":
      return propertyKey(`${status.first}XX`);
    case "default":
      return code`default`;
  }
}
