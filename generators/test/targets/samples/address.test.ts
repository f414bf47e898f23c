import { expect, test } from "vitest";
import { withAddress } from "../../../src/targets/samples/address.ts";

test.each([
  ['fetch(process.env["BASE_URL"] ?? "")', 'fetch("https://a.example/$&$$")'],
  ['os.environ["BASE_URL"] + "/x"', '"https://a.example/$&$$/x"'],
  ['os.Getenv("BASE_URL")+"/x"', '"https://a.example/$&$$/x"'],
  ['getenv("BASE_URL") . "/x"', '"https://a.example/\\$&\\$\\$/x"'],
  ['ENV.fetch("BASE_URL")', '"https://a.example/$&$$"'],
  ["curl $BASE_URL/x", "curl https://a.example/$&$$/x"],
])("an address with dollar signs is written as it is in %s", (sample, expected) => {
  expect(withAddress(sample, "https://a.example/$&$$")).toBe(expected);
});
