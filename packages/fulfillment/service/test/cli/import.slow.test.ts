// `fulfillment orders import`: a valid file becomes orders; for an invalid one every problem is reported and nothing is written.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountOf } from "../../src/cli/account-name.ts";
import { importOrders } from "../../src/domain/import-orders.ts";
import { openDatabase, sqliteFile } from "../../src/operation/open-database.ts";
import { readOrders } from "../../src/orders-csv/read.ts";
import { fulfillment, inProcess, newDirectory, printed, type Result } from "./command-line.ts";

const directory = newDirectory();
const data = ["--data", directory.path];
let campaignId: string;

beforeAll(async () => {
  const seeded = printed(await inProcess(["seed", "--account", "demo", "--json", ...data]));
  campaignId = String(seeded["campaignId"]);
});

afterAll(() => directory.remove());

const header = "firstName,lastName,email,street1,city,state,zip,sku,quantity";
const mara = "Mara,Lindqvist,mara@example.com,418 Juniper Lane,Portland,OR,97205";

function fileOf(text: string | Uint8Array): string {
  const file = join(directory.path, "orders.csv");
  writeFileSync(file, text);
  return file;
}

function importing(file: string, campaign = campaignId): string[] {
  return ["orders", "import", file, "--account", "demo", "--campaign", campaign, ...data];
}

/** All orders that the account has by now. */
function orders(): unknown[] {
  const database = new DatabaseSync(join(directory.path, sqliteFile), { readOnly: true });
  try {
    const rows = database.prepare("SELECT document, street2 FROM orders ORDER BY number").all();
    return rows.map(({ document, street2 }) => ({
      ...JSON.parse(String(document)),
      street2: JSON.parse(String(street2)),
    }));
  } finally {
    database.close();
  }
}

describe("a good file", () => {
  test("becomes orders, with the lines of one source number in one of them", async () => {
    const columns = `${header},street2,country,phone,companyName,notes,sourceOrderNumber,warehouse`;
    const rows = [
      `${mara},MUG-OAT-350,2,Apt 5,,+1 503 555 0142,"Acme, Inc","Ring ""twice""\r\nthen wait",S-1,reno`,
      "Theo,Abara,theo@example.com,77 Quarry Road,Dayton,OH,45402,SCK-WOL-M,1,,CA,,,,,",
      "",
      ",,,,,,,TEE-NVY-M,1,,,,,,S-1,",
      ",,,,,,,,,,,,,,,",
    ];
    const file = fileOf(`\uFEFF${[columns, ...rows].join("\r\n")}\r\n`);
    const before = orders().length;
    const { imported, orderIds } = printed(await fulfillment(importing(file)));
    expect(imported).toBe(2);
    const made = orders().slice(before);
    expect(made.map((order) => Object(order).id)).toEqual(orderIds);
    const common = { status: "AWAITING_SHIPMENT", orderSource: "CSV_IMPORT", campaignId };
    expect(made[0]).toMatchObject({
      ...common,
      recipient: {
        firstName: "Mara",
        lastName: "Lindqvist",
        email: "mara@example.com",
        phone: "+1 503 555 0142",
        street1: "418 Juniper Lane",
        city: "Portland",
        state: "OR",
        postalCode: "97205",
        country: "US",
      },
      street2: "Apt 5",
      companyName: "Acme, Inc",
      notes: 'Ring "twice"\r\nthen wait',
      sourceOrderNumber: "S-1",
      warehouse: "reno",
      products: [
        { sku: "MUG-OAT-350", quantity: 2 },
        { sku: "TEE-NVY-M", quantity: 1 },
      ],
    });
    expect(made[1]).toMatchObject({
      ...common,
      recipient: { email: "theo@example.com", phone: null, country: "CA" },
      street2: null,
      companyName: null,
      notes: null,
      sourceOrderNumber: null,
      warehouse: "reno",
    });
  });

  test("may have its columns in any order, and blanks around fields", async () => {
    const columns = header.split(",").reverse();
    const cells = `${mara},MUG-OAT-350,1`.split(",").reverse();
    const { imported } = printed(await inProcess(importing(fileOf(`${columns.join(" , ")}\n${cells.join(" , ")}`))));
    expect(imported).toBe(1);
    expect(orders().at(-1)).toMatchObject({ recipient: { street1: "418 Juniper Lane" }, products: [{ quantity: 1 }] });
  });
});

