// The path of a page -> that of its Markdown twin.

export function twinPath(path: string): string {
  return path === "/" ? "/index.md" : `${path.replace(/\/$/, "")}.md`;
}
