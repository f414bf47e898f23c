// The types of a configuration file -> docs/configuration.md, a reference of every field.
import path from "node:path";
import { Project } from "ts-morph";
import { defaultLimits, limitWords } from "../../../generators/src/source/limits.ts";
import { entryOf } from "./type-tables.ts";

const root = path.join(import.meta.dirname, "../../../generators/src");

/** What a section has: the named types of a file. */
const sections: readonly {
  readonly title: string;
  readonly text: string;
  readonly types: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    title: "The file",
    text: "The argument of `defineConfig`, or the content of a `.json` file.",
    types: { "run/config/config.ts": ["Config", "LintConfig", "LintOverride"] },
  },
  {
    title: "An API",
    text: "Its documents, where its code goes, and the [options](#options) of the generated code.",
    types: { "run/config/config.ts": ["ApiConfig", "PinnedDocument", "LiveDocument", "ChangesetConfig"] },
  },
  {
    title: "Targets",
    text: "An entry of `targets` is a name, or an object if the target has its own folder or options.",
    types: {
      "run/config/target-config.ts": ["TargetEntry", "TargetPlaceConfig", "TargetReference"],
      "targets/webhooks/webhooks-target.ts": ["WebhooksOptions"],
      "targets/samples/sample-client.ts": ["SamplesOptions"],
    },
  },
  {
    title: "Options",
    text: "All are optional. [Options of the generated code](options.md) explains each with an example.",
    types: {
      "model/api-options.ts": ["ApiOptions", "FormatRules", "FormatRule", "Meaning", "ImportExtension", "SchemaFiles"],
      "model/finish/selector.ts": ["Selector"],
      "model/finish/enum-rules.ts": ["EnumRules"],
      "model/finish/pagination/pagination-rule.ts": ["PaginationRule"],
      "model/finish/naming/name-hooks.ts": ["NameHooks"],
    },
  },
];

const head = `<!-- Made from generators/src/run/config/ and generators/src/model/ by scripts/derived/reference/configuration.ts: edit the types, not this page. -->

# Configuration

This page lists every field of \`waybill.config.ts\`; your editor shows the same documentation. \`npx waybill init\` writes the file; \`.js\`,
\`.mjs\` and \`.json\` work too. Paths are relative to the file. An unknown field is an error that suggests the nearest name.

\`\`\`ts title="waybill.config.ts"
import { defineConfig } from "waybill";

export default defineConfig({
  apis: { shop: { openapi: "openapi.yaml", out: "src/generated", targets: ["types", "zod", "client"] } },
});
\`\`\`
`;

export function configurationReference(): string {
  const project = new Project({ skipFileDependencyResolution: true, skipAddingFilesFromTsConfig: true });
  const entriesOf = ([file, names]: [string, readonly string[]]): string[] => {
    const exported = project.addSourceFileAtPath(path.join(root, file)).getExportedDeclarations();
    return names.flatMap((name) => {
      const entries = (exported.get(name) ?? []).flatMap(entryOf);
      if (entries.length === 0)
        throw new Error(`${file} exports no type ${name}: correct scripts/derived/reference/configuration.ts`);
      return entries;
    });
  };
  const parts = sections.map(({ title, text, types }) =>
    [`## ${title}`, text, ...Object.entries(types).flatMap(entriesOf)].join("\n\n"),
  );
  return `${[head.trim(), ...parts, limits()].join("\n\n")}\n`;
}

/** Their doc comments are on the defaults, which are no type. */
function limits(): string {
  const words: Readonly<Record<string, string>> = limitWords;
  const rows = Object.entries(defaultLimits).map(
    ([name, value]) => `| \`${name}\` | ${value.toLocaleString("en")} | ${words[name] ?? ""} |`,
  );
  return [
    "## Limits",
    "",
    "The members of `limits`, which `--limit name=n` sets as well. They keep a hostile description from exhausting the machine.",
    "",
    "| member | default | counts |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
}
