// Operations that change something -> the options of a mutation each.
import {
  arrayOf,
  type Code,
  call,
  code,
  type FunctionDeclaration,
  identifier,
  needsRequest,
  type Operation,
  referenceTo,
  requestTypeOf,
  responseTypeOf,
  StructureKind,
} from "waybill/plugin";
import { operationOf } from "./declarations.ts";
import { type Naming, namesOf, pathOf } from "./naming.ts";
import { runtimeSymbol, runtimeType } from "./runtime.ts";

/** `invalidated`: the beginnings of the keys of the queries that are out of date afterwards. */
export function mutationOf(operation: Operation, naming: Naming, invalidated: readonly Code[]): FunctionDeclaration {
  const { send, moreErrors } = naming;
  const more = invalidated.length === 0 ? [] : [arrayOf(invalidated)];
  const values = [identifier(send), operationOf(operation), pathOf(operation, naming), ...more];
  const type = requestTypeOf(operation);
  // A call of `mutate` takes no argument only where `void` is one.
  const variables = needsRequest(operation) ? code`${type}` : code`${type} | void`;
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: namesOf(operation).mutation,
    parameters: [{ name: send, type: code`${runtimeType("QuerySend")}` }],
    returnType: code`${runtimeType("MutationOptions")}<${variables}, ${responseTypeOf(operation)}${moreErrors}>`,
    statements: [code`return ${call(runtimeSymbol("mutationFor"), values)};`],
    docs: [referenceTo(operation)],
  };
}
