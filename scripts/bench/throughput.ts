// `node scripts/bench/throughput.ts [--rounds N] [--seconds N] [--connections N] [--orders N] [--only OPERATION]
// [--json FILE]`: requests per second, latency and processor time of reading, listing and creating orders, compared with Fastify returning
// the same responses. With `--only getOrder`, of that operation.
import { openSync, truncateSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Account, call, orderBody, seed } from "../stories/harness/account.ts";
import { freshFolder, runIn } from "../stories/harness/fresh-folder.ts";
import { type RunningServer, startServer } from "../testing/programs.ts";
import { machine, machineText, medianOf, medianOfKnown, printGoals, printTable, writeFigures } from "./figures.ts";
import { processorTime } from "./load/processor-time.ts";
import {
  differenceOf,
  type OperationId,
  type Recordings,
  record,
  recordings,
  writeRecordings,
} from "./load/recordings.ts";
import { type Load, type Requests, runWrk, writeRequests, wrkVersion } from "./load/wrk.ts";

const root = path.join(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    orders: { type: "string", default: "1000" },
    only: { type: "string" },
    json: { type: "string", default: path.join(root, ".reports/bench/throughput.json") },
  },
});
const rounds = Number(values.rounds);
const pressure = { connections: Number(values.connections), seconds: Number(values.seconds) };

interface Question {
  readonly operationId: OperationId;
  readonly title: string;
  readonly requests: Requests;
}

interface Contender {
  readonly name: "bare" | "schemas" | "service";
  readonly title: string;
  readonly server: RunningServer;
}

/** One contender's figures for one request in one round. */
interface Sample extends Load {
  readonly perSecond: number;
  /** Microseconds of the server's processor time for a request; `null` where it cannot be known. */
  readonly cpu: number | null;
}

interface Result {
  readonly operationId: OperationId;
  readonly title: string;
  readonly samples: Readonly<Record<Contender["name"], readonly Sample[]>>;
}

const wrk = wrkVersion();
const machineBefore = { ...machine(), wrk };
console.log(`${machineText()}, ${wrk}`);
console.log(
  `${rounds} rounds of ${pressure.seconds} s each in turn after a warm-up, one thread of wrk, ${pressure.connections} connections\n`,
);

