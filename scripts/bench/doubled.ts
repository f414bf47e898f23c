// An OpenAPI description in JSON -> one of twice the size: every path and every component a second time, under another name.

type Members = Record<string, unknown>;

/** References point to components of their own half; names of security schemes, which are not references, stay. */
export function doubled(text: string): unknown {
  const first = membersOf(JSON.parse(text));
  const again = membersOf(
    JSON.parse(text.replaceAll(/"#\/components\/(?!securitySchemes)(\w+)\//g, '"#/components/$1/again-')),
  );
  const components = Object.entries(membersOf(first["components"])).map(([kind, all]) => {
    const others = membersOf(membersOf(again["components"])[kind]);
    return [kind, kind === "securitySchemes" ? all : { ...membersOf(all), ...renamed(others, "again-") }];
  });
  const paths = Object.entries(membersOf(again["paths"])).map(([path, item]) => [`/again${path}`, itemAgain(item)]);
  const all = { ...membersOf(first["paths"]), ...Object.fromEntries(paths) };
  return { ...first, paths: all, components: Object.fromEntries(components) };
}

function itemAgain(item: unknown): Members {
  const entries = Object.entries(membersOf(item)).map(([key, value]) => {
    const operation = membersOf(value);
    const id = operation["operationId"];
    return [key, typeof id === "string" ? { ...operation, operationId: `again/${id}` } : value];
  });
  return Object.fromEntries(entries);
}

function renamed(members: Members, prefix: string): Members {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value]));
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
