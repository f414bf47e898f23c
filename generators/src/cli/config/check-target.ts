// The targets of an API in a configuration, each a name or a name with fields, to what they mean.

import type { CustomTarget } from "../../targets/define.ts";
import type { ClientCall, SampleClient } from "../../targets/samples/sample-client.ts";
import { isTargetName, type TargetName, targetNames } from "../../targets/target.ts";
import { hintFor } from "../usage.ts";
import {
  type Check,
  isFields,
  kindOf,
  type Reader,
  type Readers,
  readChoice,
  readEach,
  readFields,
  readText,
} from "./check.ts";
import type { TargetConfig } from "./target-config.ts";
import { nameOf } from "./target-places.ts";

export const readTargets: Reader<TargetConfig[]> = (value, at, check) => {
  const hint = `a list of: ${targetNames.join(", ")}`;
  if (!Array.isArray(value)) return check.reject(at, `must be a list, found ${kindOf(value)}`, hint);
  if (value.length === 0) check.reject(at, "names no target", hint);
  const read = value.map((entry: unknown, index) => readTarget(entry, `${at}[${index}]`, check));
  read.forEach((entry, index) => {
    if (entry === undefined) return;
    const first = read.findIndex((other) => other !== undefined && nameOf(other) === nameOf(entry));
    if (first !== index)
      check.reject(`${at}[${index}]`, `names ${nameOf(entry)}, as ${at}[${first}] does`, "remove one of the two");
  });
  return read.filter((entry) => entry !== undefined);
};

function readTarget(entry: unknown, at: string, check: Check): TargetConfig | undefined {
  if (typeof entry === "string" || (isFields(entry) && entry["target"] === undefined && "emit" in entry)) {
    const target = readTargetItself(entry, at, check);
    return target === undefined ? undefined : { target };
  }
  const fields = readFields<TargetConfig>(readers, entry, at, check);
  if (fields === undefined || !isFields(entry)) return undefined;
  if (entry["target"] === undefined) return check.reject(`${at}.target`, "is required", hintFor("", targetNames));
  const { target } = fields;
  if (target === undefined) return undefined;
  if (fields.client !== undefined && target !== "samples")
    check.reject(`${at}.client`, "is for the target samples", "remove it, or move it there");
  return { ...fields, target };
}

const readTargetName = readChoice(targetNames);

const readTargetItself: Reader<TargetName | CustomTarget> = (value, at, check) =>
  isFields(value) ? readCustom(value, at, check) : readTargetName(value, at, check);

const pluginHint = 'a target of your own is what defineTarget of "waybill/plugin" makes';

/** What has the members of a target; that it does what they promise shows when it is run. */
const readCustom: Reader<CustomTarget> = (value, at, check) => {
  if (!isCustom(value))
    return check.reject(at, "is no target: it has no name, summary, needs, emit and with", pluginHint);
  const { name, needs } = value;
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    return check.reject(
      at,
      `is called ${JSON.stringify(name)}, which is no name of a folder`,
      "letters, digits and -: my-routes",
    );
  if (isTargetName(name))
    return check.reject(at, `is called ${name}, as a target of waybill is`, "give it another name");
  if (!Array.isArray(needs) || needs.some((need: unknown) => typeof need !== "string"))
    return check.reject(at, `${name}: needs must be a list of names of targets`, 'for example needs: ["types"]');
  return value;
};

function isCustom(value: unknown): value is CustomTarget {
  return (
    isFields(value) &&
    [value["name"], value["summary"]].every((member) => typeof member === "string") &&
    [value["emit"], value["with"]].every((member) => typeof member === "function")
  );
}

const readLines: Reader<string> = (value, at, check) =>
  typeof value === "string" ? value : check.reject(at, "must be the lines in front of a call", null);

const readCall: Reader<string | ClientCall> = (value, at, check) => {
  if (typeof value === "string") return value;
  const { setup, call, show } = readFields<ClientCall>(callReaders, value, at, check) ?? {};
  if (setup !== undefined && call !== undefined) return { setup, call, ...(show === undefined ? {} : { show }) };
  return check.reject(at, "must be a call, or { setup, call }", 'such as "client.orders.get({path.id})"');
};

const anyText: Reader<string> = (value) => (typeof value === "string" ? value : undefined);

const callReaders: Readers<ClientCall> = { setup: anyText, call: anyText, show: anyText };

const clientReaders: Readers<SampleClient> = { setup: readLines, calls: readEach(readCall, null) };

const readClient: Reader<SampleClient> = (value, at, check) => {
  const { setup, calls } = readFields<SampleClient>(clientReaders, value, at, check) ?? {};
  if (setup !== undefined && calls !== undefined) return { setup, calls };
  if (!isFields(value)) return undefined;
  if (value["setup"] === undefined) check.reject(`${at}.setup`, "must be the lines in front of a call", null);
  if (value["calls"] === undefined) check.reject(`${at}.calls`, "must be a call by operation id", null);
  return undefined;
};

const readers: Readers<TargetConfig> = {
  target: readTargetItself,
  out: readText,
  import: readText,
  client: readClient,
};
