// A layout -> an SVG of 340 units in width, which a phone shows at full size. It is drawn in `currentColor`, so that the page
// around it sets the colour.
import { type Box, type Line, layOut } from "./layout.ts";
import type { Arrow, Machine } from "./machine.ts";

const width = 340;
const boxHeight = 36;
const boxes = { middle: { x: 110, width: 160 }, side: { x: 284, width: 104 } } as const;
const lane = 214;
/** Of the middle of the box. */
const yOf = ({ row }: Box): number => row * 88 - 8;

export function drawLifeCycle(machine: Machine): string {
  const layout = layOut(machine);
  const end = Math.max(...layout.boxes.map(yOf)) + boxHeight / 2;
  const height = end + 68;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img" aria-labelledby="life-cycle-title life-cycle-text" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" color="#6e7781" fill="none" stroke="currentColor" stroke-width="1.5" font-size="11" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace">`,
    '<title id="life-cycle-title">The life cycle of an order</title>',
    `<desc id="life-cycle-text">${inWords(machine)}</desc>`,
    '<circle cx="110" cy="14" r="6" fill="currentColor"/>',
    ...layout.boxes.flatMap(drawBox),
    ...layout.lines.flatMap(drawLine),
    ...drawLegend(end + 30),
    "</svg>\n",
  ].join("\n");
}

/** `SHIPPED becomes DELIVERED (order.delivered).` for each arrow: for screen readers. */
function inWords({ arrows }: Machine): string {
  return arrows.map(sentenceOf).join(" ");
}

function sentenceOf({ from, to, event }: Arrow): string {
  return from === null ? `A new order is ${to} (${event}).` : `${from} becomes ${to} (${event}).`;
}

function drawBox(box: Box): string[] {
  const { x, width: wide } = boxes[box.column];
  const top = yOf(box) - boxHeight / 2;
  return [
    `<rect x="${x - wide / 2}" y="${top}" width="${wide}" height="${boxHeight}" rx="8" fill="currentColor" fill-opacity="0.07"/>`,
    text({ x, y: yOf(box) + 4, anchor: "middle" }, box.state),
  ];
}

function drawLine(line: Line): string[] {
  const { path, head, label } = courseOf(line);
  const dashes = line.arrow.assumed ? ' stroke-dasharray="5 4"' : "";
  return [`<path d="${path}"${dashes}/>`, arrowHead(head), text(label, line.arrow.event)];
}

interface Course {
  readonly path: string;
  readonly head: Head;
  readonly label: Place;
}

function courseOf({ kind, from, to }: Line): Course {
  const [start, end] = [from === null ? 20 : yOf(from) + boxHeight / 2, yOf(to) - boxHeight / 2];
  const middle = boxes.middle;
  const right = middle.x + middle.width / 2;
  switch (kind) {
    case "down": {
      const label = { x: middle.x - 9, y: (start + end) / 2 + 4, anchor: "end" } as const;
      return { path: `M${middle.x} ${start}V${end - 7}`, head: { x: middle.x, y: end, points: "down" }, label };
    }
    case "aside": {
      const [x, leaves] = [boxes.side.x, start - boxHeight / 2];
      const label = { x: x - 9, y: (start + end) / 2 + 4, anchor: "end" } as const;
      return { path: `M${right} ${leaves}H${x - 8}q8 0 8 8V${end - 7}`, head: { x, y: end, points: "down" }, label };
    }
    case "past": {
      const [leaves, arrives] = [start - boxHeight / 2, end + boxHeight / 2];
      const label = { x: lane + 9, y: (leaves + arrives) / 2 + 4, anchor: "start" } as const;
      const path = `M${right} ${leaves}H${lane - 8}q8 0 8 8V${arrives - 8}q0 8 -8 8H${right + 7}`;
      return { path, head: { x: right, y: arrives, points: "left" }, label };
    }
  }
}

function drawLegend(y: number): string[] {
  const row = (at: number, dashes: string, words: string): string[] => [
    `<path d="M8 ${at - 4}h32"${dashes}/>`,
    text({ x: 50, y: at, anchor: "start" }, words),
  ];
  return [
    ...row(y, "", "stated in the requirements"),
    ...row(y + 22, ' stroke-dasharray="5 4"', "left open: as this service does it"),
  ];
}

interface Head {
  /** Its point. */
  readonly x: number;
  readonly y: number;
  readonly points: "down" | "left";
}

function arrowHead({ x, y, points }: Head): string {
  const sides = points === "down" ? `l-4.5 -8h9z` : `l8 -4.5v9z`;
  return `<path d="M${x} ${y}${sides}" fill="currentColor" stroke="none"/>`;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "middle" | "end";
}

function text({ x, y, anchor }: Place, words: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="currentColor" stroke="none">${words}</text>`;
}
