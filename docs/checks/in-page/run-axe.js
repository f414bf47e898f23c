// What axe finds in the page: WCAG 2.2 A and AA as violations, its own good practice as advice; and the looks of text that it found
// nothing against or something. `only`: these rules; `but`: all others; `amongNew`: only in what text-colours.js remembers.
export default async ({ only, but, amongNew }) => {
  const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
  const looks = amongNew ? window.textColours : new Map();
  const { violations, passes } = await window.axe.run(amongNew ? { include: [...looks.keys()] } : document, {
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
  return { found, passed: looksOf(passes), failed: looksOf(violations) };
};
