// Old and new generated code, the plan between them, and the projects of callers -> edited texts, and what is left to people.
import path from "node:path";
import type { ts } from "ts-morph";
import {
  type CallerEdits,
  type CallerProject,
  type EditedFile,
  type GeneratedText,
  type RewrittenProject,
  rewriteProject,
  type UpgradeInput,
} from "./caller-project.ts";
import { newErrors } from "./new-errors.ts";
import { type ApiPlan, type LeftPlace, lineColumn, type PlannedChange, sortedPlaces } from "./plan/changes.ts";
import type { Pair } from "./plan/paired.ts";
import type { GeneratedPackage } from "./repository.ts";
import { type ChangedFile, changedUses } from "./rewrite/changed-uses.ts";
import { buildsIn, type Compiler, type ProgramTools, type Project, programOf } from "./rewrite/compiler.ts";
import type { Generated, GeneratedOrigin } from "./rewrite/generated.ts";
import { Pass } from "./rewrite/pass.ts";

export interface AppliedChange {
  readonly change: PlannedChange;
  readonly edits: number;
  readonly files: number;
  /** Edits that an earlier upgrade has made. */
  readonly made: number;
  /** Places that are left to people. */
  readonly left: number;
}

export interface Upgraded {
  readonly files: readonly EditedFile[];
  readonly applied: readonly AppliedChange[];
  readonly left: readonly LeftPlace[];
}

export function upgradeCallers(input: UpgradeInput): Upgraded {
  const { kit, before, after, plans } = input;
  const { compiler } = kit;
  const tools: ProgramTools = { ...kit, parsed: new Map(), configs: new Map() };
  const generated: Generated = {
    files: new Map(before.map(({ file, api, target }) => [file, { api, target }])),
    plans: new Map(plans.map((plan) => [plan.api, plan])),
    exports: exportsOf(after),
  };
  const callers: CallerProject = {
    old: overlayOf(before, after),
    tools,
    generated,
    committed: input.committed,
    seen: new Set(),
  };
  const projects = withBuilds(input, generated.files, tools);
  const names = new Set(before.flatMap(({ text }) => exportedNames(text)));
  const rewrites = projects.map((project) => ({ project, ...rewriteProject(project, callers) }));
  const { own } = input;
  const imported =
    own === null || plans.every(({ changes }) => changes.length === 0) ? null : { own, generated, names, compiler };
  const unfollowed = imported === null ? [] : rewrites.flatMap((project) => unfollowedImports(project, imported));
  const used = rewrites.flatMap(({ project, program, edits }) => (edits === null ? [] : [{ project, program, edits }]));
  const edited = used.flatMap(({ edits }) => edits.edited);
  const now = new Map<string, string | null>([
    ...overlayOf(after, before),
    ...edited.map(({ file, text }) => [file, text] as const),
  ]);
  const checked = used.map(({ project, program: old, edits }) => {
    const program = programOf(project, now, tools);
    const callerFiles = edits.files.flatMap((file) => program.getSourceFile(file) ?? []);
    const passes = { before: new Pass(compiler, old, generated), after: new Pass(compiler, program, generated) };
    // Renamed operations and the like change no value.
    const isChanged = plans.some(({ types, keySets }) => types.size + keySets.length > 0);
    const changed = new Map(isChanged ? callerFiles.map((file) => [file.fileName, changesIn(file, old, passes)]) : []);
    return {
      uses: [...changed.values()].flatMap(({ places }) => places),
      errors: newErrors(program, callerFiles, { pass: passes.after, errors: edits.errors, changed }),
    };
  });
  const errors = checked.flatMap((one) => one.errors);
  const places = [...used.flatMap(({ edits }) => edits.places), ...checked.flatMap(({ uses }) => uses)];
  const unresolvedPlaces = [
    ...unfollowed,
    ...places,
    ...errors.filter((error) => !places.some((place) => isSame(place, error))),
  ];
  return {
    files: edited.filter(({ before: was, text }) => was !== text).sort((a, b) => (a.file < b.file ? -1 : 1)),
    applied: appliedOf(
      plans,
      used.map(({ edits }) => edits),
      sortedPlaces(unresolvedPlaces),
    ),
    left: sortedPlaces(unresolvedPlaces),
  };
}

function changesIn(after: ts.SourceFile, old: ts.Program, passes: Pair<Pass>): ChangedFile {
  const before = old.getSourceFile(after.fileName);
  return before === undefined ? { places: [], expressions: [] } : changedUses({ before, after }, passes);
}

/** Projects without the generated code get it by the output of those that build it, whether they refer to them or not. */
function withBuilds(
  { projects, own }: UpgradeInput,
  files: ReadonlyMap<string, GeneratedOrigin>,
  { compiler }: ProgramTools,
): readonly Project[] {
  const generated = new Set(files.keys());
  const isBuilder = (project: Project): boolean => project.files.some((file) => generated.has(file));
  const folders = new Set([
    ...(own === null ? [] : [own.folder]),
    ...projects.flatMap((project) =>
      isBuilder(project) && project.file !== null ? [path.posix.dirname(project.file)] : [],
    ),
  ]);
  const builds = [...folders].flatMap((folder) => buildsIn(folder, generated, compiler));
  const withOwn = ({ references, ...project }: Project): Project => ({
    ...project,
    references: [...references, ...builds.filter((build) => !references.some((one) => one.path === build.path))],
  });
  return projects.map((project) => (isBuilder(project) ? project : withOwn(project)));
}

