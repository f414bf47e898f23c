// A server of a benchmark -> its ready line, and its exit when the benchmark ends.

export function announce(url: string): void {
  process.on("disconnect", () => process.exit());
  process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
}
