// Iterators over the pages of a list, and over their items.
export * from "../../../../generators/src/targets/client/runtime/next-page.ts";
export * from "../../../../generators/src/targets/client/runtime/page-rules.ts";
export * from "../../../../generators/src/targets/client/runtime/pages.ts";
