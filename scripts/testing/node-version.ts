// Stops a test run on another Node than the workspace's, before a test fails for a misleading reason.

const needed = 24;

export default function requireNode(): void {
  const [major = ""] = process.versions.node.split(".");
  if (Number(major) < needed) {
    throw new Error(
      `The tests need Node ${needed}; this is ${process.version}. Run them as \`npx -y pnpm@12 test\`, which uses the workspace's own.`,
    );
  }
}
