// The name of a site -> its icon, where the team has none: the first letter on the colour of the site.
import type { Accent } from "./accent.ts";

export function faviconOf(name: string, accent: Accent | null): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? "A";
  const text = letter.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${accent?.light.text ?? "#0b6f69"}"/><text x="16" y="22.5" text-anchor="middle" font-family="system-ui, sans-serif" font-size="19" font-weight="700" fill="#fff">${text}</text></svg>\n`;
}
