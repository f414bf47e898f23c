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
  objectOf,
  referenceTo,
  requestTypeOf,
  responseTypeOf,
  StructureKind,
} from "waybill/plugin";
import { operationOf, requestOf, throwingOf } from "./declarations.ts";
import { type Naming, namesOf, pathOf } from "./naming.ts";
import { runtimeType } from "./runtime.ts";

/** `invalidated`: the beginnings of the keys of the queries that are out of date afterwards. */
export function mutationOf(operation: Operation, naming: Naming, invalidated: readonly Code[]): FunctionDeclaration {
  const { send, request, moreErrors } = naming;
  const sent = call(throwingOf(send), [operationOf(operation), requestOf(operation, naming)]);
  const key = code`mutationKey: ${pathOf(operation, naming)}`;
  const fn = code`mutationFn: (${identifier(request)}) => ${sent}`;
  const meta = invalidated.length === 0 ? [] : [code`meta: { invalidates: ${arrayOf(invalidated)} }`];
  const type = requestTypeOf(operation);
  // A call of `mutate` takes no argument only where `void` is one.
  const variables = needsRequest(operation) ? code`${type}` : code`${type} | void`;
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: namesOf(operation).mutation,
    parameters: [{ name: send, type: code`${runtimeType("QuerySend")}` }],
    returnType: code`${runtimeType("MutationOptions")}<${variables}, ${responseTypeOf(operation)}${moreErrors}>`,
    statements: [code`return ${objectOf([key, fn, ...meta, code`retry: false`], true)};`],
    docs: [referenceTo(operation)],
  };
}
