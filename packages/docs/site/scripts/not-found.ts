// In the reader's browser, on a path that leads nowhere: the pages whose paths and words are nearest to it.
import { search } from "../search/engine.ts";
import { itemOf, loadIndex } from "./search-hits.ts";

const most = 5;
const box = document.querySelector<HTMLElement>(".nearest");
const site = document.querySelector<HTMLElement>("site-search");
if (box !== null && site !== null) void showNearest(box, site);

async function showNearest(box: HTMLElement, { dataset }: HTMLElement): Promise<void> {
  const base = dataset["base"] ?? "/";
  const index = await loadIndex(dataset["index"] ?? "");
  const path = decodeURIComponent(location.pathname)
    .slice(base.length)
    .replace(/\.\w+$/, "");
  const parts = path.split("/").filter((part) => part !== "");
  // The last part says most; what is above it may be a section that moved.
  const tries = [parts.at(-1) ?? "", parts.join(" ")].map((part) => part.replaceAll(/[-_]/g, " "));
  const hits = tries.flatMap((text) => search(index, text, { kind: null, most }));
  const nearest = hits.filter((hit, at) => hits.findIndex((other) => other.path === hit.path) === at).slice(0, most);
  box.querySelector("ul")?.replaceChildren(...nearest.map((hit) => itemOf(hit, base)));
  box.querySelector("button")?.addEventListener("click", () => {
    document.querySelector<HTMLButtonElement>("[data-open-modal]")?.click();
  });
  for (const part of box.querySelectorAll<HTMLElement>("h2, p")) part.hidden = nearest.length === 0;
}
