// The description -> the pages of its reference, as @waybill/docs makes them with what docs.config.ts adds.
import {
  lossesOf,
  markdownOf,
  type NavigationGroup,
  type PageContent,
  Prose,
  pageContentOf,
  type ReferenceContext,
  referenceOf,
  siteMapOf,
} from "@waybill/docs";
import type { Operation } from "../../generators/src/description.ts";
import { type Language, sampleLabels } from "../../generators/src/plugin.ts";
import config from "../docs.config.ts";
import { samples } from "../samples/samples.gen.ts";
import type { Description } from "./api.ts";

export interface ReferencePage extends PageContent {
  /** The page's Markdown twin. */
  readonly markdown: string;
}

export interface Reference {
  readonly pages: readonly ReferencePage[];
  readonly navigation: readonly NavigationGroup[];
  /** The page that stands for one and those that say the same of another method. */
  readonly groupOf: (path: string) => string;
  /** How many operations lists show: those that differ in their method only are one. */
  readonly operations: number;
  readonly schemas: number;
}

/** Throws when the pages leave out what the description says. */
export function buildReference({ api, http }: Description): Reference {
  const map = siteMapOf(api, "/reference/", config.paths);
  const context: ReferenceContext = {
    map,
    samplesOf,
    source: config.source ?? null,
    additions: config.additions ?? {},
    tryIt: config.tryIt ?? false,
  };
  const reference = referenceOf(http.info.title, context, []);
  const blocks = [...reference.pages()];
  const losses = lossesOf(map, blocks);
  if (losses.length > 0) throw new Error(`the reference leaves out what the description says:\n${losses.join("\n")}`);
  const prose = new Prose();
  const groups = new Map(http.operations.map((one) => [map.ofOperation(one), map.ofOperation(map.standsFor(one))]));
  return {
    // The steps after Astro add the base of the site.
    pages: blocks.map((page) => ({
      ...pageContentOf(page, { prose, base: "/", mentions: map.mentions }),
      markdown: markdownOf(page, "/"),
    })),
    navigation: reference.navigation,
    groupOf: (path) => groups.get(path) ?? path,
    operations: new Set(groups.values()).size,
    schemas: map.named.length,
  };
}

/** Those that are checked in, which tests run. */
function samplesOf({ id }: Operation): ReturnType<ReferenceContext["samplesOf"]> {
  const sources = (samples[id] ?? []).flatMap(({ lang, source }) =>
    isLanguage(lang) ? [{ language: lang, source }] : [],
  );
  return { sources, invented: [], missing: [] };
}

function isLanguage(name: string): name is Language {
  return name in sampleLabels;
}
