// A page's path and the navigation -> the sidebar, and the pages before and after it. A page without a sidebar has it as the menu of a
// telephone only.
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
  const isMenuOnly = entries.length === 0 || !route.hasSidebar;
  route.hasSidebar = entries.length > 0 || sections.length > 1;
  // Starlight prints what an element of the head contains as HTML, and titles are text of descriptions and guides.
  for (const element of route.head)
    if (element.tag === "title")
      element.content = (element.content ?? "").replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  // theme.css knows it from the head.
  if (isMenuOnly && route.hasSidebar) route.head.push({ tag: "meta", attrs: { name: "page-menu", content: "only" } });
});
