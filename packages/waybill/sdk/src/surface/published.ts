// The sources of a published SDK, as Stainless generated them -> its client, and each method with the route that it calls.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  type ClassDeclaration,
  type MethodDeclaration,
  Node,
  Project,
  type TemplateExpression,
  type Type,
} from "ts-morph";
import { type Usable, unusable, usable } from "waybill/command";

export interface PublishedSdk {
  readonly name: string;
  readonly version: string;
  /** `Shop`, the class that is the default export. */
  readonly client: string;
  /** Options of the client that the environment has, in their order; `null` where they are not listed. */
  readonly variables: readonly PublishedOption[] | null;
  readonly methods: readonly PublishedMethod[];
}

export interface PublishedOption {
  /** `apiKey`. */
  readonly option: string;
  /** `SHOP_API_KEY`. */
  readonly variable: string;
  /** The security scheme that it is the credential of, if that is known. */
  readonly scheme: string | null;
}

export interface PublishedMethod {
  /** `orders.refunds.create`. */
  readonly name: string;
  /** `null`: it is code that sends no request of its own. */
  readonly route: PublishedRoute | null;
}

export interface PublishedRoute {
  /** `GET`. */
  readonly method: string;
  /** `/orders/{}/refunds/{}`. */
  readonly path: string;
  /** For each `{}`: the position of an argument, or the name of a member of the parameters. */
  readonly arguments: readonly (number | string)[];
  /** `null`: where the description has any. */
  readonly hasParameters: boolean | null;
  /** The member of the parameters that is the body; `null`: those that have no other place are its members. */
  readonly bodyName: string | null;
  readonly hasPages: boolean;
  /** The result is part of the body. */
  readonly isUnwrapped: boolean;
}

/** `specifier`: `npm:@acme/shop`, which is installed in `cwd` or above it. */
export function readPublished(specifier: string, cwd: string): Usable<PublishedSdk> {
  const name = specifier.replace(/^npm:/, "");
  const folder = foldersAbove(cwd)
    .map((one) => path.join(one, "node_modules", name))
    .find((one) => existsSync(path.join(one, "package.json")));
  if (folder === undefined) return unusable(`${name} is not installed`, `npm install --no-save ${name}`);
  const entry = path.join(folder, "src/index.ts");
  if (!existsSync(entry))
    return unusable(`${name} has no src/index.ts`, "--like reads the sources that packages of Stainless contain");
  const project = new Project({ compilerOptions: { moduleResolution: 100, module: 99, types: [], noLib: true } });
  const client = project.addSourceFileAtPath(entry).getDefaultExportSymbol()?.getAliasedSymbol()?.getValueDeclaration();
  const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  if (!Node.isClassDeclaration(client)) return unusable(`the default export of ${name} is no class`, null);
  return usable({
    name,
    version,
    client: client.getName() ?? "Client",
    variables: variablesIn(client),
    methods: methodsIn(client, "", new Set([client])),
  });
}