using folder = freshFolder("throughput");
const inFolder = (name: string): string => path.join(folder.path, name);
const log = inFolder("service.log");
const servers: RunningServer[] = [];
const results: Result[] = [];
try {
  const { contenders, questions } = await prepare();
  for (const question of questions.filter(
    ({ operationId }) => values.only === undefined || values.only === operationId,
  )) {
    const result = await measure(question, contenders);
    results.push(result);
    print(result, contenders);
  }
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

const goals = [
  { goal: "GET order, of bare Fastify", operationId: "getOrder", found: toThat("getOrder", "bare"), atLeast: 0.75 },
  {
    goal: "list of 20, of Fastify with schemas",
    operationId: "listOrders",
    found: toThat("listOrders", "schemas"),
    atLeast: 1,
  },
  {
    goal: "POST create, per second",
    operationId: "createOrder",
    found: medianPerSecond("createOrder", "service"),
    atLeast: 5000,
  },
].filter(({ operationId }) => values.only === undefined || values.only === operationId);
printGoals(goals, (value) => (value < 10 ? percent(value) : value.toFixed(0)));
writeFigures(values.json, { machine: machineBefore, rounds, ...pressure, results, goals });
process.exitCode = goals.every(({ found, atLeast }) => found >= atLeast) ? 0 : 1;

/** `log`: a file for its standard error. */
async function serve(parameters: readonly string[], log?: string): Promise<RunningServer> {
  const stderr = log === undefined ? "inherit" : openSync(log, "a");
  const server = await startServer(parameters, { stdio: ["ignore", "pipe", stderr] });
  servers.push(server);
  return server;
}

async function prepare(): Promise<{ contenders: readonly Contender[]; questions: readonly Question[] }> {
  const storage = ["--data", inFolder("data")];
  const account = await seed("bench", storage);
  const service = await serve(
    [
      path.join(root, "packages/fulfillment/service/src/cli/main.ts"),
      "serve",
      ...storage,
      ...["--port", "0", "--metrics-port", "0", "--rate-limit", "1000000000"],
    ],
    log,
  );
  const questions = questionsOf(account, await placeOrders(service, account));
  const others = await startOthers(service, questions);
  return { contenders: [...others, { name: "service", title: "fulfillment serve", server: service }], questions };
}

/** Their ids. */
async function placeOrders({ url }: RunningServer, account: Account): Promise<string[]> {
  const body = orderBody(account);
  const ids: string[] = [];
  const wanted = Number(values.orders);
  const place = async (): Promise<void> => {
    while (ids.length < wanted) {
      const index = ids.push("") - 1;
      const created = await call(`${url}/v1/orders/create`, account, body);
      if (typeof created === "object" && created !== null && "orderId" in created) ids[index] = String(created.orderId);
    }
  };
  await Promise.all(Array.from({ length: 32 }, place));
  return ids;
}

function questionsOf(account: Account, orderIds: readonly string[]): Question[] {
  const authorization = `Bearer ${account.apiKey}`;
  const get = (paths: readonly string[]): Requests => ({ method: "GET", authorization, body: null, paths });
  const body = JSON.stringify(orderBody(account));
  const create: Requests = { method: "POST", authorization, body, paths: ["/v1/orders/create"] };
  return [
    {
      operationId: "getOrder",
      title: `GET /v1/orders/{orderId}, ${orderIds.length} of them in turn`,
      requests: get(orderIds.map((id) => `/v1/orders/${id}`)),
    },
    {
      operationId: "listOrders",
      title: `GET /v1/orders/list?limit=20 of ${orderIds.length} orders`,
      requests: get(["/v1/orders/list?limit=20"]),
    },
    { operationId: "createOrder", title: "POST /v1/orders/create, durable before the response", requests: create },
  ];
}

/** The servers to compare with; rejects when the responses of one differ from those of the service. */
async function startOthers(service: RunningServer, questions: readonly Question[]): Promise<Contender[]> {
  const recorded = await recordAll(service, questions);
  const [file, bundle] = [inFolder("recordings.json"), inFolder("bundle.json")];
  writeRecordings(file, recorded);
  const flags = ["bundle", path.join(root, "spec/openapi.yaml"), "--dereferenced", "--output", bundle];
  await runIn(folder.path, path.join(root, "node_modules/.bin/redocly"), ...flags);
  const start = (...parameters: string[]): Promise<RunningServer> =>
    serve([path.join(import.meta.dirname, "load/fastify-server.ts"), ...parameters]);
  const others: Contender[] = [
    { name: "bare", title: "bare Fastify", server: await start(file) },
    { name: "schemas", title: "Fastify with schemas", server: await start(file, bundle) },
  ];
  for (const { server, title } of others) {
    const responses = await recordAll(server, questions);
    for (const { operationId } of questions) {
      const difference = differenceOf(recorded[operationId], responses[operationId]);
      if (difference !== null) throw new Error(`${operationId}: the service and ${title} differ: ${difference}`);
    }
  }
  return others;
}

async function recordAll({ url }: RunningServer, questions: readonly Question[]): Promise<Recordings> {
  const responses = questions.map(async ({ operationId, requests: { method, authorization, body, paths } }) => {
    const headers = { authorization, ...(body === null ? {} : { "content-type": "application/json" }) };
    return [operationId, await record(`${url}${paths[0]}`, { method, headers, body })];
  });
  return recordings.parse(Object.fromEntries(await Promise.all(responses)));
}

/** In turn, each time beginning with another, so that a busy moment of the machine falls on all alike. */
async function measure({ operationId, title, requests }: Question, contenders: readonly Contender[]): Promise<Result> {
  const file = inFolder(`${operationId}.txt`);
  writeRequests(file, requests);
  const samples: Record<Contender["name"], Sample[]> = { bare: [], schemas: [], service: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const index of contenders.keys()) {
      const contender = contenders[(index + round + 1) % contenders.length];
      if (contender === undefined) continue;
      const sample = await sampleOf(contender.server, file);
      if (round >= 0) samples[contender.name].push(sample);
      truncateSync(log);
    }
  }
  return { operationId, title, samples };
}

async function sampleOf({ url, child }: RunningServer, requests: string): Promise<Sample> {
  const before = processorTime(child.pid ?? 0);
  const load = await runWrk({ ...pressure, url, requests });
  const after = processorTime(child.pid ?? 0);
  const cpu = before === null || after === null ? null : (after - before) / load.requests;
  return { ...load, perSecond: load.requests / load.seconds, cpu };
}

function print({ title, samples }: Result, contenders: readonly Contender[]): void {
  const { bare } = samples;
  console.log(`${title}\n`);
  const bareCpu = medianOfKnown(bare.map((sample) => sample.cpu));
  const rows = contenders.map((contender) => {
    const own = samples[contender.name];
    const cpu = medianOfKnown(own.map((sample) => sample.cpu));
    return [
      contender.title,
      medianOf(own.map(({ perSecond }) => perSecond)).toFixed(0),
      medianOf(own.map(({ p50 }) => p50)).toFixed(2),
      medianOf(own.map(({ p99 }) => p99)).toFixed(2),
      cpu === null ? "?" : cpu.toFixed(1),
      cpu === null || bareCpu === null ? "?" : percent(bareCpu / cpu),
      percent(medianOf(ratiosOf(own, bare))),
      ratiosOf(own, bare).map(percent).join(" "),
    ];
  });
  printTable(["", "per second", "p50 ms", "p99 ms", "CPU us each", "of bare by CPU", "of bare", "in each round"], rows);
  console.log("");
}

/** Per second, round by round. */
function ratiosOf(own: readonly Sample[], bare: readonly Sample[]): number[] {
  return own.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN));
}

function samplesOf(operationId: OperationId, name: Contender["name"]): readonly Sample[] {
  return results.find((result) => result.operationId === operationId)?.samples[name] ?? [];
}

function toThat(operationId: OperationId, name: Contender["name"]): number {
  return medianOf(ratiosOf(samplesOf(operationId, "service"), samplesOf(operationId, name)));
}

function medianPerSecond(operationId: OperationId, name: Contender["name"]): number {
  return medianOf(samplesOf(operationId, name).map(({ perSecond }) => perSecond));
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(0)} %`;
}
