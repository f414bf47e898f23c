// What other programs show -> its text: GitHub's annotations, the XML of JUnit and Checkstyle, SARIF, and HTML.

export interface Annotation {
  readonly severity: "error" | "warning" | "notice";
  /** Relative to the checkout; `null` when it is about no file. */
  readonly file: string | null;
  /** One-based, as the column. */
  readonly line: number | null;
  readonly column: number | null;
  readonly title: string;
  readonly text: string;
}

/** `::error file=…,line=…,col=…,title=…::text` */
export function annotationOf({ severity, file, line, column, title, text }: Annotation): string {
  const properties = [
    ...(file === null ? [] : [`file=${escapeProperty(file)}`]),
    ...(line === null ? [] : [`line=${line}`, `col=${column}`]),
    `title=${escapeProperty(title)}`,
  ];
  return `::${severity} ${properties.join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

// Suites of test cases -> JUnit's XML, which CI systems show as tests.

export interface TestRun {
  /** The command. */
  readonly name: string;
  readonly suites: readonly TestSuite[];
  /** What the whole run took; absent where nothing is timed. */
  readonly milliseconds?: number;
}

export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export interface TestCase {
  /** What it is about: a rule, an operation or an event. */
  readonly classname: string;
  readonly name: string;
  readonly milliseconds?: number;
  readonly failures?: readonly TestFailure[];
  /** Why it was not run; absent or `null` when it was. */
  readonly skipped?: string | null;
}

export interface TestFailure {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

export function junitOf({ name, suites, milliseconds }: TestRun): string {
  const counts = countsOf(suites.flatMap(({ cases }) => cases));
  const { tests, failures } = counts;
  const totals = milliseconds === undefined ? { tests, failures } : { ...counts, time: seconds(milliseconds) };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributesOf({ name, ...totals })}>`,
    ...suites.map((suite) => suiteXml(suite, milliseconds !== undefined)),
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

function suiteXml({ name, cases }: TestSuite, isTimed: boolean): string {
  const time = seconds(cases.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0));
  const start = `  <testsuite${attributesOf({ name, ...countsOf(cases), ...(isTimed ? { time } : {}) })}>`;
  return [start, ...cases.map(caseXml), "  </testsuite>"].join("\n");
}

function countsOf(cases: readonly TestCase[]): Record<"tests" | "failures" | "errors" | "skipped", number> {
  const failures = cases.filter(isFailed).length;
  const skipped = cases.filter((one) => !isFailed(one) && typeof one.skipped === "string").length;
  return { tests: cases.length, failures, errors: 0, skipped };
}

function isFailed({ failures = [] }: TestCase): boolean {
  return failures.length > 0;
}

function caseXml(one: TestCase): string {
  const { classname, name, milliseconds, failures = [], skipped = null } = one;
  const time = milliseconds === undefined ? {} : { time: seconds(milliseconds) };
  const start = `    <testcase${attributesOf({ classname, name, ...time })}`;
  const inside = [
    ...failures.map(
      ({ type, message, text }) => `      <failure${attributesOf({ type, message })}>${textXml(text)}</failure>`,
    ),
    ...(!isFailed(one) && skipped !== null ? [`      <skipped${attributesOf({ message: skipped })}/>`] : []),
  ];
  return inside.length === 0 ? `${start}/>` : [`${start}>`, ...inside, "    </testcase>"].join("\n");
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function attributesOf(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${attributeXml(String(value))}"`)
    .join("");
}

function textXml(text: string): string {
  return allowed(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** A parser makes a space of a line end or tab in an attribute, unless it is written as a reference. */
function attributeXml(text: string): string {
  return textXml(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");
}

/** XML 1.0 has no way to write these characters, not even as references: half a surrogate pair is one as well. */
function allowed(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu, "\ufffd");
}

// Files with their problems -> Checkstyle's XML, which Jenkins, reviewdog and editors read.

export interface CheckstyleFile {
  readonly name: string;
  readonly errors: readonly {
    readonly line: number;
    readonly column: number;
    readonly severity: "error" | "warning" | "info";
    readonly message: string;
    /** The rule. */
    readonly source: string;
  }[];
}

export function checkstyleOf(files: readonly CheckstyleFile[]): string {
  const lines = files.flatMap(({ name, errors }) => [
    `  <file${attributesOf({ name })}>`,
    ...errors.map(
      ({ line, column, severity, message, source }) =>
        `    <error${attributesOf({ line, column, severity, message, source })}/>`,
    ),
    "  </file>",
  ]);
  return `${['<?xml version="1.0" encoding="UTF-8"?>', '<checkstyle version="4.3">', ...lines, "</checkstyle>"].join("\n")}\n`;
}

// Results with their rules -> SARIF 2.1.0, which code scanning shows.

export interface SarifRun {
  /** The command. */
  readonly name: string;
  readonly version: string;
  readonly rules: readonly { readonly id: string; readonly text: string }[];
  readonly results: readonly object[];
}

export function sarifOf({ name, version, rules, results }: SarifRun): string {
  const described = rules.map(({ id, text }) => ({ id, shortDescription: { text } }));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver: { name, version, rules: described } }, columnKind: "utf16CodeUnits", results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A path as a URI reference. */
export function uriOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

// Templates of HTML -> markup, in which text from elsewhere is escaped.

/** HTML that was written as HTML. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | readonly Content[];

export type Template = (strings: TemplateStringsArray, ...values: readonly Content[]) => Markup;

/**
 * A template: what is filled in is escaped, unless it is markup itself. Attribute values are in double quotes. `shown`: a text without
 * the characters that are not safe to print.
 */
export function htmlTemplate(sanitize: (text: string) => string): Template {
  const htmlOf = (content: Content): string => {
    if (content instanceof Markup) return content.text;
    if (typeof content === "number") return String(content);
    return typeof content === "string" ? escaped(sanitize(content)) : content.map(htmlOf).join("");
  };
  return (strings, ...values) =>
    new Markup(strings.reduce((text, part, index) => `${text}${htmlOf(values[index - 1] ?? "")}${part}`));
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
