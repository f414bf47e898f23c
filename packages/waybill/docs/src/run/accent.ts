// One colour of a brand -> the tokens of both themes, changed only as far as readable text needs it.

export interface Accent {
  readonly light: Shades;
  readonly dark: Shades;
}

interface Shades {
  readonly low: string;
  readonly main: string;
  readonly high: string;
  /** Text and links: at least 4.5 to 1 against the page. */
  readonly text: string;
}

type Colour = readonly [number, number, number];

/** Of text, by WCAG 2.2 AA. */
const least = 4.5;
const white: Colour = [255, 255, 255];
const black: Colour = [0, 0, 0];
/** What links are on, by the tokens of theme.css: pages, code blocks, inline code, the entry under the pointer, the target of a link. */
const grounds = {
  light: ["#ffffff", "#f8f7f2", "#f0efe8", "#eeede6", "#fff3c4"].map(colourOf),
  dark: ["#111718", "#161d1f", "#212b2d", "#1a2223", "#2a3b2d"].map(colourOf),
};

/** `#0b6f69`; `null` for any other text. */
export function accentOf(text: string): Accent | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const colour = colourOf(`#${digits}`);
  const low = { light: mixed(colour, white, 0.84), dark: mixed(colour, black, 0.62) };
  return {
    light: {
      low: hex(low.light),
      main: hex(colour),
      high: hex(readable(mixed(colour, black, 0.45), [low.light], black)),
      text: hex(readable(colour, grounds.light, black)),
    },
    dark: {
      low: hex(low.dark),
      main: hex(colour),
      high: hex(mixed(colour, white, 0.7)),
      // The current page in the menu has it on the low shade.
      text: hex(readable(colour, [...grounds.dark, low.dark], white)),
    },
  };
}

/** Where text cannot have the colour, with both contrasts. */
export function accentWarnings(accent: Accent | null): string[] {
  if (accent === null) return [];
  return (["light", "dark"] as const).flatMap((theme) => {
    const { main, text } = accent[theme];
    if (leastContrast(colourOf(main), grounds[theme]) >= least) return [];
    const ratio = (colour: string): string => `${leastContrast(colourOf(colour), grounds[theme]).toFixed(1)} to 1`;
    return [
      `accent ${main} has a contrast of ${ratio(main)} on ${theme} pages, and text needs ${least}: links there are ${text}, ${ratio(text)}`,
    ];
  });
}

export function accentCss({ light, dark }: Accent): string {
  const both = (name: string, key: keyof Shades): string =>
    `  --sl-color-${name}: light-dark(${light[key]}, ${dark[key]});`;
  return `:root {\n${[both("accent-low", "low"), both("accent", "main"), both("accent-high", "high"), both("text-accent", "text")].join("\n")}\n}\n`;
}

/** The first shade on the way to white or black that is readable on each ground. */
function readable(colour: Colour, on: readonly Colour[], towards: Colour): Colour {
  for (let share = 0; share <= 1; share += 0.04) {
    const shade = mixed(colour, towards, share);
    if (leastContrast(shade, on) >= 4.6) return shade;
  }
  return towards;
}

function leastContrast(colour: Colour, on: readonly Colour[]): number {
  return Math.min(...on.map((ground) => contrast(colour, ground)));
}

/** Of `#0b6f69`. */
function colourOf(text: string): Colour {
  const part = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const linear = (part: number): number =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function mixed(one: Colour, other: Colour, share: number): Colour {
  const part = (a: number, b: number): number => Math.round(a + (b - a) * share);
  return [part(one[0], other[0]), part(one[1], other[1]), part(one[2], other[2])];
}

function hex(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
