// How Astro and Starlight turn docs/.content, which docs/build/main.ts has put there, into docs/dist.
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";

export default defineConfig({
  srcDir: "site",
  publicDir: "site/public",
  outDir: "dist",
  site: process.env["DOCS_SITE"] ?? "https://docs.waybill.example",
  base: process.env["DOCS_BASE"] ?? "/",
  trailingSlash: "always",
  // Neighbouring elements keep the space between them, and two builds the same bytes.
  compressHTML: false,
  image: { service: passthroughImageService() },
  build: { format: "directory", inlineStylesheets: "never", assets: "_assets" },
  vite: {
    build: { assetsInlineLimit: 0 },
    logLevel: "warn",
    // Starlight's own version; from docs/dist the one of the workspace would be found.
    environments: { prerender: { resolve: { noExternal: ["js-yaml"] } } },
  },
  integrations: [
    starlight({
      title: "Waybill",
      description:
        "The Fulfillment Orders and Webhooks API, and the toolkit that keeps code and description in agreement.",
      customCss: [
        ...["fonts", "theme", "reference", "samples", "blocks", "try-it"].map(
          (name) => `@waybill/docs/site/styles/${name}.css`,
        ),
        ...["pages", "drawings"].map((name) => `./site/styles/${name}.css`),
      ],
      components: {
        Header: "./site/components/Header.astro",
        Sidebar: "./site/components/Sidebar.astro",
        PageTitle: "./site/components/PageTitle.astro",
        Footer: "./site/components/Footer.astro",
        Pagination: "./site/components/Pagination.astro",
      },
      credits: false,
      // docs/build indexes the finished pages for a search of our own: docs/search.
      pagefind: false,
      sidebar: [],
      routeMiddleware: "./site/route-data.ts",
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      disable404Route: true,
    }),
  ],
});
