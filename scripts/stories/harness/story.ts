// What a developer does, line by line, each checked against its expected exit and output; and all of it as readable text.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { outputOf } from "../../testing/programs.ts";

export interface Ran {
  readonly line: string;
  readonly code: number | null;
  /** Both streams, as a terminal shows them. */
  readonly output: string;
}

export class Story {
  readonly ran: Ran[] = [];
  private readonly folder: string;
  private readonly environment: NodeJS.ProcessEnv;
  private readonly lines: string[] = [];

  constructor(title: string, folder: string, environment: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.environment = environment;
    this.lines.push(`== ${title}`);
  }

  /** Rejects when the line does not end with 0, or does not print one of the texts. */
  works(line: string, ...says: readonly string[]): Promise<string> {
    return this.ends(0, line, says);
  }

  /** Rejects when the line does not end with `code`, or does not print one of the texts. */
  async ends(
    code: number,
    line: string,
    says: readonly string[] = [],
    environment: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const env = { ...this.environment, ...environment };
    // In a group of its own: what `npx` starts ends with it.
    const child = spawn("sh", ["-c", line], {
      cwd: this.folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const ran = { line, ...(await outputOf(child)) };
    this.lines.push(`$ ${line}`, ...(ran.output.trim() === "" ? [] : [ran.output.trimEnd()]), "");
    this.ran.push(ran);
    if (ran.code !== code) throw this.wrong(`${line} ended with ${ran.code}, not with ${code}`);
    const missing = says.find((text) => !ran.output.includes(text));
    if (missing !== undefined) throw this.wrong(`${line} does not say ${JSON.stringify(missing)}`);
    return ran.output;
  }

  tell(words: string): void {
    this.lines.push(`# ${words}`, "");
  }

  write(file: string, text: string): void {
    this.lines.push(`# ${file} is written`, "");
    writeFileSync(join(this.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw this.wrong(`${file} has no ${JSON.stringify(from)} to change`);
    this.lines.push(`# ${file}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`, "");
    writeFileSync(
      join(this.folder, file),
      text.replace(from, () => to),
    );
  }

  text(): string {
    return this.lines.join("\n");
  }

  private wrong(message: string): Error {
    return new Error(`${message}\n${this.text()}`);
  }
}

/**
 * What a developer has: this Node and its npm, pnpm, the registry and its certificates, and none of the workspace's programs. `home` is a
 * folder for the files that this needs.
 */
export function developersEnvironment(registry: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const programs = join(home, "programs");
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, "pnpm"), '#!/bin/sh\nexec npx --yes pnpm@12 "$@"\n');
  chmodSync(join(programs, "pnpm"), 0o755);
  const others = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return {
    ...Object.fromEntries(
      Object.entries(registry).filter(
        ([name]) =>
          name === "NODE_EXTRA_CA_CERTS" ||
          !/^(?:GITHUB_|CI$|INIT_CWD$|NODE_|npm_(?:config_user_agent|execpath|command)$)/.test(name),
      ),
    ),
    PATH: [programs, dirname(process.execPath), ...others].join(delimiter),
    NO_COLOR: "1",
    npm_config_loglevel: "error",
    npm_config_prefer_offline: "true",
  };
}

export function secondsSince(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
