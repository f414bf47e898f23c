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
  needsRequest,
  type Operation,
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
  /** Returns the options, of what sends, the operation, a key and the request. */
  readonly builder: CodeSymbol;
  /** The name of what returns the key of a request. */
  readonly key: string;
}

/** A function of what sends and a request. */
export function queryFunction(
  operation: Operation,
  { send, request }: Naming,
  { name, returnType, builder, key }: QueryFunction,
): FunctionDeclaration {
  const sent = needsRequest(operation) ? identifier(request) : code`${identifier(request)} ?? {}`;
  const values = [identifier(send), operationOf(operation), code`${identifier(key)}(${sent})`, sent];
  return {
    kind: StructureKind.Function,
    isExported: true,
    name,
    parameters: [
      { name: send, type: code`${runtimeType("QuerySend")}` },
      { name: request, hasQuestionToken: !needsRequest(operation), type: code`${requestTypeOf(operation)}` },
    ],
    returnType,
    statements: [code`return ${call(builder, values)};`],
    docs: [referenceTo(operation)],
  };
}

/** The constant of the client, which carries the types of requests and responses. */
export function operationOf({ name }: Operation): Code {
  return code`${generatedSymbol(name, "client", "operations.gen.ts")}`;
}
