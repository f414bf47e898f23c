// What the parts of a key or of options are written as: constants, and functions of a sender and a request.
import {
  type Code,
  type CodeSymbol,
  call,
  code,
  type Doc,
  type FunctionDeclaration,
  generatedSymbol,
  identifier,
  isSafe,
  needsRequest,
  type Operation,
  objectOf,
  referenceTo,
  requestTypeOf,
  StructureKind,
  VariableDeclarationKind,
  type VariableStatement,
} from "waybill/plugin";
import type { Naming } from "./naming.ts";
import { runtimeType } from "./runtime.ts";

interface Constant {
  readonly name: string;
  readonly type: Code;
  readonly initializer: Code;
}

/** A bundle leaves it out where nothing uses it. */
export function constant({ name, type, initializer }: Constant, doc: Doc): VariableStatement {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type, initializer: code`/* @__PURE__ */ ${initializer}` }],
    docs: [doc],
  };
}

interface QueryFunction {
  readonly name: string;
  readonly returnType: Code;
  /** Of the object that it returns. */
  readonly members: readonly Code[];
  /** What is called with that object. */
  readonly wrapper?: CodeSymbol | null;
}

/** A function of what sends and a request. */
export function queryFunction(
  operation: Operation,
  { send, request }: Naming,
  { name, returnType, members, wrapper = null }: QueryFunction,
): FunctionDeclaration {
  // TanStack Query sends a failed query again by default.
  const retry = isSafe(operation) ? [] : [code`retry: false`];
  const options = objectOf([...members, ...retry], true);
  return {
    kind: StructureKind.Function,
    isExported: true,
    name,
    parameters: [
      { name: send, type: code`${runtimeType("QuerySend")}` },
      { name: request, hasQuestionToken: !needsRequest(operation), type: code`${requestTypeOf(operation)}` },
    ],
    returnType,
    statements: [code`return ${wrapper === null ? options : call(wrapper, [options])};`],
    docs: [referenceTo(operation)],
  };
}

/** The parameter `request`, of which nothing may be required. */
export function requestOf(operation: Operation, { request }: Naming): Code {
  return needsRequest(operation) ? identifier(request) : code`${identifier(request)} ?? {}`;
}

/** The constant of the client, which carries the types of requests and responses. */
export function operationOf({ name }: Operation): Code {
  return code`${generatedSymbol(name, "client", "operations.gen.ts")}`;
}

/** Resolves to the body of a success, and throws everything else. */
export function throwingOf(send: string): Code {
  return code`${generatedSymbol("throwing", "client", "send.gen.ts")}(${identifier(send)})`;
}

/** Then there is `null` instead: a query cannot hold `undefined`. */
export function hasEmptySuccess({ responses }: Operation): boolean {
  return responses.some(({ status, content }) => {
    const first = status.kind === "code" ? Math.trunc(status.code / 100) : status.kind === "range" ? status.first : 2;
    return first === 2 && content.length === 0;
  });
}
