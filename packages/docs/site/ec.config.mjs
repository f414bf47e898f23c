// How code of guides is coloured, in Markdown and in components alike. The work folder has a copy, where the package is not found: nothing is imported.

/** Shiki gives up a line after half a second, by the clock: on a busy machine the same text would come out with other colours. */
const untilTheEnd = {
  name: "until-the-end",
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0;
  },
};

/** @type {import("@astrojs/starlight/expressive-code").StarlightExpressiveCodeOptions} */
export default { shiki: { transformers: [untilTheEnd] } };
