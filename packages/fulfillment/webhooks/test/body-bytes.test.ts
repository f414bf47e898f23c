import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readStream } from "../src/runtime/signatures.gen.ts";

test("a body that is too long is reported at once, and the rest is still consumed", async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const bytes = readStream(stream, 3);
  stream.write(Uint8Array.of(1, 2, 3, 4));
  expect(await bytes).toBeNull();
  for (let count = 0; count < 10; count += 1) stream.write(new Uint8Array(100));
  stream.end();
  await once(stream, "end");
});

test("a stream that ends early is a failure, with an error and without one, and later errors have no effect", async () => {
  const silent = new PassThrough();
  const unread = readStream(silent, 3);
  silent.destroy();
  await expect(unread).rejects.toThrow("closed before the body had ended");

  const failing = new PassThrough();
  const failed = readStream(failing, 3);
  failing.emit("error", new Error("reset"));
  await expect(failed).rejects.toThrow("reset");
  expect(failing.emit("error", new Error("again"))).toBe(true);
});
