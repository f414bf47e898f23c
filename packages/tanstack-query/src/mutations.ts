// Operations that change something -> the options of a mutation each.
import {
  code,
  docOfWords,
  type FunctionDeclaration,
  identifier,
  type Operation,
  objectOf,
  requestTypeOf,
  responseTypeOf,
  StructureKind,
} from "waybill/plugin";
import { callOf } from "./call.ts";
import { mutationNameOf, type Naming, needsRequest, pathOf } from "./naming.ts";
import { runtimeType } from "./runtime.ts";

export function mutationOf(operation: Operation, naming: Naming): FunctionDeclaration {
  const { words, at } = operation;
  const isOptional = !needsRequest(operation);
  const [send, request] = [identifier(naming.send), identifier(naming.request)];
  const members = [
    code`mutationKey: ${pathOf(operation, naming)}`,
    code`mutationFn: (${request}) => ${callOf(operation, send, [isOptional ? code`${request} ?? {}` : request])}`,
    code`retry: false`,
  ];
  // `mutate()` is a call without an argument only where that may be void.
  const variables = isOptional ? code`${requestTypeOf(operation)} | void` : code`${requestTypeOf(operation)}`;
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: mutationNameOf(operation),
    parameters: [{ name: naming.send, type: code`${runtimeType("QuerySend")}` }],
    returnType: code`${runtimeType("MutationOptions")}<${variables}, ${responseTypeOf(operation)}>`,
    statements: [code`return ${objectOf(members, true)};`],
    docs: [docOfWords(words, at)],
  };
}
