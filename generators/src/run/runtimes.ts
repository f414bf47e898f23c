// What the targets of a project need of the runtime -> its files, once for all that share a folder.
import { emitted, type GeneratedFile, type PrintContext, type RuntimeUse } from "../emit/index.ts";
import { extensionOf } from "../model/option-values.ts";
import { defineTarget } from "../targets/define.ts";
import { ownerOfFile } from "../targets/runtime-library.ts";
import { runtimeName } from "../targets/runtime-name.ts";
import { SharedRuntime } from "../targets/shared-runtime.ts";
import type { Target } from "../targets/target.ts";
import type { ApiProject } from "./config/project.ts";
import { type RuntimeFolder, runtimeFoldersOf } from "./config/runtime-folders.ts";
import { runtimeHeaderOf } from "./header.ts";
import { placed, type RenderedTarget } from "./target-files.ts";

interface Filled extends RuntimeFolder {
  readonly runtime: SharedRuntime;
}

/** Written after all targets; no target itself. */
const definition: Target = defineTarget({
  name: runtimeName,
  summary: "the code that generated code calls",
  needs: [],
  render: () => [],
});

export class Runtimes {
  private readonly folders: readonly Filled[];

  /** `root`: absolute; the folder of the run by default. */
  constructor(apis: readonly ApiProject[], root = ".") {
    this.folders = runtimeFoldersOf(apis, root).flatMap((folder) => {
      const [first] = folder.users;
      return first === undefined ? [] : [{ ...folder, runtime: new SharedRuntime(first.api.options) }];
    });
  }

  /** For the targets of an API. What another target has in a package of its own is imported from there. */
  useOf({ name, places }: ApiProject): RuntimeUse {
    const packages = new Map(places.map((place) => [place.target, place.import] as const));
    const packageOf = (owner: string | null, target: string): string | null =>
      owner === null || owner === target ? null : (packages.get(owner) ?? null);
    return {
      moduleOf: (file, exported, from) => {
        const specifier = packageOf(file.target, from.target);
        const runtime = this.of(name, from.target).runtime;
        const module = runtime.isPackage || specifier === null ? runtime.moduleOf(file, exported, from) : null;
        if (module !== null || specifier === null) return module;
        return runtime.has(file, exported) ? { kind: "package", specifier } : null;
      },
      offer: (file, exported, from) => this.of(name, from.target).runtime.offer(file, exported, from),
      fileOf: (file, names, { target }) => {
        const { runtime } = this.of(name, target);
        const specifier = runtime.isPackage ? null : packageOf(ownerOfFile(file), target);
        return specifier === null ? runtime.fileOf(file, names) : { kind: "package", specifier };
      },
      entryOf: (target) => this.of(name, target).runtime.entryOf(target),
      need: (module, names, { target }) => this.of(name, target).runtime.need(module, names),
    };
  }

  folderOf(api: string, target: string): string {
    return this.of(api, target).out;
  }

  /** All of what a target may need: its files stay as they are. */
  keep({ name }: ApiProject, target: string): void {
    this.of(name, target).runtime.needTarget(target);
  }

  async render(provenance: { readonly version: string; readonly command: string | null }): Promise<RenderedTarget[]> {
    const rendered: RenderedTarget[] = [];
    for (const { out, users, runtime } of this.folders) {
      const [first] = users;
      if (first === undefined) continue;
      const started = performance.now();
      const { options } = first.api;
      const context: PrintContext = {
        header: runtimeHeaderOf(provenance),
        emission: options.emit,
        specifierOf: (_, to) =>
          to.kind === "package" ? to.specifier : `./${to.path.replace(/\.ts$/, extensionOf(options))}`,
      };
      const files: GeneratedFile[] = await emitted(runtime.files(context), options.emit);
      if (files.length === 0) continue;
      const place = { target: runtimeName, definition, out, import: null, neededBy: [] };
      rendered.push({
        api: first.api.name,
        place,
        files: files.map((file) => placed(file, first.api, place)),
        milliseconds: performance.now() - started,
      });
    }
    return rendered;
  }

  private of(api: string, target: string): Filled {
    const isOfApi = ({ users }: Filled): boolean => users.some((user) => user.api.name === api);
    const targetFolder = this.folders.find(({ users }) =>
      users.some((user) => user.api.name === api && user.place.target === target),
    );
    const runtimeFolder = targetFolder ?? this.folders.find(isOfApi);
    if (runtimeFolder === undefined) throw new TypeError(`the API ${api} has no targets`);
    return runtimeFolder;
  }
}
