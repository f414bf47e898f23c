// `pnpm stories samples [operation id or language ...]`: runs every sample of docs/samples unchanged, against the real service with
// the data of the description's examples. Each must succeed, print the response, and send one request that matches the
// description and is the same in every language. TypeScript is compiled too. One line each; exits 1 when one fails.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDescription, Recorder } from "@waybill/conformance";
import { type CodeSample, missing, samples } from "../../../docs/samples/samples.gen.ts";
import { endOf } from "../../testing/programs.ts";
import { freshFolder } from "../harness/fresh-folder.ts";
import { type Exchange, startRecordingProxy } from "../workflows/recording-proxy.ts";
import { differencesIn, type Sent } from "./differences.ts";
import { runSample } from "./run-sample.ts";
import { makeWorld, startReceiver, startService, type World } from "./world.ts";

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
const { url, server } = await startReceiver();
const sent: Sent[] = [];
let failures = 0;
try {
  using data = freshFolder("samples");
  const world = await makeWorld(join(data.path, "world"), url);
  for (const language of languages) failures += await runLanguage(language, world, join(data.path, language.lang));
  const complaints = await compilerComplaints();
  for (const problem of [...complaints, ...differencesIn(sent)]) {
    failures += 1;
    console.log(`FAIL  ${problem}`);
  }
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
for (const [id, reasons] of Object.entries(missing))
  for (const [lang, reason] of Object.entries(reasons)) console.log(`none  ${lang.padEnd(10)} ${id}: ${reason}`);
console.log(`${sent.length - failures} of ${sent.length} samples are right`);
process.exitCode = failures === 0 && sent.length > 0 ? 0 : 1;

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
      sent.push({ id, lang: language.lang, request: exchanges[0]?.wire.request ?? null });
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
