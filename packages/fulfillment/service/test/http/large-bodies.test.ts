// Which large bodies are read at once, with a service whose responses end when the test ends them.
import type { Incoming, Outgoing } from "@fulfillment/server";
import { expect, test } from "vitest";
import { largeBodiesInTurn } from "../../src/http/large-bodies.ts";

interface Sent {
  readonly name: string;
  readonly sender: string;
  readonly length: number | null;
}

test("two large bodies of one sender are read at once, one is worked on, and others wait for neither of them", async () => {
  const read: string[] = [];
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const inTurn = largeBodiesInTurn<Sent>(({ sender }) => sender);
  const serve = inTurn(async (request, { name }): Promise<Outgoing> => {
    await request.bytes?.(1_000_000);
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return { status: 200, headers: [], body: null };
  });
  const send = (name: string, sender: string, length: number | null = 100_000) => {
    const sent = { name, sender, length };
    return serve(
      requestOf(sent, () => read.push(name)),
      sent,
    );
  };
  const responses = [send("a1", "a"), send("a2", "a"), send("a3", "a"), send("a4", "a", null), send("b1", "b")];
  responses.push(send("small", "a", 100));
  await expect.poll(() => begun.toSorted()).toEqual(["a1", "b1", "small"]);
  expect(read.toSorted()).toEqual(["a1", "a2", "b1", "small"]);
  ends.get("a1")?.();
  await expect.poll(() => begun.at(-1)).toBe("a2");
  await expect.poll(() => read.at(-1)).toBe("a3");
  expect(begun).not.toContain("a3");
  ends.get("a2")?.();
  await expect.poll(() => begun.at(-1)).toBe("a3");
  ends.get("a3")?.();
  await expect.poll(() => begun.at(-1)).toBe("a4");
  for (const end of ends.values()) end();
  await Promise.all(responses);
});

/** `null`: in chunks. */
function requestOf({ length }: Sent, wasRead: () => void): Incoming {
  const headers = new Map(length === null ? [["transfer-encoding", "chunked"]] : [["content-length", `${length}`]]);
  return {
    ...{ method: "POST", pathname: "/", query: "", body: null, signal: new AbortController().signal },
    header: (name) => headers.get(name) ?? null,
    bytes: async () => {
      wasRead();
      return new Uint8Array();
    },
  };
}
