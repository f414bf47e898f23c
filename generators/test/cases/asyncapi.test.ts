// AsyncAPI documents whose payloads are not JSON, or whose protocol is not read: refused with the place and the reason.
import { describe, expect, onTestFinished, test } from "vitest";
import channels from "../../../packages/waybill/channels/src/index.ts";
import { ranApart } from "../cli/in-process.ts";
import { Workspace } from "../cli/workspace.ts";
import { generate, temporaryDirectory } from "../scenarios/generation.ts";
import { fixture } from "./case.ts";

const xml = fixture("asyncapi/11-cloudevents-xml.yaml");

function lint(text: string): Promise<{ code: number; stderr: string }> {
  return ranApart(new Workspace({ "asyncapi.yaml": text }).folder, ["lint", "asyncapi.yaml"]);
}

describe("a payload that is not JSON", () => {
  test("11-cloudevents-xml.yaml: XML is an error at its content type", async () => {
    const { code, stderr } = await lint(xml);
    expect(code).toBe(1);
    expect(
      stderr,
    ).toContain(`asyncapi.yaml:4:61 error unsupported-feature: a payload of the type "application/xml" is not supported: its schema describes JSON, and only JSON, forms and text are read and written
4 |   ticks: { address: ticks, messages: { tick: { contentType: application/xml, `);
    expect(stderr).toContain("hint: describe it another way or remove it; ignoring it silently would change the API");
    expect(stderr).toContain("\n1 error\n");
  });

  test("11-cloudevents-xml.yaml: it stops the target webhooks and is a warning for types", async () => {
    const workspace = new Workspace({
      "asyncapi.yaml": xml,
      "waybill.config.json": JSON.stringify({
        apis: { ticks: { asyncapi: "asyncapi.yaml", out: "gen", targets: ["types", "webhooks"] } },
      }),
    });
    const all = await ranApart(workspace.folder, ["generate"]);
    expect(all.code).toBe(1);
    expect(all.stderr).toContain("asyncapi.yaml:4:61 error unsupported-feature");
    const types = await ranApart(workspace.folder, ["generate", "--target", "types"]);
    expect(types).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("asyncapi.yaml:4:61 warning unsupported-"),
    });
  });

  test.each([
    ["application/x-protobuf", 1],
    ["text/csv", 1],
    ["application/cloudevents+xml", 1],
    ["application/octet-stream", 1],
    ["application/json; charset=utf-8", 0],
    ["application/cloudevents+json", 0],
    ["application/x-www-form-urlencoded", 0],
  ])("of the type %s", async (type, code) => {
    const ended = await lint(xml.replace("application/xml", type));
    expect(ended.code).toBe(code);
    if (code === 1)
      expect(ended.stderr).toContain(`asyncapi.yaml:4:61 error unsupported-feature: a payload of the type "${type}" `);
  });

  test("by defaultContentType, for the messages without a content type", async () => {
    const withDefault = `${xml.replace("contentType: application/xml, ", "")}defaultContentType: application/xml\n`;
    const { code, stderr } = await lint(withDefault);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^asyncapi\.yaml:7:21 error unsupported-feature: a payload of the type "application\/xml" /);
    const overridden = await lint(
      `${xml.replace("application/xml", "application/json")}defaultContentType: application/xml\n`,
    );
    expect(overridden).toMatchObject({ code: 0, stderr: "" });
  });

  test("by a trait, in AsyncAPI 2", async () => {
    const { code, stderr } = await lint(`asyncapi: 2.6.0
info: { title: t, version: "1" }
channels:
  ticks: { subscribe: { message: { traits: [{ contentType: text/xml }], payload: { type: object } } } }
`);
    expect(code).toBe(1);
    expect(stderr).toContain('asyncapi.yaml:4:60 error unsupported-feature: a payload of the type "text/xml" ');
  });

  test("text that is a string is text", async () => {
    const string = xml
      .replace("application/xml", "text/csv")
      .replace("{ type: object, properties: { n: { type: integer } } }", "{ type: string }");
    expect(await lint(string)).toMatchObject({ code: 0 });
  });
});

test("04-avro.yaml: a schema in Avro is an error", async () => {
  const { code, stderr } = await lint(fixture("asyncapi/04-avro.yaml"));
  expect(code).toBe(1);
  expect(stderr).toContain(
    'asyncapi.yaml:9:34 error unsupported-feature: the schema format "application/vnd.apache.avro+json',
  );
});

test("08-mqtt.yaml has a transport; a protocol without one is a warning of the target channels, and no error of the document", async () => {
  const document = fixture("asyncapi/08-mqtt.yaml");
  expect(await lint(document)).toMatchObject({ code: 0, stderr: "" });
  const { directory, dispose } = temporaryDirectory();
  onTestFinished(dispose);
  const generated = (text: string) => generate(new Map([["asyncapi.yaml", text]]), [channels], directory);
  await generated(document);
  await expect(generated(document.replaceAll("mqtt", "jms"))).rejects.toThrow("there is no transport for jms");
});
