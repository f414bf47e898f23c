// A problem and its place -> a workflow command that GitHub shows beside the line.

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
