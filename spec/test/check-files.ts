// Checks the files themselves: nothing left over or missing, names that follow the rules of README.md, plain YAML.
import { type Description, nodesIn, objectIn, referenceIn, targetOf } from "./description.ts";
import { operationsOf } from "./operations.ts";

const entries = [
  "openapi.yaml",
  "asyncapi.yaml",
  "examples/signatures.json",
  "examples/webhook-addresses.json",
  "extensions.schema.json",
];
const documents = ["openapi.yaml", "asyncapi.yaml"];

export function checkFilesUsed(description: Description): string[] {
  const workflows = [...description.values.keys()].filter((file) => /^workflows\/[a-z-]+\.arazzo\.yaml$/.test(file));
  const used = new Set([...entries, ...workflows, ...referredFiles(description)]);
  return [
    ...[...description.values.keys()].filter((file) => !used.has(file)).map((file) => `nothing refers to ${file}`),
    ...[...used].filter((file) => !description.values.has(file)).map((file) => `there is no ${file}`),
  ];
}

/** `schemas/new-order.yaml` is the component NewOrder, in whichever document uses it; components are in alphabetical order. */
export function checkComponents(description: Description): string[] {
  const components = documents.flatMap((document) =>
    Object.entries(objectIn(objectIn(objectIn(description.values.get(document))["components"])["schemas"])).map(
      ([name, value]) => ({ document, name, file: targetOf(document, referenceIn(value) ?? "").file }),
    ),
  );
  const schemas = [...description.values.keys()].filter((file) => file.startsWith("schemas/"));
  return [
    ...components
      .filter(({ name, file }) => name !== componentNameOf(file))
      .map(({ document, name, file }) => `${document}: ${name} is ${file}`),
    ...schemas.filter((file) => !components.some((one) => one.file === file)).map((file) => `${file} is no component`),
    ...documents.flatMap((document) => {
      const names = components.filter((one) => one.document === document).map(({ name }) => name);
      const sorted = [...names].sort();
      return names
        .filter((name, at) => name !== sorted[at])
        .map((name) => `${document}: ${name} is out of order`)
        .slice(0, 1);
    }),
  ];
}

/** `examples/orders/create-order.400-malformed.json`: the operation, what it exemplifies, and a variant. */
export function checkExampleNames(description: Description): string[] {
  const operations = new Map(operationsOf(description).map(({ id, responses }) => [kebab(id), responses]));
  return [...description.values.keys()].flatMap((file) => {
    const [, folder = "", name = ""] = /^examples\/([a-z]+)\/(.*)\.json$/.exec(file) ?? [];
    if (folder === "" || folder === "errors" || folder === "messages") return [];
    const [, id = "", part = ""] = /^([a-z-]+)\.(request|\d{3})(?:-[a-z-]+)?$/.exec(name) ?? [];
    const responses = operations.get(id);
    const known = responses !== undefined && (part === "request" || responses.some(({ status }) => status === part));
    return known ? [] : [`${file}: no operation has such a request or response`];
  });
}

/** No anchors, aliases or merge keys, and no line that has to be scrolled. */
export function checkPlainYaml(description: Description): string[] {
  return [...description.texts]
    .filter(([file]) => file.endsWith(".yaml"))
    .flatMap(([file, text]) =>
      text
        .split("\n")
        .flatMap((line, at) => [
          ...(/^\s*<<:|(?::|-) [&*]\w/.test(line) ? [`${file}:${at + 1} has an anchor, an alias or a merge key`] : []),
          ...(line.length > 110 ? [`${file}:${at + 1} is ${line.length} characters long`] : []),
        ]),
    );
}

function referredFiles(description: Description): string[] {
  return [...description.values]
    .filter(([file]) => file.endsWith(".yaml"))
    .flatMap(([file, root]) =>
      [...nodesIn(root)].flatMap(({ value }) => {
        const reference = referenceIn(value);
        return reference === undefined ? [] : [targetOf(file, reference).file];
      }),
    );
}

function componentNameOf(file: string): string {
  const [, name = ""] = /^schemas\/(.*)\.yaml$/.exec(file) ?? [];
  return name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
