// The methods of a published SDK and the operations of a description -> the surface that the package keeps, and what differs from it.
import { type HttpApi, type Operation, resolvedSchema, variablesOf } from "waybill/plugin";
import type { PublishedRoute, PublishedSdk } from "./published.ts";

/** JSON: waybill.surface.json has it, which is yours. */
export interface Surface {
  /** `Shop`, the class. */
  readonly client: string;
  /** Option of the client -> the security scheme that it is the value of, and its variable. */
  readonly credentials: Readonly<Record<string, readonly [scheme: string, variable: string]>>;
  /** By their names: `orders.refunds.create`. */
  readonly methods: Readonly<Record<string, SurfaceMethod>>;
}

export interface SurfaceMethod {
  /** `POST /orders/{id}/refunds`. */
  readonly operation: string;
  /** The path parameters that are arguments. */
  readonly positional: readonly string[];
  /** What comes after them, before options: nothing, an object with all other parameters and the members of the body, or one with `body`. */
  readonly takes: string;
  /** The name of the member that is the body. Default: `body`. */
  readonly bodyName?: string;
}

export interface SurfaceDifference {
  /** `orders.refunds.create`, or `new Shop()`. */
  readonly name: string;
  readonly reason: string;
  /** Whether it can be called as before. */
  readonly isKept: boolean;
}

export interface LikenedSurface {
  readonly surface: Surface;
  readonly differences: readonly SurfaceDifference[];
}

export function surfaceOf(http: HttpApi, sdk: PublishedSdk): LikenedSurface {
  const routes = new Map(http.operations.map((operation) => [anonymous(routeOf(operation)), operation]));
  const methods: [string, SurfaceMethod][] = [];
  const differences: SurfaceDifference[] = [];
  for (const { name, route } of sdk.methods) {
    const operation = route === null ? undefined : routes.get(`${route.method} ${route.path}`);
    const reason = missing(route, operation);
    if (operation === undefined || route === null || reason !== null) {
      differences.push({ name, reason: reason ?? "", isKept: false });
      continue;
    }
    const names = pathNamesOf(operation);
    const positional = route.arguments
      .flatMap((argument, at) => (typeof argument === "number" ? [[argument, names[at] ?? ""] as const] : []))
      .sort(([one], [other]) => one - other)
      .map(([, parameter]) => parameter);
    const hasParameters = route.hasParameters ?? membersOf(operation).others + names.length > positional.length;
    const isNamed = route.bodyName !== null && operation.requestBody !== null;
    const takes = hasParameters ? (isNamed ? "body" : takenBy(operation)) : "nothing";
    const named = isNamed && route.bodyName !== "body" ? { bodyName: route.bodyName } : {};
    methods.push([name, { operation: routeOf(operation), positional, takes, ...named }]);
    differences.push(...kept(route, operation).map((why) => ({ name, reason: why, isKept: true })));
  }
  const schemes = variablesOf(http, "").flatMap(({ names, scheme }) => (names.length === 1 ? [scheme.name] : []));
  const credentials: Surface["credentials"] = Object.fromEntries(
    (sdk.variables ?? []).flatMap(({ option, variable, scheme }, at) => {
      const isKey = at === 0 && !/^(?:username|password)$/i.test(option);
      const known = scheme ?? (isKey ? schemes[0] : undefined);
      return known !== undefined && schemes.includes(known) ? [[option, [known, variable]]] : [];
    }),
  );
  const others = sdk.variables?.map(({ option }) => option).filter((option) => !(option in credentials));
  if (others?.length !== 0)
    differences.push({
      name: `new ${sdk.client}()`,
      reason:
        others === undefined
          ? `${sdk.name} has no options: add credentials to waybill.surface.json, or pass headers`
          : `pass ${others.join(", ")} as credentials or headers`,
      isKept: true,
    });
  return {
    surface: {
      client: sdk.client,
      credentials,
      methods: Object.fromEntries(methods),
    },
    differences,
  };
}

/** Why a method cannot be called as before; `null` if it can. */
function missing(route: PublishedRoute | null, operation: Operation | undefined): string | null {
  if (route === null) return "sends no request of its own: copy its code";
  if (operation === undefined) return `the description has no ${route.method} ${route.path}`;
  const names = pathNamesOf(operation);
  const renamed = route.arguments.flatMap((argument, at) =>
    typeof argument === "number" || argument === names[at] ? [] : [`${argument} is ${names[at]}`],
  );
  if (renamed.length > 0) return `${renamed.join(", ")} in the description`;
  const { others, isRequired } = membersOf(operation);
  if (route.hasParameters === true && others + route.arguments.length === 0) return "the description has no parameters";
  return route.hasParameters === false && isRequired ? "the description requires parameters or a body" : null;
}

/** What else differs in a method that can be called as before. */
function kept(route: PublishedRoute, operation: Operation): string[] {
  return [
    ...(route.isUnwrapped ? ["resolves to the body: what was unwrapped is a member of it"] : []),
    ...(route.hasPages && operation.pagination === null
      ? ["is not iterable: state its pages in the description, see pagination"]
      : []),
    ...(route.hasParameters === false && membersOf(operation).others > 0
      ? ["takes no parameters, and the description has optional ones: pass them to the operation"]
      : []),
  ];
}

/** How many parameters and bodies there are besides those of the path, and whether one of them is required. */
function membersOf({ parameters, requestBody }: Operation): { readonly others: number; readonly isRequired: boolean } {
  const others = parameters.filter((parameter) => parameter.in !== "path");
  const isRequired = requestBody?.required === true || others.some(({ required }) => required);
  return { others: others.length + (requestBody === null ? 0 : 1), isRequired };
}

/** A body that is no object is the member `body`. */
function takenBy({ requestBody }: Operation): "members" | "body" {
  const [content] = requestBody?.content ?? [];
  if (content === undefined) return "members";
  const isObject = ["json", "form", "multipart"].includes(content.body);
  return isObject && !/array|string|number|boolean/.test(resolvedSchema(content.schema).kind) ? "members" : "body";
}

/** `POST /orders/{id}`. */
export function routeOf({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path.text}`;
}

function anonymous(route: string): string {
  return route.replace(/\{[^}]*\}/g, "{}");
}

function pathNamesOf({ path }: Operation): string[] {
  return path.segments.flatMap((part) => (part.kind === "parameter" ? [part.name] : []));
}
