// Operations that read -> the key and the options of a query each.
import {
  type Code,
  call,
  code,
  type Declaration,
  type Doc,
  docOfText,
  docOfWords,
  type FunctionDeclaration,
  identifier,
  literal,
  type Operation,
  objectOf,
  requestTypeOf,
  responseTypeOf,
  routeTextOf,
  StructureKind,
  unionTypeOf,
  VariableDeclarationKind,
  type VariableStatement,
} from "waybill/plugin";
import { callOf } from "./call.ts";
import { isSafe, keyNameOf, type Naming, needsRequest, pathOf, queryNameOf } from "./naming.ts";
import { runtimeSymbol, runtimeType } from "./runtime.ts";

/** What keys of operations begin with. */
export function scopeKeyOf(operations: readonly Operation[], { scope }: Naming): Declaration {
  const tags = [...new Set(operations.flatMap((operation) => operation.tags.slice(0, 1)))];
  const tag = tags.length === 0 ? code`never` : unionTypeOf(tags.map(literal));
  const type = code`${runtimeType("ScopeKey")}<${literal(scope)}, ${tag}>`;
  const initializer = call(runtimeSymbol("scopeKeyFactory"), [literal(scope)]);
  return constant({ name: "queryKeyOf", type, initializer }, docOfText(scopeText));
}

const scopeText =
  "The key of everything of this API, or of the operations with a tag, to invalidate them together. Only the first tag of an operation counts.";

export function queryDeclarationsOf(operation: Operation, naming: Naming): Declaration[] {
  return [keyOf(operation, naming), optionsOf(operation, naming)];
}

function keyOf(operation: Operation, naming: Naming): Declaration {
  const path = pathOf(operation, naming);
  const types = code`readonly ${path}, ${requestTypeOf(operation)}, ${responseTypeOf(operation)}`;
  const type = code`${runtimeType("OperationKey")}<${types}>`;
  const text = `The key of ${routeTextOf(operation)} with a request, or with any.`;
  const initializer = call(runtimeSymbol("keyFactory"), [path]);
  return constant({ name: keyNameOf(operation), type, initializer }, docOfText(text));
}

function optionsOf(operation: Operation, { send, request, signal }: Naming): FunctionDeclaration {
  const { words, at } = operation;
  const isOptional = !needsRequest(operation);
  const given = isOptional ? code`${identifier(request)} ?? {}` : identifier(request);
  const key = identifier(keyNameOf(operation));
  const sent = callOf(operation, identifier(send), [given, signal]);
  const members = [
    code`queryKey: ${key}(${given})`,
    code`queryFn: (${signal}) => ${hasEmptySuccess(operation) ? code`${sent}.then((body) => body ?? null)` : sent}`,
    // TanStack Query would send it again.
    ...(isSafe(operation) ? [] : [code`retry: false`]),
  ];
  return {
    kind: StructureKind.Function,
    isExported: true,
    name: queryNameOf(operation),
    parameters: [
      { name: send, type: code`${runtimeType("QuerySend")}` },
      { name: request, hasQuestionToken: isOptional, type: code`${requestTypeOf(operation)}` },
    ],
    returnType: code`${runtimeType("QueryOptions")}<typeof ${key}, ${responseTypeOf(operation)}>`,
    statements: [code`return ${objectOf(members, true)};`],
    docs: [docOfWords(words, at)],
  };
}

/** A query cannot hold `undefined`. */
function hasEmptySuccess({ responses }: Operation): boolean {
  return responses.some(({ status, content }) => {
    const isSuccess =
      status.kind === "code" ? Math.floor(status.code / 100) === 2 : status.kind === "default" || status.first === 2;
    return isSuccess && content.length === 0;
  });
}

/** A bundle leaves it out where nothing uses it. */
function constant(
  { name, type, initializer }: { name: string; type: Code; initializer: Code },
  doc: Doc,
): VariableStatement {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type, initializer: code`/* @__PURE__ */ ${initializer}` }],
    docs: [doc],
  };
}
