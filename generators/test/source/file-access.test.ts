// Which files a description can refer to, and the limits of a run.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readApi } from "../../src/checks/model-checks.ts";
import { Report, textOf } from "../../src/diagnostics/index.ts";
import type { ReadOptions } from "../../src/read/read-api.ts";
import { readFiles } from "./memory-files.ts";

/** A folder with a project and a file next to it that does not belong to the project. */
class Place {
  readonly folder: string = realpathSync(mkdtempSync(path.join(tmpdir(), "waybill-")));

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    this.write("secret/secret.yaml", "type: string\n");
  }

  write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    writeFileSync(path.join(this.folder, file), text);
  }

  link(file: string, to: string): void {
    mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
    symlinkSync(path.join(this.folder, to), path.join(this.folder, file));
  }

  /** Reads a description with one schema, which is a reference, and returns its diagnostics. */
  refer(ref: string, options: Partial<ReadOptions> & { entry?: string } = {}): string {
    const { entry = "project/spec/openapi.json", ...rest } = options;
    const components = { schemas: { A: { $ref: ref } } };
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components };
    this.write(entry, JSON.stringify(document));
    const report = new Report();
    readApi({ cwd: path.join(this.folder, path.dirname(entry)), openapi: path.basename(entry), ...rest }, report);
    return report.list().map(textOf).join("\n");
  }
}

describe("a file outside of the project", () => {
  it.each(["../../secret/secret.yaml", "..%2f..%2fsecret/secret.yaml", "./x/../../../secret/secret.yaml#/a"])(
    "is not read by a relative reference: %s",
    (ref) => {
      expect(new Place().refer(ref)).toMatch(/openapi\.json:1:\d+ error ref-outside: .*secret\.yaml.*outside/);
    },
  );

  it.each(["/etc/hostname", "../../../../../../../../../../etc/hostname", "/proc/self/environ", "/dev/stdin"])(
    "is not read by an absolute path: %s",
    (ref) => {
      expect(new Place().refer(ref)).toMatch(/error ref-outside/);
    },
  );

  it("is not accessed at all", () => {
    expect(new Place().refer("../../secret/not-there.yaml")).toMatch(/error ref-outside/);
  });

  it("is not read through a link to the file", () => {
    const place = new Place();
    place.link("project/spec/a.yaml", "secret/secret.yaml");
    expect(place.refer("a.yaml")).toMatch(/error ref-outside: "a.yaml" is a link to a file outside/);
  });

  it("is not read through a link to its folder", () => {
    const place = new Place();
    place.link("project/spec/a", "secret");
    expect(place.refer("a/secret.yaml")).toMatch(/error ref-outside: "a\/secret.yaml" is a link to a file outside/);
  });

  it("is read over every path when its folder is allowed", () => {
    const place = new Place();
    const options = { roots: [path.join(place.folder, "secret")] };
    expect(place.refer("../../secret/secret.yaml", options)).toBe("");
    place.link("project/spec/a.yaml", "secret/secret.yaml");
    expect(place.refer("a.yaml", options)).toBe("");
  });

  it("is read when a URL is mapped to it", () => {
    const place = new Place();
    const map = new Map([["https://example.com/", path.join(place.folder, "secret")]]);
    expect(place.refer("https://example.com/secret.yaml", { map })).toBe("");
  });

  it("is not allowed by a folder whose name is a prefix of its folder's name", () => {
    const place = new Place();
    place.write("project/spec-other/a.yaml", "type: string\n");
    expect(place.refer("../spec-other/a.yaml")).toMatch(/error ref-outside/);
  });
});

describe("a file of the project", () => {
  it.each(["../parts/a.yaml", "../../project/parts/a.yaml"])("is read next to the description's folder: %s", (ref) => {
    const place = new Place();
    place.write("project/.git", "gitdir: elsewhere\n");
    place.write("project/parts/a.yaml", "type: string\n");
    expect(place.refer(ref)).toBe("");
  });

  it("is read from the real folder of a linked description", () => {
    const place = new Place();
    place.write("real/parts/a.yaml", "type: string\n");
    place.link("project/spec/parts", "real/parts");
    place.write("real/openapi.json", "");
    place.link("project/spec/openapi.json", "real/openapi.json");
    expect(place.refer("parts/a.yaml")).toBe("");
  });
});

