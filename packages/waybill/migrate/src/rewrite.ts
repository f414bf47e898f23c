// Code that uses what another generator wrote -> the same over ours. First all uses are found, while symbols are those of the program;
// then each file is edited from its end to its beginning, calls inside of calls first.
import path from "node:path";
import {
  type CallExpression,
  type Identifier,
  type ImportDeclaration,
  type NewExpression,
  Node,
  type ObjectBindingPattern,
  type Project,
  type SourceFile,
  ts,
} from "ts-morph";
import type { Operation } from "waybill/plugin";
import { type NewApi, plain } from "./api.ts";
import { Imports } from "./imports.ts";
import { OldModules } from "./old-modules.ts";
import { type PlainPlace, placeAt } from "./places.ts";
import { type MemberText, objectText, plainMembersOf, requestOf } from "./requests.ts";
import {
  axiosErrorsIn,
  componentOf,
  extensionOf,
  holderOf,
  isArgument,
  isClientCall,
  isOfProject,
  isOpenapiFetch,
  removeStatement,
  typedName,
  usesIn,
  widest,
} from "./syntax.ts";
import { type ResultForm, type Tool, tools } from "./tools.ts";

export interface Rewritten {
  readonly places: readonly PlainPlace[];
  /** By API: what its calls need of the module beside its code. */
  readonly needs: ReadonlyMap<NewApi, Needs>;
}

export interface Needs {
  readonly forms: Set<ResultForm>;
  /** The options of `createSend`, from the settings of a global client. */
  settings: ReadonlyMap<string, string> | null;
  usesSend: boolean;
}

export function rewriteProject(project: Project, apis: readonly NewApi[], isWritten: boolean): Rewritten {
  const rewriting = new Rewriting(project, apis);
  rewriting.find();
  rewriting.edit();
  return { places: rewriting.places(isWritten), needs: rewriting.needs };
}

interface Edit {
  readonly node: Node;
  /** `null`: what is there has no equal, and `leave` was called. */
  readonly text: () => string | null;
}

interface Use {
  readonly api: NewApi;
  readonly tool: Tool;
  readonly imported: string;
  readonly local: string;
  readonly node: Identifier;
  readonly imports: Imports;
}

interface UsedMethod {
  readonly name: string;
  readonly api: NewApi;
  /** The client, as code. */
  readonly receiver: () => string;
  /** `orders?.getOrder`. */
  readonly isOptional?: boolean;
}

/** Of members of clients. */
const memberHints: Tool["hints"] = [
  [
    /^(?:use|eject|withMiddleware|withPreMiddleware|withPostMiddleware)$/,
    "use onRequest, onResponse and onError of createClient",
  ],
  [/Raw$/, "use createClient without throws: its responses have status, headers and body"],
];

class Rewriting {
  readonly #left: { node: Node; readonly place: PlainPlace }[] = [];
  readonly needs = new Map<NewApi, Needs>();
  readonly #edits = new Map<SourceFile, Edit[]>();
  readonly #imports = new Map<SourceFile, Imports>();
  /** Names whose uses are calls of a client. */
  readonly #clients = new Map<Node, NewApi>();

  readonly #project: Project;
  readonly #modules: OldModules;

  constructor(project: Project, apis: readonly NewApi[]) {
    this.#project = project;
    this.#modules = new OldModules(project, apis);
  }

