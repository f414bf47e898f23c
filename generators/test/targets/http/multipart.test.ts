// A multipart body as generated clients send it, read by parsers of servers: documents are fields, blobs are files.

import { openAsBlob, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import busboy from "busboy";
import fc from "fast-check";
import formidable from "formidable";
import { describe, expect, it } from "vitest";
import { formOfFiles } from "../../../src/targets/client/runtime/files.ts";
import { putBody } from "../../../src/targets/client/runtime/places.ts";
import { buildRequest } from "../../../src/targets/client/runtime/request.ts";
import type { RequestParts } from "../../../src/targets/client/runtime/runtime.ts";
import { multipartWith } from "../../../src/targets/http/runtime/encodings.ts";
import { multipartOf } from "../../../src/targets/http/runtime/form-fields.ts";
import { multipart } from "../../../src/targets/http/runtime/forms.ts";
import { multipartPartsOf } from "../../../src/targets/http/runtime/multipart-parts.ts";
import { startServer } from "../../local-server.ts";
import { bareOperation } from "../client/bare-operation.ts";

const format = multipartWith({ image: "image/png", xml: "text/xml", raw: "application/json" });
const given = {
  image: new File(["\x89PNG\r\n--"], "é.png", { type: "image/png" }),
  note: "a\r\nb é",
  meta: { z: [1, "é"] },
  tags: ["x", "y"],
  xml: "<n/>",
  raw: "text",
};

const fields = {
  note: ["a\r\nb é"],
  meta: ['{"z":[1,"é"]}'],
  tags: ["x", "y"],
  xml: ["<n/>"],
  raw: ['"text"'],
};
const files = { image: ["é.png", "image/png", "\x89PNG\r\n--"] };

interface Parsed {
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, readonly unknown[]>>;
}

describe("a multipart body", () => {
  it("is what busboy reads, of which multer is made", async () => {
    expect(await sentTo(parsedByBusboy)).toEqual({ fields, files });
  });

  it("is what formidable reads, which takes each part with a content type for a file", async () => {
    const { note, tags } = fields;
    expect(await sentTo(parsedByFormidable)).toEqual({ fields: { note, tags }, files });
  });

  it("is what formData() of a Request reads", async () => {
    const body = format.write(given);
    const request = new Request("http://localhost", { method: "POST", body });
    const seen = await request.formData();
    expect(seen.get("meta")).toBe('{"z":[1,"é"]}');
    expect(seen.getAll("tags")).toEqual(["x", "y"]);
    const image = seen.get("image");
    expect(image instanceof File && [image.name, image.type, await image.text()]).toEqual(files.image);
  });

  it("of files and texts alone is what FormData writes, byte for byte", async () => {
    const types = { image: "image/png, image/jpeg", scan: "*/*" };
    const form = {
      image: given.image,
      scan: [new Uint8Array([1]), null],
      note: given.note,
      't"a\ng': ["x", 7, undefined],
    };
    const sent = [formOfFiles(types), multipartWith(types)].map(async ({ write }) => {
      const text = await new Request("http://localhost", {
        method: "POST",
        body: write(form, "multipart/form-data"),
      }).text();
      return text.replaceAll(/--[\w-]+/.exec(text)?.[0] ?? "", "--");
    });
    const [written, expected] = await Promise.all(sent);
    expect(written).toContain('name="image"; filename="é.png"');
    expect(written).toBe(expected);
    expect(() => formOfFiles(types).write({ image: "text" }, "")).toThrow("image has to be a Blob");
    expect(() => formOfFiles(types).write({ image: new Blob(["x"], { type: "x/y" }) }, "")).toThrow(
      "image is x/y, but has to be",
    );
    expect(() => formOfFiles(types).write({ note: "\ud800" }, "")).toThrow(URIError);
  });

  it("refers to files instead of reading them", async () => {
    const file = await openAsBlob(path.join(import.meta.dirname, "multipart.test.ts"));
    const body = multipart.write({ file });
    if (!(body instanceof Blob)) throw new Error("no blob");
    expect(body.size).toBeGreaterThan(file.size);
    expect(await body.text()).toContain("refers to files instead of");
  });

  it("is read as it was written", async () => {
    const shape = {
      kind: "object",
      properties: {
        text: "string",
        count: "number",
        on: "boolean",
        list: { kind: "array", items: "string" },
        document: { kind: "object", properties: {}, additional: "any" },
        either: "any",
        file: "any",
      },
      additional: null,
    } as const;
    const reader = multipartOf({ value: shape, blobs: ["file"] });
    const text = fc.string({ unit: "grapheme" }).filter((one) => !/[\r\n]/.test(one));
    const body = fc.record(
      {
        text,
        count: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
        on: fc.boolean(),
        list: fc.array(text, { minLength: 1 }),
        document: fc
          .dictionary(text, fc.jsonValue({ depthSize: "small" }))
          .map((one) => JSON.parse(JSON.stringify(one))),
        either: fc.oneof(text, fc.constant({ a: [1] })),
        file: fc.uint8Array().map((bytes) => new File([bytes], "a b", { type: "x/y" })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const written = reader.write(value);
        const read = await reader.read(new Response(written));
        const shown = async (one: unknown): Promise<unknown> => {
          const entries = Object.entries(one ?? {});
          const bytes = entries.map(async ([name, member]) => [
            name,
            member instanceof File ? await fileOf(member) : member,
          ]);
          return Object.fromEntries(await Promise.all(bytes));
        };
        expect(await shown(read)).toEqual(await shown(value));
      }),
    );
  });

  it.each([
    ["", "multipart/form-data; boundary=b"],
    ["--b", "multipart/form-data; boundary=b"],
    ["--b\r\n\r\nx\r\n--b--", "multipart/form-data; boundary=b"],
    ['--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nx', "multipart/form-data; boundary=b"],
    ["--b--", "multipart/form-data"],
  ])("is rejected when it is %j", async (text, type) => {
    await expect(multipartPartsOf(new Blob([text]), type)).rejects.toThrow(SyntaxError);
  });

  it("of other writers is read", async () => {
    const head =
      "preamble\r\n--b \r\ncontent-type: text/plain; charset=utf-8\r\nContent-disposition: form-data; name=x\r\n\r\n";
    const [part, ...others] = await multipartPartsOf(
      new Blob([`${head}é\r\n--b--epilogue`]),
      'multipart/form-data; boundary="b"',
    );
    expect(others).toEqual([]);
    expect(part).toMatchObject({ name: "x", file: null, type: "text/plain; charset=utf-8" });
    expect(await part?.content.text()).toBe("é");
  });
});

describe("a part with a content type of its own", () => {
  const listed = "image/png, image/jpeg, application/octet-stream";
  const bytes = (type: string): Blob => new Blob(["x"], { type });

  it.each([
    ["one of several", listed, bytes("image/jpeg"), "image/jpeg"],
    [
      "one of several, with parameters",
      "text/plain, text/csv",
      bytes("text/csv; header=present"),
      "text/csv; header=present",
    ],
    ["no type, where bytes are among several", listed, bytes(""), "application/octet-stream"],
    ["no type, where bytes are not", "image/*, image/png, image/jpeg", bytes(""), "image/png"],
    ["no type, where any is described", "*/*", bytes(""), "application/octet-stream"],
    ["one of a range", "image/*", bytes("image/gif"), "image/gif"],
    ["another than the only one", "image/png", bytes("image/gif"), "image/png"],
    ["no type, where there is only one", "image/png", bytes(""), "image/png"],
    ["text of several", "text/plain, application/xml", "a", "text/plain"],
    ["text of a range", "text/*", "a", undefined],
    ["an object of several", "application/xml, application/json", { a: 1 }, "application/json"],
    ["an object of a range", "application/*", { a: 1 }, "application/json"],
    ["an object with one that is not JSON", "application/xml", { a: 1 }, "application/xml"],
  ])("is sent with it: %s", async (_, types, value, expected) => {
    const body = multipartWith({ part: types }).write({ part: value });
    if (!(body instanceof Blob)) throw new Error("no blob");
    expect(/^Content-Type: (.*?)\r?$/m.exec(await body.text())?.[1]).toBe(expected);
  });

  it("keeps the name of a file", async () => {
    const file = new File(["x"], "x.jpg", { type: "" });
    const body = multipartWith({ part: "image/jpeg, image/png" }).write({ part: [file, file] });
    if (!(body instanceof Blob)) throw new Error("no blob");
    const text = await body.text();
    expect(text.match(/filename="x.jpg"\r\nContent-Type: image\/jpeg/g)).toHaveLength(2);
  });

  it.each([
    [listed, bytes("image/gif"), `part is image/gif, but has to be ${listed}`],
    ["image/*", bytes("text/plain"), "part is text/plain, but has to be image/*"],
    ["image/*", bytes(""), "part has no type, but has to be image/*"],
    ["image/png, image/jpeg", [bytes("image/png"), bytes("image/gif")], "part is image/gif, but has to be"],
  ])("is not sent as %s when it is another", (types, value, message) => {
    const operation = {
      ...bareOperation,
      requestBody: { content: { "multipart/form-data": multipartWith({ part: types }) }, put: putBody },
    };
    const build = (): unknown =>
      buildRequest<RequestParts>(operation, { body: { part: value } }, "https://api.example");
    expect(build).toThrow(TypeError);
    expect(build).toThrow(`paint: cannot send body: ${message}`);
  });
});

async function fileOf(file: File): Promise<unknown> {
  return [file.name, file.type, [...new Uint8Array(await file.arrayBuffer())]];
}

async function sentTo(parse: (request: IncomingMessage) => Promise<Parsed>): Promise<Parsed> {
  const { promise, resolve, reject } = Promise.withResolvers<Parsed>();
  await using server = await startServer((request, response) => {
    parse(request)
      .then(resolve, reject)
      .finally(() => response.end());
  });
  await fetch(server.url, { method: "POST", body: format.write(given) });
  return await promise;
}

function parsedByBusboy(request: IncomingMessage): Promise<Parsed> {
  const fields: Record<string, string[]> = {};
  const files: Record<string, unknown[]> = {};
  const { promise, resolve, reject } = Promise.withResolvers<Parsed>();
  const parser = busboy({ headers: request.headers, defParamCharset: "utf8" });
  parser.on("field", (name, value) => {
    fields[name] = [...(fields[name] ?? []), value];
  });
  parser.on("file", (name, stream, { filename, mimeType }) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      files[name] = [filename, mimeType, Buffer.concat(chunks).toString()];
    });
  });
  parser.on("close", () => resolve({ fields, files }));
  parser.on("error", reject);
  request.pipe(parser);
  return promise;
}

async function parsedByFormidable(request: IncomingMessage): Promise<Parsed> {
  const [fields, files] = await formidable({}).parse(request);
  const [image] = files["image"] ?? [];
  const seen =
    image === undefined ? [] : [image.originalFilename, image.mimetype, readFileSync(image.filepath, "utf8")];
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, own = []]) => [name, own])),
    files: { image: seen },
  };
}
