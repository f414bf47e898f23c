// The expressions of a path and the path parameters of an operation -> one parameter for each expression.
import { keyOf, nearest } from "../diagnostics/index.ts";
import type { Parameter, PathTemplate } from "../model/http.ts";
import { noNotes, type StringSchema } from "../model/schema.ts";
import type { Reading } from "../reading/index.ts";
import type { Node } from "../source/index.ts";

/** The parameters of the path are the expressions in it: what is not so is reported, and made so. */
export function withPathParameters(
  reading: Reading,
  node: Node,
  path: PathTemplate,
  parameters: readonly Parameter[],
): Parameter[] {
  const inPath = path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const undeclared = inPath.filter((name) => !declared.some((parameter) => parameter.name === name));
  for (const name of undeclared)
    reading.report.add("path-parameter-undeclared", keyOf(node), { name, path: path.text });
  for (const { name, at } of declared) {
    if (name === "" || inPath.includes(name)) continue;
    const near = nearest(name, inPath);
    const location = { document: at.document, parent: at, key: "name" };
    reading.report.add("path-parameter-unused", location, { name, path: path.text, near });
  }
  const used = parameters.filter((parameter) => parameter.in !== "path" || inPath.includes(parameter.name));
  return [...undeclared.map((name) => textInPath(name, node)), ...used];
}

/** What an expression stands for of which nothing is said: a text. */
function textInPath(name: string, at: Node): Parameter {
  const schema: StringSchema = {
    kind: "string",
    minLength: null,
    maxLength: null,
    pattern: null,
    format: null,
    contentEncoding: null,
    contentMediaType: null,
    at,
    notes: noNotes,
  };
  return {
    kind: "parameter",
    name,
    in: "path",
    required: true,
    style: "simple",
    explode: false,
    allowReserved: false,
    schema,
    mediaType: null,
    words: { summary: null, description: null, deprecated: false },
    examples: [],
    at,
  };
}