  find(): void {
    for (const file of this.#project.getSourceFiles()) {
      for (const declaration of file.getImportDeclarations()) this.#findUses(file, declaration);
      for (const declaration of file.getExportDeclarations()) {
        const api = this.#modules.importedBy(declaration);
        if (api !== null)
          this.#leave(declaration, "it exports code of the old generator", `export from ${this.#shown(api)} instead`);
      }
      for (const call of file.getDescendantsOfKind(ts.SyntaxKind.ImportKeyword).map((one) => one.getParent()))
        if (Node.isCallExpression(call) && this.#modules.loadedBy(call))
          this.#leave(call, "it loads code of the old generator", "load ours instead");
    }
    for (const [declaration, api] of this.#clients) this.#findCalls(declaration, api);
    if (this.#modules.apis.some((api) => this.#resultOf(api) === "succeeded")) this.#leaveAxiosErrors();
  }

  #leaveAxiosErrors(): void {
    for (const file of this.#project.getSourceFiles())
      for (const name of axiosErrorsIn(file))
        this.#leave(
          name,
          "errors of calls are no longer those of axios",
          "use error instanceof CallError: its response has status, data and headers",
        );
  }

  edit(): void {
    for (const [file, edits] of this.#edits) {
      for (const { node, text } of edits.sort(innerFirst)) {
        const before = this.#left.length;
        const replacement = text();
        if (replacement === null) continue;
        if (replacement === "") removeStatement(node);
        else {
          const replaced = node.replaceWithText(replacement);
          for (const left of this.#left.slice(before)) left.node = replaced;
        }
      }
      this.#importsOf(file).write();
    }
  }

  /** Where the files that are on disk afterwards have them. */
  places(isWritten: boolean): PlainPlace[] {
    const all = this.#left.map(({ node, place }) =>
      isWritten && !node.wasForgotten() ? placeAt(place.file, node, place.message, place.hint) : place,
    );
    const order = (one: PlainPlace): string =>
      `${one.file}:${String(one.line).padStart(7)}:${String(one.column).padStart(5)}`;
    return all.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  needsOf(api: NewApi): Needs {
    const needs = this.needs.get(api) ?? { forms: new Set(), settings: null, usesSend: false };
    this.needs.set(api, needs);
    return needs;
  }

  #findUses(file: SourceFile, declaration: ImportDeclaration): void {
    const api = this.#modules.importedBy(declaration);
    if (api === null) return;
    const imports = this.#importsOf(file);
    imports.old.add(declaration);
    const [namespace, standard] = [declaration.getNamespaceImport(), declaration.getDefaultImport()];
    if (namespace !== undefined) {
      imports.keep(namespace.getText());
      this.#leave(
        namespace,
        `${namespace.getText()} has all names of the old code`,
        "import them one by one, and run this again",
      );
    }
    const named = declaration
      .getNamedImports()
      .map((one) => ({ imported: one.getName(), local: one.getAliasNode() ?? one.getNameNode() }));
    const names = [...(standard === undefined ? [] : [{ imported: "default", local: standard }]), ...named];
    for (const { imported, local } of names) {
      if (!Node.isIdentifier(local)) continue;
      const uses = usesIn(file, local);
      for (const node of uses)
        this.#findUse({ api, tool: tools[api.tool], imported, local: local.getText(), node, imports });
    }
  }

  #findUse(use: Use): void {
    const edit = this.#editOf(use);
    if (edit === "left") this.#leaveUse(use);
    else if (edit !== null) this.#add(edit.node, edit.text);
  }

