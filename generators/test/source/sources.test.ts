// Files and references: the identity of a location, and how references resolve to it.
import { describe, expect, it } from "vitest";
import {
  displayOf,
  identityOf,
  type Node,
  pointerOf,
  type Result,
  type SourceProblem,
  Sources,
} from "../../src/source/index.ts";
import { cwd, type Files, readerOf } from "./memory-files.ts";

const files: Files = {
  "spec/a.yaml": "x: { 'a/b': 1, 'c~d': 2, 'e%f': 3, '': 4, 'g h': 5, list: [1, 2] }\n",
  "spec/parts/b.yaml": "y: 1\n",
  "spec/steps.yaml":
    "a: { $ref: '#/b' }\nb: { $ref: parts/c.yaml#/deep }\nsame: { $ref: '#/same' }\nlost: { $ref: '#/none' }\nown: { $ref: '#/b', x: 1 }\n",
  "spec/parts/c.yaml": "deep: { x: 1, on: { $ref: ../a.yaml } }\n",
  "spec/parts/name with space.yaml": "z: 1\n",
};

const sources = new Sources({ cwd, readText: readerOf(files) });

function rootOf(name: string): Node {
  const opened = sources.open(name);
  if (!opened.ok) throw new Error(`no ${name}`);
  return opened.value;
}

const resolved = (ref: string, from = "spec/a.yaml"): Result<Node> => sources.resolve(ref, rootOf(from));

function problemOf(result: Result<Node>): SourceProblem {
  if (result.ok) throw new Error("it resolves");
  return result.problem;
}

describe("a reference", () => {
  it.each([
    ["#", "spec/a.yaml#/"],
    ["", "spec/a.yaml#/"],
    ["#/x/a~1b", "spec/a.yaml#/x/a~1b"],
    ["#/x/c~0d", "spec/a.yaml#/x/c~0d"],
    ["#/x/e%25f", "spec/a.yaml#/x/e%f"],
    ["#/x/g%20h", "spec/a.yaml#/x/g h"],
    ["#/x/", "spec/a.yaml#/x/"],
    ["#/x/list/1", "spec/a.yaml#/x/list/1"],
    ["parts/b.yaml", "spec/parts/b.yaml#/"],
    ["./parts/../parts/b.yaml#/y", "spec/parts/b.yaml#/y"],
    ["../spec/parts/b.yaml#/y", "spec/parts/b.yaml#/y"],
    ["parts/name%20with%20space.yaml#/z", "spec/parts/name with space.yaml#/z"],
    ["parts/name with space.yaml", "spec/parts/name with space.yaml#/"],
  ])("resolves to its place: %s is %s", (ref, place) => {
    const target = resolved(ref);
    expect(target.ok && displayOf(target.value)).toBe(place);
  });

  it.each([
    ["#/x/none", { kind: "ref-missing", missing: "none" }],
    ["#/x/list/01", { kind: "ref-missing", missing: "01" }],
    ["#/x/list/-", { kind: "ref-missing", missing: "-" }],
    ["#/x/list/length", { kind: "ref-missing", missing: "length" }],
    ["#/x/constructor", { kind: "ref-missing", missing: "constructor" }],
    ["#/x/__proto__", { kind: "ref-missing", missing: "__proto__" }],
    ["#/x/list/0/more", { kind: "ref-missing", missing: "more" }],
    ["#x", { kind: "ref-fragment" }],
    ["#/x/a~2b", { kind: "ref-fragment" }],
    ["#/%E0%A4%A", { kind: "ref-fragment" }],
    ["parts/%zz.yaml", { kind: "ref-fragment" }],
    ["none.yaml", { kind: "unreadable", path: "spec/none.yaml", reason: "not-found" }],
    ["parts", { kind: "unreadable", path: "spec/parts", reason: "is-directory" }],
    ["https://example.com/a.yaml", { kind: "ref-remote" }],
    ["//example.com/a.yaml", { kind: "ref-remote" }],
    ["file:///a.yaml", { kind: "ref-remote" }],
  ])("does not resolve: %s", (ref, problem) => {
    expect(problemOf(resolved(ref))).toMatchObject(problem);
  });

  it.each([
    ["#/a", "spec/steps.yaml#/a"],
    ["#/a/x", "spec/parts/c.yaml#/deep/x"],
    ["#/b/on/x/a~1b", "spec/a.yaml#/x/a/b"],
    ["#/a/$ref", "spec/steps.yaml#/a/$ref"],
    ["#/own/x", "spec/steps.yaml#/own/x"],
  ])("follows a reference on the way: %s is %s", (ref, place) => {
    const target = resolved(ref, "spec/steps.yaml");
    expect(target.ok && displayOf(target.value).replaceAll("~1", "/")).toBe(place);
  });

  it.each([
    ["#/same/x", "spec/steps.yaml#/same"],
    ["#/lost/x", "spec/steps.yaml#/lost"],
    ["#/a/none", "spec/parts/c.yaml#/deep"],
  ])("stops where nothing follows: %s at %s", (ref, place) => {
    const problem = problemOf(resolved(ref, "spec/steps.yaml"));
    expect(problem.kind === "ref-missing" && displayOf(problem.reached)).toBe(place);
  });

  it("reads a file once over all paths", () => {
    const places = ["parts/b.yaml", "./parts/b.yaml", "parts/./b.yaml", "../spec/parts/b.yaml"].map((ref) =>
      resolved(ref),
    );
    expect(new Set(places.map((place) => place.ok && place.value.document)).size).toBe(1);
    expect(new Set(places.map((place) => place.ok && identityOf(place.value)))).toEqual(
      new Set(["/project/spec/parts/b.yaml#"]),
    );
  });

  it("reports each reference to a missing file at its own position", () => {
    const [first, second] = [rootOf("spec/a.yaml"), rootOf("spec/parts/b.yaml")];
    const one = problemOf(sources.resolve("/project/lost.yaml", first));
    const two = problemOf(sources.resolve("/project/lost.yaml", second));
    expect([one, two].map((problem) => problem.kind === "unreadable" && problem.from)).toEqual([first, second]);
  });

  it("records the requested files", () => {
    expect(sources.paths()).toEqual(expect.arrayContaining(["/project/spec/a.yaml", "/project/lost.yaml"]));
    expect(sources.documents().map((document) => document.name)).not.toContain("lost.yaml");
  });
});

describe("a node", () => {
  const root = rootOf("spec/a.yaml");

  it("has its JSON pointer", () => {
    for (const member of root.get("x")?.members() ?? []) {
      const target = resolved(`#${pointerOf(member).replaceAll("%", "%25")}`);
      expect(target.ok && target.value.value).toBe(member.value);
    }
  });

  it("has own members only", () => {
    for (const key of ["constructor", "__proto__", "toString", "length"]) {
      expect([root.has(key), root.get("x")?.get("list")?.has(key)]).toEqual([false, false]);
    }
  });
});
