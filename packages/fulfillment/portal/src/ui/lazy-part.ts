// A part of the pages that is loaded when it is first shown -> the part, however often the network has to be asked for it.
import { type ComponentType, lazy } from "react";

/** Milliseconds between two attempts with a network. */
const pause = 2_000;
/** After so many of them, the files may be those of a version that is no longer served. */
const attemptsBeforeReload = 3;
const reloaded = "reloaded for new files at";
const mostOftenMs = 60_000;

/** Never rejects: the page shows that it waits. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let attempts = 0; ; attempts += navigator.onLine ? 1 : 0) {
    if (attempts === attemptsBeforeReload) reloadOnce();
    try {
      return await load();
    } catch {
      await nextChance();
    }
  }
}

export function lazyPart<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadPart(load));
}

/** When there is a network again, or after a while. */
function nextChance(): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, pause);
    else window.addEventListener("online", () => resolve(), { once: true });
  });
}

function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloaded) ?? 0);
  if (Date.now() - last < mostOftenMs) return;
  sessionStorage.setItem(reloaded, String(Date.now()));
  window.location.reload();
}
