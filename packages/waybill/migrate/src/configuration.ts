// The configuration of another generator, or the script that calls it -> the APIs that it generates, and what of it has no equal here.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { type Expression, Node, Project, ts } from "ts-morph";
import { type PlainPlace, placeAt } from "./places.ts";
import { type ToolName, toolNames, tools } from "./tools.ts";

/** One description, and the code that was generated from it. */
export interface OldApi {
  readonly tool: ToolName;
  /** A valid name for an API of waybill.config.ts. */
  readonly name: string;
  /** As a configuration of ours names it, relative to the project. */
  readonly openapi: string;
  /** Files and folders of generated code, absolute. */
  readonly outputs: readonly string[];
  /** Besides types and client. */
  readonly targets: readonly string[];
  readonly baseUrl: string | null;
  /** Where it differs from that of the tool. */
  readonly result: "succeeded" | "body" | null;
}

export interface Configuration {
  readonly apis: readonly OldApi[];
  readonly places: readonly PlainPlace[];
}

/** `null`: of the tool that is found, the first one of the table. */
export function readConfiguration(folder: string, tool: ToolName | null): Configuration {
  const readers = tool === null ? toolNames : [tool];
  const all = readers.map((name) => configurationOf(folder, name));
  return all.find(({ apis }) => apis.length > 0) ?? { apis: [], places: all.flatMap(({ places }) => places) };
}

function configurationOf(folder: string, tool: ToolName): Configuration {
  const configured = configReaders[tool](folder);
  return configured.apis.length > 0 ? configured : { ...configured, apis: scriptApis(folder, tool) };
}

const configReaders: Readonly<Record<ToolName, (folder: string) => Configuration>> = {
  "openapi-typescript": redoclyApis,
  "hey-api": (folder) => moduleApis(folder, "openapi-ts.config", heyApis),
  orval: (folder) => moduleApis(folder, "orval.config", orvalApis),
  "typescript-fetch": (folder) => generatorApis(folder, "typescript-fetch"),
  "typescript-axios": (folder) => generatorApis(folder, "typescript-axios"),
};

/** `apis: { shop: { root: openapi.yaml, x-openapi-ts: { output: schema.d.ts } } }` in redocly.yaml. */
function redoclyApis(folder: string): Configuration {
  const config = member(documentIn(folder, "redocly.yaml"), "apis");
  const apis = Object.entries(record(config)).flatMap(([name, api]): OldApi[] => {
    const output = member(api, "x-openapi-ts", "output");
    const root = member(api, "root");
    if (typeof output !== "string" || typeof root !== "string") return [];
    return [oldApi(folder, { tool: "openapi-typescript", name, input: root, outputs: [output] })];
  });
  return { apis, places: [] };
}

/** `generator-cli.generators` in openapitools.json; an entry without a name of a generator is of its key. */
function generatorApis(folder: string, tool: ToolName): Configuration {
  const config = member(documentIn(folder, "openapitools.json"), "generator-cli", "generators");
  const apis = Object.entries(record(config)).flatMap(([name, generator]): OldApi[] => {
    const [input, output] = [member(generator, "inputSpec") ?? member(generator, "glob"), member(generator, "output")];
    if (member(generator, "generatorName") !== tool || typeof input !== "string" || typeof output !== "string")
      return [];
    return [oldApi(folder, { tool, name, input, outputs: [output.replace("#{cwd}/", "")] })];
  });
  return { apis, places: [] };
}

/** Scripts of package.json: `openapi-typescript openapi.yaml -o src/schema.d.ts`. */
function scriptApis(folder: string, tool: ToolName): OldApi[] {
  const { program } = tools[tool];
  const scripts = Object.values(record(member(documentIn(folder, "package.json"), "scripts")));
  return scripts
    .flatMap((script) => commandsIn(String(script)))
    .flatMap((command) => {
      if (!program.words.test(command)) return [];
      const words = wordsOf(command);
      const generator = wordAfter(words, ["--generator-name", "-g"]);
      if (program.input.includes("--input-spec") && generator !== tool) return [];
      const first = words[words.findIndex((word) => program.words.test(word)) + 1];
      const input = program.input.length === 0 ? first : wordAfter(words, program.input);
      const output = wordAfter(words, program.output);
      return input === undefined || output === undefined ? [] : [oldApi(folder, { tool, input, outputs: [output] })];
    });
}

function commandsIn(script: string): string[] {
  return script.split(/\s*(?:&&|\|\||;)\s*/);
}

function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s=]+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}

