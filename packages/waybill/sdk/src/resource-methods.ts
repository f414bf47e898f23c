// Methods that repeat the name of their resource -> short ones: `client.orders.create` for `createOrder` in `orders`.

interface Method {
  readonly group: string | null;
}

/** Verbs that several things follow: `listOrders` is `list`, but `getOrders` beside `getOrder` keeps its name. */
const ofMany: ReadonlySet<string> = new Set(["list", "search", "find", "query", "count", "export", "import"]);

/**
 * For `names: { method: resourceMethods() }` with `group: "tag"` or `"path"`. `keep`: names of methods that stay as they are, where two of
 * a resource would have the same name.
 */
export function resourceMethods({
  keep = [],
}: {
  readonly keep?: readonly string[];
} = {}): (name: string, method: Method) => string {
  const kept = new Set(keep);
  return (name, { group }) => (group === null || kept.has(name) ? name : shortened(name, group));
}

function shortened(name: string, group: string): string {
  const [verb = "", ...words] = wordsOf(name);
  const resource = wordsOf(group).map(singularOf);
  const named = words.slice(0, resource.length);
  const isResource = named.length === resource.length && named.every((word, at) => singularOf(word) === resource[at]);
  if (!isResource) return name;
  const rest = words.slice(resource.length);
  const isPlural = named.at(-1) !== singularOf(named.at(-1) ?? "");
  // `createOrderRefund` is `createRefund`; `getOrders` is not `get`, which is one order.
  if (isPlural && rest.length === 0 && !ofMany.has(verb)) return name;
  return [verb, ...rest.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)].join("");
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z][a-z0-9])|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
}

function singularOf(word: string): string {
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word)) return word;
  return word.replace(/(?<=s|x|z|ch|sh)es$|s$/, "");
}
