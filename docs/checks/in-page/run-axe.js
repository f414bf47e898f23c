// What axe finds in the page: WCAG 2.2 A and AA as violations, its own good practice as advice. `rules`: only these.
export default async (rules) => {
  const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
  const { violations } = await window.axe.run(document, {
    runOnly:
      rules === null ? { type: "tag", values: [...standards, "best-practice"] } : { type: "rule", values: rules },
    resultTypes: ["violations"],
    preload: false,
  });
  return violations.map(({ id, help, tags, nodes }) => ({
    rule: id,
    help,
    isRequired: tags.some((tag) => standards.includes(tag)),
    places: nodes.slice(0, 3).map(({ target, any, all, none }) => ({
      selector: target.flat().join(" "),
      why: [...any, ...all, ...none].map(({ message }) => message)[0] ?? "",
    })),
    count: nodes.length,
  }));
};
