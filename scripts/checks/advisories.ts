// Asks the registry for advisories about what the lockfile has: exits 1 for those of high severity. A registry that does not answer is no
// failure: what was known of the main dependencies is in docs/security.md, with its date.
import { spawnSync } from "node:child_process";

const { stdout, stderr, error } = spawnSync("npx", ["--yes", "pnpm@12", "audit", "--json", "--audit-level", "high"], {
  encoding: "utf8",
  timeout: 120_000,
});
const counts = countsIn(stdout);
if (counts === null) {
  const reason = error?.message ?? /ERR_PNPM_AUDIT_\w+/.exec(stdout + stderr)?.[0] ?? "no result";
  console.log(`advisories: the registry does not answer (${reason}); see the table in docs/security.md#dependencies`);
} else {
  const serious = (counts["high"] ?? 0) + (counts["critical"] ?? 0);
  console.log(`advisories: ${JSON.stringify(counts)}${serious === 0 ? "" : "; `npx pnpm@12 audit` lists them"}`);
  process.exitCode = serious === 0 ? 0 : 1;
}

/** By severity; `null` where the output is no result of an audit. */
function countsIn(text: string): Readonly<Record<string, number>> | null {
  try {
    const counts: unknown = JSON.parse(text)?.metadata?.vulnerabilities;
    return typeof counts === "object" && counts !== null ? { ...counts } : null;
  } catch {
    return null;
  }
}