describe("a path that is not a file", () => {
  const problemOf = (make: (place: Place) => void, ref = "a.yaml"): string => {
    const place = new Place();
    make(place);
    return place.refer(ref);
  };

  it("a folder", () => {
    expect(problemOf((place) => place.write("project/spec/a.yaml/b", ""))).toMatch(
      /cannot read "a.yaml": it is a folder\n(?:.*\n)+hint: check the path; it is relative to the file of the \$ref$/,
    );
  });

  it("a pipe", () => {
    const pipe = (place: Place): void => {
      mkdirSync(path.join(place.folder, "project/spec"), { recursive: true });
      execFileSync("mkfifo", [path.join(place.folder, "project/spec/a.yaml")]);
    };
    expect(problemOf(pipe)).toMatch(/cannot read "a.yaml": it is a device or a pipe/);
  });

  it("a device, even as the description itself", () => {
    const report = new Report();
    readApi({ cwd: "/", openapi: "/dev/zero" }, report);
    expect(report.list().map(textOf).join()).toMatch(/dev\/zero": it is a device or a pipe/);
  });

  it("a link that leads to itself", () => {
    const circle = (place: Place): void => place.link("project/spec/a.yaml", "project/spec/a.yaml");
    expect(problemOf(circle)).toMatch(/cannot read "a.yaml": it is a link that leads back to itself/);
  });

  it("a name with a null character, and one that is too long", () => {
    expect(problemOf(() => {}, "a%00.yaml")).toMatch(/no file can have this name/);
    expect(problemOf(() => {}, `${"a".repeat(5000)}.yaml`)).toMatch(/no file can have this name/);
  });
});

describe("a limit", () => {
  const info = { title: "T", version: "1" };
  const described = (members: object): string => JSON.stringify({ openapi: "3.1.1", info, paths: {}, ...members });
  const messagesOf = (document: string, options: object, files: Record<string, string> = {}): string =>
    readFiles({ "openapi.json": document, ...files }, { openapi: "openapi.json", ...options }).messages;
  const parts = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.yaml`, "type: string\n"]));
  const referring = described({
    components: { schemas: { A: { $ref: "a.yaml" }, B: { $ref: "b.yaml" }, C: { $ref: "c.yaml" } } },
  });

  it("applies to files, and is reported once, at the reference that exceeds it", () => {
    expect(messagesOf(referring, { limits: { files: 4 } }, parts)).toBe("");
    const messages = messagesOf(referring, { limits: { files: 2 } }, parts);
    expect(messages).toMatch(/^openapi\.json:1:\d+ error over-limit: more than 2 files\n/);
    expect(messages.match(/over-limit/g)).toHaveLength(1);
  });

  it("applies to references, and is reported once, at the reference that exceeds it", () => {
    expect(messagesOf(referring, { limits: { references: 2 } }, parts).match(/over-limit/g)).toHaveLength(1);
  });

  it("applies to the size of one file and of all", () => {
    const limits = { fileMegabytes: 1 };
    const large = described({ "x-large": "x".repeat(2 ** 20) });
    expect(messagesOf(large, { limits })).toMatch(
      /^openapi\.json:1:1 error over-limit: more than 1 megabytes in one file/,
    );
    expect(
      messagesOf(referring, { limits: { inputMegabytes: 1 } }, { ...parts, "b.yaml": `# ${"x".repeat(2 ** 20)}` }),
    ).toMatch(/openapi\.json:1:\d+ error over-limit: more than 1 megabytes in all files together/);
  });

  it("applies to depth", () => {
    const deep = described({ "x-deep": [[[[[[[[1]]]]]]]] });
    expect(messagesOf(deep, { limits: { depth: 9 } })).toBe("");
    expect(messagesOf(deep, { limits: { depth: 8 } })).toMatch(
      /^openapi\.json:1:\d+ error over-limit: more than 8 levels/,
    );
  });

  it("applies to chains of references", () => {
    const chain = Array.from({ length: 30 }, (_, at) => [`P${at}`, { $ref: `#/components/parameters/P${at + 1}` }]);
    const last = { name: "a", in: "query", schema: {} };
    const parameters = { ...Object.fromEntries(chain), P30: last };
    const document = described({ components: { parameters } });
    expect(messagesOf(document, { limits: { referenceSteps: 30 } })).toBe("");
    expect(messagesOf(document, { limits: { referenceSteps: 29 } })).toMatch(
      /openapi\.json:1:\d+ error over-limit: more than 29 references in a row/,
    );
  });
});

describe("a limit on the model of a description", () => {
  const info = { title: "T", version: "1" };
  const messagesOf = (schemas: object, limits: object, paths: object = {}): string => {
    const document = JSON.stringify({ openapi: "3.1.1", info, paths, components: { schemas } });
    return readFiles({ "openapi.json": document }, { openapi: "openapi.json", limits }).messages;
  };
  const member = (name: string): object => ({ type: "object", required: [name], properties: { [name]: {} } });
  const responses = { 204: { description: "" } };
  const paths = { "/a": { get: { operationId: "a", responses } }, "/b": { get: { operationId: "b", responses } } };
  /** Each schema is the next one twice: 2^n schemas in the end. */
  const doubling = (count: number): object => {
    const twice = (at: number): object => ({ allOf: [1, 2].map(() => ({ $ref: `#/components/schemas/S${at + 1}` })) });
    const all = Array.from({ length: count }, (_, at) => [`S${at}`, twice(at)]);
    return { ...Object.fromEntries(all), [`S${count}`]: member("a") };
  };

  /** Nested unevaluatedProperties: each level tries all below it twice. */
  const unevaluated = (levels: number): object => {
    const anyOf = [member(`a${levels}`), levels === 0 ? member("b") : unevaluated(levels - 1)];
    return { type: "object", anyOf, unevaluatedProperties: false };
  };

  it.each([
    ["schemas", { A: {}, B: {}, C: {} }, {}],
    ["operations", {}, paths],
    ["enumValues", { A: { enum: [1, 2, 3] } }, {}],
    ["alternatives", { A: { anyOf: ["a", "b", "c"].map(member) } }, {}],
    ["expansions", doubling(3), {}],
    ["restated", { A: unevaluated(1) }, {}],
  ])("is enforced: %s", (limit, schemas, described) => {
    expect(messagesOf(schemas, {}, described)).toBe("");
    expect(messagesOf(schemas, { [limit]: 1 }, described)).toMatch(
      new RegExp(`^openapi\\.json:1:\\d+ error over-limit: more than 1 .*\n[\\s\\S]*--limit ${limit}=2 `),
    );
  });

  it("is reported before the work that it saves", () => {
    expect(messagesOf(doubling(60), {})).toMatch(
      /error over-limit: more than 10000 schemas that the references of one schema expand to/,
    );
    expect(messagesOf({ A: unevaluated(100) }, {})).toMatch(
      /error over-limit: more than 500000 schemas that unevaluatedProperties/,
    );
  });
});