describe("a bad file", () => {
  /** The problems, without the name of the file; and nothing was written. */
  async function problemsOf(content: string | Uint8Array): Promise<readonly string[]> {
    const before = orders().length;
    const file = fileOf(content);
    const { code, out, err } = await inProcess(importing(file));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(orders()).toHaveLength(before);
    const lines = err.trimEnd().split("\n");
    const count = lines.length - 1;
    expect(lines.pop()).toBe(`fulfillment: nothing was imported: ${count} problem${count === 1 ? "" : "s"} in ${file}`);
    return lines.map((line) => line.replace(file, "FILE"));
  }

  test("reports all its problems at once", async () => {
    const rows = [
      `${mara},MUG-OAT-350,1,A-1,`,
      `,Lindqvist,x,s,Portland,OR,${"9".repeat(21)},NOPE,0,A-2,nowhere`,
      `"Mara\nMaria",Lindqvist,,,,,,MUG-OAT-350,1.5,A-1,reno`,
      "a,b,c",
      `x,L,${"e".repeat(255)},s,P,O,z,,,,`,
      `${mara},MUG-OAT-350,"1`,
    ];
    expect(await problemsOf([`${header},sourceOrderNumber,warehouse`, ...rows].join("\n"))).toEqual([
      "FILE:3:firstName: Required",
      "FILE:3:email: Invalid email address",
      "FILE:3:zip: Must have at most 20 characters",
      "FILE:3:quantity: Must be at least 1",
      "FILE:3:warehouse: Unknown warehouse nowhere; available: columbus, reno",
      "FILE:3:sku: Unknown SKU NOPE",
      "FILE:4:firstName: The value differs from line 2, which belongs to the same order",
      "FILE:4:warehouse: The value differs from line 2, which belongs to the same order",
      "FILE:4:quantity: Expected integer",
      "FILE:6: The number of fields (3) differs from the header (11)",
      "FILE:7:email: Invalid email address",
      "FILE:7:sku: Required",
      "FILE:7:quantity: Required",
      "FILE:8: A quoted field is not closed",
    ]);
  });

  test("names the line where a row starts, for every kind of line break, in cells too", async () => {
    const rows = (end: string): string => {
      const wrong = `"Mara${end}Maria",L,m@example.com,s,c,s,z,MUG-OAT-350,x`;
      return [header, wrong, wrong, "", `"${end}",,,,,,,,`, wrong, `"Mara${end}`].join(end);
    };
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(await problemsOf(rows(end)), JSON.stringify(end)).toEqual([
        "FILE:2:quantity: Expected integer",
        "FILE:4:quantity: Expected integer",
        "FILE:9:quantity: Expected integer",
        "FILE:11: A quoted field is not closed",
      ]);
    }
  });

  test("writes nothing of its good rows either", async () => {
    const problems = await problemsOf(`${header}\n${mara},MUG-OAT-350,1\n${mara},NOPE,1\n`);
    expect(problems).toEqual(["FILE:3:sku: Unknown SKU NOPE"]);
  });

  test.each<[string, string, readonly string[]]>([
    ["empty", "", ["FILE:1: The file is empty: it needs a header row"]],
    ["blank", "\n  \n", ["FILE:1: The file is empty: it needs a header row"]],
    ["without rows", `${header}\n`, ["FILE:1: There are no rows after the header"]],
    [
      "separated otherwise",
      header.replaceAll(",", ";"),
      [`FILE:1: Fields are separated by commas: ${header.replaceAll(",", ";")}`],
    ],
    [
      "with other columns",
      `${header.replace("zip", "Zip")},sku,colour,size\n`,
      [
        "FILE:1:Zip: Unknown column; did you mean zip?",
        "FILE:1:sku: The column appears twice",
        `FILE:1:colour: Unknown column; available: ${header},street2,country,phone,companyName,notes,sourceOrderNumber,warehouse`.replaceAll(
          /,(?=\S)/g,
          ", ",
        ),
        "FILE:1:size: Unknown column",
        "FILE:1:zip: The column is missing",
      ],
    ],
    [
      "with a stray quote",
      `${header}\n${mara},MUG"OAT,1\n`,
      ['FILE:2: A quote in a field that does not start with one; write the field as "…" and " as ""'],
    ],
    [
      "with text after a quote",
      `${header}\n"Mara" x,L,e,s,c,s,z,MUG-OAT-350,1\n`,
      ['FILE:2: A comma or the end of the line has to follow a closing quote; write " inside quotes as ""'],
    ],
    ["that would be obeyed by a terminal", `${header}\n${mara},\u001B[2J,1\n`, ["FILE:2:sku: Unknown SKU  [2J"]],
    [
      "that would reorder what a terminal shows",
      `${header}\n${mara},\u202EGUM\u2066\u200F\u061C,1\n`,
      ["FILE:2:sku: Unknown SKU  GUM "],
    ],
  ])("is reported with its problems: one %s", async (_, content, problems) => {
    expect(await problemsOf(content)).toEqual(problems);
  });

  test("that cannot be read at all is named", async () => {
    const refusal = (reason: string): Result => ({ code: 1, out: "", err: `fulfillment: ${reason}\n` });
    const notText = "Not UTF-8 text: save the file as CSV UTF-8";
    for (const bytes of [Buffer.from(`${header}\nM\xFCller`, "latin1"), Buffer.from(header, "utf16le")]) {
      const file = fileOf(bytes);
      expect(await inProcess(importing(file))).toEqual(refusal(`cannot read ${file}: ${notText}`));
    }
    const missing = join(directory.path, "missing.csv");
    const reason = `ENOENT: no such file or directory, open '${missing}'`;
    expect(await inProcess(importing(missing))).toEqual(refusal(`cannot read ${missing}: ${reason}`));
    const file = fileOf(`${header}\n${mara},MUG-OAT-350,1\n`);
    expect(await inProcess(importing(file, "cmp_1"))).toEqual(refusal("account demo has no campaign cmp_1"));
  });

  test("whose warehouse is gone by the time it is written writes nothing", async () => {
    const { orders: read } = await readOrders(
      Readable.from([Buffer.from(`${header},warehouse\n${mara},MUG-OAT-350,1,\n${mara},MUG-OAT-350,1,gone\n`)]),
    );
    const before = orders().length;
    const database = await openDatabase({ dataDirectory: directory.path, databaseUrl: null }, () => {});
    const effects = { now: Date.now, putEvent: async () => {} };
    const written = database.write(async (transaction) => {
      const { id: accountId } = await accountOf(transaction, "demo");
      return await importOrders(transaction, { accountId, campaignId, orders: read }, effects);
    });
    await expect(written).rejects.toThrow("the order of line 3 cannot be placed: warehouseId: Unknown warehouse");
    await database.close();
    expect(orders()).toHaveLength(before);
  });

  test("with more rows than an import takes is not read on", async () => {
    let read = 0;
    const row = Buffer.from(`${mara},MUG-OAT-350,1\n`);
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${header}\n`);
      for (; ; read += 1) yield row;
    };
    const { orders: none, problems } = await readOrders(endless());
    expect(problems).toEqual([{ line: 5_002, column: null, what: "More than 5000 rows: split the file" }]);
    expect(none).toEqual([]);
    expect(read).toBeLessThan(10_000);
  });
});
