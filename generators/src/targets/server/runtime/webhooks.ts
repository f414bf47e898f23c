// The routes of webhooks and callbacks, which have no path -> routes with the paths that a receiver has for them.
import type { Route } from "./runtime.ts";

/** By handler: `{ newPet: "/hooks/new-pet" }`. Those without a path are omitted; a matcher then finds the others. */
export function routesAt<Name extends string, Received extends Name>(
  routes: readonly Route<Name>[],
  paths: Readonly<Partial<Record<Received, string>>>,
): Route<Received>[] {
  const isReceived = (name: Name): name is Received => Object.hasOwn(paths, name);
  return routes.flatMap((route): Route<Received>[] => {
    const { handler } = route;
    const path = isReceived(handler) ? paths[handler] : undefined;
    if (!isReceived(handler) || path === undefined) return [];
    if (!path.startsWith("/")) throw new TypeError(`the path of ${handler} has to start with "/"`);
    return [{ ...route, handler, path, segments: path.slice(1).split("/") }];
  });
}
