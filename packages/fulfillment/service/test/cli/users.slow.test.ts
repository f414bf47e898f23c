// `fulfillment users`: who can sign in to the portal, with passwords that are never arguments.
import { expect, test } from "vitest";
import { run } from "../../src/cli/run.ts";
import { verifyPassword } from "../../src/domain/passwords.ts";
import { openDatabase } from "../../src/operation/open-database.ts";
import { userByEmail } from "../../src/storage/queries/users.ts";
import { directoryForTest, inProcess, printed } from "./command-line.ts";

test("users are created, listed, disabled and given passwords, which are printed only when they were generated", async () => {
  const directory = directoryForTest();
  const data = ["--data", directory];
  const command = (...words: string[]) => inProcess(["users", ...words, ...data]);
  const piped = async (input: string, ...words: string[]) => {
    let [out, err] = ["", ""];
    const write = { out: (text: string) => (out += text), err: (text: string) => (err += text) };
    const lines = [input.slice(0, 3), input.slice(3)];
    const stdin = {
      [Symbol.asyncIterator]: async function* () {
        yield* lines;
      },
    };
    const code = await run(["users", ...words, ...data], { ...write, input: stdin, environment: {}, now: Date.now });
    return { code, out, err };
  };
  await inProcess(["accounts", "create", "--name", "acme", ...data]);
  const ada = ["--account", "acme", "--email", "Ada@Acme.example", "--name", "Ada Reyes"];
  const made = printed(await command("create", ...ada, "--role", "owner"));
  expect(made).toEqual({
    userId: expect.stringMatching(/^usr_/),
    email: "ada@acme.example",
    role: "OWNER",
    password: expect.stringMatching(/^[\w-]{20}$/),
  });
  expect(await command("create", ...ada)).toMatchObject({
    code: 1,
    err: "fulfillment: a user ada@acme.example already exists\n",
  });
  expect((await piped("too short\n", "password", "ada@acme.example", "--password-stdin")).err).toContain("12 to 1024");
  const set = await piped("words of a sentence\nmore\n", "password", "ada@acme.example", "--password-stdin");
  expect(printed(set)).toEqual({ userId: made["userId"], email: "ada@acme.example" });
  expect(printed(await command("disable", "ada@acme.example"))).toMatchObject({ active: false });
  expect((await command("list", "--account", "acme")).out).toMatch(/ada@acme\.example +Ada Reyes +OWNER +disabled +-/);
  expect(printed(await command("enable", "ada@acme.example"))).toMatchObject({ active: true });
  const listed: unknown = JSON.parse((await command("list", "--account", "acme", "--json")).out);
  expect(listed).toMatchObject([{ email: "ada@acme.example", role: "OWNER", active: true, lastSignInAt: null }]);
  expect(await command("disable", "nobody@acme.example")).toMatchObject({ code: 1, out: "" });
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: null }, () => {});
  const stored = (await database.first(userByEmail, { email: "ada@acme.example" }))?.password_hash ?? "";
  await database.close();
  expect(stored).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
  expect(await verifyPassword("words of a sentence", stored)).toEqual({ matches: true, outdated: false });
});
