// How code of guides is coloured and framed, in Markdown and in components alike. The work folder has a copy, where the package is not found: nothing is imported.

/** Shiki gives up a line after half a second, by the clock: on a busy machine the same text would come out with other colours. */
const untilTheEnd = {
  name: "until-the-end",
  preprocess(_code, options) {
    options.tokenizeTimeLimit = 0;
  },
};

/** An empty title bar says nothing. */
const plainCommands = {
  name: "plain-commands",
  hooks: {
    preprocessMetadata({ codeBlock }) {
      const isCommand = ["sh", "bash", "shell", "zsh", "console"].includes(codeBlock.language);
      if (isCommand && !codeBlock.props.title) codeBlock.props.frame = "none";
    },
  },
};

/** In an error, the caret is below what it is about: lines of the source do not wrap. */
const frames = {
  name: "frames",
  hooks: {
    postprocessRenderedLine({ line, renderData }) {
      if (/^ *\d+ \|| *\^ *$/.test(line.text)) renderData.lineAst.properties.className.push("frame-line");
    },
  },
};

/** @type {import("@astrojs/starlight/expressive-code").StarlightExpressiveCodeOptions} */
export default {
  shiki: { transformers: [untilTheEnd] },
  plugins: [plainCommands, frames],
  defaultProps: {
    // A long line goes on below, as far in as it starts. In plain text, such as drawings, columns matter: theme.css wraps it where there is room.
    wrap: true,
    overridesByLang: { "text,txt,plaintext,ansi": { wrap: false } },
  },
};
