// Tools and environment variables -> the files of the target: the table of tools, the server, and the program that runs it.
import {
  type Api,
  type Declaration,
  exportFrom,
  type GeneratedFile,
  printFile,
  printForeignFile,
  type RenderContext,
  runtimeFileOf,
} from "waybill/plugin";
import { environmentDeclarationsOf } from "./environment-file.ts";
import type { McpOptions } from "./options.ts";
import { toolsOf } from "./tools.ts";
import { toolDeclarationsOf } from "./tools-file.ts";

const target = "mcp";

export function renderMcp({ http }: Api, context: RenderContext<McpOptions>): GeneratedFile[] {
  if (http === null) return [];
  const tools = toolsOf(http.operations, context);
  if (tools.length === 0) {
    const message = "no operation becomes a tool of the target mcp";
    const hint = "name operations in `operations`, or allow those that change something: `write: true`";
    context.problem({ severity: "warning", message, hint });
    return [];
  }
  const summaries = {
    tools: "The operations that are tools: names, descriptions, arguments.",
    environment: "What is read of the environment: the address of the API and credentials.",
    program: "The server as a program: it speaks over standard input and output.",
    index: "The tools of the API, and a server that offers them.",
  };
  const file = (path: string) => ({ target, path });
  const index = ["tools.gen.ts", "environment.gen.ts", "server.gen.ts"].map((path) => exportFrom(file(path)));
  const program = { ...file("main.gen.ts"), summary: summaries.program };
  const printed = (path: string, summary: string, declarations: readonly Declaration[]): GeneratedFile =>
    printFile({ ...file(path), summary, declarations }, context);
  return [
    printed("tools.gen.ts", summaries.tools, toolDeclarationsOf(http, tools)),
    printed("environment.gen.ts", summaries.environment, environmentDeclarationsOf(http, context.options)),
    ...[new URL("./runtime/server.ts", import.meta.url), new URL("./runtime/unexpected.ts", import.meta.url)].map(
      (file) => runtimeFileOf(target, file, context),
    ),
    printForeignFile(program, programOf(program, context), context),
    printed("index.gen.ts", summaries.index, index),
  ];
}

/** Statements, which no declaration is. */
function programOf(file: Parameters<typeof printForeignFile>[0], context: RenderContext<McpOptions>): string {
  const from = (path: string): string =>
    JSON.stringify(context.specifierOf({ ...file, declarations: [] }, { kind: "generated", target, path }));
  return `
import process from "node:process";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { sendFrom, variables } from ${from("environment.gen.ts")};
import { createMcpServer } from ${from("server.gen.ts")};
import { api, tools } from ${from("tools.gen.ts")};

// Standard output belongs to the protocol.
for (const { name, holds } of variables.filter(({ name }) => process.env[name] === undefined)) {
  console.error(\`\${name} is not set: \${holds}\`);
}
const send = sendFrom(process.env);
serveStdio(() => createMcpServer({ ...api, tools, send }), {
  onerror: (error) => console.error(error.message),
});
`;
}
