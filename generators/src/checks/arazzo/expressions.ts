// Texts of an Arazzo document -> the runtime expressions in them, as the grammar of the specification has them.

export interface Expression {
  readonly text: string;
  /** `inputs`, `steps`, `response` and so on. */
  readonly root: string;
  /** What follows the dot, without the JSON pointer. */
  readonly path: string;
}

const roots =
  "url method statusCode request response message inputs outputs steps workflows sourceDescriptions components self".split(
    " ",
  );

/** An expression that a text consists of; `null` where it is no expression. */
export function expressionOf(text: string): Expression | null {
  const [, root = "", rest = ""] = /^\$([A-Za-z]+)(.*)$/s.exec(text) ?? [];
  if (!roots.includes(root)) return null;
  if (["url", "method", "statusCode", "self"].includes(root)) return rest === "" ? { text, root, path: "" } : null;
  if (!rest.startsWith(".") || rest.length < 2) return null;
  const [path = ""] = rest.slice(1).split("#");
  if (["request", "response", "message"].includes(root) && !isSource(rest.slice(1))) return null;
  return { text, root, path };
}

/** Where a value comes from in a request or a response. Members of a body may be named as in conditions. */
function isSource(source: string): boolean {
  return /^(?:header\.[\w!#$%&'*+.^`|~-]+|(?:query|path)\..*|(?:body|payload)(?:[#.[].*)?)$/s.test(source);
}

/** The expression that a value is, and those that are embedded in it in braces. `near` ones are misspelt. */
export function expressionsIn(value: string): (Expression | { readonly misspelt: string })[] {
  const embedded = [...value.matchAll(/\{(\$[^{}]*)\}/g)].map(([, expression = ""]) => expression);
  const texts = /^\$[A-Za-z]+(?:$|[.])/.test(value) ? [value] : embedded;
  return texts.map((text) => expressionOf(text) ?? { misspelt: text });
}

/** Those of a simple condition, in which strings are quoted. */
export function expressionsInCondition(condition: string): (Expression | { readonly misspelt: string })[] {
  const withoutTexts = condition.replace(/'(?:[^']|'')*'/g, "''");
  return [...withoutTexts.matchAll(/\$[A-Za-z]+[^\s()=!<>&|,]*/g)].map(
    ([text]) => expressionOf(text) ?? { misspelt: text },
  );
}
