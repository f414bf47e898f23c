// A process that is to serve -> the same process, with room for the objects of the requests under way.

/**
 * V8 begins with a young generation of one MiB, less than what a few dozen requests hold while they are served together, so
 * that it is copied to and fro: a request takes about a fifth less processor time with these. They can be given only when
 * a process starts, so this one starts once more, in its own place: the same process id, streams and environment.
 */
const flags = ["--min-semi-space-size=16", "--max-semi-space-size=32"];

/** Does nothing where the flags were given, or others in their place, and where a process cannot be replaced. */
export function restartWithRoom(): void {
  const given = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  if (given.includes("semi-space") || process.connected || process.platform === "win32") return;
  // Absent where processes cannot be replaced.
  process.execve?.(
    process.execPath,
    [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  );
}