  /** `null`: what is around it has one. */
  #editOf(use: Use): Edit | "left" | null {
    const { api, tool, imported, node } = use;
    const parent = node.getParent();
    const operation = tool.calls === "functions" ? api.operationNamed(imported) : null;
    const isApi = tool.calls === "methods" && imported.endsWith("Api");
    if (operation !== null && Node.isCallExpression(parent) && parent.getExpression() === node)
      return { node: parent, text: () => this.#functionCall(use, parent, operation) };
    if (isApi && Node.isNewExpression(parent)) return this.#newClient(use, parent);
    if (tool.calls === "verbs" && imported === "default" && Node.isCallExpression(parent) && isOpenapiFetch(node))
      return this.#newClient(use, parent);
    if (tool.calls === "methods" && imported === "Configuration" && Node.isNewExpression(parent))
      return { node: parent, text: () => objectText(this.#clientOptions(parent.getArguments()[0], use)) };
    if (isApi && Node.isTypeReference(parent)) {
      const name = typedName(parent);
      if (name !== null) this.#clients.set(name, api);
      else this.#leave(parent, "calls of what has this type are not known", "rewrite them, as the guide shows");
      return { node: parent, text: () => this.#clientType(use) };
    }
    if (imported === "client" && Node.isPropertyAccessExpression(parent) && parent.getName() === "setConfig")
      return this.#moveSettings(use, parent.getParentIfKindOrThrow(ts.SyntaxKind.CallExpression));
    if (imported === "paths" && node.getFirstAncestor((one) => isClientCall(one)) !== undefined) return null;
    return this.#schemaType(use);
  }

  #schemaType({ api, imported, local, node, imports }: Use): Edit | "left" {
    const component = imported === "components" ? componentOf(node) : null;
    const parent = node.getParent();
    if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === node) {
      const value = api.enums.get(plain(imported))?.find((one) => plain(one) === plain(parent.getName()));
      return value === undefined ? "left" : { node: parent, text: () => JSON.stringify(value) };
    }
    if (component === null && !Node.isTypeReference(parent) && !Node.isExpressionWithTypeArguments(parent))
      return "left";
    const schema = api.schemas.get(plain(component?.name ?? imported));
    const replaced = component?.node ?? node;
    if (schema === undefined) return "left";
    const name = component !== null || local === imported ? schema : local;
    return { node: replaced, text: () => imports.add(`${api.out}/types`, schema, { isType: true, local: name }) };
  }

  /** `createClient<paths>({ baseUrl })`, `new OrdersApi(configuration)`: and the calls of what it is assigned to. */
  #newClient(use: Use, node: CallExpression | NewExpression): Edit {
    const { api } = use;
    const holder = holderOf(node);
    if (holder !== null && Node.isPropertyAccessExpression(holder)) this.#findCall(holder, api);
    else if (holder === null && !isArgument(node))
      this.#leave(node, "calls of this client are not known", "rewrite them, as the guide shows");
    // The type of a parameter says what is called.
    else if (holder !== null) this.#clients.set(holder, api);
    const text = (): string => {
      const [options, base] = node.getArguments();
      const throws = this.#resultOf(api) === "body" ? [["throws", "true"] as const] : [];
      const create = use.imports.add(`${api.out}/client`, "createClient", { isType: false });
      if (base !== undefined)
        this.#leave(base, "arguments after the first are not moved", "use baseUrl, and fetch for an instance of axios");
      const isObject =
        options === undefined || Node.isObjectLiteralExpression(options) || options.getText().startsWith("{");
      if (isObject) return `${create}(${objectText(new Map([...this.#clientOptions(options, use), ...throws]))})`;
      return throws.length === 0
        ? `${create}(${options.getText()})`
        : `${create}({ ...${options.getText()}, throws: true })`;
    };
    return { node, text };
  }

