// The guides that the command has put into its work folder -> Starlight's collection of pages.
import { defineCollection } from "astro:content";
import { docsSchema } from "@astrojs/starlight/schema";
import { glob } from "astro/loaders";
import { z } from "astro/zod";
import { guidesFolder } from "./content.ts";

export const collections = {
  docs: defineCollection({
    loader: glob({ base: guidesFolder, pattern: "**/*.md", generateId: ({ entry }) => entry.replace(/\.md$/, "") }),
    schema: docsSchema({ extend: z.object({ lead: z.boolean().optional() }) }),
  }),
};
