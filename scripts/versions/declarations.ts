// The libraries of the workspace -> the declarations that a release records, and how programs are compiled against either.
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";

/** Users compile against these. The service is a program, and the description is data. */
const libraries = ["types", "validators", "client", "server", "webhooks"] as const;

const manifests = z.object({ name: z.string(), exports: z.record(z.string(), z.unknown()) });

export interface PublicModule {
  /** `@fulfillment/client/validation` */
  readonly specifier: string;
  /** `client` */
  readonly library: string;
  /** From the folder of sources: `validation.ts` */
  readonly file: string;
}

export function readPublicModules(root: string): PublicModule[] {
  return libraries.flatMap((library) => {
    const text = readFileSync(path.join(root, "packages", library, "package.json"), "utf8");
    const { name, exports } = manifests.parse(JSON.parse(text));
    return Object.entries(exports).flatMap(([subpath, target]): PublicModule[] => {
      if (typeof target !== "string" || !target.startsWith("./src/")) return [];
      return [{ specifier: path.posix.join(name, subpath), library, file: target.slice("./src/".length) }];
    });
  });
}

/** `spec/releases/1.0.0/packages/client/index.d.ts` and all that it refers to, without comments. */
export function recordDeclarations(root: string, folder: string): void {
  const made = mkdtempSync(path.join(tmpdir(), "declarations-"));
  try {
    const project = path.join(made, "tsconfig.json");
    const files = readPublicModules(root).map(({ library, file }) => path.join(root, "packages", library, "src", file));
    const compilerOptions = {
      noEmit: false,
      emitDeclarationOnly: true,
      removeComments: true,
      rootDir: path.join(root, "packages"),
      outDir: path.join(made, "out"),
      typeRoots: [path.join(root, "node_modules/@types")],
    };
    writeFileSync(project, JSON.stringify({ extends: path.join(root, "tsconfig.base.json"), compilerOptions, files }));
    execFileSync(path.join(root, "node_modules/.bin/tsc"), ["-p", project], { stdio: "inherit" });
    for (const library of libraries) {
      const to = path.join(root, folder, "packages", library);
      cpSync(path.join(made, "out", library, "src"), to, { recursive: true });
    }
  } finally {
    rmSync(made, { recursive: true });
  }
}

/** A tsconfig's `paths` that lead to the declarations which a release recorded. */
export function releasedPaths(root: string, folder: string): Record<string, string[]> {
  const entries = readPublicModules(root).map(({ specifier, library, file }): [string, string[]] => {
    const declaration = file.replace(/\.ts$/, ".d.ts");
    return [specifier, [path.join(root, folder, "packages", library, declaration)]];
  });
  return Object.fromEntries(entries);
}

/** Only the last release is compared with; of those before, the description is enough. */
export function removeOlderDeclarations(root: string, folder: string): void {
  for (const old of globSync("spec/releases/*/packages/", { cwd: root })) {
    if (path.posix.dirname(old) !== folder) rmSync(path.join(root, old), { recursive: true });
  }
}
