// What a developer does, line by line, each checked against its expected exit and output; and all of it as readable text.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ran, Shell } from "./shell.ts";

export class Story {
  readonly shell: Shell;
  readonly ran: Ran[] = [];
  private readonly lines: string[] = [];

  constructor(title: string, folder: string, environment: NodeJS.ProcessEnv) {
    this.shell = new Shell(folder, environment);
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
    const ran = await this.shell.run(line, environment);
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
    writeFileSync(join(this.shell.folder, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.shell.folder, file), "utf8");
  }

  edit(file: string, from: string, to: string): void {
    const text = this.read(file);
    if (!text.includes(from)) throw this.wrong(`${file} has no ${JSON.stringify(from)} to change`);
    this.lines.push(`# ${file}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}`, "");
    writeFileSync(
      join(this.shell.folder, file),
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
