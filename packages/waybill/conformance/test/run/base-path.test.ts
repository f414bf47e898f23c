// Every request gets a 404 and the URL has another path than the spec's first server -> a note with the URL that may be meant.
import { describe, expect, test } from "vitest";
import { runConformance } from "../../src/run/run.ts";
import { openText } from "../description/opened.ts";

interface Tried {
  readonly url: string;
  readonly server?: object;
  readonly base?: string;
}

const noted = "every operation returned 404";

/** The notes of a run against a service below `base`. */
async function notesOf({ url, server = { url: "https://api.example/v2" }, base = "/v2" }: Tried): Promise<string> {
  const list = { operationId: "listCups", responses: { 200: { description: "" }, 404: { description: "" } } };
  const description = openText({
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    servers: [server],
    paths: { "/cups": { get: list }, "/mugs": { get: { ...list, operationId: "listMugs" } } },
  });
  const { notes } = await runConformance({
    description,
    url,
    key: null,
    send: async (request) => {
      const path = `${new URL(request.server).pathname.replace(/\/$/, "")}${request.target.split("?", 1).join("")}`;
      const isThere = [`${base}/cups`, `${base}/mugs`].includes(path) && request.method === "GET";
      return { status: isThere ? 200 : 404, headers: [], body: new Uint8Array() };
    },
  });
  return notes.join("\n");
}

describe("a wrong base path", () => {
  test.each<[string, Tried, string]>([
    ["no path", { url: "http://127.0.0.1:4923" }, "http://127.0.0.1:4923/v2"],
    ["another path", { url: "http://127.0.0.1:4923/v3/" }, "http://127.0.0.1:4923/v2"],
    [
      "a path too many",
      { url: "http://127.0.0.1:4923/v2", server: { url: "http://a.example" }, base: "" },
      "http://127.0.0.1:4923",
    ],
    [
      "a path with a variable",
      {
        url: "http://127.0.0.1:4923",
        server: {
          url: "https://{region}.example/{version}/",
          variables: { region: { default: "eu" }, version: { default: "v2" } },
        },
      },
      "http://127.0.0.1:4923/v2",
    ],
    [
      "a variable with dollar signs",
      {
        url: "http://127.0.0.1:4923",
        server: { url: "https://api.example/{version}", variables: { version: { default: "v$&$$" } } },
        base: "/v$&$$",
      },
      "http://127.0.0.1:4923/v$&$$",
    ],
    ["a relative path", { url: "http://127.0.0.1:4923", server: { url: "/v2" } }, "http://127.0.0.1:4923/v2"],
  ])("is noted: %s", async (_name, tried, meant) => {
    expect(await notesOf(tried)).toContain(`${noted}: did you mean --url ${meant}, `);
  });

  test.each<[string, Tried]>([
    ["the right path", { url: "http://127.0.0.1:4923/v2" }],
    ["another path that is right", { url: "http://127.0.0.1:4923/api", base: "/api" }],
    ["the same path, which has nothing", { url: "http://127.0.0.1:4923/v2", base: "/v3" }],
  ])("is not noted: %s", async (_name, tried) => {
    expect(await notesOf(tried)).not.toContain(noted);
  });
});
