// The formats of bodies: values to what is sent, and what was received to values.
import type { BodyFormat } from "./body-format.ts";
import { encodeText } from "./values.ts";

export const json: BodyFormat = {
  kind: "json",
  write: (body) => JSON.stringify(body),
  read: async (response) => {
    const sent = await response.text();
    try {
      return JSON.parse(sent);
    } catch {
      throw new SyntaxError(sent);
    }
  },
};

export const text: BodyFormat = {
  kind: "text",
  write: String,
  read: (response) => response.text(),
};

export const binary: BodyFormat = {
  kind: "binary",
  write: (body) => {
    if (body instanceof Blob) return body;
    throw new TypeError("the body has to be a Blob");
  },
  read: (response) => response.blob(),
};

/**
 * `application/x-www-form-urlencoded`: the items of an array are fields of the same name, objects are JSON. What is no
 * object is the text of the form.
 */
export const form: BodyFormat = {
  kind: "form",
  write: (body) =>
    isObject(body)
      ? fieldsOf(body)
          .map(([name, value]) => fieldText(name, value))
          .join("&")
      : String(body ?? ""),
  read: async (response) => membersOf(new URLSearchParams(await response.text())),
};

/** `multipart/form-data`: blobs are parts of their own type, objects are JSON. */
export const multipart: BodyFormat = {
  kind: "multipart",
  write: (body) => {
    const data = new FormData();
    for (const [name, value] of fieldsOf(body)) {
      if (value instanceof Blob) data.append(name, value);
      else if (isObject(value)) data.append(name, new Blob([JSON.stringify(value)], { type: "application/json" }));
      else data.append(name, String(value));
    }
    return data;
  },
  read: async (response) => {
    // Read completely first: later failures are about the format, not the connection.
    const sent = await response.blob();
    try {
      return membersOf(await new Response(sent, { headers: response.headers }).formData());
    } catch {
      throw new SyntaxError(await sent.text());
    }
  },
};

function fieldText(name: string, value: unknown): string {
  return `${encodeText(name)}=${encodeText(isObject(value) ? JSON.stringify(value) : String(value))}`;
}

function fieldsOf(body: unknown): [string, unknown][] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([name, value]): [string, unknown][] => {
    if (Array.isArray(value)) return value.map((item) => [name, item]);
    return value === undefined ? [] : [[name, value]];
  });
}

/** Fields of one name form an array. */
function membersOf(fields: URLSearchParams | FormData): Record<string, unknown> {
  const members = new Map<string, unknown[]>();
  fields.forEach((value: unknown, name: string) => {
    members.set(name, [...(members.get(name) ?? []), value]);
  });
  return Object.fromEntries([...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
