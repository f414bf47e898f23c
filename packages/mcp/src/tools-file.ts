// Tools -> the table of them, whose operations are those of the generated client.
import {
  arrayOf,
  type Code,
  code,
  type Declaration,
  docOfText,
  generatedSymbol,
  generatedType,
  type HttpApi,
  literal,
  literalInLines,
  objectOf,
  StructureKind,
  VariableDeclarationKind,
} from "waybill/plugin";
import type { Tool } from "./tools.ts";

export function toolDeclarationsOf({ info }: HttpApi, tools: readonly Tool[]): Declaration[] {
  const operation = code`${generatedType("Operation", "client", "runtime.gen.ts")}<never, unknown>`;
  const instructions = info.description ?? info.summary;
  const api = {
    name: info.title,
    version: info.version,
    ...(instructions === null ? {} : { instructions }),
  };
  return [
    constant({
      name: "api",
      type: code`${generatedType("ServedApi", "mcp", "server.gen.ts")}`,
      initializer: literalInLines(api),
      text: "How the server presents itself.",
    }),
    constant({
      name: "tools",
      type: code`readonly ${generatedType("Tool", "mcp", "server.gen.ts")}<${operation}>[]`,
      initializer: arrayOf(tools.map(toolCodeOf), true),
      text: "Each is an operation of the API. A server may offer some of them: `tools.filter(({ name }) => …)`.",
    }),
  ];
}

function toolCodeOf({ name, operation, description, input, isSafe }: Tool): Code {
  const { summary } = operation.words;
  return objectOf(
    [
      code`name: ${literal(name)}`,
      ...(summary === null ? [] : [code`title: ${literal(summary)}`]),
      code`description: ${literal(description)}`,
      code`annotations: ${literal(hintsOf(operation.method, isSafe))}`,
      code`operation: ${generatedSymbol(operation.name, "client", "operations.gen.ts")}`,
      code`arguments: ${literalInLines(input.arguments.map((each) => ({ ...each })))}`,
      ...(input.contentType === null ? [] : [code`contentType: ${literal(input.contentType)}`]),
      code`inputSchema: ${literalInLines(input.schema)}`,
    ],
    true,
  );
}

/** RFC 9110, 9.2: what the method promises. Nothing promises that a POST destroys nothing, so the protocol's default stays. */
function hintsOf(method: string, isSafe: boolean): Readonly<Record<string, boolean>> {
  if (isSafe) return { readOnlyHint: true };
  return ["put", "delete"].includes(method) ? { readOnlyHint: false, idempotentHint: true } : { readOnlyHint: false };
}

interface Constant {
  readonly name: string;
  readonly type: Code;
  readonly initializer: Code;
  readonly text: string;
}

function constant({ name, type, initializer, text }: Constant): Declaration {
  return {
    kind: StructureKind.VariableStatement,
    isExported: true,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [{ name, type, initializer }],
    docs: [docOfText(text)],
  };
}
