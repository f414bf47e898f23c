// The packed toolkit, a registry that has it, an empty folder and GitHub's description -> a typed call of a server on this machine, with
// the commands that `waybill init` advises. Every line that they print is in `empty-folder/transcript.txt`.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { publishTarballs } from "../../release/registry/publish.ts";
import { startRegistry } from "../../release/registry/registry.ts";
import { firstDifference, steady } from "../../testing/printed.ts";
import { listenLocally } from "../../testing/programs.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { developersEnvironment } from "../harness/shell.ts";
import { Story } from "../harness/story.ts";
import type { Tarball } from "../harness/tarballs.ts";

/** The goal, on a machine that does nothing else; here other sections run beside it. */
const goal = 60;
const enough = 4 * goal;

const transcript = join(import.meta.dirname, "empty-folder/transcript.txt");
const description = corpusPath("openapi/github.json.gz");

/** The time that the commands took. Rejects when one fails, or prints another line than the transcript has; `write` rewrites that. */
export async function runFromEmptyFolder(tarballs: readonly Tarball[], write: boolean): Promise<string> {
  if (!existsSync(description)) return `SKIPPED: there is no ${description}; set WAYBILL_SHARED`;
  using folder = freshFolder("empty-folder");
  using home = freshFolder("developer");
  await using registry = await startRegistry();
  await publishTarballs(
    registry,
    tarballs.filter(({ name }) => name === "waybill"),
  );
  writeFileSync(join(folder.path, "github.json"), gunzipSync(readFileSync(description)));
  const environment = developersEnvironment(registry.environment, home.path);
  const story = new Story("from an empty folder, by npm: GitHub's description", folder.path, environment);
  const started = performance.now();
  await tell(story);
  const seconds = (performance.now() - started) / 1000;
  compare(transcriptOf(story), write);
  if (seconds > enough) throw new Error(`it took ${seconds.toFixed(0)} s, the goal is ${goal} s:\n${story.text()}`);
  return `${seconds.toFixed(0)} s of ${goal} s`;
}

async function tell(story: Story): Promise<void> {
  const advised = commandsIn(await story.works("npx --yes waybill init github.json"));
  for (const command of advised) await story.works(command);
  await story.works(`npm install --save-dev typescript@${typescript}`);
  writeFileSync(join(story.shell.folder, "main.ts"), program);
  writeFileSync(join(story.shell.folder, "tsconfig.json"), tsconfig);
  await story.works("npx tsc");
  const server = mockServer();
  const url = await listenLocally(server);
  try {
    await story.ends(0, "node main.js", [], { GITHUB: url });
  } finally {
    server.close();
  }
}

/** As printed below `next:`, each with its purpose beside it. */
function commandsIn(printed: string): string[] {
  const [, next = ""] = printed.split("\nnext:\n");
  const commands = [...next.matchAll(/^ {2}(\S.*?) {2,}\S/gm)].map(([, command = ""]) => command);
  if (commands.length === 0) throw new Error(`waybill init advises nothing:\n${printed}`);
  return commands;
}

const typescript = "7.0.2";

const tsconfig = `{
  "compilerOptions": { "module": "nodenext", "target": "es2022", "lib": ["es2022", "dom"], "types": [], "strict": true },
  "files": ["main.ts"]
}
`;

const program = `import { createClient } from "./src/generated/client/index.gen.js";

declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const github = createClient({ baseUrl: process.env["GITHUB"] ?? "" });
const { body } = await github.reposListLanguages({ path: { owner: "octocat", repo: "hello-world" } });
const lines: number | undefined = body["TypeScript"];
console.log(\`\${lines} bytes of TypeScript\`);
`;

/** It has one repository. */
function mockServer(): Server {
  return createServer(({ method, url }, response) => {
    const found = method === "GET" && url === "/repos/octocat/hello-world/languages";
    response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(found ? { TypeScript: 1024, C: 7 } : { message: "Not Found" }));
  });
}

function transcriptOf({ ran }: Story): string {
  return `${ran.map(({ line, output }) => `$ ${line}\n${steady(output)}`.trim()).join("\n\n")}\n`;
}

function compare(printed: string, write: boolean): void {
  if (write) writeFileSync(transcript, printed);
  const difference = firstDifference(readFileSync(transcript, "utf8"), printed);
  if (difference === null) return;
  throw new Error(
    [
      `${transcript}:${difference.line} differs from what is printed; if that is right, \`pnpm stories packages folder --write\` rewrites it`,
      `expected: ${difference.expected ?? "the end"}`,
      `printed:  ${difference.printed ?? "the end"}`,
    ].join("\n"),
  );
}
