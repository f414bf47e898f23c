// A process that compiles with a TypeScript of before 7.0, for one test after the other. Half of the time of those compilers goes into
// loading the compiler and reading the declarations of the platform and of packages: here that happens once.
import { dirname, join } from "node:path";
import type ts from "typescript-5.9";

export interface Request {
  /** The tsconfig.json, which no other request names meanwhile. */
  readonly config: string;
}

export interface Reply extends Request {
  /** What the command line of the compiler prints without colours; empty when it has nothing to say. */
  readonly complaints: string;
}

const [, , compiler = ""] = process.argv;
const installed = join(import.meta.dirname, "../../../node_modules/");
const { default: compile }: { default: typeof ts } = await import(compiler);

/** Of files that do not change while tests run, by what of the options decides how they are parsed and bound. */
const unchanging = new Map<string, ts.SourceFile | undefined>();

process.on("message", ({ config }: Request) => {
  const reply: Reply = { config, complaints: compilerErrorsOf(config) };
  process.send?.(reply);
});

function compilerErrorsOf(config: string): string {
  const { config: read, error } = compile.readConfigFile(config, compile.sys.readFile);
  const folder = dirname(config);
  if (error !== undefined) return textOf([error], folder);
  const { options, fileNames, errors } = compile.parseJsonConfigFileContent(
    read,
    compile.sys,
    folder,
    undefined,
    config,
  );
  const program = compile.createProgram({
    rootNames: fileNames,
    options,
    host: hostFor(options),
    configFileParsingDiagnostics: errors,
  });
  return textOf(compile.getPreEmitDiagnostics(program), folder);
}

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const { configFilePath: _, ...others } = options;
  const settings = JSON.stringify(others);
  const host = compile.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, language, ...rest) => {
    if (!file.startsWith(installed)) return getSourceFile(file, language, ...rest);
    const key = `${file} ${JSON.stringify(language)} ${settings}`;
    if (!unchanging.has(key)) unchanging.set(key, getSourceFile(file, language, ...rest));
    return unchanging.get(key);
  };
  return host;
}

function textOf(diagnostics: readonly ts.Diagnostic[], folder: string): string {
  return compile.formatDiagnostics(compile.sortAndDeduplicateDiagnostics([...diagnostics]), {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (file) => file,
    getNewLine: () => "\n",
  });
}
