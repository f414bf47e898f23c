// The Markdown that docs/build has put into docs/.content/pages -> Starlight's collection of pages.

import { defineCollection } from "astro:content";
import { docsSchema } from "@astrojs/starlight/schema";
import { glob } from "astro/loaders";
import { z } from "astro/zod";

export const collections = {
  docs: defineCollection({
    loader: glob({ base: ".content/pages", pattern: "**/*.md", generateId: ({ entry }) => entry.replace(/\.md$/, "") }),
    schema: docsSchema({ extend: z.object({ lead: z.boolean().optional() }) }),
  }),
};
