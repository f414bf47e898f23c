// `pnpm stories samples [operation id or language ...]`: runs every sample of the docs unchanged, against the real service with
// the data of the description's examples. Each must succeed, print the response, and send one request that matches the
// description. TypeScript is compiled too. One line each; exits 1 when one fails.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { openDescription, Recorder } from "@waybill/conformance";
import { type CodeSample, missing, samples } from "../../../docs/samples/samples.ts";
import { endOf, listenLocally } from "../../testing/programs.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { type Exchange, startRecordingProxy } from "../harness/recording-proxy.ts";
import { makeWorld, startService, type World } from "./world.ts";

const root = join(import.meta.dirname, "../../..");
const wanted = process.argv.slice(2);
const isWanted = (id: string, lang: string): boolean =>
  wanted.length === 0 || wanted.some((word) => word === id || word === lang);

/** As `lang` of a sample has them, with what runs a sample. */
const languages = [
  { lang: "shell", extension: "sh", command: ["sh", "-eu"] },
  { lang: "typescript", extension: "ts", command: [process.execPath] },
  { lang: "python", extension: "py", command: ["python3", "-B"] },
  { lang: "go", extension: "go", command: ["go", "run"] },
  { lang: "php", extension: "php", command: ["php"] },
  { lang: "ruby", extension: "rb", command: ["ruby"] },
] as const;

// Inside docs, which has the packages that samples import.
const folder = mkdtempSync(join(root, "docs/.samples-"));
// Accepts every delivery.
await using receiver = createServer((request, response) =>
  request.resume().on("end", () => response.writeHead(204).end()),
);
let sent = 0;
let failures = 0;
try {
  using data = freshFolder("samples");
  const world = await makeWorld(join(data.path, "world"), `${await listenLocally(receiver)}/`);
  for (const language of languages) failures += await runLanguage(language, world, join(data.path, language.lang));
  const complaints = await compilerComplaints();
  for (const problem of complaints) {
    failures += 1;
    console.log(`FAIL  ${problem}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const [id, reasons] of Object.entries(missing))
  for (const [lang, reason] of Object.entries(reasons)) console.log(`none  ${lang.padEnd(10)} ${id}: ${reason}`);
console.log(`${sent - failures} of ${sent} samples are right`);
process.exitCode = failures === 0 && sent > 0 ? 0 : 1;

/** On data of its own: the samples of one language do not affect those of the next. Resolves to how many failed. */
async function runLanguage(language: (typeof languages)[number], world: World, data: string): Promise<number> {
  const chosen = inOrder().filter(([id]) => isWanted(id, language.lang));
  world.copyTo(data);
  mkdirSync(join(folder, language.lang));
  const service = await startService(data);
  const exchanges: Exchange[] = [];
  const proxy = await startRecordingProxy(service.url, (exchange) => exchanges.push(exchange));
  const description = openDescription({ openapi: join(root, "spec/openapi.yaml") });
  const recorder = new Recorder(description, { secrets: new Map([[world.apiKey, "API_KEY"]]) });
  let failed = 0;
  try {
    for (const [id, list] of chosen) {
      const sample = list.find(({ lang }) => lang === language.lang);
      if (sample === undefined) continue;
      const file = join(folder, language.lang, `${id}.${language.extension}`);
      writeFileSync(file, `${sample.source}\n`);
      exchanges.length = 0;
      const environment = { BASE_URL: proxy.url, API_KEY: world.apiKey };
      const problems = await runSample({ id, command: [...language.command, file], environment }, recorder, exchanges);
      console.log(`${problems.length === 0 ? "pass" : "FAIL"}  ${language.lang.padEnd(10)} ${id}`);
      for (const problem of problems) console.log(`      ${problem.trim().replaceAll("\n", "\n      ")}`);
      if (problems.length > 0) failed += 1;
      sent += 1;
    }
  } finally {
    proxy.close();
    await service.stop();
  }
  return failed;
}

/** As the description has them; what deletes comes last. */
function inOrder(): (readonly [string, readonly CodeSample[]])[] {
  return Object.entries(samples).toSorted(
    ([one], [other]) => Number(/^delete/.test(one)) - Number(/^delete/.test(other)),
  );
}

/** Of the samples in TypeScript, under strict settings. */
async function compilerComplaints(): Promise<string[]> {
  const project = join(folder, "tsconfig.json");
  writeFileSync(project, JSON.stringify({ extends: "../../tsconfig.base.json", include: ["typescript"] }));
  const { code, output } = await endOf([join(root, "node_modules/.bin/tsc"), "-p", project]);
  return code === 0 ? [] : [`the samples in TypeScript do not compile:\n${output}`];
}

interface RunningSample {
  readonly id: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** `exchanges`: what came by while it ran. */
async function runSample(
  { id, command, environment }: RunningSample,
  recorder: Recorder,
  exchanges: readonly Exchange[],
): Promise<string[]> {
  const { code, output: out } = await endOf(command, { env: { ...process.env, ...environment } });
  const problems = code === 0 ? [] : [`exit code ${code}`];
  const [exchange, ...others] = exchanges;
  if (exchange === undefined) return [...problems, "sent nothing", out];
  if (others.length > 0) problems.push(`sent ${exchanges.length} requests`);
  const { operation, findings } = recorder.observe(exchange.wire);
  if (operation?.id !== id) problems.push(`called ${operation?.id ?? "nothing that is described"}`);
  problems.push(...findings.map(({ check, message }) => `${check}: ${message}`));
  if (exchange.status >= 300) problems.push(`got the response ${exchange.status}: ${exchange.body.toString()}`);
  if (!showsResponse(out, exchange)) problems.push("did not print the response");
  return problems.length === 0 ? [] : [...problems, out];
}

/** Each language has its own way to write a value; the texts of the response are in all of them, the status where it has none. */
function showsResponse(out: string, { body, status }: Exchange): boolean {
  if (body.length === 0) return out.includes(String(status));
  const texts = JSON.stringify(JSON.parse(body.toString())).match(/(?<=")[\w-]+(?=")/g) ?? [];
  return out !== "" && (texts.some((text) => out.includes(text)) || out.includes(String(status)) || texts.length === 0);
}
