// What axe finds in the page: WCAG 2.2 A and AA as violations, its own good practice as advice; and the looks of text that it found
// nothing against or something. `only`: these rules; `but`: all others; `amongNew`: only in what text-colours.js remembers; `known`:
// names of headers, footers, navigations and lines of sources that were judged on other pages, and are not judged again.
export default async ({ only, but, amongNew, known }) => {
  const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
  const looks = amongNew ? window.textColours : new Map();
  // Where a part is as large and has the same content, axe says the same of it, whichever of its links is that of the page.
  const contentOf = (part) => {
    if (part.matches(".line")) return part.outerHTML.replaceAll(/(?<==")[^"]*\d[^"]*(?=")|(?<=>)[^<]+(?=<)/g, "…");
    const { width, height } = part.getBoundingClientRect();
    return `${width} ${height} ${part.outerHTML.replaceAll(/ aria-current="\w+"/g, "")}`;
  };
  const nameOf = async (content) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content))).toHex();
  const parts = known ? [...document.querySelectorAll("header, footer, nav, .source .line")] : [];
  const byContent = Map.groupBy(parts, contentOf);
  const byName = new Map();
  for (const [content, alike] of byContent) byName.set(await nameOf(content), alike);
  const judged = [...byName].flatMap(([name, alike]) => (known.includes(name) ? alike : []));
  // Without lines a page is laid out as before, and axe need not go through thousands of them; without a navigation it is wider.
  const [lines, others] = [
    judged.filter((part) => part.matches(".line")),
    judged.filter((part) => !part.matches(".line")),
  ];
  for (const line of lines) line.remove();
  const context = amongNew ? { include: [...looks.keys()] } : { include: [document], exclude: others };
  const { violations, passes } = await window.axe.run(context, {
    runOnly: only ? { type: "rule", values: only } : { type: "tag", values: [...standards, "best-practice"] },
    ...(but ? { rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])) } : {}),
    resultTypes: amongNew ? ["violations", "passes"] : ["violations"],
    elementRef: amongNew === true,
    preload: false,
  });
  const looksOf = (results) => {
    const elements = amongNew ? results.flatMap(({ nodes }) => nodes.map(({ element }) => element)) : [];
    return [...new Set(elements.map((element) => looks.get(element)))].filter((look) => look !== undefined);
  };
  const found = violations.map(({ id, help, tags, nodes }) => ({
    rule: id,
    help,
    isRequired: tags.some((tag) => standards.includes(tag)),
    places: nodes.slice(0, 3).map(({ target, any, all, none }) => ({
      selector: target.flat().join(" "),
      why: [...any, ...all, ...none].map(({ message }) => message)[0] ?? "",
    })),
    count: nodes.length,
  }));
  const contrast = passes.filter(({ id }) => id === "color-contrast");
  return { found, passed: looksOf(contrast), failed: looksOf(violations), parts: [...byName.keys()] };
};
