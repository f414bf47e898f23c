// `waybill upgrade` where an upgrade has been made already and is not committed: what was made, and what is still left.
import { expect, test } from "vitest";
import { Workspace } from "../cli/workspace.ts";
import { packageFiles } from "./package-files.ts";

const openapi = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200": { description: Pets., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
  /pets/{petId}:
    delete:
      operationId: deletePet
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone. } }
components:
  schemas:
    Kind: { type: string, enum: [dog, cat] }
    Pet:
      type: object
      required: [owner, kind]
      properties:
        owner: { type: string, description: Who has it. }
        kind: { $ref: "#/components/schemas/Kind" }
        tag: { type: string }
`;
const removed = openapi.slice(openapi.indexOf("  /pets/{petId}"), openapi.indexOf("components:"));
const revision = openapi
  .replace(removed, "")
  .replace("[dog, cat]", "[dog, cat, bird]")
  .replaceAll("owner", "keeper")
  .replace("tag: { type: string }", "tag: { type: integer }");

const use = `import type { DeletePetRequest, Kind, Pet } from "./gen/types/index.gen.ts";

export const owner = (pet: Pet): string => pet.owner;
export const icons: Record<Kind, string> = { dog: "D", cat: "C" };
export const tag = (pet: Pet): string => pet.tag ?? "";
export const remove = (petId: string): DeletePetRequest => ({ path: { petId } });
`;

async function committed(): Promise<Workspace> {
  const workspace = new Workspace({ ...packageFiles, "api.yaml": openapi, "src/use.ts": use });
  await workspace.run(["generate"]);
  workspace.commit();
  workspace.write("api.yaml", revision);
  return workspace;
}

/** The part of the report that lists places. */
function leftIn(stdout: string): string[] {
  return stdout.split("\n").filter((line) => line.startsWith("  src/"));
}

test("a change without an edit is counted by the places that it leaves", async () => {
  const workspace = await committed();
  const { code, stdout } = await workspace.run(["upgrade"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^the operation deletePet was removed {2,}1 place left to you$/m);
  expect(stdout).toMatch(/^"bird" is a new value of Kind {2,}1 edit in 1 file, 1 place left to you$/m);
  expect(stdout).toContain("+// TODO waybill: the operation deletePet was removed (was api.yaml:10)\n");
});

test("a second upgrade lists every place of the first one, and says what was made", async () => {
  const workspace = await committed();
  const first = await workspace.run(["upgrade", "--write"]);
  const text = workspace.read("src/use.ts");
  const second = await workspace.run(["upgrade", "--write"]);
  // The error beside a place is another one.
  expect(leftIn(first.stdout)).toEqual([
    expect.stringContaining("the operation deletePet was removed"),
    expect.stringContaining('"bird" is a new value of Kind'),
    expect.stringContaining("TS2322"),
  ]);
  expect(first.stdout).toMatch(/TS2322: .*\n {4}Pet.tag was string and is now number, see api.yaml:18\n/);
  expect(leftIn(second.stdout)).toEqual(leftIn(first.stdout));
  expect(second.code).toBe(1);
  expect(second.stdout).toMatch(/^Pet.owner is now Pet.keeper {2,}1 edit already made$/m);
  expect(second.stdout).toMatch(/^the operation deletePet was removed {2,}1 place left to you$/m);
  expect(second.stdout).toContain("\n0 of your files and 0 generated files to write\n");
  expect(workspace.read("src/use.ts")).toBe(text);
});

test("with --from, a second upgrade does the same", async () => {
  const workspace = await committed();
  workspace.write("old.yaml", openapi);
  const first = await workspace.run(["upgrade", "--write", "--from", "old.yaml"]);
  const second = await workspace.run(["upgrade", "--write", "--from", "old.yaml"]);
  expect(leftIn(second.stdout)).toEqual(leftIn(first.stdout));
  expect(second.stdout).toContain("Pet.owner is now Pet.keeper");
  expect(second.stdout).toContain("1 edit already made");
});

test("places that were decided are no longer listed by a second upgrade, and the others are where they are now", async () => {
  const workspace = await committed();
  await workspace.run(["upgrade", "--write"]);
  workspace.edit("src/use.ts", /bird: .*/.exec(workspace.read("src/use.ts"))?.[0] ?? "", 'bird: "B" };');
  workspace.edit("src/use.ts", "export const owner", "// one more line\nexport const owner");
  const { code, stdout } = await workspace.run(["upgrade"]);
  const lines = workspace.read("src/use.ts").split("\n");
  expect(code).toBe(1);
  expect(leftIn(stdout)).toEqual([
    expect.stringContaining("src/use.ts:2:15 the operation deletePet was removed"),
    expect.stringContaining(`src/use.ts:${lines.findIndex((line) => line.includes("pet.tag")) + 1}:`),
  ]);
});

test("a file that was edited after generate, and not upgraded, is upgraded as it is now", async () => {
  const workspace = await committed();
  await workspace.run(["generate"]);
  workspace.write("src/use.ts", `${use}export const mine = 1;\n`);
  const refused = await workspace.run(["upgrade", "--write"]);
  expect(refused.stderr).toContain("waybill: a file to edit has uncommitted changes: src/use.ts\n");
  const { stdout } = await workspace.run(["upgrade", "--write", "--force"]);
  expect(stdout).toMatch(/^Pet.owner is now Pet.keeper {2,}1 edit in 1 file$/m);
  expect(workspace.read("src/use.ts")).toContain("pet.keeper;\n");
  expect(workspace.read("src/use.ts")).toContain("export const mine = 1;\n");
});

test("errors of a file that was added after generate are listed", async () => {
  const workspace = await committed();
  await workspace.run(["generate"]);
  workspace.write(
    "src/new.ts",
    use.replace(/export const (icons|tag|remove).*\n/g, "").replace("DeletePetRequest, Kind, ", ""),
  );
  const { stdout } = await workspace.run(["upgrade"]);
  expect(leftIn(stdout)).toContainEqual(expect.stringContaining("src/new.ts:3:48 TS2339: Property 'owner'"));
});
