// Named schemas and operations -> the files with their guards.

import {
  type Code,
  type CodeSymbol,
  code,
  type Declaration,
  exportedConstant,
  type FileSpec,
  generatedSymbol,
  generatedType,
  objectOf,
  propertyKey,
} from "../../../emit/index.ts";
import { hasOnlyType } from "../../../model/analysis/json-types.ts";
import type { MediaType, Operation } from "../../../model/http.ts";
import type { NamedSchema, Schema } from "../../../model/schema.ts";
import { docOfText, routeTextOf } from "../../docs.ts";
import { guardFiles } from "../../guard-files.ts";
import { parameterPartsOf } from "../../http/request-parts.ts";
import { sentTypeOf } from "../schemas-file.ts";
import { bodyOf } from "./body.ts";
import { guardsConstantOf } from "./guard-names.ts";
import { type GuardContext, GuardFile, GuardScope } from "./guard-scope.ts";

/** One exported function for each schema, with the functions and constants it needs for the schemas inside. */
export function guardsFile(schemas: readonly NamedSchema[], context: GuardContext): FileSpec {
  const declarations = {
    names: context.names,
    *each(): Iterable<Declaration> {
      const file = new GuardFile(context, bodyOf);
      for (const named of schemas) {
        const scope = new GuardScope(file, context.nameOf(named));
        const docAndType = { doc: docOfText("", named.at), type: sentTypeOf(named, context) };
        file.declare(() => scope.declarationOf(named.schema, docAndType));
        yield* file.take();
      }
    },
  };
  const summary = "Whether a value is of a type, as quickly as can be: each says the same as the schema of that name.";
  return { target: "zod", path: guardFiles.schemas, summary, declarations };
}

/** One constant for each operation: the guards of what a request holds, by part and by media type. */
export function operationGuardsFile(operations: readonly Operation[], context: GuardContext): FileSpec {
  const guarded = operations.filter(hasGuards);
  const names = guarded.map(({ name }) => guardsConstantOf(name));
  const declarations = {
    names,
    *each(): Iterable<Declaration> {
      const file = new GuardFile(context, bodyOf, names);
      for (const operation of guarded) {
        const declaration = declarationOf(operation, file);
        yield* [...file.take(), declaration];
      }
    },
  };
  const summary = "The guards of each operation: what they accept, the schemas of the same names accept.";
  return { target: "zod", path: guardFiles.operations, summary, declarations };
}

/** Whether the operation takes anything that a guard judges; without, it has no constant. */
export function hasGuards({ parameters, requestBody }: Operation): boolean {
  return parameters.length > 0 || (requestBody?.content ?? []).some((media) => schemaOf(media) !== null);
}

export function guardsSymbol({ name }: Operation): CodeSymbol {
  return generatedSymbol(guardsConstantOf(name), "zod", guardFiles.operations);
}

function declarationOf(operation: Operation, file: GuardFile): Declaration {
  const members = [...partsOf(operation, file), ...requestBodyGuards(operation, file)];
  const name = guardsConstantOf(operation.name);
  const type = code`${generatedType("OperationGuards", "zod", "runtime.gen.ts")}`;
  const doc = docOfText(`Whether a request is one that ${routeTextOf(operation)} takes.`);
  return exportedConstant({ name, type, initializer: objectOf(members, true) }, doc);
}

function partsOf(operation: Operation, file: GuardFile): Code[] {
  return parameterPartsOf(operation).map(({ part, schema }) => {
    const scope = new GuardScope(file, `is${operation.typeName}_${part}`);
    return code`${propertyKey(part)}: ${scope.functionFor(schema)}`;
  });
}

/** Bodies of bytes use the schemas: they restrict little. */
function requestBodyGuards({ typeName, requestBody }: Operation, file: GuardFile): Code[] {
  const content = requestBody?.content ?? [];
  const members = content.flatMap((media) => {
    const schema = schemaOf(media);
    if (schema === null) return [];
    const scope = new GuardScope(file, `is${typeName}_body`);
    const inner = content.length === 1 ? scope : scope.at(media.type);
    const guard = schema.kind === "ref" ? code`${inner.guardOf(schema.target)}` : inner.functionFor(schema);
    return [code`${propertyKey(media.type)}: ${guard}`];
  });
  return members.length === 0 ? [] : [code`body: ${objectOf(members)}`];
}

/** The condition on the value a body is read into; `null` for kinds of bodies whose values are not JSON. */
function schemaOf({ body, schema }: MediaType): Schema | null {
  switch (body) {
    case "json":
    case "form":
      return schema;
    case "text":
      return hasOnlyType(schema, "string") ? schema : null;
    default:
      return null;
  }
}
