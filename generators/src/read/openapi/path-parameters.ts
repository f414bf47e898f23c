// The expressions of a path and the path parameters of an operation -> one parameter for each expression.
import { keyOf, nearest } from "../../diagnostics/index.ts";
import type { Parameter, PathTemplate } from "../../model/http.ts";
import { anyText } from "../../model/schema.ts";
import type { Node } from "../../source/index.ts";
import type { Reading } from "../fields/index.ts";

/** The parameters of the path must match the expressions in it: differences are reported and fixed. */
export function withPathParameters(
  reading: Reading,
  node: Node,
  path: PathTemplate,
  parameters: readonly Parameter[],
): Parameter[] {
  const inPath = new Set(path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : [])));
  const inQuery = path.query.flatMap(({ expression }) => (expression === null ? [] : [expression]));
  const expressions = [...new Set([...inPath, ...inQuery])];
  const declared = parameters.filter((parameter) => parameter.in === "path");
  const undeclared = expressions.filter(
    (name) => !parameters.some((parameter) => parameter.name === name && isAt(parameter, inPath, inQuery)),
  );
  for (const name of undeclared)
    reading.report.add("path-parameter-undeclared", keyOf(node), { name, path: path.text });
  for (const { name, at } of declared) {
    if (name === "" || expressions.includes(name)) continue;
    const near = nearest(name, expressions);
    const location = { document: at.document, parent: at, key: "name" };
    reading.report.add("path-parameter-unused", location, { name, path: path.text, near });
  }
  const used = parameters.filter((parameter) => parameter.in !== "path" || expressions.includes(parameter.name));
  return withQuery(reading, path, [...undeclared.map((name) => textInPath(name, node)), ...used]);
}

/** Whether a parameter belongs to an expression of the path: a query parameter can have the same name. */
function isAt(parameter: Parameter, inPath: ReadonlySet<string>, inQuery: readonly string[]): boolean {
  const { name, in: place } = parameter;
  return place === "path" || (place === "query" && inQuery.includes(name) && !inPath.has(name));
}

/** A query in the path fixes the values of some parameters, and the names of others. */
function withQuery(reading: Reading, { query, segments }: PathTemplate, parameters: readonly Parameter[]): Parameter[] {
  if (query.length === 0) return [...parameters];
  const fixed = new Set(query.flatMap(({ name, value }) => (value === null ? [] : [name])));
  const isInPath = (name: string): boolean => segments.some((part) => part.kind === "parameter" && part.name === name);
  return parameters.flatMap((parameter) => {
    const { name, in: place, at } = parameter;
    const item = query.find(({ expression }) => expression === name);
    if (item !== undefined && (place === "path" ? !isInPath(name) : place === "query")) {
      const style = place === "path" ? "form" : parameter.style;
      return [{ ...parameter, name: item.name, in: "query", required: true, style }];
    }
    if (place !== "query" || !fixed.has(name)) return [parameter];
    const reason = "the path already fixes its value";
    const advice = "remove the parameter, or the query of the path";
    reading.report.add("no-effect", at, { what: `the parameter ${JSON.stringify(name)}`, reason, advice });
    return [];
  });
}

/** The default for an undeclared expression: a string. */
function textInPath(name: string, at: Node): Parameter {
  return {
    kind: "parameter",
    name,
    in: "path",
    required: true,
    style: "simple",
    explode: false,
    allowReserved: false,
    schema: anyText(at),
    mediaType: null,
    words: { summary: null, description: null, deprecated: false },
    examples: [],
    at,
  };
}
