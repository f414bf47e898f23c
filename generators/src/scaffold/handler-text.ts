// An operation -> the text of its handler, which responds with 501 until someone writes it.
import type { ScaffoldOperation } from "./operations.ts";
import { quoted, type Style } from "./style.ts";

export interface HandlerNames {
  /** The function. */
  readonly name: string;
  readonly request: string;
  readonly response: string;
  readonly context: string;
  readonly notImplemented: string;
}

/** Without a line end behind it. `isScript`: for a file of JavaScript, which has no types. */
export function handlerText(
  { id, doc }: ScaffoldOperation,
  { name, request, response, context, notImplemented }: HandlerNames,
  style: Style,
  isScript: boolean,
): string {
  const parameters = isScript ? ["_request", "_context"] : [`_request: ${request}`, `_context: ${context}`];
  const start = `export async function ${name}(`;
  const returned = isScript ? ") {" : `): Promise<${response}> {`;
  const line = `${start}${parameters.join(", ")}${returned}`;
  const comma = style.trailingComma ? "," : "";
  const head =
    line.length <= 120
      ? [line]
      : [start, `${style.indent}${parameters.join(`,${style.end}${style.indent}`)}${comma}`, returned];
  return [
    "/**",
    ...doc.map((text) => (text === "" ? " *" : ` * ${text}`)),
    " */",
    ...head,
    `${style.indent}return ${notImplemented}(${quoted(id, style)})${style.semicolon}`,
    "}",
  ].join(style.end);
}
