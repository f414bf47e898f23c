// The programs of the guide that verify webhooks: the runtime of each, its Debian packages, and its driver.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Program {
  /** In docs/guides/verify. */
  readonly file: string;
  /** What has to be in PATH, with the package that brings it. */
  readonly tools: Readonly<Record<string, string>>;
  /** Judges all cases; `null` where another test does that. */
  readonly judge: ((run: Running) => Command) | null;
  /** Starts the receiver; `null` where it is no server. `PORT` and `WEBHOOK_SECRET` are in its environment. */
  readonly serve: ((run: Running, port: number) => Command) | null;
}

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** What a program is run with. */
export interface Running {
  readonly program: string;
  readonly cases: string;
  /** An empty folder, to build in. */
  readonly folder: string;
}

const driver = (name: string): string => join(import.meta.dirname, "drivers", name);

export const programs: readonly Program[] = [
  {
    file: "typescript.ts",
    tools: {},
    // The tests of the kit check it against the vectors.
    judge: null,
    serve: ({ program }) => ({ command: process.execPath, args: [program] }),
  },
  {
    file: "node.ts",
    tools: {},
    judge: ({ program, cases }) => ({ command: process.execPath, args: [driver("node.ts"), program, cases] }),
    serve: ({ program }) => ({ command: process.execPath, args: [program] }),
  },
  {
    file: "python.py",
    tools: { python3: "python3" },
    judge: ({ program, cases }) => ({ command: "python3", args: ["-B", driver("python.py"), program, cases] }),
    serve: ({ program }) => ({ command: "python3", args: [program] }),
  },
  {
    file: "go.go",
    tools: { go: "golang-go" },
    judge: ({ program, folder }) => {
      copyFileSync(program, join(folder, "receiver.go"));
      copyFileSync(driver("receiver_test.go"), join(folder, "receiver_test.go"));
      writeFileSync(join(folder, "go.mod"), "module receiver\n\ngo 1.19\n");
      return {
        command: "bash",
        args: ["-c", "go vet && go test -c -o judge && go build -o receiver && ./judge"],
        cwd: folder,
      };
    },
    serve: ({ folder }) => ({ command: join(folder, "receiver"), args: [] }),
  },
  {
    file: "php.php",
    tools: { php: "php-cli" },
    judge: ({ program, cases }) => ({ command: "php", args: [driver("php.php"), program, cases] }),
    serve: ({ program }, port) => ({ command: "php", args: ["-S", `127.0.0.1:${port}`, program] }),
  },
  {
    file: "ruby.rb",
    tools: { ruby: "ruby" },
    judge: ({ program, cases }) => ({ command: "ruby", args: ["-w", driver("ruby.rb"), program, cases] }),
    serve: null,
  },
  {
    file: "shell.sh",
    tools: { bash: "bash", openssl: "openssl", jq: "jq" },
    judge: ({ program, cases }) => ({ command: "bash", args: [driver("shell.sh"), program, cases] }),
    serve: null,
  },
];