  /** Uses of the name of a client, in all files. */
  #findCalls(declaration: Node, api: NewApi): void {
    if (Node.isObjectBindingPattern(declaration)) this.#findTaken(declaration, api);
    if (!Node.isIdentifier(declaration) && !Node.isPrivateIdentifier(declaration)) return;
    for (const reference of declaration.findReferencesAsNodes()) {
      const parent = reference.getParent();
      const named = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === reference ? parent : reference;
      const receiver = widest(named);
      const access = receiver.getParent();
      if (Node.isPropertyAccessExpression(access) && access.getExpression() === receiver) this.#findCall(access, api);
      else if (Node.isVariableDeclaration(access) && Node.isIdentifier(access.getNameNode()))
        this.#clients.set(access.getNameNode(), api);
      // `const { GET } = client`
      const taken = Node.isVariableDeclaration(access) ? access.getNameNode() : undefined;
      if (Node.isObjectBindingPattern(taken)) this.#leaveTaken(taken);
    }
  }

  /** `const { GET } = createClient<paths>()`: the client gets a name, whose methods are called. */
  #findTaken(pattern: ObjectBindingPattern, api: NewApi): void {
    const file = pattern.getSourceFile();
    const isUsed = (name: string): boolean =>
      file.getDescendantsOfKind(ts.SyntaxKind.Identifier).some((one) => one.getText() === name);
    const client = ["client", "apiClient"].find((name) => !isUsed(name));
    const statement = pattern.getFirstAncestorByKind(ts.SyntaxKind.VariableStatement);
    const elements = pattern.getElements().map((one) => ({ one, name: one.getNameNode() }));
    const isPlain = elements.every(({ one, name }) => Node.isIdentifier(name) && !one.getDotDotDotToken());
    if (client === undefined || statement?.isExported() !== false || !isPlain) {
      this.#leaveTaken(pattern);
      return;
    }
    this.#add(pattern, () => client);
    for (const { one, name } of elements) {
      const method = one.getPropertyNameNode()?.getText() ?? name.getText();
      for (const use of Node.isIdentifier(name) ? usesIn(file, name) : [])
        if (use !== name) this.#findMethod(use, { name: method, api, receiver: () => client });
    }
  }

  #leaveTaken(pattern: ObjectBindingPattern): void {
    this.#leave(pattern, "methods are taken out of a client", "name the client, and call its methods");
  }

  /** `client.GET`, `api.listOrders`. */
  #findCall(access: Node, api: NewApi): void {
    if (!Node.isPropertyAccessExpression(access)) return;
    // The receiver may have been rewritten by then.
    const [name, isOptional] = [access.getName(), access.hasQuestionDotToken()];
    this.#findMethod(access, { name, api, isOptional, receiver: () => access.getExpression().getText() });
  }

  #findMethod(access: Node, { name, api, receiver, isOptional = false }: UsedMethod): void {
    const call = access.getParent();
    const isVerbs = tools[api.tool].calls === "verbs";
    const args = Node.isCallExpression(call) && call.getExpression() === access ? call.getArguments() : [];
    const path = isVerbs && Node.isStringLiteral(args[0]) ? args[0].getLiteralValue() : "";
    const operation = isVerbs ? api.operationAt(name, path) : api.operationNamed(name);
    if (isOptional && this.#resultOf(api) !== "body")
      this.#leave(access, "the client may be absent", "check that first, and call it without ?.");
    else if (operation !== null && Node.isCallExpression(call) && call.getExpression() === access)
      this.#add(call, () => {
        const head = `${receiver()}${isOptional ? "?." : "."}${api.methodOf(operation)}(`;
        // Arguments may have been rewritten by then.
        return this.#call(call, {
          api,
          operation,
          args: call.getArguments().slice(isVerbs ? 1 : 0),
          head,
          isMethod: true,
        });
      });
    else {
      const [, hint] = memberHints.find(([pattern]) => pattern.test(name)) ?? [];
      this.#leave(
        access,
        `${name}${path && ` ${path}`} has no equal`,
        hint ?? `see the operations of ${this.#shown(api)}`,
      );
    }
  }

  #functionCall(use: Use, call: CallExpression, operation: Operation): string | null {
    const { api, imports, local, imported } = use;
    const head = (): string => {
      const send = imports.add(callsFile(api), "send", { isType: false });
      const name = imports.add(`${api.out}/client`, operation.name, {
        isType: false,
        local: local === imported ? operation.name : local,
      });
      return `${send}(${name}, `;
    };
    this.needsOf(api).usesSend = true;
    return this.#call(call, { api, operation, args: call.getArguments(), head, isMethod: false, use });
  }

  #call(node: CallExpression, call: RewrittenCall): string | null {
    const { api, operation, args, head, isMethod } = call;
    const converted = requestOf(args, operation, tools[api.tool].arguments);
    if (!converted.ok) {
      if (call.use !== undefined) call.use.imports.keep(call.use.local);
      this.#leave(node, converted.reason, "write the request by hand: { path, query, headers, body }");
      return null;
    }
    const { request, options, throws } = converted.value;
    const result = throws ? "succeeded" : this.#resultOf(api);
    if (throws)
      this.#leave(node, "throwOnError threw the body of the error", "read error.response.data of a CallError");
    const needed = options === null && request === "{}" && isMethod ? "" : request;
    const text = `${typeof head === "string" ? head : head()}${needed}${options === null ? "" : `, ${options}`})`;
    if (result === "body") return text;
    this.needsOf(api).forms.add(result);
    const form = this.#importsOf(node.getSourceFile()).add(callsFile(api), result, { isType: false });
    return `${form}(${text})`;
  }

  #resultOf(api: NewApi): ResultForm {
    return api.result ?? tools[api.tool].result;
  }

  #clientType({ api, imports }: Use): string {
    const type = imports.add(`${api.out}/client`, "Client", { isType: true });
    if (this.#resultOf(api) !== "body") return type;
    return `${type}<${imports.add(`${api.out}/client`, "CallOptions", { isType: true })}, "throws">`;
  }

  /** What moves without a change of meaning; all else is left. */
  #clientOptions(node: Node | undefined, use: Pick<Use, "api" | "imports">): Map<string, string> {
    const { api, imports } = use;
    const options = new Map<string, string>();
    const members = plainMembersOf(node);
    if (members === null && node !== undefined)
      this.#leave(node, "the options are no literal", "write the options of createClient");
    for (const [name, value] of members ?? []) {
      const moved = this.#clientOption(name, value, use);
      if (moved !== null) options.set(moved[0], moved[1]);
    }
    if ([...options.values()].some((text) => text.startsWith("authorizeWith(")))
      imports.add(`${api.out}/client`, "authorizeWith", { isType: false });
    if (options.has("baseUrl")) return options;
    return new Map([["baseUrl", JSON.stringify(api.baseUrl ?? api.server)], ...options]);
  }

  #clientOption(name: string, { node, text }: MemberText, { api }: Pick<Use, "api">): readonly [string, string] | null {
    if (["baseUrl", "basePath", "baseURL"].includes(name)) return ["baseUrl", text];
    if (name === "headers") return ["headers", text];
    if (["auth", "accessToken", "apiKey"].includes(name) && api.scheme !== null)
      return ["onRequest", `authorizeWith(${objectText(new Map([[api.scheme, text]]))})`];
    if (["cache", "mode", "credentials"].includes(name)) return ["init", `{ ${name}: ${text} }`];
    this.#leave(
      node,
      `the option ${name} of the client is not moved`,
      "see the options of createClient: docs/guides/client.md",
    );
    return null;
  }

  /** `client.setConfig({ baseUrl })`: into `createSend`, when it is the only one and all that it uses is global. */
  #moveSettings(use: Use, call: CallExpression): Edit | null {
    const needs = this.needsOf(use.api);
    const [options] = call.getArguments();
    const isGlobal =
      options?.getDescendantsOfKind(ts.SyntaxKind.Identifier).every((one) => !isOfProject(one, options)) ?? true;
    if (needs.settings !== null || !isGlobal || !Node.isExpressionStatement(call.getParent())) {
      use.imports.keep(use.local);
      this.#leave(
        call,
        "these settings of all calls are not moved",
        `put them into createSend in ${this.#relative(callsFile(use.api))}.ts`,
      );
      return null;
    }
    // Its imports are those of the module that gets them.
    needs.settings = this.#clientOptions(options, { api: use.api, imports: new Imports(call.getSourceFile(), "") });
    needs.usesSend = true;
    return { node: call, text: () => "" };
  }

  #leaveUse({ tool, imported, node, local, imports }: Use): void {
    imports.keep(local);
    const [, hint] = tool.hints.find(([pattern]) => pattern.test(imported)) ?? [];
    this.#leave(node, `${local} has no equal of the same form`, hint ?? "see docs/guides/migrating.md");
  }

  #leave(node: Node, message: string, hint: string): void {
    const file = node.getSourceFile();
    const { line, column } = file.getLineAndColumnAtPos(node.getStart());
    this.#left.push({ node, place: { file: file.getFilePath(), line, column, message, hint } });
  }

  #add(node: Node, text: Edit["text"]): void {
    const file = node.getSourceFile();
    const edits = this.#edits.get(file) ?? [];
    this.#edits.set(file, edits);
    if (!edits.some((one) => one.node === node)) edits.push({ node, text });
  }

  #importsOf(file: SourceFile): Imports {
    const imports = this.#imports.get(file) ?? new Imports(file, extensionOf(file));
    this.#imports.set(file, imports);
    return imports;
  }

  #shown({ out }: NewApi): string {
    return this.#relative(`${out}/client/index.gen.ts`);
  }

  #relative(file: string): string {
    return path.relative(process.cwd(), file);
  }
}

interface RewrittenCall {
  readonly api: NewApi;
  readonly operation: Operation;
  readonly args: readonly Node[];
  readonly head: string | (() => string);
  readonly isMethod: boolean;
  readonly use?: Use;
}

function innerFirst({ node: one }: Edit, { node: other }: Edit): number {
  return other.getStart() - one.getStart() || one.getEnd() - other.getEnd();
}

/** Of the module with `send` and the forms of results, without its ending: beside the folder of generated code. */
export function callsFile({ out }: Pick<NewApi, "out">): string {
  return `${out}-calls`;
}
