import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { junitReport } from "../../src/report/junit.ts";
import { finding, hostile, report } from "./sample.ts";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: Element[];
  text: string;
}

describe("the report as JUnit XML", () => {
  test("has a suite for each phase that had cases, and a test for each case", () => {
    const suites = suitesOf(junitReport(report()));
    expect(suites.map(({ attributes }) => attributes["name"])).toEqual(["valid", "rate limit", "other findings"]);
    const [valid, limit] = suites;
    expect(valid?.attributes).toMatchObject({ tests: "2", failures: "1", skipped: "0", errors: "0", time: "0.013" });
    expect(valid?.inside.map(({ attributes }) => attributes)).toEqual([
      { classname: "getOrder", name: "getOrder/valid", time: "0.013" },
      { classname: "getOrder", name: "getOrder/status/'DELIVERED'", time: "0.001" },
    ]);
    expect(limit?.inside[0]?.inside).toMatchObject([{ name: "skipped" }]);
  });

  test("a failure says what, where, how, and how to see it again", () => {
    const [failure] = failuresIn(junitReport(report()));
    expect(failure?.attributes).toEqual({
      type: "invalid-body",
      message: 'getOrder 200: /status must be equal to one of the allowed values, is "LOST"',
    });
    expect(failure?.text.split("\n")).toEqual([
      'getOrder 200: /status must be equal to one of the allowed values, is "LOST"',
      "spec/paths/orders.yaml:41:5",
      `curl -i 'http://127.0.0.1:8080/v1/orders/o1' -H "Authorization: Bearer $WAYBILL_KEY"`,
      "200 application/json",
      '{"id":"o1","status":"LOST"}',
      "again: --seed 7 --only getOrder/valid",
    ]);
  });

  test("shows the request of the report, which is the shortest", () => {
    const short = finding({ evidence: { curl: "curl short", shown: "200" } });
    const [failure] = failuresIn(junitReport(report({ findings: [short] })));
    expect(failure?.text).toContain("curl short");
  });

  test("counts a finding once, in a case or among the others", () => {
    expect(failuresIn(junitReport(report()))).toHaveLength(2);
    expect(
      suitesOf(junitReport(report({ findings: [finding()] }))).map(({ attributes }) => attributes["name"]),
    ).toEqual(["valid", "rate limit"]);
  });

  test("has the ledger when holes count, and stale excuses always", () => {
    const suites = suitesOf(junitReport(report({ complete: true, staleExcuses: ["x 500: nothing of that name"] })));
    const [ledger, excuses] = suites.slice(-2);
    expect(ledger?.attributes).toMatchObject({ name: "ledger", tests: "7", failures: "3", skipped: "1" });
    expect(excuses?.attributes).toMatchObject({ name: "excuses", tests: "1", failures: "1" });
    expect(junitReport(report())).not.toContain('"ledger"');
  });

  test("has only characters that XML 1.0 allows, and all of those", () => {
    const text = `a\tb\nc\rd ${hostile} \ud800 \ufffe \u0085 \u{1f4e6}`;
    const shown = finding({ message: text, found: null, evidence: { curl: null, shown: text } });
    const [failure] = failuresIn(junitReport(report({ findings: [shown], cases: [] })));
    const impossible = ["\u001b", "\u0000", "\ud800", "\ufffe"];
    const expected = [...text].map((character) => (impossible.includes(character) ? "\ufffd" : character)).join("");
    expect(failure?.attributes["message"]).toBe(expected);
    expect(failure?.text).toContain(expected);
  });

  test("is XML for a run that did nothing", () => {
    const xml = junitReport(report({ cases: [], findings: [], cells: [], notes: [] }));
    expect(suitesOf(xml)).toEqual([]);
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="waybill conform" tests="0" /);
  });
});

function suitesOf(xml: string): Element[] {
  return rootOf(xml).inside;
}

function failuresIn(xml: string): Element[] {
  return suitesOf(xml).flatMap(({ inside }) =>
    inside.flatMap((one) => one.inside.filter(({ name }) => name === "failure")),
  );
}

/** Throws at the first thing that is not well-formed XML 1.0. */
function rootOf(xml: string): Element {
  const document: Element = { name: "", attributes: {}, inside: [], text: "" };
  const open = [document];
  const parser = new SaxesParser({ forceXMLVersion: true, defaultXMLVersion: "1.0" });
  parser.on("opentag", (tag) => {
    const values = Object.entries(tag.attributes).map(([name, value]) => [name, String(value)]);
    const element: Element = { name: tag.name, attributes: Object.fromEntries(values), inside: [], text: "" };
    open.at(-1)?.inside.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  const [root] = document.inside;
  if (root === undefined) throw new Error("no element");
  return root;
}
