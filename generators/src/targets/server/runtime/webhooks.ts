// The routes of webhooks and callbacks, which have no path -> routes with the paths that a receiver has for them.
import type { Route } from "./runtime.ts";

/** By handler: `{ newPet: "/hooks/new-pet" }`. Those without a path are left out; a matcher then finds the others. */
export function routesAt<Name extends string>(
  routes: readonly Route<Name>[],
  paths: Readonly<Partial<Record<Name, string>>>,
): Route<Name>[] {
  return routes.flatMap((route) => {
    const path = Object.hasOwn(paths, route.handler) ? paths[route.handler] : undefined;
    if (path === undefined) return [];
    if (!path.startsWith("/")) throw new TypeError(`the path of ${route.handler} has to start with "/"`);
    return [{ ...route, path, segments: path.slice(1).split("/") }];
  });
}
