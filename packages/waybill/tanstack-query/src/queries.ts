// Operations that read -> the key and the options of a query each.
import {
  call,
  code,
  type Declaration,
  docOfText,
  identifier,
  literal,
  type Operation,
  requestTypeOf,
  responseTypeOf,
  routeTextOf,
  unionTypeOf,
} from "waybill/plugin";
import { constant, queryFunction } from "./declarations.ts";
import { infiniteDeclarationsOf } from "./infinite.ts";
import { type Naming, namesOf, pathOf } from "./naming.ts";
import { keyType, runtimeSymbol, runtimeType } from "./runtime.ts";

/** What keys of operations begin with. */
export function scopeKeyOf(operations: readonly Operation[], { scope }: Naming): Declaration {
  const tags = [...new Set(operations.flatMap((operation) => operation.tags.slice(0, 1)))];
  const tag = tags.length === 0 ? code`never` : unionTypeOf(tags.map(literal));
  const type = code`${runtimeType("ScopeKey")}<${literal(scope)}, ${tag}>`;
  const initializer = call(runtimeSymbol("scopeKeyFactory"), [literal(scope)]);
  return constant({ name: "queryKeyOf", type, initializer }, docOfText(scopeText));
}

const scopeText = "What all keys begin with, or those of a tag: of the first one of each operation.";

export function queryDeclarationsOf(operation: Operation, naming: Naming): Declaration[] {
  return [keyOf(operation, naming), optionsOf(operation, naming), ...infiniteDeclarationsOf(operation, naming)];
}

function keyOf(operation: Operation, naming: Naming): Declaration {
  const path = pathOf(operation, naming);
  const types = code`readonly ${path}, ${requestTypeOf(operation)}, ${responseTypeOf(operation)}`;
  const type = code`${keyType("OperationKey")}<${types}>`;
  const initializer = call(runtimeSymbol(naming.keyFactory), [path]);
  const text = `The key of ${routeTextOf(operation)}.`;
  return constant({ name: namesOf(operation).key, type, initializer }, docOfText(text));
}

function optionsOf(operation: Operation, naming: Naming): Declaration {
  const { key, options: name } = namesOf(operation);
  const types = code`typeof ${identifier(key)}, ${responseTypeOf(operation)}${naming.moreErrors}`;
  const returnType = code`${runtimeType("QueryOptions")}<${types}>`;
  return queryFunction(operation, naming, { name, returnType, builder: runtimeSymbol("queryFor"), key });
}
