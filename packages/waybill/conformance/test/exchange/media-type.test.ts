import { describe, expect, test } from "vitest";
import { bodyKindOf, contentTypeOf, isOfType } from "../../src/exchange/media-type.ts";

describe("a content type", () => {
  test.each([
    ["application/json", "application/json"],
    ["Application/JSON", "application/json"],
    ["application/json;charset=utf-8", "application/json"],
    ["application/json; b=2; a=1", "application/json; A=1; b=2"],
    ['application/json; a="x;y"', 'application/json;a="x;y"'],
    ["application/json; a=X", "application/json; a=x"],
    ["text/html", "text/*"],
    ["text/html", "*/*"],
    ["application/vnd.a+json", "application/*+json"],
    ["application/json ; a=1", "application/json"],
  ])("is one of the declared: %s is %s", (sent, declared) => {
    expect(isOfType(sent, declared)).toBe(true);
  });

  test.each([
    ["application/problem+json", "application/json"],
    ["application/jsonp", "application/json"],
    ["application/json", "application/json; a=1"],
    ["application/json; a=2", "application/json; a=1"],
    ["textual/html", "text/*"],
    ["application/json", "application/*+json"],
    ["", "application/json"],
  ])("is none of the declared: %s is not %s", (sent, declared) => {
    expect(isOfType(sent, declared)).toBe(false);
  });
});

test("parameters are read with their quotes and escapes", () => {
  const { essence, parameters } = contentTypeOf('Multipart/Mixed; Boundary="a\\"b;c=d"; charset = UTF-8 ;flag');
  expect([essence, ...parameters]).toEqual(["multipart/mixed", ["boundary", 'a"b;c=d'], ["charset", "utf-8"]]);
});

test.each([
  ["application/json", "json"],
  ["application/problem+JSON; a=1", "json"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data; boundary=x", "multipart"],
  ["text/csv", "text"],
  ["image/svg+xml", "text"],
  ["application/pdf", "binary"],
])("a body is read by its content type: %s as %s", (type, kind) => {
  expect(bodyKindOf(type)).toBe(kind);
});
