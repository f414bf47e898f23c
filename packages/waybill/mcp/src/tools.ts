// The operations of an API -> those that become tools, with names, arguments and hints.
import { isSafe, type Operation, type RenderContext, routeTextOf } from "waybill/plugin";
import { distinct, inputOf, type ToolInput } from "./arguments.ts";
import type { McpOptions } from "./options.ts";

export interface Tool {
  readonly name: string;
  readonly operation: Operation;
  readonly description: string;
  readonly input: ToolInput;
  readonly isSafe: boolean;
}

type Context = Pick<RenderContext<McpOptions>, "options" | "problem">;

/** Reports what is asked for and not there, not allowed, or nothing that a tool can do. */
export function toolsOf(operations: readonly Operation[], { options, problem }: Context): Tool[] {
  const wanted = operations.filter((operation) => isWanted(operation, options));
  for (const pattern of options.operations ?? []) {
    if (operations.some(({ id }) => matches(pattern, id))) continue;
    const message = `the option "operations" of the target mcp matches no operation with ${JSON.stringify(pattern)}`;
    problem({ message, hint: "give an id of the description; * matches any text" });
  }
  const usable = wanted.flatMap((operation) => {
    const { id, at, method } = operation;
    if (!isSafe(operation) && !options.write) {
      const message = `${JSON.stringify(id)} is ${method.toUpperCase()}, which may change something`;
      problem({
        at,
        message,
        hint: "allow such tools with `write: true`, or remove it from `operations` of the target mcp",
      });
      return [];
    }
    const input = inputOf(operation);
    if (input !== null) return [{ operation, input }];
    const message = `${JSON.stringify(id)} sends or returns something other than JSON, a form or text, so it cannot be a tool`;
    problem({ severity: "warning", at, message, hint: "call it with the generated client" });
    return [];
  });
  const names = distinct(usable.map(({ operation }) => operation.name.replace(/[^A-Za-z0-9_-]/g, "_")));
  return usable.map(({ operation, input }, at) => ({
    name: names[at] ?? operation.name,
    operation,
    description: descriptionOf(operation),
    input,
    isSafe: isSafe(operation),
  }));
}

function isWanted(operation: Operation, { operations, write }: McpOptions): boolean {
  if (operations === null) return write || isSafe(operation);
  return operations.some((pattern) => matches(pattern, operation.id));
}

function matches(pattern: string, id: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "su").test(id);
}

/** What a model chooses by: the route, then the texts of the description. */
function descriptionOf(operation: Operation): string {
  const { summary, description, deprecated } = operation.words;
  const route = routeTextOf(operation).replaceAll("`", "");
  return [`${route}${deprecated ? " (deprecated)" : ""}`, summary, description]
    .filter((text) => text !== null)
    .join("\n\n");
}
