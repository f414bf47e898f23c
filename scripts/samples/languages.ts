// The languages of samples: what a sample is written to, and what runs it there.
import type { Command } from "../receivers/programs.ts";

export interface Language {
  /** As `lang` of a sample has it. */
  readonly lang: string;
  readonly extension: string;
  readonly commandFor: (file: string) => Command;
}

export const languages: readonly Language[] = [
  { lang: "shell", extension: "sh", commandFor: (file) => ({ command: "sh", args: ["-eu", file] }) },
  { lang: "typescript", extension: "ts", commandFor: (file) => ({ command: process.execPath, args: [file] }) },
  { lang: "python", extension: "py", commandFor: (file) => ({ command: "python3", args: ["-B", file] }) },
];
