import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { causesOf } from "../../src/finding.ts";
import { textOfFindings, textReport } from "../../src/report/text.ts";
import { cell, finding, hostile, report } from "./sample.ts";

describe("the report as text", () => {
  test("says of a finding what, where, how, and how to see it again", () => {
    const text = textReport(report({ findings: [finding()] }));
    expect(text.split("\n\nledger")[0]).toBe(`getOrder  GET /v1/getOrder

  invalid-body  getOrder 200: /status must be equal to one of the allowed values, is "LOST"
    spec/paths/orders.yaml:41:5
    curl -i 'http://127.0.0.1:8080/v1/orders/o1' -H "Authorization: Bearer $WAYBILL_KEY"
      200 application/json
      {"id":"o1","status":"LOST"}
    again: --seed 7 --only getOrder/valid`);
  });

  test("shows a fault of many operations and statuses once, and lists them", () => {
    const faults = ["a 401", "a 404", "b 401", "c 401"].map((subject) =>
      finding({
        message: `${subject}: /code is not declared`,
        check: "undeclared-field",
        found: null,
        subject: subject.charAt(0),
        caseId: subject,
      }),
    );
    const others = [finding({ message: "a rejects it", check: "valid-refused", found: null, subject: "a" }), finding()];
    const text = textReport(report({ findings: [...faults, ...others] }));
    expect(text.match(/\/code is not declared/g)).toHaveLength(1);
    expect(text).toContain(`
    again: --seed 7 --only 'a 401'
    3 more, as --verbose shows: a 404; b 401; c 401

  valid-refused  a rejects it
`);
    expect(text).not.toContain("\nb  ");
    const whole = textReport(report({ findings: [...faults, ...others] }), { isWhole: true });
    expect(whole.match(/\/code is not declared/g)).toHaveLength(4);
    expect(text).toMatch(/: 3 findings in 6 places;/);
    const open = finding({ message: "a returns 200 without a key", check: "bad-key-accepted", subject: "a" });
    const late = finding({
      message: "b returns 409 without a key; expected: 401",
      check: "wrong-refusal",
      subject: "b",
    });
    expect(causesOf([open, late])).toEqual([{ first: open, others: [late] }]);
  });

  test("limits the operations that have a fault", () => {
    const faults = Array.from({ length: 50 }, (_, number) =>
      finding({
        message: `operation${number} rejects it`,
        check: "valid-refused",
        found: null,
        subject: `operation${number}`,
      }),
    );
    expect(textReport(report({ findings: faults }))).toContain("operation20; and 29 others\n");
  });

  test("has the ledger as a table, and its holes by name", () => {
    const text = textReport(report({ findings: [], notes: [] }));
    expect(text).toContain(`ledger
  operation    200    429    500
  getOrder     12*   hole   exc.

  event          deliveries
  order.created           3

  a number: times seen; *: some media types or headers not seen; hole: never seen; exc.: excused

  holes
    getOrder 200 RateLimit-Reset   spec/openapi.yaml:7:3
    getOrder 429 and 1 part of it  spec/openapi.yaml:7:3
`);
  });

  test("sums up in its last line", () => {
    expect(textReport(report()).trimEnd().split("\n").at(-1)).toBe(
      "conform: 612 requests, 1 delivery, 2 cases and 1 skipped: 2 findings; ledger 3 of 7 seen, 1 excused, 3 holes; 4.2 s",
    );
    expect(textReport(report({ findings: [], cells: [cell("a 200")], cases: [], staleExcuses: ["x: y"] }))).toContain(
      "0 cases: no finding; ledger 1 of 1 seen, 0 excused, 0 holes; 1 stale excuse; 4.2 s",
    );
  });

  test("failures that are not faults of the service are listed", () => {
    const text = textReport(report({ complete: true, staleExcuses: ["b 500: it was seen, so it needs no excuse"] }));
    expect(text).toContain("3 holes in the ledger: cover them, or excuse them\nstale excuse b 500: it was seen");
    expect(textReport(report())).not.toContain("see them, or excuse them");
  });

  test("is no wider than a terminal, however many statuses and however long the names", () => {
    const statuses = Array.from({ length: 40 }, (_, index) => String(400 + index));
    const cells = statuses.map((status) =>
      cell(`${"an-operation-with-a-name-".repeat(4)} ${status}`, { seen: 123_456 }),
    );
    const lines = textReport(report({ cells, findings: [], notes: [] })).split("\n");
    const tables = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith("  a number")),
    );
    expect(Math.max(...tables.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(tables.join(" ").match(/\b4\d\d\b/g)).toEqual(statuses);
    expect(tables.join(" ").match(/123k/g)).toHaveLength(40);
  });

  test("lists a hole of many operations once, and limits the list of holes", () => {
    const numbers = Array.from({ length: 100 }, (_, index) => index);
    const common = numbers.flatMap((number) => [
      cell(`operation${number} 429`, { seen: 0 }),
      cell(`operation${number} 429 Retry-After`, { seen: 0 }),
    ]);
    const text = textReport(report({ cells: [...common, cell("other 429"), cell("other 500", { seen: 0 })] }));
    expect(text).toContain(
      "holes\n    * 429 and its parts, of 100 operations\n    other 500                               spec/openapi.yaml:7:3\n\n",
    );
    const parts = numbers.flatMap((number) => [
      cell(`operation${number} 200`),
      cell(`operation${number} 200 A`, { seen: 0 }),
    ]);
    expect(textReport(report({ cells: parts }))).toContain("and 60 more: --report html=conform.html shows all");
  });

  test("lets no escape sequence of the service through, and has colours only when asked", () => {
    for (const control of ["\u001b", "\u0000", "\u202e"]) expect(textReport(report())).not.toContain(control);
    expect(textReport(report())).toContain("\\x1b[31m\\x00\\u202e");
    const coloured = textReport(report(), { colour: true });
    expect(coloured).toContain("\u001b[31minvalid-body");
    expect(stripVTControlCharacters(coloured)).toBe(textReport(report()));
  });

  test("quotes a case id that a shell would take apart", () => {
    expect(textReport(report({ findings: [finding({ caseId: "get/it's $HOME" })] }))).toContain(
      `again: --seed 7 --only 'get/it'\\''s $HOME'`,
    );
  });
});

test("findings alone have no command to reproduce them", () => {
  const text = textOfFindings([finding(), finding({ check: "missing-header", message: hostile, found: null })]);
  expect(text).toContain("missing-header");
  expect(text).not.toContain("--seed");
  expect(text).not.toContain("\u001b");
});
