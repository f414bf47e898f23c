// What a configuration file exports to a Config, or to every reason why not, each with the path of its field.

import { intoleranceOf } from "../diagnostics/tolerance.ts";
import { emissions } from "../emit/emission.ts";
import { wellKnownFormats } from "../model/known-formats.ts";
import { defaultLimits, type Limits } from "../source/limits.ts";
import { urlOf } from "../source/url-map.ts";
import type { ClientCall, SampleClient } from "../targets/samples/sample-client.ts";
import { type FormatRule, type FormatRules, type TargetName, targetNames } from "../targets/target.ts";
import type { ApiConfig, Config, ImportExtension, TargetConfig } from "./config.ts";
import { isCount } from "./reading-rules.ts";
import { hintFor, type Usable, type UsageProblem, usable } from "./usage.ts";

/** `name` is how messages call the file. */
export function checkConfig(value: unknown, name: string): Usable<Config> {
  const check = new ConfigCheck(name);
  const config = check.config(value);
  return config === null || check.problems.length > 0 ? { ok: false, problems: check.problems } : usable(config);
}

const importExtensions: readonly ImportExtension[] = [".ts", ".js", "none"];

const formatRules: readonly FormatRule[] = ["assert", "annotate"];

type Fields = Readonly<Record<string, unknown>>;

class ConfigCheck {
  readonly problems: UsageProblem[] = [];
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  config(value: unknown): Config | null {
    if (value === undefined) {
      return this.reject("", "has no default export", "write: export default defineConfig({ apis: { … } })");
    }
    const fields = this.fields(value, "", ["apis", "command", "map", "roots", "limits"]);
    if (fields === null) return null;
    const command = this.text(fields, "command", "");
    const apis = this.apis(fields["apis"]);
    const map = this.map(fields["map"]);
    const roots = this.roots(fields["roots"]);
    const limits = this.limits(fields["limits"]);
    if (apis === null) return null;
    return {
      apis,
      ...(command === undefined ? {} : { command }),
      ...(map === undefined ? {} : { map }),
      ...(roots === undefined ? {} : { roots }),
      ...(limits === undefined ? {} : { limits }),
    };
  }

  private map(value: unknown): Record<string, string> | undefined {
    if (value === undefined) return undefined;
    const hint = 'for example: map: { "https://example.com/schemas/": "vendor/schemas" }';
    if (!isFields(value)) return this.reject("map", `must be an object, found ${kindOf(value)}`, hint) ?? undefined;
    for (const url of Object.keys(value)) if (urlOf(url) === null) this.reject(below("map", url), "is not a URL", hint);
    return Object.fromEntries(Object.keys(value).map((url) => [url, this.text(value, url, "map") ?? ""]));
  }

  private roots(value: unknown): string[] | undefined {
    if (value === undefined) return undefined;
    const hint = 'for example: roots: ["../shared"]';
    if (!Array.isArray(value)) return this.reject("roots", `must be a list, found ${kindOf(value)}`, hint) ?? undefined;
    const folders: Fields = { ...value };
    return Object.keys(folders).map((at) => this.text(folders, at, "roots") ?? "");
  }

