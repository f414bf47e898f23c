// `pnpm stories stranger`: what someone does who has only the README and the pages it leads to, each command and file taken from them: clone,
// pack, generate, a typed call; a receiver that verifies a webhook; a documentation site of a description. Prints the minutes, and exits 1
// when a step fails or all of it takes more than ten.
//
// Nothing is on npm yet: where a page says `npm install waybill`, the packed file is installed, as the README says.
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { copyClone } from "./clone.ts";
import { isPrinted } from "./expected.ts";
import { type Block, blocksOfMarkdown } from "./page.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const mostMinutes = 10;
const patience = 420_000;

const home = mkdtempSync(path.join(tmpdir(), "stranger-"));
const terminals: Terminal[] = [];
const started = performance.now();
try {
  await generates();
  await verifies();
  await documents();
  const minutes = (performance.now() - started) / 60_000;
  console.log(`from a clone to a typed call, a verified webhook and a site: ${minutes.toFixed(1)} minutes`);
  if (minutes > mostMinutes) throw new Error(`that is more than ${mostMinutes}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await Promise.all(terminals.map((terminal) => terminal.close()));
  rmSync(home, { recursive: true });
}

/** The README: from a clone to a call whose mistakes the compiler finds. */
async function generates(): Promise<void> {
  const page = blocksOf("README.md");
  const [, inClone = "", inProject = ""] =
    /^# in the clone\n([\s\S]*?)^# in your project\n([\s\S]*)/m.exec(blockWith(page, "# in the clone").text) ?? [];
  copyClone(root, folder("waybill"));
  await type(openIn("waybill"), inClone);
  const terminal = openIn("project");
  // "In a TypeScript project with an openapi.yaml".
  write("project/package.json", '{ "name": "project", "type": "module", "private": true }\n');
  write(
    "project/tsconfig.json",
    '{ "compilerOptions": { "module": "nodenext", "strict": true, "noEmit": true }, "include": ["src"] }\n',
  );
  write("project/openapi.yaml", readFileSync(path.join(root, "scripts/derived/readme/openapi.yaml"), "utf8"));
  await type(terminal, "npm install --save-dev typescript@5.9.3 @types/node@24");
  await type(terminal, inProject);
  await type(terminal, withFiles(blockWith(page, "npx waybill init").text));
  const call = blockWith(page, "createClient(").text;
  write("project/src/main.ts", call);
  await type(terminal, "npx tsc");
  write("project/src/main.ts", call.replace("order.status", "order.statu"));
  if ((await type(terminal, "npx tsc", true)) === 0) throw new Error("a mistake in the call of the README compiles");
}

/** The page about webhooks, to the delivery that is verified and the forged one that is not. */
async function verifies(): Promise<void> {
  const opened = new Map<string, Terminal>();
  for (const { title, text } of blocksOf("docs/guides/webhooks-for-your-api.md")) {
    const [, name, prints] = /^(Terminal \d+)( prints)?$/.exec(title) ?? [];
    if (name === undefined) {
      write(`hooks/${title}`, text);
      continue;
    }
    const terminal = opened.get(name) ?? openIn("hooks");
    opened.set(name, terminal);
    if (prints !== undefined) {
      await until(
        () => isPrinted(text, withoutNpm(terminal.printed())),
        () => `${text}\nwas not printed, but\n${terminal.printed()}`,
      );
      return;
    }
    // The receiver goes on running; what is typed into another terminal waits until it listens.
    if (/^node receiver/m.test(text)) {
      terminal.type(withNode(text));
      await sleep(3_000);
    } else await type(terminal, withFiles(text));
  }
  throw new Error("the page about webhooks prints no verified delivery");
}

/** The page about documentation sites. */
async function documents(): Promise<void> {
  const terminal = openIn("project");
  const page = blocksOf("docs/guides/docs-for-your-api.md");
  const [install = ""] = blockWith(page, "npm install").text.split("\n");
  write("project/guides/first-call.md", "# First call\n\nSee the reference.\n");
  await type(terminal, withFiles(install));
  await type(terminal, blockWith(page, "waybill docs build").text);
  const pages = globSync("site/**/index.html", { cwd: path.join(home, "project") });
  for (const wanted of ["get-order", "first-call"])
    if (!pages.some((file) => file.includes(wanted)))
      throw new Error(`the site has no page ${wanted}: ${pages.join(", ")}`);
}

function blocksOf(page: string): Block[] {
  return blocksOfMarkdown(readFileSync(path.join(root, page), "utf8"));
}

function blockWith(blocks: readonly Block[], text: string): Block {
  const found = blocks.find((block) => block.text.includes(text));
  if (found === undefined) throw new Error(`no block of the page has ${text}`);
  return found;
}

/** The packed file for each package of this repository that a command installs. */
function withFiles(commands: string): string {
  return commands.replaceAll(/^npm install .*$/gm, (line) =>
    line.replaceAll(/(?<= )(?:waybill|@waybill\/[\w-]+)(?= |$)/g, (name) => {
      const file = `${name.replace("@", "").replace("/", "-")}-[0-9]*.tgz`;
      return `../waybill/tarballs/${file}`;
    }),
  );
}

/**
 * "You need Node 22.19 or newer": this one, where the machine has an older one. A stranger's npm has nothing cached, and waits for no
 * other `npx` of this machine.
 */
function withNode(commands: string): string {
  const own = path.join(home, "npm-cache");
  return `export PATH="${path.dirname(process.execPath)}:$PATH" npm_config_cache="${own}"\n${commands}`;
}

/** Of a machine whose npm has settings that it warns about, before every command. */
function withoutNpm(printed: string): string {
  return printed.replaceAll(/^npm warn .*\n/gm, "");
}

function folder(name: string): string {
  const made = path.join(home, name);
  if (!existsSync(made)) mkdirSync(made, { recursive: true });
  return made;
}

function openIn(name: string): Terminal {
  const terminal = openTerminal(folder(name));
  terminals.push(terminal);
  return terminal;
}

function write(file: string, text: string): void {
  folder(path.dirname(file));
  writeFileSync(path.join(home, file), text);
}

/** The exit status, which is 0 unless another may be. */
async function type(terminal: Terminal, commands: string, mayFail = false): Promise<number> {
  const at = performance.now();
  console.log(commands.replaceAll(/^/gm, "  ").trimEnd());
  // A careful reader's shell stops at what fails.
  terminal.type(withNode(mayFail ? `(${commands}) || (exit 3)` : commands));
  await until(
    () => terminal.status() !== null,
    () => `${commands}\ndid not end:\n${terminal.printed()}`,
  );
  const status = terminal.status() ?? 1;
  if (status !== 0 && !mayFail) throw new Error(`${commands}\nended with ${status}:\n${terminal.printed()}`);
  console.log(`    ${((performance.now() - at) / 1000).toFixed(0)} s`);
  return status;
}

async function until(happened: () => boolean, otherwise: () => string): Promise<void> {
  const given = performance.now() + patience;
  while (!happened()) {
    if (performance.now() > given) throw new Error(otherwise());
    await sleep(50);
  }
}
