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
import { constant, hasEmptySuccess, operationOf, queryFunction, requestOf, throwingOf } from "./declarations.ts";
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

const scopeText =
  "What the keys of all operations begin with, or of those with a tag, to invalidate them together. Only the first tag of an operation counts.";

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
  const { signal, send, moreErrors } = naming;
  const key = identifier(namesOf(operation).key);
  const request = requestOf(operation, naming);
  const sent = call(throwingOf(send), [operationOf(operation), request, code`{ ${signal} }`]);
  const received = hasEmptySuccess(operation) ? code`${sent}.then((body) => body ?? null)` : sent;
  return queryFunction(operation, naming, {
    name: namesOf(operation).options,
    returnType: code`${runtimeType("QueryOptions")}<typeof ${key}, ${responseTypeOf(operation)}${moreErrors}>`,
    members: [code`queryKey: ${key}(${request})`, code`queryFn: ({ ${signal} }) => ${received}`],
  });
}