function wordAfter(words: readonly string[], flags: readonly string[]): string | undefined {
  const at = words.findIndex((word) => flags.includes(word));
  return at < 0 ? undefined : words[at + 1];
}

type ModuleReader = (config: Value, folder: string) => Configuration;

/** The configuration that a module exports, read as text: `export default defineConfig({ … })`. */
function moduleApis(folder: string, base: string, read: ModuleReader): Configuration {
  const file = ["ts", "mts", "cts", "js", "mjs", "cjs"]
    .map((end) => path.join(folder, `${base}.${end}`))
    .find(existsSync);
  if (file === undefined) return { apis: [], places: [] };
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { allowJs: true } });
  const source = project.createSourceFile("/config.ts", readFileSync(file, "utf8"));
  const exported =
    source.getExportAssignment(() => true)?.getExpression() ??
    source
      .getDescendantsOfKind(ts.SyntaxKind.BinaryExpression)
      .find((one) => one.getLeft().getText() === "module.exports")
      ?.getRight();
  if (exported === undefined)
    return { apis: [], places: [placeAt(file, source, "there is no export default", "use --openapi")] };
  const places: PlainPlace[] = [];
  const unread = (node: Node): null => {
    places.push(
      placeAt(
        file,
        node,
        `${node.getText().split("\n")[0]} is not a literal`,
        "write its value into waybill.config.ts",
      ),
    );
    return null;
  };
  const configuration = read(valueIn(exported, unread), folder);
  return { ...configuration, places: [...places, ...configuration.places.map((place) => ({ ...place, file }))] };
}

/** What a literal says, with the node that says it; `null` for everything else, which `unread` gets. */
type Value = { readonly node: Node; readonly value: string | boolean | number | Value[] | Map<string, Value> } | null;

