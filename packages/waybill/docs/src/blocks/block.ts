// What a page consists of, before it is HTML or Markdown. Both are written from the same blocks, so neither says less.

import type { Json } from "waybill/description";

/** A part of a line: text, code, or a link to a page of the site or to elsewhere. */
export type Inline =
  /** A text of the interface. */
  | string
  /** A text of the description. */
  | { readonly text: string }
  | { readonly code: string }
  /** Words of the description, in Markdown, that are one line. */
  | { readonly markdown: string }
  /** `code`: whether the text is printed as code. */
  | { readonly href: string; readonly text: string; readonly code?: boolean };

export type Line = readonly Inline[];

export type Block =
  /** `isDescribed`: whether the description says it. */
  | {
      readonly kind: "heading";
      readonly level: 2 | 3 | 4;
      readonly text: string;
      readonly id: string;
      readonly isDescribed?: boolean;
    }
  /** Words of the description, in Markdown. `top`: whether its headings are sections of the page. */
  | { readonly kind: "prose"; readonly markdown: string; readonly top?: boolean }
  | { readonly kind: "line"; readonly content: Line; readonly tone?: "meta" | "warning" | "label" | "jump" }
  | { readonly kind: "list"; readonly items: readonly Line[] }
  | Endpoint
  | { readonly kind: "fields"; readonly fields: readonly Field[] }
  | Samples
  | { readonly kind: "details"; readonly summary: Line; readonly blocks: readonly Block[] }
  /** `choice`: one of several, and whether it is open before a reader chooses. */
  | {
      readonly kind: "box";
      readonly title: Line;
      readonly choice?: "open" | "closed";
      readonly blocks: readonly Block[];
    }
  | ResponseBlock
  | { readonly kind: "index"; readonly entries: readonly IndexEntry[] }
  | TryItForm;

export interface ResponseBlock {
  readonly kind: "response";
  readonly status: string;
  readonly text: Inline;
  readonly blocks: readonly Block[];
  /** Its examples, beside it. */
  readonly aside: readonly Block[];
}

/** A form that sends the operation of the page; readers of the Markdown, and those without scripts, have none. */
export interface TryItForm {
  readonly kind: "try-it";
  readonly form: TryIt;
  /** Of the button; default: Try it. */
  readonly label?: Line;
}

/** What the form needs. */
export interface TryIt {
  readonly method: string;
  /** `/v1/orders/{orderId}` */
  readonly path: string;
  /** Without any, requests go to the origin of the page. */
  readonly servers: readonly TryServer[];
  readonly parameters: readonly TryParameter[];
  readonly body: { readonly type: string; readonly text: string; readonly fields: readonly TryBodyField[] } | null;
  /** Alternatives: the schemes of one are needed together. An empty one needs nothing. */
  readonly credentials: readonly (readonly TryCredential[])[];
  /** The path of the page about authentication, to which OAuth servers return. */
  readonly authentication: string;
}

export interface TryServer {
  /** `https://{region}.acme.example/v1`, or a path. */
  readonly url: string;
  readonly variables: readonly { readonly name: string; readonly default: string; readonly enum: readonly string[] }[];
}

/** `id`: under which the tab remembers it. */
export type TryCredential = { readonly id: string; readonly name: string } & (
  | { readonly kind: "bearer" | "basic" | "cookie" | "mutual-tls" }
  | { readonly kind: "header"; readonly header: string }
  | { readonly kind: "query"; readonly parameter: string }
  | {
      readonly kind: "oauth2";
      readonly authorizationUrl: string;
      readonly tokenUrl: string;
      readonly scopes: readonly string[];
    }
);

/** A member of the body: `["address", "city"]`. */
export interface TryBodyField {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly input: "string" | "number" | "choice" | "json";
  readonly choices: readonly Json[];
}

export interface TryParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  /** Of a list: values are separated by commas. */
  readonly isList: boolean;
  /** The sample: filled in where it is required, else a hint. */
  readonly value: string;
  /** Of an enum. */
  readonly choices: readonly string[];
}

/** What is called: a method and a URL that can be copied. */
export interface Endpoint {
  readonly kind: "endpoint";
  /** `GET`; `null` for an address that has none. */
  readonly method: string | null;
  /** The base URL; empty where the description has none. */
  readonly server: string;
  readonly path: string;
}

/** A parameter, a header, a property, or a value of an enum. */
export interface Field {
  readonly name: string;
  /** Whether the name is a text of the interface: `(other properties)`. */
  readonly isLabel?: boolean;
  /** Its anchor; `null` for one that is not linked to. */
  readonly id: string | null;
  readonly type: Line;
  readonly marks: readonly Mark[];
  readonly facts: readonly Fact[];
  readonly blocks: readonly Block[];
}

export type Mark = "required" | "deprecated" | "read-only" | "write-only" | "may be absent";

export interface Fact {
  readonly label: string;
  readonly values: readonly Inline[];
}

/** Code, as tabs where there are several. `language`: readers choose once for all pages. */
export interface Samples {
  readonly kind: "samples";
  readonly title: string;
  readonly group: "language" | "example";
  readonly tabs: readonly { readonly label: string; readonly language: string; readonly text: string }[];
}

export interface IndexEntry {
  readonly href: string;
  readonly label: string;
  /** `GET`, `WEBHOOK` */
  readonly badge: string | null;
  /** `/v1/orders` */
  readonly code: string | null;
  readonly deprecated: boolean;
}

export interface Page {
  /** From the root of the site: `/operations/orders/list-orders/`. */
  readonly path: string;
  readonly title: string;
  /** One plain sentence, for search results and lists. */
  readonly description: string;
  /** Whether that sentence says no more than the title, for want of a better one: it is not shown below the title then. */
  readonly isTitleOnly?: boolean;
  readonly kind: "overview" | "operation" | "event" | "channel" | "schema" | "list" | "other";
  /** What comes first, also on a narrow screen. */
  readonly intro: readonly Block[];
  readonly main: readonly Block[];
  /** Samples: beside `main` up to its responses, or on a narrow screen between the two. */
  readonly aside: readonly Block[];
}

export interface NavigationGroup {
  /** Empty for entries outside of groups. */
  readonly label: string;
  /** The page that lists its entries. */
  readonly path: string | null;
  readonly items: readonly NavigationItem[];
  /** Whether it is closed at first; default: as there is room. */
  readonly collapsed?: boolean;
}

export interface NavigationItem {
  readonly label: string;
  readonly path: string;
  readonly badge?: string;
}