function foldersAbove(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** `constructor({ apiKey = readEnv("SHOP_API_KEY"), ...options })` */
function variablesIn(client: ClassDeclaration): PublishedOption[] {
  const text = client.getConstructors()[0]?.getParameters()[0]?.getNameNode().getText() ?? "";
  return [...text.matchAll(/(\w+) = readEnv\(['"](\w+)['"]\)/g)].flatMap(([, option = "", variable = ""]) =>
    option === "baseURL" ? [] : [{ option, variable, scheme: null }],
  );
}

/** Those of the class and of its resources: properties whose class has an ancestor `APIResource`. */
function methodsIn(holder: ClassDeclaration, prefix: string, above: ReadonlySet<ClassDeclaration>): PublishedMethod[] {
  const isClient = prefix === "";
  const methods = classesOf(holder).flatMap((one) => one.getInstanceMethods());
  const all = methods
    .map((method) => ({ name: `${prefix}${method.getName()}`, route: routeOf(method) }))
    // The client has many that only its resources call.
    .filter(({ name, route }) => !/(?:^|\.)[_#]/.test(name) && (route !== null || !isClient));
  const resources = holder.getInstanceProperties().flatMap((property) => {
    const resource = Node.isPropertyDeclaration(property) ? classOf(property.getType()) : null;
    if (resource === null || above.has(resource) || !isResource(resource)) return [];
    return methodsIn(resource, `${prefix}${property.getName()}.`, new Set([...above, resource]));
  });
  return [...all, ...resources];
}

/** Bases in other files, such as the resource that a hand-written one extends, included. */
function classesOf(holder: ClassDeclaration): ClassDeclaration[] {
  const base = holder.getBaseClass();
  return base === undefined || base.getName() === "APIResource" ? [holder] : [holder, ...classesOf(base)];
}

function classOf(type: Type): ClassDeclaration | null {
  const declaration = type.getSymbol()?.getValueDeclaration();
  return Node.isClassDeclaration(declaration) ? declaration : null;
}

function isResource(one: ClassDeclaration): boolean {
  const base = one.getBaseClass();
  return base !== undefined && (base.getName() === "APIResource" || isResource(base));
}

/** `this._client.post(path`/orders/${id}/refunds`, { body, ...options })` */
function routeOf(method: MethodDeclaration): PublishedRoute | null {
  for (const call of method.getDescendants().filter(Node.isCallExpression)) {
    const [, verb] = /^this\.(?:_client\.)?(get|post|put|patch|delete|getAPIList)$/.exec(
      call.getExpression().getText(),
    ) ?? [null];
    const [template, ...others] = call.getArguments();
    const text = Node.isTaggedTemplateExpression(template) ? template.getTemplate() : template;
    if (verb === null || verb === undefined || text === undefined) continue;
    if (!Node.isStringLiteral(text) && !Node.isNoSubstitutionTemplateLiteral(text) && !Node.isTemplateExpression(text))
      continue;
    const [, other] = /\bmethod: '(\w+)'/.exec(others.at(-1)?.getText() ?? "") ?? [];
    const names = method.getParameters().map((parameter) => parameter.getName());
    const members = membersIn(method);
    const placeholders = Node.isTemplateExpression(text) ? placeholdersOf(text, members, names) : [];
    const [, body = "body"] = /\bbody: (\w+)/.exec(others.at(-1)?.getText() ?? "") ?? [];
    const positional = placeholders.filter((one) => typeof one === "number").length;
    return {
      method: (verb === "getAPIList" ? (other ?? "get") : verb).toUpperCase(),
      path: pathOf(text),
      arguments: placeholders,
      hasParameters: names.slice(positional).some((name) => name !== "options"),
      bodyName: members.get(body) ?? null,
      hasPages: verb === "getAPIList",
      isUnwrapped: /\._thenUnwrap\(/.test(method.getText()),
    };
  }
  return null;
}

function pathOf(text: Node): string {
  if (!Node.isTemplateExpression(text)) return text.getText().slice(1, -1).replace(/\?.*/, "");
  const spans = text.getTemplateSpans().map((span) => span.getLiteral().getLiteralText());
  return [text.getHead().getLiteralText(), ...spans].join("{}").replace(/\?.*/, "");
}

/** `const { order_id, 'Idempotency-Key': key, ...others } = params`: variable -> member. */
function membersIn(method: MethodDeclaration): Map<string, string> {
  const elements = method.getDescendants().filter(Node.isBindingElement);
  return new Map(
    elements
      .filter((element) => element.getDotDotDotToken() === undefined)
      .map((element) => [
        element.getName(),
        (element.getPropertyNameNode()?.getText() ?? element.getName()).replace(/^['"]|['"]$/g, ""),
      ]),
  );
}

/** A name that is no parameter is a member of the parameters. */
function placeholdersOf(
  text: TemplateExpression,
  members: ReadonlyMap<string, string>,
  names: readonly string[],
): (number | string)[] {
  return text.getTemplateSpans().map((span) => {
    const name = span.getExpression().getText();
    const at = names.indexOf(name);
    return at === -1 ? (members.get(name) ?? name) : at;
  });
}
