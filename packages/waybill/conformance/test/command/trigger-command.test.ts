import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { folderOf } from "../../../../../scripts/testing/folder-of.ts";
import { readTriggerCommands, TriggerFailure, triggersOf } from "../../src/command/trigger-command.ts";

let folder = "";
beforeEach(() => {
  folder = folderOf({});
});

describe("a command of --trigger", () => {
  test("runs in a shell, in the working directory, with known values filled in", async () => {
    await fire("printf '%s|' {orderId} {count} {tags} ${HOME:+home} > out", {
      orderId: `a'b "$(touch hacked)" \`touch hacked\` $HOME \n;`,
      count: 7,
      tags: ["x y"],
    });
    expect(read("out")).toBe(`a'b "$(touch hacked)" \`touch hacked\` $HOME \n;|7|["x y"]|home|`);
    expect(existsSync(join(folder, "hacked"))).toBe(false);
  });

  test("may name members of the delivery", () => {
    const read = readTriggerCommands(["cart.changed?change=REMOVED&page=home=./remove.sh a=b"]);
    expect(read).toMatchObject({
      value: [{ event: "cart.changed?change=REMOVED&page=home", command: "./remove.sh a=b" }],
    });
  });

  test("matches names in other spellings, exact names first", async () => {
    await fire("echo {orderId} {invite_id} > out", { order_id: "other", orderId: "o1", inviteid: "i1" });
    expect(read("out")).toBe("o1 i1");
  });

  test("that fails is reported with its output", async () => {
    await expect(fire("echo to stdout; echo to stderr >&2; exit 3", {})).rejects.toThrow(
      /^the trigger of order\.shipped exited with code 3: echo to stdout; .*exit 3\nit printed:\nto std/,
    );
    await expect(fire("kill -9 $$", {})).rejects.toThrow("was killed by SIGKILL: kill -9 $$\nit printed nothing");
    await expect(fire("true", {}, { cwd: join(folder, "none") })).rejects.toThrow(TriggerFailure);
  });

  test("that takes too long is killed with its child processes", async () => {
    await expect(fire("(sleep 60; touch late) & echo $! > pid; wait", {}, { milliseconds: 300 })).rejects.toThrow(
      "did not exit within 0.3 seconds",
    );
    const child = Number(read("pid"));
    await expect.poll(() => isRunning(child)).toBe(false);
  });

  test("with an unknown placeholder fails with the known names", async () => {
    await expect(fire("ship {orderld}", { orderId: "o1", id: "o1" })).rejects.toThrow(
      "the trigger of order.shipped uses the unknown value {orderld}: ship {orderld}\nknown of the resource: orderId, id",
    );
    await expect(fire("ship {toString}", {})).rejects.toThrow("known of the resource: nothing");
  });

  test.each([
    ["'{id}'", true],
    ['"{id}"', true],
    ['"it\\"s {id}"', true],
    ["'it'\\''s' {id}", false],
    ["'a' {id} \"b\"", false],
    ["\\' {id}", false],
    ["'a\\' {id}", false],
    ['"${id}"', false],
    ["'{ id }' '{}'", false],
  ])("is refused where a value would be between quotes: %s, %s", (command, isRefused) => {
    expect(readTriggerCommands([`order.shipped=${command}`]).ok).toBe(!isRefused);
  });
});

async function fire(
  command: string,
  resource: Readonly<Record<string, string | number | string[]>>,
  options: { cwd?: string; milliseconds?: number } = {},
): Promise<void> {
  const read = readTriggerCommands([`order.shipped=${command}`]);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  await triggersOf(read.value, { cwd: folder, ...options })["order.shipped"]?.(resource);
}

function read(file: string): string {
  return readFileSync(join(folder, file), "utf8").trim();
}

/** A process that has ended may still be waited for: it runs no more. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
