// What makes the page wider than the window: the elements that reach farthest to the right, unless they are cut off.
export default async () => {
  // The window has just become narrow: what follows its width does so with the next frames.
  const isWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  for (let frame = 0; frame < 60 && (frame < 2 || isWide()); frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  const wide = document.documentElement.scrollWidth;
  const room = document.documentElement.clientWidth;
  if (wide <= room) return { wide, room, culprits: [] };
  const isCut = (element) => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") return true;
    }
    return false;
  };
  const culprits = [...document.body.querySelectorAll("*")]
    .map((element) => ({ element, right: element.getBoundingClientRect().right }))
    .filter(({ element, right }) => right > room + 1 && !isCut(element))
    .sort((a, b) => b.right - a.right)
    .slice(0, 3)
    .map(
      ({ element, right }) => `<${element.tagName.toLowerCase()} class="${element.className}"> to ${Math.round(right)}`,
    );
  return { wide, room, culprits };
};
