// The style and the script of the page. The page is complete without the script, which only copies text and hides rows.

export const pageStyle: string = `
:root { color-scheme: light dark; --ink: #1a1d21; --soft: #565d66; --page: #fff; --card: #f5f6f8; --line: #d5d9df; --link: #0b57b5;
  --good: #0a6b2d; --good-page: #e2f5e7; --fair: #7a4b00; --fair-page: #fdf0d3; --bad: #a3121f; --bad-page: #fde6e7; --none: #eceef1; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8eb; --soft: #a4acb7; --page: #14161a; --card: #1d2026; --line: #363b44; --link: #7db4ff;
    --good: #7fdc9b; --good-page: #12331d; --fair: #f3c669; --fair-page: #3a2c0c; --bad: #ff9aa1; --bad-page: #43171b; --none: #1a1d22; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 80rem; margin: 0 auto; padding: 1rem clamp(0.75rem, 3vw, 2rem); }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0.5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 0.5rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; font-weight: 600; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
p { margin: 0.4rem 0; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 0.75rem; }
code, pre, .ids, .where, .route, .parts { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.85rem; }
pre { margin: 0; padding: 0.6rem 0.75rem; background: var(--page); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.shown { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--soft); max-height: 20rem; overflow-y: auto; }
.where, .route { color: var(--soft); overflow-wrap: anywhere; }
.route { font-weight: 400; }
.verdict { display: inline-block; padding: 0 0.5rem; border-radius: 6px; }
.verdict.good, .tile.good { color: var(--good); background: var(--good-page); }
.verdict.bad, .tile.bad { color: var(--bad); background: var(--bad-page); }
.tile.fair { color: var(--fair); background: var(--fair-page); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem; margin: 0; }
.tile { display: flex; flex-direction: column-reverse; justify-content: flex-end; padding: 0.6rem 0.75rem; border-radius: 8px; background: var(--card); }
.tile dt { font-size: 0.85rem; }
.tile dd { margin: 0; font-size: 1.4rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.failures { color: var(--bad); }
.finding { margin: 0 0 1rem; padding: 0.75rem 1rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; }
.finding:target { outline: 2px solid var(--link); }
.anchor { color: var(--soft); text-decoration: none; font-weight: 400; }
.check { color: var(--bad); }
.curl { display: flex; gap: 0.5rem; align-items: flex-start; margin: 0.5rem 0; }
.curl pre { flex: 1; min-width: 0; }
button { font: inherit; font-size: 0.85rem; padding: 0.45rem 0.75rem; color: var(--ink); background: var(--page); border: 1px solid var(--soft); border-radius: 6px; cursor: pointer; }
.again { color: var(--soft); font-size: 0.9rem; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; margin: 0.75rem 0 1.25rem; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.5rem 0.6rem; font-weight: 600; }
th, td { padding: 0.35rem 0.6rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--card); white-space: nowrap; }
.wide th[scope="row"] { font-weight: 400; white-space: nowrap; }
.number { text-align: right; }
tr.bad td, tr.bad th { background: var(--bad-page); }
.matrix { width: auto; min-width: 100%; }
.matrix th[scope="row"] { font-weight: 600; min-width: 11rem; position: sticky; left: 0; background: var(--page); }
.matrix th .route { display: block; }
.matrix td { border-left: 1px solid var(--line); min-width: 4.5rem; }
.seen { color: var(--good); }
.partly, .partly.key { color: var(--fair); background: var(--fair-page); }
td.hole, .key.hole { color: var(--bad); background: var(--bad-page); font-weight: 600; }
li.hole { color: var(--bad); font-weight: 600; }
.excused { color: var(--soft); }
td.none { background: var(--none); }
.key { display: inline-block; padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; font-size: 0.85rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
.legend, .filter { color: var(--soft); font-size: 0.9rem; }
summary { cursor: pointer; }
td summary { white-space: nowrap; }
.parts { color: var(--ink); font-weight: 400; min-width: 14rem; }
.parts ul, .ids { margin: 0.25rem 0; padding-left: 1.1rem; }
.parts .seen { color: inherit; }
.reason { font-family: system-ui, sans-serif; color: var(--soft); }
.ids li { overflow-wrap: anywhere; }
.ids .bad { color: var(--bad); }
a:focus-visible, button:focus-visible, summary:focus-visible, pre:focus-visible, .scroll:focus-visible, input:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) {
  .curl { flex-direction: column; align-items: stretch; }
  .curl pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .matrix th[scope="row"] { min-width: 9.5rem; max-width: 11rem; overflow-wrap: anywhere; font-size: 0.85rem; }
  .matrix th .route { font-size: 0.75rem; }
  .wide th[scope="row"] { white-space: normal; }
}
@media print { .filter, .curl button, nav { display: none; } }
`;

export const pageScript: string = `
for (const button of document.querySelectorAll(".curl button")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", () => {
    navigator.clipboard.writeText(button.previousElementSibling.textContent).then(
      () => { button.textContent = "Copied"; },
      () => { button.textContent = "Not allowed"; },
    );
  });
}
const onlyHoles = document.getElementById("only-holes");
onlyHoles.closest("p").hidden = false;
onlyHoles.addEventListener("change", () => {
  for (const row of document.querySelectorAll("tr[data-holes=no]")) row.hidden = onlyHoles.checked;
});
`;
