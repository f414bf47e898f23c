// The types of the model that "waybill/plugin" exports -> docs/model.md, a reference for those who write targets.
import path from "node:path";
import { Project } from "ts-morph";
import { entryOf } from "./type-tables.ts";

const root = path.join(import.meta.dirname, "../../..");

/** What a section has: the types of one file, of which plugins may name some and meet all. */
const sections: readonly { readonly file: string; readonly title: string; readonly text: string }[] = [
  { file: "api.ts", title: "The API", text: "The first argument of `render`." },
  { file: "http.ts", title: "HTTP", text: "From OpenAPI: operations with everything inherited already resolved." },
  { file: "pagination.ts", title: "Pagination", text: "How further pages of a list are requested." },
  { file: "signature.ts", title: "Signatures", text: "How deliveries are signed: `x-waybill-signature`." },
  { file: "messaging.ts", title: "Messages", text: "From AsyncAPI: channels, messages and their senders." },
  { file: "schema.ts", title: "Schemas", text: "From JSON Schema, in normal form: a closed union on `kind`." },
];

const head = `<!-- Made from generators/src/model/ by scripts/derived/reference/model.ts: edit the types, not this page. -->

# The model

The model is the form in which a target receives a description, as the first argument of \`render(api, context)\` of
[your own targets](plugins.md). It is read-only, and everything is resolved: references, \`nullable\`, discriminators, inherited parameters
and servers. \`at\` is the location in the description, for messages. Types in the tables are defined on this page; import the types that
you need to name with \`import type { … } from "waybill/plugin"\`.
`;

export function modelReference(): string {
  const project = new Project({ skipFileDependencyResolution: true, skipAddingFilesFromTsConfig: true });
  const parts = sections.map(({ file, title, text }) => {
    const source = project.addSourceFileAtPath(path.join(root, "generators/src/model", file));
    const declarations = [...source.getExportedDeclarations().values()].flat();
    return [`## ${title}`, text, ...declarations.flatMap(entryOf)].join("\n\n");
  });
  return `${[head.trim(), ...parts].join("\n\n")}\n`;
}
