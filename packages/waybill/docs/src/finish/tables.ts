// Tables in running text -> tables in a box that scrolls by itself, that a keyboard reaches, and that has a name; and the empty cell in the
// corner of a table of rows and columns -> a cell that is no header of nothing.
import { attributeOf, elementText, printTag, type Tag, unquoted } from "./tags.ts";

type Close = { readonly name: string; readonly start: number };

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
    if (tag.name !== "table") return changed;
    const start = this.html.lastIndexOf("<", tag.end - 1);
    // The author has seen to it already.
    const isBoxed = this.focusableEnd !== -1 && this.html.slice(this.focusableEnd, start).trim() === "";
    this.boxed.push(!isBoxed);
    if (isBoxed) return changed;
    const box = { class: "scrolling", role: "group", tabindex: "0", "aria-label": this.nameOf(tag) };
    return `${elementText("div", box)}${changed ?? printTag(tag)}`;
  }

  close({ name, start }: Close): void {
    if (/^h[1-6]$/.test(name)) this.heading = plain(this.html.slice(this.headingStart, start));
  }

  textOfClose({ name }: Close): string | null {
    if (name === "table") return this.boxed.pop() === true ? "</table></div>" : null;
    if (name !== "th" || !this.isCorner) return null;
    this.isCorner = false;
    return "</td>";
  }

  private nameOf({ end }: Tag): string {
    const [, caption] = /^\s*<caption[^>]*>([\s\S]*?)<\/caption>/.exec(this.html.slice(end, end + 2_000)) ?? [];
    return caption === undefined ? `Table: ${this.heading}` : plain(caption);
  }
}

function plain(html: string): string {
  return unquoted(html.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}
