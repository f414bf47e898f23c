// How Starlight colours code, in Markdown and in components alike.
import { defineEcConfig } from "@astrojs/starlight/expressive-code";

/** Shiki gives up a line after half a second, by the clock: on a busy machine the same text would come out with other colours. */
const untilTheEnd = {
  name: "until-the-end",
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0;
  },
};

export default defineEcConfig({ shiki: { transformers: [untilTheEnd] } });
