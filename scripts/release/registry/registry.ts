// `await using registry = await startRegistry()`: a registry of npm packages on this machine, empty, which has ours once they are
// published to it and gets all others from the registry that this user's npm is configured with.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startServer } from "../../testing/programs.ts";

export interface Registry extends AsyncDisposable {
  /** `http://127.0.0.1:40123/` */
  readonly url: string;
  /** For npm and pnpm, instead of this process's own environment: they then know this registry only. */
  readonly environment: NodeJS.ProcessEnv;
  /** What a `.npmrc` says to use the registry; `writeNpmrc` puts it into a folder where people type commands themselves. */
  readonly npmrc: string;
  writeNpmrc(folder: string): void;
  /** Ends it and removes all it holds. */
  stop(): Promise<void>;
}

/** Resolves when it accepts requests. Without a network it starts too, and has only what is published to it. */
export async function startRegistry(): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), "waybill-registry-"));
  // In a group of its own: Ctrl-C reaches this process only, whose end is the end of the registry.
  const server = await startServer([join(import.meta.dirname, "server.ts"), folder, await configuredRegistry()], {
    stdio: ["pipe", "pipe", "inherit"],
    detached: true,
  });
  const { url } = server;
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const npmrc = npmrcOf(url);
  const writeNpmrc = (to: string): void => writeFileSync(join(to, ".npmrc"), npmrc);
  const clients = join(folder, "clients");
  mkdirSync(clients);
  writeNpmrc(clients);
  return { url, environment: environmentOf(url, clients), npmrc, writeNpmrc, stop, [Symbol.asyncDispose]: stop };
}

/** What `npm install` of this user asks. */
async function configuredRegistry(): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["config", "get", "registry"], { cwd: tmpdir() });
  return stdout.trim();
}

/** npm refuses to publish without a token, even to a registry that needs none. */
function npmrcOf(url: string): string {
  return `registry=${url}\n${url.replace("http:", "")}:_authToken=local\n`;
}

/**
 * npm's cache and pnpm's store stay the user's: they keep files by their hashes, so nothing of a wrong version can come out of
 * them. What pnpm remembers of a registry it keeps by host and port, and the next registry may have this port.
 */
function environmentOf(url: string, clients: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => {
    return !/^(?:p?npm_config_.*registry|p?npm_config_.*userconfig|npm_(?:package|lifecycle)_.*)$/i.test(name);
  });
  return {
    ...Object.fromEntries(inherited),
    npm_config_registry: url,
    npm_config_userconfig: join(clients, ".npmrc"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    pnpm_config_registry: url,
    pnpm_config_cache_dir: join(clients, "pnpm"),
    // pnpm leaves out versions younger than a day: everything here is.
    pnpm_config_minimum_release_age: "0",
  };
}
