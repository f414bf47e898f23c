// PostgreSQL and Redis of a run's own, on loopback, that can be stopped, started again, paused and continued.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { freePort } from "../../testing/programs.ts";

export interface Server {
  readonly url: string;
  /** Whether its process runs. */
  readonly running: boolean;
  start(): Promise<void>;
  /** By a signal, and waits until its process has ended. */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Stops its processes where they are: connections stay open, and no request gets a response. */
  pause(): void;
  resume(): void;
}

/** @param directory An empty folder for its data, in a temporary folder. */
export async function createPostgres(directory: string): Promise<Server> {
  const programs = postgresPrograms();
  const user = process.getuid?.() === 0 ? idsOf("postgres") : null;
  if (user !== null) {
    chownSync(directory, user.uid, user.gid);
    // Temporary folders can be entered by their owner only.
    chmodSync(dirname(directory), 0o711);
  }
  const as = user === null ? [] : ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--init-groups"];
  const data = join(directory, "postgresql");
  const flags = ["--username", "postgres", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"];
  runQuietly([...as, join(programs, "initdb"), "--pgdata", data, "--wal-segsize", "1", ...flags], directory);
  const port = await freePort();
  const settings = {
    ...{ listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: "200" },
    ...{ min_wal_size: "4MB", max_wal_size: "16MB" },
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [...as, ...endsWithThis, join(programs, "postgres"), "-D", data, "-p", String(port), ...options];
  const server = new ServerProcess(`postgres://postgres@127.0.0.1:${port}/postgres`, command, directory);
  await server.start();
  return server;
}

/** @param directory A folder for its data, which is none. */
export async function createRedis(directory: string): Promise<Server> {
  mkdirSync(directory, { recursive: true });
  const port = await freePort();
  const flags = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
  const command = [...endsWithThis, "redis-server", ...flags, "--dir", directory];
  const server = new ServerProcess(`redis://127.0.0.1:${port}`, command, directory);
  await server.start();
  return server;
}

/** So that servers end when this program is killed. */
const endsWithThis = process.platform === "linux" ? ["setpriv", "--pdeathsig", "INT"] : [];

class ServerProcess implements Server {
  readonly url: string;
  readonly #command: readonly string[];
  readonly #directory: string;
  #child: ChildProcess | null = null;

  constructor(url: string, command: readonly string[], directory: string) {
    this.url = url;
    this.#command = command;
    this.#directory = directory;
  }

  get running(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async start(): Promise<void> {
    const [program = "", ...parameters] = this.#command;
    const child = spawn(program, parameters, { cwd: this.#directory, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    const stopAtExit = (): void => {
      this.resume();
      child.kill("SIGINT");
    };
    process.once("exit", stopAtExit);
    child.once("exit", () => process.off("exit", stopAtExit));
    let printed = "";
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        printed = (printed + text).slice(-4000);
        if (/ready to accept connections/i.test(printed)) resolve();
      });
    }
    const ended = once(child, "exit").then(() => {
      throw new Error(`${program} did not start:\n${printed}`);
    });
    ended.catch(() => {});
    await Promise.race([ready, ended]);
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || !this.running) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  pause(): void {
    this.#signalAll("SIGSTOP");
  }

  resume(): void {
    this.#signalAll("SIGCONT");
  }

  /** PostgreSQL has a process for each connection. Its first process comes first, so that it starts no other meanwhile. */
  #signalAll(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined || !this.running) return;
    process.kill(pid, signal);
    for (const child of childrenOf(pid)) process.kill(child, signal);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

/** `4711 (postgres: writer) S 4700 …`; `null` when the process has ended. */
function parentOf(pid: number): number | null {
  try {
    return Number(/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}

/** Debian keeps the programs of PostgreSQL out of PATH, in a folder for each version: the newest one is taken. */
function postgresPrograms(): string {
  const find =
    'ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1 || true; dirname "$(command -v initdb)"';
  const [folder = ""] = execFileSync("sh", ["-c", `${find} 2>/dev/null || true`], { encoding: "utf8" }).split("\n");
  if (folder !== "") return folder;
  throw new Error("there is no PostgreSQL: bash scripts/testing/servers.sh --install installs it, and Redis");
}

/** PostgreSQL refuses to run as root. */
function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const idOf = (flag: string): number => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

function runQuietly([program = "", ...parameters]: readonly string[], cwd: string): void {
  execFileSync(program, parameters, { cwd, stdio: ["ignore", "ignore", "pipe"] });
}