function valueIn(expression: Expression | Node, unread: (node: Node) => null): Value {
  const node = innermost(expression);
  if (Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node))
    return { node, value: node.getLiteralText() };
  if (Node.isTrueLiteral(node) || Node.isFalseLiteral(node)) return { node, value: node.getLiteralValue() };
  if (Node.isNumericLiteral(node)) return { node, value: node.getLiteralValue() };
  if (Node.isArrayLiteralExpression(node))
    return { node, value: node.getElements().map((one) => valueIn(one, unread)) };
  if (!Node.isObjectLiteralExpression(node)) return unread(node);
  const members = new Map<string, Value>();
  for (const property of node.getProperties()) {
    const isNamed = Node.isPropertyAssignment(property) || Node.isShorthandPropertyAssignment(property);
    const value = Node.isPropertyAssignment(property)
      ? property.getInitializerOrThrow()
      : isNamed
        ? property.getNameNode()
        : property;
    members.set(isNamed ? property.getName().replace(/^["']|["']$/g, "") : property.getText(), valueIn(value, unread));
  }
  return { node, value: members };
}

/** Without `defineConfig(…)`, a variable of the file, `as const` and `satisfies`. */
function innermost(node: Node): Node {
  if (Node.isCallExpression(node) && node.getExpression().getText() === "defineConfig") {
    const [first] = node.getArguments();
    return first === undefined ? node : innermost(first);
  }
  if (Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isParenthesizedExpression(node))
    return innermost(node.getExpression());
  if (!Node.isIdentifier(node)) return node;
  const initializer = node.getSourceFile().getVariableDeclaration(node.getText())?.getInitializer();
  return initializer === undefined ? node : innermost(initializer);
}

const heyTargets: Readonly<Record<string, readonly string[]>> = {
  "@hey-api/typescript": [],
  "@hey-api/sdk": [],
  "@hey-api/client-fetch": [],
  zod: ["zod"],
  "@tanstack/react-query": ["@waybill/tanstack-query"],
};

const heyApis: ModuleReader = (config, folder) => {
  const entries = Array.isArray(config?.value) ? config.value : [config];
  const places: PlainPlace[] = [];
  const apis = entries.flatMap((entry): OldApi[] => {
    const input = textOf(at(entry, "input")) ?? textOf(at(entry, "input", "path"));
    const output = textOf(at(entry, "output")) ?? textOf(at(entry, "output", "path"));
    if (input === null || output === null) return [];
    const plugins = at(entry, "plugins");
    const targets = (Array.isArray(plugins?.value) ? plugins.value : []).flatMap((plugin) => {
      const name = textOf(plugin) ?? textOf(at(plugin, "name")) ?? "";
      if (plugin !== null && heyTargets[name] === undefined)
        places.push(
          placeAt("", plugin.node, `the plugin ${JSON.stringify(name)} has no equal`, "see the targets of waybill"),
        );
      return heyTargets[name] ?? [];
    });
    places.push(...unknownMembers(entry, ["input", "output", "plugins", "client", "logs"]));
    return [oldApi(folder, { tool: "hey-api", input, outputs: [output], targets })];
  });
  return { apis, places };
};

const orvalTargets: Readonly<Record<string, readonly string[]>> = {
  fetch: [],
  axios: [],
  "axios-functions": [],
  zod: ["zod"],
  "react-query": ["@waybill/tanstack-query"],
};

const orvalApis: ModuleReader = (config, folder) => {
  const places: PlainPlace[] = [];
  const usesAxios = member(documentIn(folder, "package.json"), "dependencies", "axios") !== undefined;
  const apis = (config?.value instanceof Map ? [...config.value] : []).flatMap(([name, entry]): OldApi[] => {
    const input = textOf(at(entry, "input")) ?? textOf(at(entry, "input", "target"));
    const output = at(entry, "output");
    const target = textOf(output) ?? textOf(at(output, "target"));
    if (input === null || target === null) return [];
    const client = at(output, "client");
    const clientName = textOf(client) ?? "";
    if (client !== null && orvalTargets[clientName] === undefined)
      places.push(
        placeAt(
          "",
          client.node,
          `the client ${JSON.stringify(clientName)} has no equal`,
          "see docs/guides/adapters.md",
        ),
      );
    places.push(
      ...unknownMembers(output, [
        "target",
        "client",
        "mode",
        "schemas",
        "mock",
        "baseUrl",
        "httpClient",
        "clean",
        "prettier",
        "biome",
        "override",
      ]),
    );
    places.push(...unknownMembers(at(output, "override"), ["mutator"]));
    const mutator = at(output, "override", "mutator");
    if (mutator !== null)
      places.push(
        placeAt("", mutator.node, "the mutator is not moved", "put what it does into the options of createSend"),
      );
    const isAxios =
      textOf(at(output, "httpClient")) === "axios" ||
      clientName.startsWith("axios") ||
      (usesAxios && clientName !== "fetch");
    const targets = [...(orvalTargets[clientName] ?? []), ...(at(output, "mock") === null ? [] : ["@waybill/mocks"])];
    const schemas = textOf(at(output, "schemas"));
    const base =
      /\.[cm]?ts$/.test(target) && textOf(at(output, "mode"))?.startsWith("tags") === true
        ? path.dirname(target)
        : target;
    const outputs = [base, ...(schemas === null ? [] : [schemas])];
    const baseUrl = textOf(at(output, "baseUrl"));
    const result = isAxios ? (mutator === null ? "succeeded" : "body") : null;
    return [oldApi(folder, { tool: "orval", name, input, outputs, targets, baseUrl, result })];
  });
  return { apis, places };
};

function unknownMembers(value: Value, known: readonly string[]): PlainPlace[] {
  return (value?.value instanceof Map ? [...value.value] : []).flatMap(([name, one]) =>
    known.includes(name) || one === null
      ? []
      : [placeAt("", one.node, `${name} is not moved`, "see the options of waybill: docs/options.md")],
  );
}

function at(value: Value, ...names: readonly string[]): Value {
  const [name, ...others] = names;
  if (name === undefined) return value;
  return value?.value instanceof Map ? at(value.value.get(name) ?? null, ...others) : null;
}

function textOf(value: Value): string | null {
  return typeof value?.value === "string" ? value.value : null;
}

interface Described extends Partial<Omit<OldApi, "outputs" | "openapi" | "tool">>, Pick<OldApi, "tool" | "outputs"> {
  readonly input: string;
}

function oldApi(folder: string, { tool, name, input, outputs, targets, baseUrl, result }: Described): OldApi {
  const isPlain = /^(?:https?|npm):/.test(input);
  return {
    tool,
    name: (name ?? "api").replace(/@.*$/, "").replace(/[^A-Za-z0-9-]+/g, "-") || "api",
    openapi: isPlain ? input : path.posix.normalize(input),
    outputs: outputs.map((output) => path.resolve(folder, output)),
    targets: targets ?? [],
    baseUrl: baseUrl ?? null,
    result: result ?? null,
  };
}

function documentIn(folder: string, file: string): unknown {
  const full = path.join(folder, file);
  return existsSync(full) ? load(readFileSync(full, "utf8")) : null;
}

function member(value: unknown, ...names: readonly string[]): unknown {
  const [name, ...others] = names;
  return name === undefined ? value : member(record(value)[name], ...others);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
