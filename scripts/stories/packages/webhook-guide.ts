// The packed toolkit -> the guide to webhooks of one's own API, followed literally in an empty folder: its files, commands and output.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { endOf, freePort, responding } from "../../testing/programs.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { blocksOfMarkdown, isPrinted, stepsOf } from "../harness/page.ts";
import type { Tarball } from "../harness/tarballs.ts";

const guide = join(import.meta.dirname, "../../../docs/guides/webhooks-for-your-api.md");

/** What was done, in a word or two. Rejects at the first command that fails, and for output that the guide does not show. */
export async function followWebhookGuide(tarballs: readonly Tarball[]): Promise<string> {
  const names = ["waybill", "@waybill/conformance"];
  const files = names.flatMap((name) => tarballs.find((tarball) => tarball.name === name)?.file ?? []);
  if (files.length < names.length) throw new Error(`not packed: one of ${names.join(" and ")}`);
  using folder = freshFolder("webhook-guide");
  const port = String(await freePort());
  // The files of the guide come before its commands, as a reader who copies has them at hand.
  const steps = stepsOf(blocksOfMarkdown(readFileSync(guide, "utf8")));
  for (const step of steps) if (step.kind === "file") writeFileSync(join(folder.path, step.name), step.text);
  const all = steps.map(({ text }) => text).join("\n");
  const env = {
    ...process.env,
    NO_COLOR: "1",
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    PORT: port,
    WAYBILL_SECRET: /WAYBILL_SECRET=(\S+)/.exec(all)?.[1],
  };
  const printed = new Map<string, string>();
  let receiver: ChildProcess | null = null;
  try {
    for (const step of steps) {
      if (step.kind !== "run") continue;
      const { terminal, text } = step;
      const add = (more: string): void => void printed.set(terminal, (printed.get(terminal) ?? "") + more);
      const script = text.replace(names.join(" "), files.join(" ")).replaceAll(":3000/", `:${port}/`);
      if (terminal === "Terminal 2") {
        receiver = spawn("sh", ["-ec", script.replace(/^node /m, "exec node ")], { cwd: folder.path, env });
        for (const stream of [receiver.stdout, receiver.stderr])
          stream?.on("data", (data: Buffer) => add(String(data)));
        await responding(port);
        continue;
      }
      const ended = await endOf(["sh", "-ec", script], { cwd: folder.path, env });
      if (ended.code !== 0) throw new Error(`${script}\nended with ${ended.code}:\n${ended.output}`);
      add(ended.stdout);
    }
  } finally {
    receiver?.kill();
  }
  for (const step of steps) {
    if (step.kind !== "prints") continue;
    const shown = printed.get(step.terminal)?.replaceAll(`:${port}/`, ":3000/") ?? "";
    if (!isPrinted(step.text, shown))
      throw new Error(`the guide says that ${step.terminal} prints\n${step.text}\nand it printed\n${shown}`);
  }
  return `${steps.length} steps`;
}
