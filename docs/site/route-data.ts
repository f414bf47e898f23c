// A page's path and the navigation that docs/build has written -> the sidebar of its section, and the pages before and after it.
import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import navigation from "../.content/navigation.json";
import { sidebarOf } from "./sidebar.ts";

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  const sidebar = sidebarOf(navigation.sections, context.url.pathname, import.meta.env.BASE_URL);
  route.sidebar = sidebar.entries;
  route.pagination = { prev: sidebar.prev, next: sidebar.next };
  if (sidebar.entries.length === 0) route.hasSidebar = false;
});
