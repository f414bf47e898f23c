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
const paper: Colour = [248, 247, 242];
const night: Colour = [29, 36, 39];

/** `#0b6f69`; `null` for any other text. */
export function accentOf(text: string): Accent | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const colour = colourOf(`#${digits}`);
  return {
    light: {
      low: hex(mixed(colour, white, 0.84)),
      main: hex(colour),
      high: hex(readable(mixed(colour, black, 0.45), mixed(colour, white, 0.84), black)),
      text: hex(readable(colour, paper, black)),
    },
    dark: {
      low: hex(mixed(colour, black, 0.62)),
      main: hex(colour),
      high: hex(mixed(colour, white, 0.7)),
      text: hex(readable(readable(colour, night, white), mixed(colour, black, 0.62), white)),
    },
  };
}

/** Where text cannot have the colour, with both contrasts. */
export function accentWarnings(accent: Accent | null): string[] {
  if (accent === null) return [];
  return (
    [
      ["light", paper],
      ["dark", night],
    ] as const
  ).flatMap(([theme, ground]) => {
    const { main, text } = accent[theme];
    if (contrast(colourOf(main), ground) >= least) return [];
    const ratio = (colour: string): string => `${contrast(colourOf(colour), ground).toFixed(1)} to 1`;
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

function readable(colour: Colour, ground: Colour, towards: Colour): Colour {
  for (let share = 0; share <= 1; share += 0.04) {
    const tried = mixed(colour, towards, share);
    if (contrast(tried, ground) >= 4.6) return tried;
  }
  return towards;
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
