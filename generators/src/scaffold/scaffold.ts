// Operations and the files of a folder -> the files to write: all of them at first, later only what is missing. Pure: nothing is read
// or written here.

import path from "node:path";
import type { ts } from "ts-morph";
import { addHandlers, firstFiles, followNames, groupText } from "./first-files.ts";
import { Folder } from "./folder.ts";
import { findTable, type HandlerTable, isTest, type UnclearTable } from "./handler-table.ts";
import { FileImports } from "./imports.ts";
import { addItems } from "./list-items.ts";
import { isCommonJs } from "./named-exports.ts";
import {
  type ModulePlace,
  markGone,
  type ScaffoldOperation,
  type ScaffoldSettings,
  unmark,
  withoutExtension,
} from "./operations.ts";
import { type Compiler, parsedFiles, type SyntaxProblem, type UserFile } from "./user-file.ts";

export interface FileChange {
  /** Below the folder. */
  readonly path: string;
  /** `null` for a file that there is not yet. */
  readonly before: string | null;
  readonly text: string;
  /** The operations whose handlers are new in it, and those that it marks as gone. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/** Something that a person has to know: where it is, and what was left alone. */
export interface ScaffoldNote {
  readonly path: string;
  readonly offset: number;
  /** `broken`: an import leads nowhere. `other`: a table besides the one that is added to. */
  readonly kind: "unclear" | "gone" | "broken" | "other";
  readonly operations: readonly string[];
  /** The code at the place; of `broken`, what is not exported, and empty where there is no file to export it. */
  readonly text: string;
  /** Of `broken`, what is imported; of `other`, the file of the table that is added to. Below the folder. */
  readonly file?: string;
}

export type ScaffoldPlan =
  | {
      readonly kind: "planned";
      readonly isFirst: boolean;
      readonly changes: readonly FileChange[];
      readonly notes: readonly ScaffoldNote[];
    }
  | { readonly kind: "syntax"; readonly problems: readonly SyntaxProblem[] }
  /** Files are where the first ones would go, and nothing in the folder is declared as `Handlers`. */
  | { readonly kind: "no-table"; readonly inTheWay: readonly string[] };

/** `texts`: the code of the folder, by path; generated code is not among it. */
export function planScaffold(
  settings: ScaffoldSettings,
  texts: ReadonlyMap<string, string>,
  compiler: Compiler,
): ScaffoldPlan {
  const { files, problems } = parsedFiles(texts, compiler);
  if (problems.length > 0) return { kind: "syntax", problems };
  const folder = new Folder(settings.root, files, settings.server, compiler);
  const tableSearch = findTable(folder, new Set(settings.operations.map(({ name }) => name)));
  if (tableSearch.table !== null)
    return new Update(settings, folder, { ...tableSearch, table: tableSearch.table }, compiler).plan();
  const [unclear] = tableSearch.unclear;
  if (unclear !== undefined) {
    const operations = settings.operations.map(({ name }) => name);
    return { kind: "planned", isFirst: false, changes: [], notes: [unclearNote(unclear, operations)] };
  }
  return firstPlan(settings, texts, compiler);
}

function firstPlan(settings: ScaffoldSettings, texts: ReadonlyMap<string, string>, compiler: Compiler): ScaffoldPlan {
  const first = firstFiles(settings, compiler);
  const present = new Map([...texts.keys()].map((file) => [withoutExtension(file).toLowerCase(), file]));
  const inTheWay = [...first.keys()].flatMap((file) => present.get(withoutExtension(file).toLowerCase()) ?? []);
  if (inTheWay.length > 0) return { kind: "no-table", inTheWay };
  const groups = Map.groupBy(settings.operations, ({ group }) => `handlers/${group}.ts`);
  const changes = [...first].map(([file, text]) => {
    const added = (groups.get(file) ?? []).map(({ name }) => name);
    return { path: file, before: null, text, added, gone: [] };
  });
  return { kind: "planned", isFirst: true, changes, notes: [] };
}

function unclearNote({ file, node }: UnclearTable, operations: readonly string[]): ScaffoldNote {
  const offset = node.getStart(file.source);
  return { path: file.path, offset, kind: "unclear", operations, text: firstLine(node.getText(file.source)) };
}

function firstLine(text: string): string {
  const [line = ""] = text.split(/\r?\n/);
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

/** What a later run changes. */
class Update {
  private readonly settings: ScaffoldSettings;
  private readonly folder: Folder;
  private readonly table: HandlerTable;
  private readonly others: readonly HandlerTable[];
  private readonly compiler: Compiler;
  private readonly created = new Map<string, string>();
  private readonly added = new Map<string, string[]>();
  private readonly gone = new Map<string, string[]>();
  private readonly notes: ScaffoldNote[] = [];

  constructor(
    settings: ScaffoldSettings,
    folder: Folder,
    { table, others }: { readonly table: HandlerTable; readonly others: readonly HandlerTable[] },
    compiler: Compiler,
  ) {
    this.settings = settings;
    this.folder = folder;
    this.table = table;
    this.others = others;
    this.compiler = compiler;
  }

  plan(): ScaffoldPlan {
    const { operations } = this.settings;
    const { handled } = this.table;
    const missing = operations.filter(({ name }) => !handled.has(name));
    if (missing.length > 0) this.add(missing);
    this.followDescription();
    this.noteBroken();
    this.noteOthers();
    const changed = [...this.folder.files.values()].filter(({ edits }) => edits.length > 0);
    const changes = changed.map((file) => this.changeOf(file.path, file.text, this.checked(file)));
    const created = [...this.created].map(([file, text]) => this.changeOf(file, null, text));
    return { kind: "planned", isFirst: false, changes: [...created, ...changes], notes: this.notes };
  }

  private changeOf(file: string, before: string | null, text: string): FileChange {
    return { path: file, before, text, added: this.added.get(file) ?? [], gone: this.gone.get(file) ?? [] };
  }

  /** A last look at what was edited: it parses as it did before, or nothing is written. */
  private checked(file: UserFile): string {
    const text = file.edited;
    const [problem] = parsedFiles(new Map([[file.path, text]]), this.compiler).problems;
    if (problem !== undefined)
      throw new TypeError(`${file.path} would have a syntax error at ${problem.offset}: ${problem.message}`);
    return text;
  }

  private add(missing: readonly ScaffoldOperation[]): void {
    const { unclear, file, spread } = this.table;
    const [first] = unclear;
    // What brings some handlers may bring these: a second one would replace it.
    if (first !== undefined) {
      this.notes.push(
        unclearNote(
          { file: this.fileOf(first) ?? file, node: first },
          missing.map(({ name }) => name),
        ),
      );
      return;
    }
    const homes = this.homes();
    const members: { readonly name: string; readonly from: string; readonly exported: string }[] = [];
    const written = new Map(missing.flatMap((operation) => this.writtenFor(operation)));
    for (const [name, from] of written) members.push({ name, from: from.path, exported: name });
    const unwritten = missing.filter(({ name }) => !written.has(name));
    for (const [group, operations] of Map.groupBy(unwritten, ({ group }) => group)) {
      const home = homes.get(group) ?? this.fileNamed(group);
      const { path: at, names } = home === undefined ? this.create(group, operations) : this.append(home, operations);
      for (const { name } of operations) {
        const exported = names.get(name) ?? name;
        if (home !== undefined && spread.has(home) && exported === name) continue;
        members.push({ name, from: at, exported });
      }
      this.note(
        this.added,
        at,
        operations.map(({ name }) => name),
      );
    }
    this.register(members);
  }

  /** A handler that someone wrote and did not add to the table: a function of this name with the types of the operation. */
  private writtenFor({ name, requestType, responseType }: ScaffoldOperation): [string, UserFile][] {
    const types = new RegExp(`\\b(?:${requestType}|${responseType})\\b`);
    const files = [...this.folder.files.values()].filter((file) => {
      const meaning = isTest(file) ? undefined : this.folder.exportsOf(file).get(name);
      return meaning?.kind === "declaration" && meaning.file === file && types.test(meaning.node.getText(file.source));
    });
    const [file] = files;
    return file === undefined || files.length > 1 ? [] : [[name, file]];
  }

  /** The files that have the handlers of a tag: the one with most of them. */
  private homes(): Map<string, UserFile> {
    const counts = new Map<string, Map<UserFile, number>>();
    for (const { name, group } of this.settings.operations) {
      const file = this.table.handled.get(name)?.definition?.file;
      if (file === undefined || isCommonJs(file, this.compiler)) continue;
      const fileCounts = counts.get(group) ?? new Map<UserFile, number>();
      counts.set(group, fileCounts.set(file, (fileCounts.get(file) ?? 0) + 1));
    }
    return new Map(
      [...counts].flatMap(([group, files]) => {
        const [most] = [...files].toSorted(([, one], [, other]) => other - one);
        return most === undefined ? [] : [[group, most[0]] as const];
      }),
    );
  }

  private get handlersFolder(): string {
    return path.posix.join(path.posix.dirname(this.table.file.path), "handlers");
  }

  private fileNamed(group: string): UserFile | undefined {
    const wanted = `${this.handlersFolder}/${group}`.toLowerCase();
    return [...this.folder.files.values()].find(
      (file) => withoutExtension(file.path).toLowerCase() === wanted && !isCommonJs(file, this.compiler),
    );
  }

  private create(
    group: string,
    operations: readonly ScaffoldOperation[],
  ): { path: string; names: Map<string, string> } {
    const { settings, compiler } = this;
    let at = `${this.handlersFolder}/${group}.ts`;
    // A file of CommonJS has the name.
    if ([...this.folder.files.keys()].some((file) => withoutExtension(file) === withoutExtension(at)))
      at = `${this.handlersFolder}/${group}-handlers.ts`;
    const context = this.contextFrom();
    this.created.set(at, groupText(at, operations, { settings, context, compiler, style: this.table.file.style }));
    return { path: at, names: new Map(operations.map(({ name }) => [name, name])) };
  }

  private append(
    file: UserFile,
    operations: readonly ScaffoldOperation[],
  ): { path: string; names: Map<string, string> } {
    const { settings, compiler } = this;
    const context = this.contextFrom();
    const contextName = (imports: FileImports): string => {
      if (context === null) return "unknown";
      const isDeclaredHere = context.file === withoutExtension(this.folder.absolute(file));
      return isDeclaredHere ? context.name : imports.use({ name: context.name, isType: true, from: context });
    };
    return { path: file.path, names: addHandlers(file, operations, { settings, compiler, contextName }) };
  }

  /** Where \`Context\` of \`Handlers<Context>\` comes from; \`null\` where that is no name that others can import. */
  private contextFrom(): (ModulePlace & { readonly name: string }) | null {
    const { compiler, settings } = this;
    const { file, context } = this.table;
    if (context === undefined || !compiler.isTypeReferenceNode(context) || !compiler.isIdentifier(context.typeName))
      return null;
    if (context.typeArguments !== undefined) return null;
    const name = context.typeName.text;
    for (const statement of file.source.statements) {
      if (compiler.isImportDeclaration(statement) && compiler.isStringLiteral(statement.moduleSpecifier)) {
        const bindings = statement.importClause?.namedBindings;
        if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
        const element = bindings.elements.find((one) => one.name.text === name);
        if (element === undefined) continue;
        return {
          ...this.placeOf(file, statement.moduleSpecifier.text),
          name: (element.propertyName ?? element.name).text,
        };
      }
      const isDeclared = compiler.isInterfaceDeclaration(statement) || compiler.isTypeAliasDeclaration(statement);
      if (!isDeclared || statement.name.text !== name) continue;
      const isExported = statement.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false;
      if (!isExported) return null;
      return { file: withoutExtension(this.folder.absolute(file)), package: null, extension: settings.extension, name };
    }
    return null;
  }

  private placeOf(from: UserFile, specifier: string): ModulePlace {
    if (!specifier.startsWith(".")) return { file: null, package: specifier, extension: "" };
    const file = path.resolve(path.dirname(this.folder.absolute(from)), specifier);
    return { file: withoutExtension(file), package: null, extension: file.slice(withoutExtension(file).length) };
  }

  /** Adds members to the table, with what they import. */
  private register(
    members: readonly { readonly name: string; readonly from: string; readonly exported: string }[],
  ): void {
    const { table, settings, compiler } = this;
    const { file, object } = table;
    if (members.length === 0) return;
    const imports = new FileImports(file, this.folder.absolute(file), compiler);
    const texts = members.map(({ name, from, exported }) => {
      const place = {
        file: path.join(settings.root, withoutExtension(from)),
        package: null,
        extension: this.extensionFor(file, from),
      };
      const otherwise = `${name}Handler`;
      const local =
        from === file.path ? exported : imports.use({ name: exported, isType: false, from: place, otherwise });
      return local === name ? name : `${name}: ${local}`;
    });
    imports.write();
    const list = { items: object.properties, open: object.getStart(file.source) + 1, close: object.end - 1 };
    addItems(file, list, texts, { compiler });
  }

  /** As the file imports its neighbours. */
  private extensionFor(file: UserFile, imported: string): string {
    const { compiler, settings } = this;
    if (!/\.ts$/.test(imported))
      return (
        /\.[cm]?[jt]sx?$/
          .exec(imported)?.[0]
          .replace(/^\.(c|m)?ts/, settings.extension === ".js" ? ".$1js" : ".$1ts") ?? ""
      );
    for (const statement of file.source.statements) {
      if (!compiler.isImportDeclaration(statement) || !compiler.isStringLiteral(statement.moduleSpecifier)) continue;
      const { text } = statement.moduleSpecifier;
      if (this.folder.moduleOf(file, text) !== undefined) return text.slice(withoutExtension(text).length);
    }
    return settings.extension;
  }

  private followDescription(): void {
    const { settings, folder, table, compiler } = this;
    const known = new Map(settings.operations.map((operation) => [operation.name, operation]));
    for (const [name, { member, definition }] of table.handled) {
      const operation = known.get(name);
      const places = [
        ...(member === null ? [] : [{ file: table.file, node: member as ts.Node }]),
        ...(definition === null || definition.node === member ? [] : [definition]),
      ];
      if (operation !== undefined) {
        for (const place of places) unmark(place, name, compiler);
        if (definition !== null) followNames(definition, operation, { settings, folder });
        continue;
      }
      // What a spread brings besides handlers may be a helper.
      if (member === null) continue;
      for (const { file, node } of places) {
        if (!markGone({ file, node }, name, compiler)) continue;
        this.note(this.gone, file.path, [name]);
      }
      const offset = member.getStart(table.file.source);
      this.notes.push({ path: table.file.path, offset, kind: "gone", operations: [name], text: name });
    }
  }

  /** Members whose handler is imported, and not there. */
  private noteBroken(): void {
    for (const { name } of this.settings.operations) {
      const broken = this.table.handled.get(name)?.broken ?? null;
      if (broken === null) continue;
      const { file, node, path: at, exported } = broken;
      const offset = node.getStart(file.source);
      this.notes.push({
        path: file.path,
        offset,
        kind: "broken",
        operations: [name],
        text: exported ?? "",
        file: at,
      });
    }
  }

  /** Tables that miss operations too: handlers go into one. */
  private noteOthers(): void {
    for (const { file, object, handled, unclear } of this.others) {
      const missing = this.settings.operations.filter(({ name }) => !handled.has(name)).map(({ name }) => name);
      if (missing.length === 0) continue;
      const [first] = unclear;
      if (first !== undefined) this.notes.push(unclearNote({ file: this.fileOf(first) ?? file, node: first }, missing));
      else
        this.notes.push({
          path: file.path,
          offset: object.getStart(file.source),
          kind: "other",
          operations: missing,
          text: firstLine(object.getText(file.source)),
          file: this.table.file.path,
        });
    }
  }

  private fileOf(node: ts.Node): UserFile | undefined {
    return [...this.folder.files.values()].find(({ source }) => source === node.getSourceFile());
  }

  private note(notes: Map<string, string[]>, file: string, names: readonly string[]): void {
    notes.set(file, [...(notes.get(file) ?? []), ...names]);
  }
}
