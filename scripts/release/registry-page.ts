// A package and where the repository is -> what its page in the registry needs: repository, homepage, bugs, and a README whose links work
// outside of the repository.
import path from "node:path";

export interface Place {
  /** Where the repository is: `https://git.example/team/waybill`. */
  readonly url: string;
  /** The package in it: `packages/fulfillment/client`. */
  readonly directory: string;
}

/** The manifest with its members as npm has them. `homepage` is the README, unless the docs have an address: `DOCS_SITE`. */
export function placed(manifest: object, { url, directory }: Place, site: string | null): object {
  return {
    ...manifest,
    repository: { type: "git", url: `git+${url}.git`, directory },
    homepage: site ?? `${url}/tree/HEAD/${directory}#readme`,
    bugs: `${url}/issues`,
  };
}

/** Relative links and images of Markdown -> absolute ones. Code keeps what looks like a link. */
export function withAbsoluteLinks(markdown: string, { url, directory }: Place): string {
  const pieces = markdown.split(/(^```[\s\S]*?^```$|`[^`\n]+`)/m);
  return pieces
    .map((piece, at) => {
      // Code within the text of a link is a piece of its own, so that a link may begin in one and end in another.
      if (at % 2 === 1) return piece;
      return piece.replace(
        /(!?)(\](?:\()|^\[[^\]]+\]:\s+)([^)\s]+)/gm,
        (whole, _mark: string, start: string, to: string) => {
          if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(to)) return whole;
          const [file = "", fragment] = to.split("#");
          const target = path.posix.join(directory, file).replace(/\/$/, "");
          return `${start}${url}/${kindOf(target)}/HEAD/${target}${fragment === undefined ? "" : `#${fragment}`}`;
        },
      );
    })
    .join("");
}

/** Images are shown as they are, folders are listed, files are shown as pages. */
function kindOf(target: string): "raw" | "blob" | "tree" {
  if (/\.(?:svg|png|jpe?g|gif|webp)$/.test(target)) return "raw";
  return /\.\w+$/.test(target) ? "blob" : "tree";
}
