import { describe, expect, test } from "vitest";
import { ranApart } from "../../../../../generators/test/cli/in-process.ts";
import { Workspace } from "../../../../../generators/test/cli/workspace.ts";
import { served } from "../../../../../generators/test/run/config/served.ts";
import { cupEvents, cupKey, cups, serveCups } from "./cups.ts";

const good = { id: "cup_0017", size: 3 };
const bad = { id: "cup_0017", size: "large" };
const nowhere = ["--url", "http://127.0.0.1:1", "--key", "k"];
const to = (words: string): readonly string[] => [...nowhere, ...words.split(" ")];

describe("conform", () => {
  test("a service that conforms to its description has no findings, and the exit code is 0", async () => {
    const url = await serveCups(good);
    const { code, stdout, stderr } = await conform(["--url", `${url}/`, "--key", cupKey, "--value", "cupId=cup_0017"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^conform: \d+ requests, 0 deliveries, \d+ cases.*: no finding; 12 of 15 checks ran; ledger 6 of 6 seen, 0 excused, 0 holes; /m,
    );
  });

  test("a finding has its place, its request and the flags that reproduce it", async () => {
    const url = await serveCups(bad);
    const words = ["--url", url, "--key", cupKey, "--value", "cupId=cup_0017"];
    const { code, stdout } = await conform(words);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}invalid-body {2}getCup 200: \/size must be integer, is "large"\n {4}openapi\.yaml:17:61\n {4}curl -i 'http/m,
    );
    expect(stdout).toContain(`-H "Authorization: Bearer $WAYBILL_KEY"`);
    expect(stdout).not.toContain(cupKey);
    const [, seed = "", only = ""] = /again: --seed (\d+) --only (\S+)/.exec(stdout) ?? [];
    const again = await conform([...words, "--seed", seed, "--only", only, "--fail-fast"]);
    expect(again.code).toBe(1);
    expect(again.stdout).toContain("invalid-body");
  });

  test("a short key is hidden only where it is sent", async () => {
    const url = await serveCups({ ...bad, size: "1k1" }, "k1");
    const { code, stdout } = await conform(["--url", url, "--key", "k1", "--value", "cupId=cup_0017", "--verbose"]);
    expect(code).toBe(1);
    expect(stdout).toContain(`curl -i '${url}/cups/cup_0017' -H "Authorization: Bearer $WAYBILL_KEY"`);
    expect(stdout).toContain('is "1k1"');
    expect(stdout).not.toContain("Bearer k1");
  });

  test("a key may be for one security scheme", async () => {
    const url = await serveCups(good);
    const words = ["--url", url, "--value", "cupId=cup_0017"];
    const { code, stdout } = await conform([...words, "--key", `key=${cupKey}`]);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("6 of 6 seen") });
    const shown = await conform(["--url", await serveCups(bad), "--value", "cupId=cup_0017", "--key", `key=${cupKey}`]);
    expect(shown.stdout).toContain(`-H "Authorization: Bearer $WAYBILL_KEY_KEY"`);
  });

  test("takes key and values from stdin and from the environment", async () => {
    const url = await serveCups(good);
    const seeded = JSON.stringify({ apiKey: cupKey, cups: [{ id: "cup_0017", name: "Blue" }], accounts: 7 });
    const byValues = await conform(["--url", url, "--values", "-"], { input: seeded, env: { WAYBILL_KEY: cupKey } });
    expect(byValues).toMatchObject({ code: 0, stdout: expect.stringContaining("6 of 6 seen") });
    const byKey = await conform(["--url", url, "--key", "-", "--value", "cupId=cup_0017"], { input: `${cupKey}\n` });
    expect(byKey).toMatchObject({ code: 0, stdout: expect.stringContaining("6 of 6 seen") });
  });

  test("reads a description of several documents from a URL, with --tolerate as in generate", async () => {
    const described = cups.replace("{ id: { type: string }, size", "{ id: { $ref: parts/id.yaml }, size");
    const { url: from } = await served({
      "/openapi.yaml": described,
      "/parts/id.yaml": "type: string\npattern: ^cup_\nnullable: true\n",
    });
    const url = await serveCups({ ...good, id: "mug_1" });
    const words = ["--openapi", `${from}/openapi.yaml`, "--url", url, "--key", cupKey, "--value", "cupId=cup_0017"];
    const tolerating = ["conform", ...words, "--tolerate", "foreign-keyword"];
    expect((await inProcess(tolerating, new Workspace(), {})).stdout).toContain('/id must match pattern "^cup_"');
  });

  test("--complete fails on holes, excuses remove them, stale excuses fail", async () => {
    const url = await serveCups(good);
    const files = {
      "excuses.yaml": `- cells: ["getCup 200*"]\n  reason: the run knows no cup\n`,
      "stale.yaml": `- cells: ["getCup 401"]\n  reason: it cannot be seen, somebody said\n`,
    };
    const words = ["--url", url, "--key", cupKey];
    expect((await conform(words, { files })).code).toBe(0);
    const holes = await conform([...words, "--complete"], { files });
    expect(holes).toMatchObject({ code: 1, stdout: expect.stringContaining("getCup 200 and 1 part of it") });
    expect((await conform([...words, "--complete", "--excuses", "excuses.yaml"], { files })).code).toBe(0);
    const stale = await conform([...words, "--excuses", "stale.yaml"], { files });
    expect(stale).toMatchObject({ code: 1, stdout: expect.stringContaining("stale excuse getCup 401: it was seen") });
  });

  test("--require fails where a check applies and did not run, and names the reason", async () => {
    const words = ["--url", await serveCups(good), "--key", cupKey, "--value", "cupId=cup_0017"];
    expect((await conform([...words, "--require", "valid-refused"])).code).toBe(0);
    const missing = "required: foreign-access did not run for getCup, because --other-key was not passed\n";
    for (const name of ["foreign-access", "all"]) {
      const { code, stdout } = await conform([...words, "--require", name]);
      expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(missing) });
    }
    const absent = await conform([...words, "--require", "lost-write", "--json"]);
    const unmet = ["lost-write did not run, because it applies to nothing in the spec"];
    expect({ ...absent, ...JSON.parse(absent.stdout) }).toMatchObject({ code: 1, ok: false, findings: [], unmet });
  });

  test("a configuration turns checks off, allows statuses, limits times, and requires checks", async () => {
    const url = await serveCups(bad);
    const words = ["conform", "--url", url, "--key", cupKey, "--value", "cupId=cup_0017"];
    const run = (settings: object, described = cups): Promise<Ended> => {
      const config = { apis: { cups: { openapi: "openapi.yaml", asyncapi: "asyncapi.yaml", conform: settings } } };
      const file = `export default ${JSON.stringify(config)};`;
      const files = { "openapi.yaml": described, "asyncapi.yaml": cupEvents, "waybill.config.mjs": file };
      return inProcess(words, new Workspace(files), {});
    };
    const off = await run({ checks: { "invalid-body": "off" } });
    expect(off).toMatchObject({ code: 0, stdout: expect.stringContaining("because the configuration turns it off") });
    const slow = await run({ checks: { "invalid-body": "off" }, responseTime: { "*": 60_000, getCup: 1 } });
    expect(slow.stdout).not.toContain("60000 ms");
    const required = await run({ checks: { "invalid-body": "off" }, require: ["invalid-body", "foreign-access"] });
    expect(required.code).toBe(1);
    expect(required.stdout).toContain("required: invalid-body did not run for getCup, because the configuration");
    const undeclared = cups.replace(/ +"404": .*\n/, "");
    const others = { checks: { "invalid-body": "off" } };
    expect((await run(others, undeclared)).stdout).toContain("undeclared-status  getCup returns 404");
    expect(await run({ ...others, expect: { getCup: [404] } }, undeclared)).toMatchObject({ code: 0 });
    expect((await run({ ...others, expect: { getCup: [410] } }, undeclared)).code).toBe(1);
    const wrong = await run({ checks: { "invalid-bodies": "off" }, expect: { getCups: [503] }, require: ["al"] });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('conform.checks has the unknown name "inv'),
    });
    const unknown = await run({ expect: { getCups: [503] }, triggers: { "cup.sold": "true" } });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("did you mean getCup?") });
  });

  test("prints JSON and annotations, and writes reports", async () => {
    const url = await serveCups(bad);
    const reports = [
      "text=t.txt",
      "json=out/r.json",
      "junit=out/r.xml",
      "html=out/a=b.html",
      "sarif=s.json",
      "har=r.har",
    ];
    const words = [
      "--url",
      url,
      "--key",
      cupKey,
      "--value",
      "cupId=cup_0017",
      ...reports.flatMap((one) => ["--report", one]),
    ];
    const { code, stdout, workspace } = await conform([...words, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, command: "conform", findings: [{ check: "invalid-body" }] });
    expect(workspace.read("out/r.json")).toBe(stdout);
    expect(workspace.read("t.txt")).toContain("invalid-body");
    expect(workspace.read("out/r.xml")).toContain('<failure type="invalid-body"');
    const [{ results, tool }] = JSON.parse(workspace.read("s.json")).runs;
    expect(tool.driver.version).toMatch(/^\d/);
    expect(results).toMatchObject([
      { ruleId: "invalid-body", locations: [{ physicalLocation: { region: { startLine: 17 } } }] },
    ]);
    const { entries } = JSON.parse(workspace.read("r.har")).log;
    expect(entries).toHaveLength(JSON.parse(stdout).requests);
    expect(workspace.read("r.har")).not.toContain(cupKey);
    expect(workspace.read("out/a=b.html")).toContain("<!doctype html>");
    const github = await conform([...words.slice(0, 6), "--format", "github"], { repository: ".." });
    expect(github.stdout).toMatch(
      /^::error file=[^/]+\/openapi\.yaml,line=17,col=61,title=invalid-body::getCup 200: .*again: --seed 1 --only \S+$/m,
    );
    expect(github.stdout).toMatch(/^conform: .* 1 finding; /m);
  });

  test("an unreachable service is reported, with a hint", async () => {
    const silent = await conform(to("--json"));
    expect(silent).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^waybill: http:\/\/127\.0\.0\.1:1 cannot be reached: .*\nhint: start the service/),
    });
    expect(JSON.parse(silent.stdout)).toMatchObject({ ok: false, command: "conform", hint: expect.any(String) });
  });

  test("errors of the description are printed, and nothing is run", async () => {
    const files = { "openapi.yaml": cups.replace("type: integer", "type: intger") };
    const { code, stderr } = await conform(nowhere, { files });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^openapi\.yaml:17:\d+ error /);
  });
});

