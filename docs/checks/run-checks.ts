// Checks of a site -> what they print: a verdict for each, its notes, and its findings, each once.
import type { Check, Finding, Outcome, Site } from "./check.ts";

/** One group after the other, what is in a group at once. Returns the number of findings. */
export async function runChecks(site: Site, groups: readonly Readonly<Record<string, Check>>[]): Promise<number> {
  let found = 0;
  const run = async (name: string, check: Check): Promise<void> => {
    const began = performance.now();
    // One that cannot go on has found something; the others are made all the same.
    const { findings, notes } = await check(site).catch((error: unknown): Outcome => {
      return {
        findings: [{ where: name, what: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
        notes: [],
      };
    });
    found += findings.length;
    const verdict = findings.length === 0 ? "pass" : "FAIL";
    console.log(`${verdict}  ${name}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
    for (const note of notes) console.log(`      ${note}`);
    for (const line of grouped(findings)) console.log(`      ${line}`);
  };
  for (const together of groups) await Promise.all(Object.entries(together).map(([name, check]) => run(name, check)));
  const pages = `${site.paths.length} pages`;
  console.log(found === 0 ? `${pages}: nothing was found` : `${found} findings on ${pages}`);
  return found;
}

/** What all pages share is said once, with the first of them and how many there are. */
function grouped(findings: readonly Finding[]): string[] {
  const places = new Map<string, Set<string>>();
  for (const { where, what } of findings) places.set(what, (places.get(what) ?? new Set()).add(where));
  return [...places].map(([what, on]) => {
    const [first] = on;
    return on.size === 1 ? `${first}: ${what}` : `${first} and ${on.size - 1} more: ${what}`;
  });
}
