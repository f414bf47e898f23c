// A description and where its code will be -> what calls need to know of it: operations by the names that others give them.
import { type Api, type HttpApi, type Operation, operationCallsOf, resolvedSchema, type Schema } from "waybill/plugin";
import type { OldApi } from "./configuration.ts";

export interface NewApi extends OldApi {
  /** Folder of generated code, absolute. */
  readonly out: string;
  /** By what a generator calls a function or a method: case and signs do not matter. */
  readonly operationNamed: (name: string) => Operation | null;
  readonly operationAt: (method: string, path: string) => Operation | null;
  readonly methodOf: (operation: Operation) => string;
  readonly schemas: ReadonlyMap<string, string>;
  /** The values of enums, by what a generator calls them. */
  readonly enums: ReadonlyMap<string, readonly string[]>;
  /** The first server, where generated code of others sends to by default. */
  readonly server: string;
  /** The only security scheme; `null` for none or several. */
  readonly scheme: string | null;
}

export function newApi(
  old: OldApi,
  { schemas }: Api,
  { http, out }: { readonly http: HttpApi; readonly out: string },
): NewApi {
  const named = new Map<string, Operation>();
  for (const operation of http.operations)
    for (const name of namesOf(operation)) if (!named.has(plain(name))) named.set(plain(name), operation);
  const placeOf = operationCallsOf(http, {});
  return {
    ...old,
    out,
    operationNamed: (name) => named.get(plain(name)) ?? null,
    operationAt: (method, path) =>
      http.operations.find((one) => one.method.toLowerCase() === method.toLowerCase() && one.path.text === path) ??
      null,
    methodOf: (operation) => placeOf(operation).place.name,
    schemas: new Map(schemas.map(({ name }) => [plain(name), name])),
    enums: new Map(enumsOf(schemas, http)),
    server: http.servers[0]?.url ?? "",
    scheme: http.securitySchemes.length === 1 ? (http.securitySchemes[0]?.name ?? null) : null,
  };
}

/** Its id, and what hey-api, orval and openapi-generator derive from the route of one without. */
function namesOf({ id, method, path }: Operation): string[] {
  const by = path.text.replace(/\{/g, "/by/");
  return [id, `${method} ${by}`, `${method} ${path.text}`, `${path.text} ${method}`];
}

/** `Status`; `ListOrdersStatus` and `OrderStatusEnum` for those of a parameter and of a property. */
function enumsOf(schemas: Api["schemas"], { operations }: HttpApi): [string, readonly string[]][] {
  const inner = (owner: string, members: readonly { readonly name: string; readonly schema: Schema }[]) =>
    members.flatMap(({ name, schema }) =>
      [`${owner} ${name}`, `${owner} ${name} enum`].map((one) => [one, schema] as const),
    );
  const named = [
    ...operations.flatMap(({ id, parameters }) => inner(id, parameters)),
    ...schemas.flatMap(({ name, schema }) => (schema.kind === "object" ? inner(name, schema.properties) : [])),
    ...schemas.map(({ name, schema }) => [name, schema] as const),
  ];
  return named.flatMap(([name, schema]) => {
    const resolved = resolvedSchema(schema);
    return resolved.kind === "enum" ? [[plain(name), resolved.values.map(String)]] : [];
  });
}

export function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
}