describe("wrong usage of conform exits 2 with a message and sends nothing", () => {
  const cases: readonly (readonly [readonly string[], string, string])[] = [
    [["--key", "k"], "--url is missing", "name the service to check, for example --url http://127.0.0.1:8080"],
    [["--url", "127.0.0.1:80"], '--url must be an http or https address, found "127.0.0.1:80"', "for example --url"],
    [["--url", "ftp://a"], '--url must be an http or https address, found "ftp://a"', "for example --url"],
    [["--url", "http://u:p@a"], "--url has a user in it", "--key takes user:password"],
    [["--url", "http://a/?b"], '--url has a query or a fragment: "http://a/?b"', "remove it"],
    [["--url", "http://a"], "every operation requires a key", "set --key K, or WAYBILL_KEY in the environment"],
    [to("--seed x"), '--seed must be a whole number from 0 to 2147483647, found "x"', "for example --seed 7"],
    [to("--max-requests 0"), '--max-requests must be a whole number from 1 to 10000000, found "0"', "for example"],
    [to("--webhook-port 70000"), "--webhook-port must be a whole number from 0 to 65535", "for example"],
    [to("--random 1.5"), "--random must be a whole number", "for example --random 7"],
    [to("--timeout 0"), '--timeout must be seconds, an hour at most, found "0"', "for example --timeout 2.5"],
    [to("--value sku"), '--value must be name=value, found "sku"', "for example --value sku=MUG"],
    [to("--values none.json"), "--values: none.json cannot be read: ENOENT", "--values takes the path of a file, or -"],
    [to("--values openapi.yaml"), "--values: openapi.yaml is not JSON: ", "a JSON object such as"],
    [to("--values list.json"), "--values: list.json is not a JSON object", "a JSON object such as"],
    [to("--values - --key -"), "--key and --values both read stdin", "give one"],
    [
      ["--url", "http://a", "--values", "-", "--key", "-"],
      "--key and --values both read stdin",
      "give one of them another way",
    ],
    [["--url", "http://a", "--other-key", "-"], "--other-key does not read stdin", "set WAYBILL_OTHER_KEY"],
    [["--url", "http://a", "--key", "-"], "--key - found no key on stdin", "pipe the key in, or set WAYBILL_KEY"],
    [to("--excuses none.yaml"), "--excuses: none.yaml cannot be read: ENOENT", "write each entry as: "],
    [
      to("--excuses list.json"),
      "--excuses: list.json:1:2: must be { cells: [...], reason: ... }",
      "write each entry as: ",
    ],
    [to("--require lost-writes"), '--require: unknown check "lost-writes"', "did you mean lost-write?"],
    [to("--require all --only a"), "--require and --only cannot be used together", "a run of chosen"],
    [
      to("--report pdf=x"),
      '--report must be format=file, found "pdf=x"',
      "available: text, json, junit, html, sarif, har",
    ],
    [to("--report html"), '--report must be format=file, found "html"', "for example --report html=conform.html"],
    [to("--report html=openapi.yaml/x"), "--report html=openapi.yaml/x cannot be written: ", "use a file"],
    [to("--report html=folder"), "--report html=folder cannot be written: it is a folder", "use a file"],
    [to("--trigger cup.sold"), '--trigger must be event=command, found "cup.sold"', "for example --trigger"],
    [to("--trigger cup.solld=x"), '--trigger: the description has no event "cup.solld"', "did you mean cup.sold?"],
    [
      [...nowhere, "--trigger", 'cup.sold=sell "{id}"'],
      "--trigger cup.sold: {id} is inside quotes",
      "leave the quotes out",
    ],
    [to("--trigger cup.sold=a --trigger cup.sold=b"), "--trigger has two commands for cup.sold", "keep one"],
    [to("--api shop"), "--api cannot be used with --openapi or --asyncapi", "leave out --api"],
  ];

  test.each(cases)("is reported: %j", async (words, message, hint) => {
    const files = { "list.json": "[1]", "folder/x": "" };
    const { code, stdout, stderr } = await conform(words, { files });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`waybill: ${message}`);
    expect(stderr).toContain(`hint: ${hint}`);
    expect(stderr).not.toContain("cannot be reached");
  });

  const config =
    '{ "apis": { "shop": { "openapi": "openapi.yaml", "out": "a" }, "bank": { "openapi": "none.yaml", "out": "b" } } }';

  test("a configuration with several APIs needs --api", async () => {
    const workspace = new Workspace({ "openapi.yaml": cups, "waybill.config.json": config });
    const ask = (...words: string[]) => inProcess(["conform", ...nowhere, ...words], workspace, {});
    const several = await ask();
    expect(several).toMatchObject({
      code: 2,
      stderr: "waybill: waybill.config.json has 2 APIs: shop, bank\nhint: choose one: --api shop\n",
    });
    expect(await ask("--api", "shp")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("hint: did you mean shop?"),
    });
    expect(await ask("--api", "shop")).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot be reached") });
    expect(await ask("--api", "bank")).toMatchObject({ code: 1, stderr: expect.stringContaining("none.yaml") });
  });
});

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The checkout, relative to the workspace. */
  readonly repository?: string;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly workspace: Workspace;
}

async function conform(words: readonly string[], given: Given = {}): Promise<Ended> {
  const workspace = new Workspace({ "openapi.yaml": cups, "asyncapi.yaml": cupEvents, ...given.files });
  // The service sends nothing, so only what is about events has their description.
  const events = words.includes("--trigger") ? ["--asyncapi", "asyncapi.yaml"] : [];
  return await inProcess(["conform", "--openapi", "openapi.yaml", ...events, ...words], workspace, given);
}

async function inProcess(
  words: readonly string[],
  workspace: Workspace,
  { env = {}, input = "", repository }: Given,
): Promise<Ended> {
  const more = {
    readInput: async () => input,
    ...(repository === undefined ? {} : { repository: workspace.path(repository) }),
  };
  return { ...(await ranApart(workspace.folder, words, env, more)), workspace };
}
