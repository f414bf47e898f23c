// Stops a test run that is not on the Node the workspace brings, before a test fails for a reason that misleads.

const needed = 24;

export default function requireNode(): void {
  const [major = ""] = process.versions.node.split(".");
  if (Number(major) < needed) {
    throw new Error(
      `The tests need Node ${needed}; this is ${process.version}. Run them as \`npx -y pnpm@12 test\`, which uses the workspace's own.`,
    );
  }
}