/** Whether an error is what a place says: a branch for a new value ends on the line before the place. */
function isSame(place: LeftPlace, error: LeftPlace): boolean {
  const distance = Math.abs(error.line - place.line);
  return place.file === error.file && (distance === 0 || (distance === 1 && place.change === error.change));
}

/** Every file of `texts`, and none of `others` besides. */
function overlayOf(texts: readonly GeneratedText[], others: readonly GeneratedText[]): Map<string, string | null> {
  const overlay = new Map<string, string | null>(others.map(({ file }) => [file, null]));
  for (const { file, text } of texts) overlay.set(file, text);
  return overlay;
}

/** What the files of each API export. Packages that scaffold code may add to it later. */
function exportsOf(after: readonly GeneratedText[]): ReadonlyMap<string, ReadonlySet<string>> {
  const code = after.filter(({ file }) => /\.[cm]?[jt]sx?$/.test(file));
  const byApi = Map.groupBy(code, ({ api }) => api);
  return new Map([...byApi].map(([api, files]) => [api, new Set(files.flatMap(({ text }) => exportedNames(text)))]));
}

/** In the order of the plan; those without a use too. */
function appliedOf(
  plans: readonly ApiPlan[],
  edits: readonly CallerEdits[],
  unresolvedPlaces: readonly LeftPlace[],
): AppliedChange[] {
  return plans.flatMap(({ changes }) =>
    changes.map((change) => {
      const changeEdits = edits.flatMap(({ applied }) => applied).filter((one) => one.change === change);
      const fresh = changeEdits.filter(({ isEarlier }) => !isEarlier);
      return {
        change,
        edits: fresh.length,
        files: new Set(fresh.map(({ file }) => file)).size,
        made: changeEdits.length - fresh.length,
        left: unresolvedPlaces.filter((place) => place.change === change).length,
      };
    }),
  );
}

/** As the compiler writes paths. */
export function slashed(file: string): string {
  return file.split(path.sep).join("/");
}

// Imports of the package that has the generated code, in callers' files -> places that an upgrade cannot follow to that code.

interface Imported {
  readonly own: GeneratedPackage;
  readonly generated: Generated;
  /** The names that generated code exports. */
  readonly names: ReadonlySet<string>;
  readonly compiler: Compiler;
}

/** Declarations that some tool has written are none of the generated files: nothing in them can be traced to the plan. */
function unfollowedImports({ program, own: files }: RewrittenProject, imported: Imported): LeftPlace[] {
  const { compiler } = imported;
  const built = new Set(program.getSourceFiles().filter((file) => isBuilt(file, imported)));
  const isOfPlan = [...built].some((file) => exportedNames(file.text).some((name) => imported.names.has(name)));
  const checker = program.getTypeChecker();
  return files.flatMap((file) =>
    file.statements.flatMap((statement): LeftPlace[] => {
      if (!compiler.isImportDeclaration(statement) && !compiler.isExportDeclaration(statement)) return [];
      const { moduleSpecifier } = statement;
      if (moduleSpecifier === undefined || !compiler.isStringLiteral(moduleSpecifier)) return [];
      const place = { file: file.fileName, ...lineColumn(file.text, moduleSpecifier.getStart()), change: null };
      const module = checker.getSymbolAtLocation(moduleSpecifier);
      if (module === undefined) {
        const isMissing = isOf(imported.own, moduleSpecifier.text) && importsAny(statement, imported.names, compiler);
        return isMissing ? [{ ...place, ...unresolved(moduleSpecifier.text) }] : [];
      }
      const target = module.declarations?.map((one) => one.getSourceFile()).find((one) => built.has(one));
      return target === undefined || !isOfPlan ? [] : [{ ...place, ...unfollowed(target.fileName, imported.own) }];
    }),
  );
}

function isBuilt({ fileName, isDeclarationFile }: ts.SourceFile, { own, generated }: Imported): boolean {
  const isInside =
    fileName.startsWith(`${own.folder}/`) && !fileName.slice(own.folder.length).includes("/node_modules/");
  return isDeclarationFile && isInside && !generated.files.has(fileName);
}

function isOf({ name }: GeneratedPackage, specifier: string): boolean {
  return name !== null && (specifier === name || specifier.startsWith(`${name}/`));
}

function importsAny(
  statement: ts.ImportDeclaration | ts.ExportDeclaration,
  names: ReadonlySet<string>,
  compiler: Compiler,
): boolean {
  const list = compiler.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (list === undefined || !(compiler.isNamedImports(list) || compiler.isNamedExports(list))) return false;
  return list.elements.some(({ name, propertyName }) => names.has((propertyName ?? name).text));
}

function unfollowed(file: string, { folder, shown }: GeneratedPackage): Pick<LeftPlace, "message" | "hint"> {
  return {
    message: `imports ${shown}${file.slice(folder.length)}, which upgrade does not follow to the generated code`,
    hint: "import the generated code itself, or build it with a tsconfig.json that has an outDir; otherwise edit this file by hand",
  };
}

function unresolved(specifier: string): Pick<LeftPlace, "message" | "hint"> {
  return {
    message: `${specifier} has no types here, so the uses of generated code are unknown`,
    hint: "install the dependencies, then run upgrade again",
  };
}

/** Without those of `export *`; one may be there twice. */
function exportedNames(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/gmu,
  );
  const listed = text.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = ""]) => name),
    ...[...listed].flatMap(([, list = ""]) => list.split(",").map(nameOf)),
  ];
}

/** `Order` of `type Item as Order`. */
function nameOf(specifier: string): string {
  return (
    specifier
      .trim()
      .replace(/^type /, "")
      .split(" as ")
      .at(-1) ?? ""
  );
}
