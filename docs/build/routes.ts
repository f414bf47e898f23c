// What the site's own pages in Astro say -> their Markdown twins, and their places in lists and in the search.
import type { DescribedRoute } from "@waybill/docs";
import type { DescriptionFile } from "./description.ts";
import type { Download } from "./downloads.ts";
import type { Landing } from "./landing.ts";
import type { Summary } from "./summary.ts";

interface Said {
  readonly description: readonly DescriptionFile[];
  readonly downloads: readonly Download[];
  readonly summary: Summary;
  readonly landing: Landing;
}

export function routesOf({ description, downloads, summary, landing }: Said): DescribedRoute[] {
  const files = description.map(({ file, path: sitePath }) => `- [${file}](${sitePath})`);
  return [
    {
      path: "/",
      title: "Waybill",
      description: landing.summary,
      markdown: [
        `\`\`\`yaml\n${landing.description}\n\`\`\``,
        `\`\`\`ts\n${landing.type}\n\`\`\``,
        `\`\`\`text\n${landing.diagnostic}\n\`\`\``,
        `\`\`\`sh\n${landing.install}\n\`\`\``,
        landing.proof.map(({ figure, words, path }) => `- ${figure} ${words} ([measured](${path}))`).join("\n"),
        [landing.comparison.head, landing.comparison.head.map(() => "---"), ...landing.comparison.rows]
          .map((cells) => `| ${cells.join(" | ")} |`)
          .join("\n"),
        [
          "- [Getting started](/toolkit/)",
          "- [Command line](/toolkit/cli/)",
          "- [Comparison](/toolkit/comparison/)",
          `- [${summary.title}](/api/), the reference API of this repository`,
        ].join("\n"),
      ].join("\n\n"),
      list: "Optional",
    },
    {
      path: "/api/",
      title: summary.title,
      description: summary.summary,
      markdown: [
        `Version ${summary.version}: ${summary.operations} operations, ${summary.events} events.`,
        "",
        "- [Guides](/guides/)",
        "- [HTTP API](/reference/http/)",
        "- [Events](/reference/events/)",
        "- [Downloads](/downloads/)",
        "- [Changelog](/changelog/)",
      ].join("\n"),
      list: "Optional",
    },
    {
      path: "/downloads/",
      title: "Downloads",
      description: "Download the bundled API descriptions, and the vectors to test a receiver with.",
      markdown: [
        "| file | contains | bytes | SHA-256 |",
        "|---|---|---|---|",
        ...downloads.map((one) => `| [${one.name}](${one.path}) | ${one.what} | ${one.bytes} | \`${one.sha256}\` |`),
      ].join("\n"),
      list: "Optional",
    },
    {
      path: "/playground/",
      title: "Playground",
      description: "Paste an OpenAPI or AsyncAPI description and read what is generated from it.",
      markdown:
        "A page for people: an editor, and the generator in the browser. Programs run [`waybill generate`](/toolkit/).",
      list: "Optional",
    },
    {
      path: "/description/",
      title: "API description, file by file",
      description: "The source files of the API description.",
      markdown: files.join("\n"),
      list: "Optional",
    },
    ...description.map(({ file, path: sitePath, text }): DescribedRoute => {
      const language = file.endsWith(".json") ? "json" : "yaml";
      return {
        path: sitePath,
        title: file,
        description: "",
        markdown: `\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\``,
        list: null,
      };
    }),
  ];
}
