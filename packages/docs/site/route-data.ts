// A page's path and the navigation -> the sidebar, and the pages before and after it.
import { defineRouteMiddleware } from "@astrojs/starlight/route-data";
import { siteContent } from "./content.ts";
import { sidebarOf, sidebarOfSections } from "./sidebar.ts";

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  const base = import.meta.env.BASE_URL.replace(/\/?$/, "/");
  const path = `/${context.url.pathname.slice(base.length)}`.replace(/\/?$/, "/");
  const { sections, isGiven } = siteContent();
  const { entries, prev, next } = isGiven
    ? sidebarOfSections(sections, path, base)
    : sidebarOf(sections[0]?.groups ?? [], path, base);
  route.sidebar = entries;
  route.pagination = { prev, next };
  if (entries.length === 0) route.hasSidebar = false;
});
