// Tools -> the table of them, whose operations are those of the generated client.
import {
  arrayOf,
  type Code,
  code,
  constant,
  type Declaration,
  docOfText,
  exported,
  generatedSymbol,
  generatedType,
  type HttpApi,
  literal,
  literalInLines,
  objectOf,
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
  const tool = code`${generatedType("Tool", "mcp", "server.gen.ts")}<${operation}>`;
  const rows = { name: "tools", type: code`readonly ${tool}[]`, initializer: arrayOf(tools.map(toolCodeOf), true) };
  const served = {
    name: "api",
    type: code`${generatedType("ServedApi", "mcp", "server.gen.ts")}`,
    initializer: literalInLines(api),
  };
  return [
    exported(constant(served, docOfText("How the server presents itself."))),
    exported(constant(rows, docOfText(toolsText))),
  ];
}

const toolsText = "Each is an operation of the API. A server may offer some of them: `tools.filter(({ name }) => …)`.";

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
