// What `fulfillment` says when it is asked wrongly, and what its help says: every option, with the variable that says the same.
import type { Command } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { createProgram } from "../../src/cli/program.ts";
import { serveOptions } from "../../src/cli/serve.ts";
import { trustedProxies } from "../../src/cli/trusted-proxies.ts";
import { directoryForTest, fulfillment, inProcess } from "./command-line.ts";

afterEach(() => void vi.unstubAllEnvs());

describe("help", () => {
  const silent = { out: () => {}, err: () => {}, environment: {}, now: Date.now };
  const commands = [...withChildren(createProgram(silent))];
  const served = serveOptions();

  function* withChildren(command: Command, path: readonly string[] = []): Generator<[string, Command]> {
    yield [path.join(" "), command];
    for (const child of command.commands) yield* withChildren(child, [...path, child.name()]);
  }

  test.each(commands)("of `fulfillment %s` names every option with its variable", async (path, command) => {
    const { code, out, err } = await inProcess([...path.split(" ").filter(Boolean), "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const text = out.replaceAll(/\s+/g, " ");
    const inherited = served.filter(() => path === "serve");
    for (const { long, envVar, description } of [...command.options, ...inherited]) {
      if (long === "--version" || (path === "" && served.some((option) => option.long === long))) continue;
      expect(envVar).toBe(`FULFILLMENT_${long?.slice(2).toUpperCase().replaceAll("-", "_")}`);
      expect(text).toContain(`env: ${envVar}`);
      expect(text).toContain(`${long} `);
      expect(text).toContain(description.replaceAll(/\s+/g, " "));
    }
    expect(text).toContain("env: FULFILLMENT_DATA)");
    expect(text).toContain("env: FULFILLMENT_DATABASE_URL)");
    for (const child of command.commands) expect(text).toContain(` ${child.name()} `);
  });

  test("names the one variable that is not an option", async () => {
    for (const words of [["--help"], ["serve", "--help"]]) {
      expect((await inProcess(words)).out).toContain("FULFILLMENT_SECRET_KEY: ");
    }
  });

  test("and version go to stdout", async () => {
    expect(await inProcess(["--version"])).toEqual({ code: 0, out: `${manifest.version}\n`, err: "" });
    expect(await fulfillment(["help", "orders"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: /),
      err: "",
    });
  });
});

const redeem = ["invites", "redeem", "inv_1"];
const send = ["webhooks", "send", "order.created", "--to", "http://localhost:3000", "--secret", "s"];

const mistakes: readonly (readonly [words: readonly string[], said: string])[] = [
  [[], "Usage: fulfillment [options] [command]"],
  [["orders"], "Usage: fulfillment orders [options] [command]"],
  [["ship"], "fulfillment: unknown command 'ship'"],
  [["serv"], "(Did you mean serve?)"],
  [["serve", "--prot", "1"], "(Did you mean --port?)"],
  [["serve", "now"], "fulfillment: too many arguments"],
  [["serve", "--port", "65536"], "Expected a whole number from 0 to 65535."],
  [["serve", "--port", "80.5"], "Expected a whole number from 0 to 65535."],
  [["serve", "--metrics-port", "of"], "Expected a whole number from 0 to 65535."],
  [["serve", "--rate-limit", "0"], "Expected a whole number of at least 1."],
  [["serve", "--max-subscriptions", "0"], "Expected a whole number of at least 1."],
  [["serve", "--rate-window", "-1"], "Expected a whole number from 1 to 4233600."],
  [["serve", "--trust-proxy", "10.0.0.0/33"], "10.0.0.0/33 is neither an address, nor a network"],
  [["serve", "--trust-proxy", "loopback,proxy"], "proxy is neither an address, nor a network"],
  [["serve", "--log-level", "loud"], "Allowed choices are trace, debug, info, warn, error, fatal, silent."],
  [["serve", "--data", ""], "It must not be empty."],
  [["seed"], "fulfillment: required option '--account <name>' not specified"],
  [["seed", "--account", " "], "Expected a name of 1 to 100 characters, on one line."],
  [["keys", "revoke"], "fulfillment: missing required argument 'key-or-id'"],
  [["accounts", "set-limit", "a", "--limit", "many"], "Expected a whole number of at least 1, or the word default."],
  [["orders", "ship", "ord_1", "--carrier", "ups"], "fulfillment: required option '--tracking <number>' not specified"],
  [["orders", "ship", "ord_1", "--carrier", ""], "It must not be empty."],
  [
    ["orders", "ship", "o", "--estimated-delivery", "2031-02-30"],
    "Expected a date such as 2025-11-07 or a time such as",
  ],
  [["invites", "cart", "inv_1", "--action", "buy"], "Allowed choices are add, update, remove."],
  [
    ["invites", "cart", "inv_1", "--action", "add", "--sku", "A"],
    "--quantity is missing: invites cart --action add requires it",
  ],
  [
    ["invites", "cart", "inv_1", "--action", "add", "--sku", "A", "--quantity", "0"],
    "Expected a whole number of at least 1.",
  ],
  [[...redeem, "--sku", "A"], "each --sku needs one --quantity, found 1 and 0"],
  [[...redeem, "--zip", "9".repeat(21)], "--zip: Must have at most 20 characters"],
  [["webhooks", "send", "order.lost", ...send.slice(3)], "Allowed choices are order.created, order.shipped,"],
  [["webhooks", "send", "order.created", "--secret", "s"], "required option '--to <url>' not specified"],
  [
    ["webhooks", "send", "order.created", "--to", "http://localhost"],
    "required option '--secret <secret>' not specified",
  ],
  [[...send, "--secret", " "], "It must not be empty."],
  [[...send, "--to", "localhost:3000"], "--to (FULFILLMENT_TO) must look like http://localhost:3000/hook"],
  [[...send, "--to", "http://me:hunter2@localhost"], "--to (FULFILLMENT_TO) must not contain a user name or password"],
  [[...send, "--repeat", "0"], "Expected a whole number from 1 to 1000."],
  [[...send, "--timestamp", "now"], "Expected a whole number of at least 0."],
  [[...send, "--event-data", "[]"], "--event-data must be a JSON object such as"],
  [[...send, "--event-data", "{"], "--event-data must be a JSON object such as"],
  [
    [...send, "--event-data", '{"orderId":1}'],
    "--event-data: The API sends no order.created like this: data.orderId: ",
  ],
  [[...redeem, "--first-name", "x".repeat(101)], "--first-name: Must have at most 100 characters"],
];

describe("the options of a deployment", () => {
  const words = [
    ...["--redis-url", "redis://redis.example:6379", "--port", "80", "--host", "0.0.0.0", "--rate-limit", "5"],
    ...["--max-subscriptions", "10"],
    ...["--rate-window", "60", "--trust-proxy", "10.0.0.5", "--metrics-port", "off", "--metrics-host", "0.0.0.0"],
    ...["--docs", "site", "--log-level", "warn", "--allow-private-webhook-targets"],
    ...["--portal-port", "81", "--portal-host", "0.0.0.0", "--portal-origin", "https://portal.example.com"],
    ...["--portal-pages", "pages", "--portal-images", "images", "--public-url", "https://api.example.com"],
  ];
  const silent = { out: () => {}, err: () => {}, environment: {}, now: Date.now };
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

  test("are all that serve takes, and no command has another option of such a name", () => {
    const served = serveOptions().map(({ long }) => long);
    expect(served.toSorted()).toEqual(words.filter((word) => word.startsWith("--")).toSorted());
    const own = leaves(createProgram(silent)).flatMap(({ options }) => options.map(({ long }) => long));
    expect(own.filter((long) => served.includes(long))).toEqual([]);
  });

  test("are taken by every command, before its name and after it, and an unknown one by none", async () => {
    const own = ["--data", directoryForTest(), ...words];
    expect(await inProcess(["seed", "--account", "demo", "--json", ...own])).toMatchObject({ code: 0, err: "" });
    for (const list of [
      [...own, "accounts", "list"],
      ["accounts", ...own, "list"],
      ["accounts", "list", ...own],
      [...own, "--trust-proxy", "accounts", "list"],
      ["accounts", ...own, "--trust-proxy", "list"],
    ]) {
      expect(await inProcess(list)).toMatchObject({ code: 0, out: expect.stringContaining("demo"), err: "" });
    }
    for (const command of leaves(createProgram(silent))) {
      const path = command.parent?.parent ? [command.parent.name(), command.name()] : [command.name()];
      expect((await inProcess([...path, ...words, "--help"])).code).toBe(0);
    }
    const { code, err } = await inProcess([...words, "accounts", "list", "--redis-uri", "x"]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("unknown option '--redis-uri'") });
  });

  test("are checked also where they have no effect, as are their variables", async () => {
    const list = ["accounts", "list", "--data", directoryForTest()];
    const refused = { code: 2, err: expect.stringContaining("--redis-url (FULFILLMENT_REDIS_URL) must look like") };
    expect(await inProcess([...list, "--redis-url", "http://redis"])).toMatchObject(refused);
    vi.stubEnv("FULFILLMENT_REDIS_URL", "http://redis");
    expect(await inProcess(list)).toMatchObject(refused);
  });
});

describe("wrong usage", () => {
  test.each(mistakes)("is reported with the fix: fulfillment %j", async (words, said) => {
    const { code, out, err } = await inProcess(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(said);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test("exits with 2 from a process too, with a hint", async () => {
    const { code, out, err } = await fulfillment(["serve"], { FULFILLMENT_PORT: "http" });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      "fulfillment: option '--port <number>' value 'http' from env 'FULFILLMENT_PORT' is invalid. Expected a whole number from 0 to 65535.\n(add --help to see the options)\n",
    );
  });

  test("does not repeat URLs, which may hold passwords", async () => {
    for (const [name, example] of [
      ["database", "postgres://user@host:5432/name"],
      ["redis", "redis://host:6379"],
    ] as const) {
      const { code, err } = await inProcess(["serve", `--${name}-url`, "http://somebody:hunter2@host"]);
      expect(code).toBe(2);
      expect(err).toContain(`FULFILLMENT_${name.toUpperCase()}_URL) must look like ${example}`);
      expect(err).not.toContain("hunter2");
    }
  });

  test("does not repeat where a delivery should go, which may hold a password", async () => {
    for (const url of ["http://me:hunter2@localhost", "ftp://localhost/?key=hunter2"]) {
      expect((await inProcess([...send, "--to", url])).err).not.toContain("hunter2");
    }
  });

  test("is to open a service to its own network in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(await inProcess(["serve", "--allow-private-webhook-targets"])).toEqual({
      code: 2,
      out: "",
      err: "fulfillment: --allow-private-webhook-targets is for development only and cannot be used with NODE_ENV=production\n",
    });
  });

  test("is a flag that is neither on nor off", async () => {
    vi.stubEnv("FULFILLMENT_JSON", "perhaps");
    const { code, err } = await inProcess(["accounts", "list"]);
    expect({ code, err }).toEqual({
      code: 2,
      err: "fulfillment: FULFILLMENT_JSON must be true or false, not perhaps\n",
    });
  });
});

