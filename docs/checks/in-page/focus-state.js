// Where the focus is now, among what focus-targets.js remembers; whether that can be seen; and whether anything lies over it.
export default () => {
  const active = document.activeElement;
  if (active === null || active === document.body || active === document.documentElement) return { kind: "none" };
  const index = window.focusTargets.findIndex(({ element }) => element === active);
  const name = `<${active.tagName.toLowerCase()}> ${(active.getAttribute("aria-label") ?? active.textContent ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 50)}`;
  if (index === -1) return { kind: "other", name };
  const rects = [...active.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  const points = rects.flatMap(({ left, right, top, bottom }) => [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ]);
  const isSeen = points.some(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (active.contains(hit) || hit.contains(active) || hit.closest("label")?.control === active);
  });
  return { kind: "target", index, name, isMarked: window.lookOf(active) !== window.focusTargets[index].before, isSeen };
};
