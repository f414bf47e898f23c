// Strings, numbers and comments -> one form of each, however a formatter writes them.

const identifier = /^[A-Za-z_$][\w$]*$/;

export function unquoted(string: string): string {
  const content = string.slice(1, -1);
  return identifier.test(content) ? content : quoted(string);
}

/** In double quotes, without the backslashes that the quotes of either kind need. */
export function quoted(string: string): string {
  const content = string.slice(1, -1);
  return `"${content.replace(/\\([\s\S])/g, (all, next) => (next === "'" || next === '"' ? next : all))}"`;
}

export function number(token: string): string {
  const lower = token.toLowerCase().replaceAll("_", "");
  if (lower.endsWith("n")) return lower;
  const value = Number(lower);
  return Number.isNaN(value) ? token : String(value);
}

/** Without indentation and line ends; which kind of comment it is counts. */
export function commentForm(token: string): string {
  const isLine = token.startsWith("//");
  const content = isLine ? token.slice(2) : token.slice(2, -2);
  return `${isLine ? "//" : "/*"} ${content.replace(/\s*\n\s*(?:\*\s*)?|\s{2,}|\t/g, " ").trim()}`;
}
