// A terminal that a reader has open: a shell that is given blocks of commands, and everything that it printed.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";

export interface Terminal {
  /** Everything printed since the latest block. */
  readonly printed: () => string;
  readonly type: (block: string) => void;
  /** The exit status of the latest block; `null` while it runs. */
  readonly status: () => number | null;
  /** Ctrl-C, and waits until nothing of it runs any more. */
  readonly close: () => Promise<void>;
}

/** In a group of its own, so that Ctrl-C reaches all that was started in it. */
export function openTerminal(folder: string): Terminal {
  const shell = spawn("sh", [], { cwd: folder, env: readersEnvironment(), stdio: "pipe", detached: true });
  let [printed, blocks] = ["", 0];
  const marker = (): RegExp => new RegExp(`^block ${blocks} ended: (\\d+)\\n`, "m");
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return {
    printed: () => printed.replace(marker(), ""),
    type: (block) => {
      [printed, blocks] = ["", blocks + 1];
      // A block stops at its first command that fails, as a careful reader would; what it exports stays.
      shell.stdin.write(`set -e\n${block}\nset +e\necho "block ${blocks} ended: $?"\n`);
    },
    status: () => {
      const ended = marker().exec(printed)?.[1];
      if (ended !== undefined) return Number(ended);
      return shell.exitCode;
    },
    close: () => close(shell),
  };
}

async function close(shell: ChildProcessWithoutNullStreams): Promise<void> {
  if (shell.pid === undefined || shell.exitCode !== null) return;
  const ended = once(shell, "close");
  shell.stdin.end();
  process.kill(-shell.pid, "SIGINT");
  await ended;
}

/** What a reader has, certificates of the network among it: neither this workspace's programs in front of theirs nor what pnpm tells the scripts that it runs. */
function readersEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|pnpm_|NODE_(?!EXTRA_CA_CERTS$)|INIT_CWD$)/i.test(name),
  );
  const PATH = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...Object.fromEntries(own), PATH: PATH.join(delimiter) };
}
