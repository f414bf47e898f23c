// A case with a block `console` -> the same block with what its commands print now.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { sparingNode } from "../../../scripts/testing/sparing-node.ts";
import { toolkitVersion } from "../../src/run/toolkit.ts";
import { ranApart } from "../cli/in-process.ts";

const main = join(import.meta.dirname, "../../src/cli/main.ts");

/**
 * Each line that begins with `$ ` is a command: `waybill …` runs in this process, `npx waybill …` in one of its own, where modules of a
 * configuration are Node's, anything else in a shell. `> /dev/null` hides stdout. An exit code other than 0 follows in brackets.
 */
export async function transcript(block: string, folder: string): Promise<string> {
  const lines: string[] = [];
  for (const line of block.split("\n").filter((one) => one.startsWith("$ "))) {
    const [command = "", silent] = line.slice(2).split(" > /dev/null");
    const { code, stdout, stderr } = await result(command, folder);
    const printed = lasting(`${stderr}${silent === undefined ? stdout : ""}`.replaceAll(folder, "…")).trimEnd();
    lines.push(line, ...(printed === "" ? [] : [printed]), ...(code === 0 ? [] : [`(exit code ${code})`]));
  }
  return lines.join("\n");
}

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function result(command: string, folder: string): Promise<Result> {
  if (command.startsWith("waybill ")) return await ranApart(folder, words(command).slice(1));
  const inShell = command.replace(/^npx waybill /, `"${process.execPath}" ${sparingNode.join(" ")} "${main}" `);
  const { status: code, stdout, stderr } = spawnSync("sh", ["-c", inShell], { cwd: folder, encoding: "utf8" });
  return { code, stdout, stderr };
}

/** Words, of which one in double quotes may have spaces. */
function words(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Without what the next run or release would print differently: times, versions and hashes. */
function lasting(text: string): string {
  return text
    .replace(/,? +\d+ ms$/gm, "")
    .replaceAll(toolkitVersion(), "1.0.0")
    .replace(/\b([0-9a-f]{8})(?:[0-9a-f]{24}|[0-9a-f]{56})\b/g, "$1…");
}
