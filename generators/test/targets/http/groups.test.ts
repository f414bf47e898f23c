// The options `group` and `names.method`: where the client has the method of each operation.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { apiOptionsOf } from "../../../src/model/option-values.ts";
import { methodPlacesOf } from "../../../src/targets/client/method-places.ts";
import { compilerErrorsOf } from "../../scenarios/compile.ts";
import { generateConfigured } from "../../scenarios/configured.ts";
import { generate, temporaryDirectory } from "../../scenarios/generation.ts";

const { directory, dispose } = temporaryDirectory();
afterAll(dispose);

/** Method, path, operationId and tags. */
const operations = [
  ["get", "/v1/issues", "issues/list", ["issues"]],
  ["post", "/v1/issues", "issues/create", ["issues", "writes"]],
  ["get", "/v1/issues/{id}", "issuesGet", ["Issues"]],
  ["delete", "/v1/issues/{id}", "issues/delete", ["issues"]],
  ["get", "/v1/ssh_keys", "sshKeys_list", ["SSH Keys"]],
  ["get", "/v1/ping", "ping", []],
  ["get", "/v1/odd", "odd", ["🎉 !"]],
  ["get", "/v1/list", "list", ["issues"]],
  ["get", "/v1/issues/2fa", "issues2fa", ["issues"]],
  ["get", "/v1/clash", "sshKeys", []],
] as const;

const description = JSON.stringify({
  openapi: "3.1.1",
  info: { title: "T", version: "1" },
  paths: Object.fromEntries(
    [...Map.groupBy(operations, ([, path]) => path)].map(([path, methods]) => [
      path,
      Object.fromEntries([
        ...(path.includes("{")
          ? [["parameters", [{ name: "id", in: "path", required: true, schema: { type: "string" } }]]]
          : []),
        ...methods.map(([method, , operationId, tags]) => [
          method,
          { operationId, tags, responses: { 204: { description: "Done." } } },
        ]),
      ]),
    ]),
  ),
});

async function placesWith(
  options: Parameters<typeof apiOptionsOf>[0],
): Promise<{ methods: unknown[]; problems: string[] }> {
  const { api, diagnostics } = await generate(new Map([["openapi.yaml", description]]), [], directory);
  if (api?.http == null) throw new Error(diagnostics);
  const { of, problems } = methodPlacesOf(api.http, apiOptionsOf(options));
  const methods = api.http.operations.map((operation) => {
    const { group, name } = of(operation);
    return group === null ? name : `${group}.${name}`;
  });
  return { methods, problems: problems.map(({ message }) => message) };
}

describe("methods of a client", () => {
  it("are called delete or import where constants cannot be, but not what objects have", async () => {
    const names = ["delete", "import", "new", "then"];
    const paths = names.map(
      (id) => `  /${id}: { post: { operationId: ${id}, responses: { "204": { description: x } } } }`,
    );
    const text = `openapi: 3.1.0\ninfo: { title: N, version: "1" }\npaths:\n${paths.join("\n")}\n`;
    const { api } = await generate(new Map([["openapi.yaml", text]]), [], directory);
    if (api?.http == null) throw new Error("nothing was read");
    const { of } = methodPlacesOf(api.http, apiOptionsOf({}));
    const methods = api.http.operations.map((operation) => [operation.name, of(operation).name]);
    expect(methods).toEqual([
      ["deleteOperation", "delete"],
      ["importOperation", "import"],
      ["newOperation", "newOperation"],
      ["thenOperation", "thenOperation"],
    ]);
  });

  it("are flat by default", async () => {
    const { methods } = await placesWith({});
    expect(methods.slice(0, 2)).toEqual(["issuesList", "issuesCreate"]);
  });

  it("are grouped by the first tag, without its words; a name that is taken stays whole", async () => {
    const { methods } = await placesWith({ group: "tag" });
    expect(Object.fromEntries(operations.map(([, , id], at) => [id, methods[at]]))).toEqual({
      "issues/list": "issues.issuesList",
      "issues/create": "issues.create",
      issuesGet: "issues.get",
      "issues/delete": "issues.delete",
      sshKeys_list: "sshKeys.list",
      ping: "ping",
      odd: "u1f389__space__bang.odd",
      list: "issues.list",
      issues2fa: "issues.issues2fa",
      sshKeys: "sshKeysOperation",
    });
  });

  it("are grouped by the first segment in which paths differ", async () => {
    const { methods } = await placesWith({ group: "path" });
    expect(methods[1]).toBe("issues.create");
    expect(methods[5]).toBe("ping.ping");
  });

  it("are named by names.method, which may not give two methods of a group one name", async () => {
    const upper = await placesWith({
      group: "tag",
      names: { method: (name, { group }) => (group === null ? name : `${name}_`) },
    });
    expect(upper.methods.slice(1, 3)).toEqual(["issues.create_", "issues.get_"]);
    const same = await placesWith({ group: "tag", names: { method: (name) => (name === "get" ? "create" : name) } });
    expect(same.problems).toEqual([
      'the operations "issues/create" and "issuesGet" would both be the method issues.create',
    ]);
    const odd = await placesWith({ names: { method: () => "not one" } });
    expect(odd.problems[0]).toContain(
      'names.method returns "not one" for the operation "issues/list", which is not an identifier',
    );
  });
});

/** What a user writes; the line below an expectation must not compile. */
const usage = `
import { type Client, createClient, createSend, type IssuesOperations } from "./client/index.gen.ts";

export async function urls(): Promise<string[]> {
  const sent: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    sent.push(url);
    return new Response(null, { status: 204 });
  };
  const client: Client = createClient(createSend({ baseUrl: "https://api.example", fetch }));
  const issues: IssuesOperations = client.issues;
  await issues.create();
  await client.issues.get({ path: { id: "1" } });
  await client.ping();
  await client.sshKeysOperation();
  // @ts-expect-error the method is in its group
  void client.issuesCreate;
  return sent;
}
`;

it("a grouped client compiles, and sends what its methods are named after", async () => {
  const folder = path.join(directory, "grouped");
  const targets = ["client", "samples"] as const;
  const { diagnostics } = await generateConfigured(
    new Map([["openapi.yaml", description]]),
    'group: "tag"',
    targets,
    folder,
  );
  expect(diagnostics).toBe("");
  writeFileSync(path.join(folder, "usage.ts"), usage.trimStart());
  expect(await compilerErrorsOf("typescript-7.0", folder)).toBe("");
  const user: { urls(): Promise<string[]> } = await import(pathToFileURL(path.join(folder, "usage.ts")).href);
  expect((await user.urls()).map((url) => new URL(url).pathname)).toEqual([
    "/v1/issues",
    "/v1/issues/1",
    "/v1/ping",
    "/v1/clash",
  ]);
  expect(readFileSync(path.join(folder, "samples/samples.gen.ts"), "utf8")).toContain("client.issues.create(");
});
