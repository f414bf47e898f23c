// The programs of the guide that verify webhooks: the runtime of each, its Debian packages, and its driver.
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Program {
  /** In docs/guides/verify. */
  readonly file: string;
  /** What has to be in PATH, with the package that brings it. */
  readonly tools: Readonly<Record<string, string>>;
  /** The command that judges all cases; `null` where another test does that. */
  readonly judge: ((run: Running) => readonly string[]) | null;
  /** The command of the receiver; `null` where it is no server. `PORT` and `WEBHOOK_SECRET` are in its environment. */
  readonly serve: ((run: Running, port: number) => readonly string[]) | null;
}

/** What a program is run with. */
export interface Running {
  readonly program: string;
  readonly cases: string;
  /** An empty folder to build in, where its commands run. */
  readonly folder: string;
}

const driver = (name: string): string => join(import.meta.dirname, "drivers", name);

export const programs: readonly Program[] = [
  {
    file: "typescript.ts",
    tools: {},
    // The tests of the kit check it against the vectors.
    judge: null,
    serve: ({ program }) => [process.execPath, program],
  },
  {
    file: "node.ts",
    tools: {},
    judge: ({ program, cases }) => [process.execPath, driver("node.ts"), program, cases],
    serve: ({ program }) => [process.execPath, program],
  },
  {
    file: "python.py",
    tools: { python3: "python3" },
    judge: ({ program, cases }) => ["python3", "-B", driver("python.py"), program, cases],
    serve: ({ program }) => ["python3", program],
  },
  {
    file: "go.go",
    tools: { go: "golang-go" },
    judge: ({ program, folder }) => {
      copyFileSync(program, join(folder, "receiver.go"));
      copyFileSync(driver("receiver_test.go"), join(folder, "receiver_test.go"));
      writeFileSync(join(folder, "go.mod"), "module receiver\n\ngo 1.19\n");
      return ["bash", "-c", "go vet && go test -c -o judge && go build -o receiver && ./judge"];
    },
    serve: ({ folder }) => [join(folder, "receiver")],
  },
  {
    file: "php.php",
    tools: { php: "php-cli" },
    judge: ({ program, cases }) => ["php", driver("php.php"), program, cases],
    serve: ({ program }, port) => ["php", "-S", `127.0.0.1:${port}`, program],
  },
  {
    file: "ruby.rb",
    tools: { ruby: "ruby" },
    judge: ({ program, cases }) => ["ruby", "-w", driver("ruby.rb"), program, cases],
    serve: null,
  },
  {
    file: "shell.sh",
    tools: { bash: "bash", openssl: "openssl", jq: "jq" },
    judge: ({ program, cases }) => ["bash", driver("shell.sh"), program, cases],
    serve: null,
  },
];
