// Tables in running text -> tables in a box that scrolls by itself, that a keyboard reaches, and that has a name; and the empty cell in the
// corner of a table of rows and columns -> a cell that is no header of nothing. A long table gets a field that filters its rows
// (site/scripts/table-filter.ts), and one of words, or a long one, a label in each cell, for telephones, where each row is a block.
import { attributeOf, elementText, printTag, type Tag, unquoted } from "./tags.ts";

type Close = { readonly name: string; readonly start: number };

/** With more rows than this, a table is searched rather than read. */
const longest = 24;

/** In characters of a row. */
const wordy = 70;

/** The tags of one page, in their order. */
export class TableTags {
  private readonly html: string;
  private heading = "";
  private headingStart = 0;
  /** For each open table, whether it got a box here. */
  private readonly boxed: boolean[] = [];
  /** The end of the last tag that is reached by keyboard. */
  private focusableEnd = -1;
  private isCorner = false;
  /** Of a table whose cells have labels: the texts of its header, and the column of the next cell. */
  private labels: readonly string[] | null = null;
  private column = 0;

  constructor(html: string) {
    this.html = html;
  }

  /** `changed`: how it is printed already; `null` where it is as written. */
  textOfOpen(tag: Tag, changed: string | null): string | null {
    if (/^h[1-6]$/.test(tag.name)) this.headingStart = tag.end;
    if (attributeOf(tag, "tabindex") !== undefined) this.focusableEnd = tag.end;
    if (tag.name === "th" && this.html.startsWith("</th>", tag.end)) {
      this.isCorner = true;
      return printTag({ ...tag, name: "td" });
    }
    if (tag.name === "tr") this.column = 0;
    if (tag.name === "td" && this.labels !== null) return this.labelled(tag);
    if (tag.name !== "table") return changed;
    const start = this.html.lastIndexOf("<", tag.end - 1);
    // The author has seen to it already.
    const isBoxed = this.focusableEnd !== -1 && this.html.slice(this.focusableEnd, start).trim() === "";
    this.boxed.push(!isBoxed);
    if (isBoxed) return changed;
    const box = { class: "scrolling", role: "group", tabindex: "0", "aria-label": this.nameOf(tag) };
    const table = this.html.slice(tag.end, this.html.indexOf("</table>", tag.end));
    const rows = (table.match(/<tr\b/g)?.length ?? 1) - 1;
    this.labels = rows > longest || isWordy(table, rows) ? labelsOf(table) : null;
    const shape = this.labels === null ? box : { ...box, class: "scrolling labelled" };
    if (rows <= longest) return `${elementText("div", shape)}${changed ?? printTag(tag)}`;
    const words = `Filter ${rows} rows`;
    const filter = {
      type: "search",
      class: "table-filter",
      placeholder: words,
      "aria-label": words,
      "data-needs-script": "",
    };
    return `${elementText("input", filter)}${elementText("div", shape)}${changed ?? printTag(tag)}`;
  }

  close({ name, start }: Close): void {
    if (/^h[1-6]$/.test(name)) this.heading = plain(this.html.slice(this.headingStart, start));
  }

  textOfClose({ name }: Close): string | null {
    if (name === "table") this.labels = null;
    if (name === "table") return this.boxed.pop() === true ? "</table></div>" : null;
    if (name !== "th" || !this.isCorner) return null;
    this.isCorner = false;
    return "</td>";
  }

  private labelled(tag: Tag): string {
    const value = this.labels?.[this.column] ?? "";
    this.column += 1;
    return printTag({ ...tag, attributes: [...tag.attributes, { name: "data-label", value }] });
  }

  private nameOf({ end }: Tag): string {
    const [, caption] = /^\s*<caption[^>]*>([\s\S]*?)<\/caption>/.exec(this.html.slice(end, end + 2_000)) ?? [];
    return caption === undefined ? `Table: ${this.heading}` : plain(caption);
  }
}

/** Whether a row has more words than a telephone shows side by side. */
function isWordy(table: string, rows: number): boolean {
  const [, body = ""] = table.split("</thead>");
  return plain(body).length > rows * wordy;
}

/** `null` for a table of many columns, which has figures, or of two, which fit. */
function labelsOf(table: string): string[] | null {
  const [head = ""] = table.split("</thead>");
  const labels = [...head.matchAll(/<th\b[^>]*>([\s\S]*?)<\/th>/g)].map(([, text = ""]) => plain(text));
  return labels.length < 3 || labels.length > 5 ? null : labels;
}

function plain(html: string): string {
  return unquoted(html.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}
