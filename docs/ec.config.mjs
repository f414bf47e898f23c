// How Starlight colours code, in Markdown and in components alike. Nothing is imported: Vite would read Starlight a second time.

/** Shiki gives up a line after half a second, by the clock: on a busy machine the same text would come out with other colours. */
const untilTheEnd = {
  name: "until-the-end",
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0;
  },
};

/** @type {import("@astrojs/starlight/expressive-code").StarlightExpressiveCodeOptions} */
export default { shiki: { transformers: [untilTheEnd] } };