  private limits(value: unknown): Partial<Limits> | undefined {
    if (value === undefined) return undefined;
    const fields = this.fields(value, "limits", Object.keys(defaultLimits));
    return Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([name, count]) => {
        if (isCount(count)) return [[name, count]];
        this.reject(below("limits", name), "must be a whole number above 0", null);
        return [];
      }),
    );
  }

  private apis(value: unknown): Record<string, ApiConfig> | null {
    const hint = 'for example: apis: { orders: { openapi: "spec/openapi.yaml", out: "src/generated" } }';
    if (value === undefined) return this.reject("apis", "is required", hint);
    if (!isFields(value)) return this.reject("apis", `must be an object, found ${kindOf(value)}`, hint);
    if (Object.keys(value).length === 0) return this.reject("apis", "names no API", hint);
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, api]) => {
        const read = this.api(api, below("apis", name));
        return read === null ? [] : [[name, read]];
      }),
    );
  }

  private api(value: unknown, at: string): ApiConfig | null {
    const known = ["openapi", "asyncapi", "out", "importExtension", "emit", "formats", "enums", "targets", "tolerate"];
    const fields = this.fields(value, at, known);
    if (fields === null) return null;
    const openapi = this.text(fields, "openapi", at);
    const asyncapi = this.text(fields, "asyncapi", at);
    const out = this.text(fields, "out", at);
    const importExtension = this.choice(fields["importExtension"], `${at}.importExtension`, importExtensions);
    const enums = this.choice(fields["enums"], `${at}.enums`, ["open", "closed"] as const);
    const emit = this.choice(fields["emit"], `${at}.emit`, emissions);
    const formats = this.formats(fields["formats"], `${at}.formats`);
    const targets = this.targets(fields["targets"], `${at}.targets`);
    const tolerate = this.tolerate(fields["tolerate"], `${at}.tolerate`);
    if (fields["openapi"] === undefined && fields["asyncapi"] === undefined) {
      this.reject(at, "names neither an openapi nor an asyncapi document", 'add openapi: "spec/openapi.yaml"');
    }
    return {
      ...(openapi === undefined ? {} : { openapi }),
      ...(asyncapi === undefined ? {} : { asyncapi }),
      ...(out === undefined ? {} : { out }),
      ...(importExtension === undefined ? {} : { importExtension }),
      ...(emit === undefined ? {} : { emit }),
      ...(formats === undefined ? {} : { formats }),
      ...(enums === undefined ? {} : { enums }),
      ...(targets === undefined ? {} : { targets }),
      ...(tolerate === undefined ? {} : { tolerate }),
    };
  }

  private formats(value: unknown, at: string): FormatRules | undefined {
    if (!isFields(value)) return this.choice(value, at, formatRules);
    const fields = this.fields(value, at, ["*", ...wellKnownFormats]);
    const rules = Object.entries(fields ?? {}).flatMap(([format, rule]) => {
      const read = this.choice(rule, below(at, format), formatRules);
      return read === undefined ? [] : [[format, read] as const];
    });
    return Object.fromEntries(rules);
  }

  private tolerate(value: unknown, at: string): string[] | undefined {
    if (value === undefined) return undefined;
    const hint = 'a list of codes, such as ["invalid-default"]';
    if (!Array.isArray(value)) return this.reject(at, `must be a list, found ${kindOf(value)}`, hint) ?? undefined;
    return value.flatMap((entry: unknown, index): string[] => {
      const place = `${at}[${index}]`;
      if (typeof entry !== "string") {
        return this.reject(place, `must be the code of an error, found ${kindOf(entry)}`, hint) ?? [];
      }
      const problem = intoleranceOf(entry);
      return problem === null ? [entry] : (this.reject(place, `is wrong: ${problem.message}`, problem.hint) ?? []);
    });
  }

  private targets(value: unknown, at: string): TargetConfig[] | undefined {
    if (value === undefined) return undefined;
    const hint = `a list of: ${targetNames.join(", ")}`;
    if (!Array.isArray(value)) return this.reject(at, `must be a list, found ${kindOf(value)}`, hint) ?? undefined;
    if (value.length === 0) this.reject(at, "names no target", hint);
    const read = value.map((entry: unknown, index) => this.target(entry, `${at}[${index}]`));
    read.forEach((entry, index) => {
      if (entry === null) return;
      const first = read.findIndex((other) => other?.target === entry.target);
      if (first !== index)
        this.reject(`${at}[${index}]`, `names ${entry.target}, as ${at}[${first}] does`, "remove one of the two");
    });
    return read.filter((entry) => entry !== null);
  }

  private target(entry: unknown, at: string): TargetConfig | null {
    if (typeof entry === "string") {
      const target = this.choice(entry, at, targetNames);
      return target === undefined ? null : { target };
    }
    const fields = this.fields(entry, at, ["target", "out", "import", "client"]);
    if (fields === null) return null;
    if (fields["target"] === undefined) return this.reject(`${at}.target`, "is required", hintFor("", targetNames));
    const target: TargetName | undefined = this.choice(fields["target"], `${at}.target`, targetNames);
    const out = this.text(fields, "out", at);
    const specifier = this.text(fields, "import", at);
    const client = fields["client"] === undefined ? undefined : this.client(fields["client"], `${at}.client`);
    if (target === undefined) return null;
    if (client !== undefined && target !== "samples")
      this.reject(`${at}.client`, "is for the target samples", "remove it, or move it there");
    return {
      target,
      ...(out === undefined ? {} : { out }),
      ...(specifier === undefined ? {} : { import: specifier }),
      ...(client === undefined ? {} : { client }),
    };
  }

  private client(value: unknown, at: string): SampleClient | undefined {
    const fields = this.fields(value, at, ["setup", "calls"]);
    const { setup, calls } = fields ?? {};
    if (typeof setup !== "string")
      return this.reject(`${at}.setup`, "must be the lines in front of a call", null) ?? undefined;
    if (!isFields(calls))
      return this.reject(`${at}.calls`, `must be an object, found ${kindOf(calls)}`, null) ?? undefined;
    const read = Object.entries(calls).flatMap(([id, call]): [string, string | ClientCall][] => {
      if (typeof call === "string") return [[id, call]];
      const own = this.fields(call, below(`${at}.calls`, id), ["setup", "call", "show"]);
      const { setup: lines, call: text, show } = own ?? {};
      if (typeof lines === "string" && typeof text === "string")
        return [[id, { setup: lines, call: text, ...(typeof show === "string" ? { show } : {}) }]];
      this.reject(
        below(`${at}.calls`, id),
        "must be a call, or { setup, call }",
        'such as "client.orders.get({path.id})"',
      );
      return [];
    });
    return { setup, calls: Object.fromEntries(read) };
  }

  private fields(value: unknown, at: string, known: readonly string[]): Fields | null {
    if (!isFields(value))
      return this.reject(at, `must be an object, found ${kindOf(value)}`, `its fields: ${known.join(", ")}`);
    for (const field of Object.keys(value)) {
      if (!known.includes(field))
        this.reject(below(at, field), "is not a field of the configuration", hintFor(field, known));
    }
    return value;
  }

  private text(fields: Fields, field: string, at: string): string | undefined {
    const value = fields[field];
    if (value === undefined) return undefined;
    if (typeof value === "string" && value.trim() !== "" && !/[\r\n\0]/.test(value)) return value;
    const found = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
    return this.reject(below(at, field), `must be a non-empty string on one line, found ${found}`, null) ?? undefined;
  }

  private choice<T extends string>(value: unknown, at: string, choices: readonly T[]): T | undefined {
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const shown = typeof value === "string" ? JSON.stringify(value) : kindOf(value);
    const hint = hintFor(typeof value === "string" ? value : "", choices);
    return this.reject(at, `must be one of ${choices.join(", ")}, found ${shown}`, hint) ?? undefined;
  }

  private reject(at: string, message: string, hint: string | null): null {
    this.problems.push({ message: `${this.name}: ${at === "" ? "" : `${at} `}${message}`, hint });
    return null;
  }
}

function below(at: string, field: string): string {
  const step = /^[A-Za-z_$][\w$]*$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`;
  return at === "" && step.startsWith(".") ? field : at + step;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
