// The finished pages -> the search index beside them.
import path from "node:path";
import { close, createIndex } from "pagefind";

export async function indexPages(folder: string): Promise<void> {
  try {
    const { index, errors } = await createIndex({ forceLanguage: "en" });
    if (index === undefined || errors.length > 0) throw new Error(`pagefind did not start: ${errors.join("; ")}`);
    const added = await index.addDirectory({ path: folder });
    const written = await index.writeFiles({ outputPath: path.join(folder, "pagefind") });
    const problems = [...added.errors, ...written.errors];
    if (problems.length > 0) throw new Error(`pagefind could not index the site: ${problems.join("; ")}`);
  } finally {
    await close();
  }
}
