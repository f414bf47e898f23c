// What files need of the hand-written modules -> the files of one folder that have it, shared by all targets and APIs that write there.
import type { GeneratedFile, ModuleRef, PrintContext, RuntimeUse } from "../emit/index.ts";
import {
  assembleRuntime,
  exportsOf,
  type NeededModule,
  neededModules,
  pathOfModule,
  type RuntimeVariant,
  readRuntimeModule,
} from "../emit/runtime/index.ts";
import type { ApiOptions } from "../model/api-options.ts";
import { exactMemberOf } from "./http/runtime-files.ts";
import { moduleInFile, modulesOfTarget, runtimeLibrary, runtimeModuleOf } from "./runtime-library.ts";
import { runtimeName, runtimePackage } from "./runtime-name.ts";
import { schemasVariantOf } from "./zod/runtime-modules.ts";

/** The options of an API that decide what the runtime is like. */
export type RuntimeOptions = Pick<ApiOptions, "int64" | "zod" | "runtime">;

export class SharedRuntime implements RuntimeUse {
  private readonly requests = new Map<string, { readonly module: URL; names: Set<string> | null }>();
  /** The names that programs import, each after its module. */
  private readonly offered = new Set<string>();
  private readonly options: RuntimeOptions;

  constructor(options: RuntimeOptions) {
    this.options = options;
  }

  get isPackage(): boolean {
    return this.options.runtime === "package";
  }

  /** Whether a target names a part of the runtime by this. */
  has(file: Parameters<RuntimeUse["moduleOf"]>[0], name: string): boolean {
    return runtimeModuleOf(file, name) !== null;
  }

  readonly moduleOf: RuntimeUse["moduleOf"] = (file, name) => {
    const module = runtimeModuleOf(file, name);
    if (module === null) return null;
    if (this.isPackage) return { kind: "package", specifier: packagedSpecifierOf(module) };
    this.need(module, [name]);
    return { kind: "generated", target: runtimeName, path: pathOfModule(module, runtimeLibrary) };
  };

  readonly offer: RuntimeUse["offer"] = (file, name) => {
    const module = runtimeModuleOf(file, name);
    if (module !== null) this.offered.add(`${module.href} ${name}`);
  };

  fileOf(file: string, names: readonly string[]): ModuleRef {
    if (this.isPackage) return { kind: "package", specifier: `${runtimePackage}/${file}` };
    for (const name of names) this.need(moduleInFile(file, name), [name]);
    return { kind: "generated", target: runtimeName, path: `${file}.gen.ts` };
  }

  entryOf(target: string): ModuleRef | null {
    return this.isPackage ? { kind: "package", specifier: `${runtimePackage}/exports/${target}` } : null;
  }

  need(module: URL, names: readonly string[] | null): void {
    const request = this.requests.get(module.href) ?? { module, names: new Set() };
    this.requests.set(module.href, request);
    if (names === null) {
      request.names = null;
      for (const { name } of exportsOf(readRuntimeModule(module))) this.offered.add(`${module.href} ${name}`);
    }
    for (const name of names ?? []) request.names?.add(name);
  }

  /** All of what a target may need, for files on disk that a run leaves as they are. */
  needTarget(target: string): void {
    for (const module of modulesOfTarget(target)) this.need(module, null);
  }

  /** None where a package has them. */
  files(context: PrintContext): GeneratedFile[] {
    if (this.isPackage) return [];
    // What the variant of the others imports.
    if (this.options.int64 === "bigint" && this.requests.size > 0)
      for (const name of ["parseJson", "jsonText"])
        this.moduleOf({ target: "types", path: "exact-json.gen.ts" }, name, { target: runtimeName });
    const requests = [...this.requests.values()].map(({ module, names }) => ({
      module,
      ...(names === null ? {} : { names: [...names] }),
    }));
    const variant = this.variant(context);
    const assemblyOf = (needed: readonly NeededModule[]) => ({
      target: runtimeName,
      files: runtimeLibrary,
      needed,
      variant,
      isPublic: ({ href }: URL, name: string) => this.offered.has(`${href} ${name}`),
    });
    return assembleRuntime(assemblyOf(neededModules(requests)), context);
  }

  private variant(context: PrintContext): RuntimeVariant {
    const withBigints = this.options.int64 === "bigint";
    const ofSchemas = schemasVariantOf({ flavor: this.options.zod, withBigints });
    const exact = exactMemberOf({ ...context, runtime: this }, runtimeName);
    return {
      ...ofSchemas,
      memberOf: (object, member, module) => {
        if (!/\/(?:types|zod)\/runtime\//.test(module.pathname) && withBigints) return exact(object, member, module);
        return ofSchemas.memberOf?.(object, member, module) ?? null;
      },
    };
  }
}

/** `@waybill/runtime/send` */
function packagedSpecifierOf(module: URL): string {
  return `${runtimePackage}/${pathOfModule(module, runtimeLibrary).replace(/\.gen\.ts$/, "")}`;
}