describe("the environment", () => {
  test("can say everything that the command line can", async () => {
    vi.stubEnv("FULFILLMENT_DATA", directoryForTest());
    vi.stubEnv("FULFILLMENT_ACCOUNT", "demo");
    vi.stubEnv("FULFILLMENT_JSON", "yes");
    vi.stubEnv("FULFILLMENT_DATABASE_URL", "");
    const { code, out } = await inProcess(["seed"]);
    expect(code).toBe(0);
    const [id] = JSON.parse(out).inviteIds;
    vi.stubEnv("FULFILLMENT_SKU", "MUG-OAT-350");
    vi.stubEnv("FULFILLMENT_QUANTITY", "2");
    expect(JSON.parse((await inProcess(["invites", "redeem", id])).out).status).toBe("AWAITING_SHIPMENT");
    vi.stubEnv("FULFILLMENT_JSON", "no");
    expect((await inProcess(["seed"])).out).toMatch(/^Account /);
  });
});

describe("the proxies whose X-Forwarded-For counts", () => {
  test.each([
    ["true", ["loopback", "linklocal", "uniquelocal"]],
    ["off", []],
    ["loopback, 10.0.0.0/8,2001:db8::/32,192.0.2.1", ["loopback", "10.0.0.0/8", "2001:db8::/32", "192.0.2.1"]],
  ])("are read from the option: %s", (text, whose) => {
    expect(trustedProxies(text)).toEqual(whose);
  });
});

describe("a directory without a database", () => {
  test("is not turned into one by a command about what should be there", async () => {
    const directory = directoryForTest();
    const { code, err } = await inProcess(["orders", "deliver", "ord_1", "--data", directory]);
    expect({ code, err }).toEqual({
      code: 1,
      err: `fulfillment: no database in ${directory}: create one with \`fulfillment serve\` or \`fulfillment seed\`, or set its folder with --data\n`,
    });
  });
});
