// The thread that `dev-reader.ts` starts.
import { parentPort, workerData } from "node:worker_threads";
import { Arguments, type Terminal } from "waybill/command";
import type { ReaderData, ReaderMessage, ReadPages } from "./dev-reader.ts";
import { guideErrors, guidesOf, ownContent, preparedRun, readSite } from "./reading.ts";
import { Stage } from "./stage.ts";

const { flags, positionals, format, work, terminal: shared }: ReaderData = workerData;
const terminal: Terminal = {
  ...shared,
  variable: (name) => process.env[name] || null,
  readInput: () => Promise.reject(new Error("docs dev does not read standard input")),
  out: (text) => tell({ printed: "out", text }),
  err: (text) => tell({ printed: "err", text }),
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
  stopped: () => undefined,
};
// The main thread has prepared the same, so there are no problems here.
const prepared = await preparedRun(new Arguments(new Map(flags), positionals), format, terminal);
if (!prepared.ok) throw new Error(prepared.problems.map(({ message }) => message).join("; "));
const run = prepared.value;
const customContent = await ownContent(run.settings);
let stage: Stage | null = null;
parentPort?.on("message", async () => tell({ read: await readPages() }));

async function readPages(): Promise<ReadPages> {
  const { site, paths: read } = await readSite(run, customContent);
  const { guides } = run.settings;
  const paths = guides === null ? read : [...read, guides];
  if (site === null) return { paths, staged: null };
  const pagesAndImages = guidesOf(run.settings, customContent);
  const errors = guideErrors(pagesAndImages, terminal);
  for (const error of errors) terminal.err(`docs: ${error}\n`);
  if (errors.length > 0) return { paths, staged: null };
  stage ??= new Stage(work, run.settings);
  const { pages, changed } = stage.write(site, pagesAndImages, customContent);
  return { paths, staged: { pages, changed, name: site.name, description: site.description } };
}

function tell(message: ReaderMessage): void {
  parentPort?.postMessage(message);
}
