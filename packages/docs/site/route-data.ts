// A page's path and the navigation -> the sidebar, and the pages before and after it.
import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import { siteContent } from "./content.ts";
import { sidebarOf } from "./sidebar.ts";

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  const base = import.meta.env.BASE_URL.replace(/\/?$/, "/");
  const path = `/${context.url.pathname.slice(base.length)}`.replace(/\/?$/, "/");
  const { entries, prev, next } = sidebarOf(siteContent().navigation, path, base);
  route.sidebar = entries;
  route.pagination = { prev, next };
});
