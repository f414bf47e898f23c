// The service's own command line, from source: run to its end, or kept running as a server.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RunningServer, startServer } from "../../testing/programs.ts";

const commandLine = join(import.meta.dirname, "../../../packages/fulfillment/service/src/cli/main.ts");

/** The output of the command; rejects with its standard error. */
export async function fulfillment(...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [commandLine, ...parameters]);
  return stdout;
}

/** Resolves when the service is ready; its log goes to `log`, or to this process's standard error. */
export function serve(
  parameters: readonly string[],
  log: "inherit" | "ignore" | ((line: string) => void) = "inherit",
  program: string = commandLine,
): Promise<RunningServer> {
  // In a group of its own: Ctrl-C reaches this process only, which then stops the service.
  const [stderr, onLine] = typeof log === "string" ? [log] : (["pipe", log] as const);
  return startServer([program, "serve", ...parameters], { stdio: ["ignore", "pipe", stderr], detached: true }, onLine);
}

/** For a service that only scripts of this machine use: a free port, few log lines, and deliveries to this machine. */
export const localOptions: readonly string[] = [
  ...["--port", "0", "--metrics-port", "off", "--log-level", "error", "--allow-private-webhook-targets"],
];
