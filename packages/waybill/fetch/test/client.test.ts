// The client where the tests of openapi-fetch do not look: statuses, bodies, what Node and middleware get.
import { expect, expectTypeOf, it } from "vitest";
import createClient, { createPathBasedClient, type FetchResponse } from "../src/index.ts";

interface Paths {
  "/orders/{id}": {
    parameters: { path: { id: string } };
    get: Get;
    post?: never;
  };
}

interface Get {
  parameters: { path: { id: string }; query?: { tags?: string[] } };
  responses: {
    200: { headers: object; content: { "application/json": { id: string } } };
    226: { headers: object; content: { "application/json": { delta: string } } };
    418: { headers: object; content: { "application/problem+json": { title: string } } };
  };
}

const answering = (respond: (request: Request) => Response) =>
  createClient<Paths>({ baseUrl: "https://api.example/", fetch: async (request) => respond(request) });

it("each success and each error has its type, also of unusual statuses", async () => {
  expectTypeOf<FetchResponse<Get, object, `${string}/${string}`>>()
    .extract<{ error?: never }>()
    .toHaveProperty("data")
    .toEqualTypeOf<{ id: string } | { delta: string }>();
  const client = answering(() => Response.json({ title: "teapot" }, { status: 418 }));
  const { error } = await client.GET("/orders/{id}", { params: { path: { id: "a b" } } });
  expectTypeOf(error).toEqualTypeOf<{ title: string } | undefined>();
  expect(error).toEqual({ title: "teapot" });
});

it("parameters are in the URL, and a client by paths sends the same", async () => {
  const sent: string[] = [];
  const options = {
    baseUrl: "https://api.example",
    fetch: async ({ url, method }: Request) => {
      sent.push(`${method} ${url}`);
      return new Response(null, { status: 204 });
    },
  };
  const params = { path: { id: "a/b" }, query: { tags: ["x", "y z"] } };
  const { data, response } = await createClient<Paths>(options).GET("/orders/{id}", { params });
  await createPathBasedClient<Paths>(options)["/orders/{id}"].GET({ params });
  expect(data).toBeUndefined();
  expect(response.status).toBe(204);
  const expected = "GET https://api.example/orders/a%2Fb?tags=x&tags=y%20z";
  expect(sent).toEqual([expected, expected]);
});

it("a client by paths is no promise", async () => {
  const client = createPathBasedClient<Paths>();
  expect(await client).toBe(client);
});

it("an error that is no JSON is its text, and an empty one is undefined", async () => {
  const params = { path: { id: "1" } };
  const failed = await answering(() => new Response("down", { status: 503 })).GET("/orders/{id}", { params });
  expect(failed.error).toBe("down");
  const empty = await answering(() => new Response("", { status: 500 })).GET("/orders/{id}", { params });
  expect(empty.error).toBeUndefined();
});
