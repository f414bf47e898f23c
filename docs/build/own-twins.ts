// The site's own pages, which have no Markdown file -> their Markdown twins.
import type { Collected } from "./site.ts";
import type { Twin } from "./twins.ts";

export function ownTwins({
  description,
  downloads,
  summary,
}: Pick<Collected, "description" | "downloads" | "summary">): Twin[] {
  const files = description.map(({ file, path: sitePath }) => `- [${file}](${sitePath})`);
  return [
    {
      path: "/",
      title: "Waybill",
      description: summary.summary,
      body: [
        `${summary.title}, version ${summary.version}: ${summary.operations} operations, ${summary.events} events.`,
        "",
        "- [Guides](/guides/)",
        "- [HTTP API](/reference/http/)",
        "- [Events](/reference/events/)",
        "- [Downloads](/downloads/)",
        "- [Toolkit](/toolkit/)",
        "- [Changelog](/changelog/)",
      ].join("\n"),
      kind: "other",
    },
    {
      path: "/downloads/",
      title: "Downloads",
      description: "Download the bundled API descriptions, and the vectors to test a receiver with.",
      body: [
        "| file | contains | bytes | SHA-256 |",
        "|---|---|---|---|",
        ...downloads.map((one) => `| [${one.name}](${one.path}) | ${one.what} | ${one.bytes} | \`${one.sha256}\` |`),
      ].join("\n"),
      kind: "other",
    },
    {
      path: "/playground/",
      title: "Playground",
      description: "Paste an OpenAPI or AsyncAPI description and read what is generated from it.",
      body: "A page for people: an editor, and the generator in the browser. Programs run [`waybill generate`](/toolkit/).",
      kind: "other",
    },
    {
      path: "/description/",
      title: "API description, file by file",
      description: "The source files of the API description.",
      body: files.join("\n"),
      kind: "other",
    },
    ...description.map(({ file, path: sitePath, text }): Twin => {
      const language = file.endsWith(".json") ? "json" : "yaml";
      return {
        path: sitePath,
        title: file,
        description: "",
        body: `\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\``,
        kind: "description",
      };
    }),
  ];
}
