// What a command knows of the process it runs in, and the three ways it can end.

export interface Terminal {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Inside a GitHub workflow: problems are also printed as annotations. */
  readonly onGitHub: boolean;
  /** The checkout that annotations name files relative to; `null` outside a GitHub workflow. */
  readonly repository: string | null;
  /** A variable of the environment; `null` when it is not set, or empty. */
  readonly variable: (name: string) => string | null;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** Asks one question and waits for the line that is typed; absent where no one can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  /** Results are read in colours. */
  readonly colours: boolean;
  /** Problems and progress are read while they are printed. */
  readonly isWatched: boolean;
  /** Results. */
  readonly out: (text: string) => void;
  /** Problems, progress and wrong usage. */
  readonly err: (text: string) => void;
  /** The most memory the process has held so far, in bytes. */
  readonly peakMemory: () => number;
  /** Calls `stop` when the user or the system asks the process to end. */
  readonly stopped: (stop: () => void) => void;
}

/** 0: fine. 1: problems found. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;
