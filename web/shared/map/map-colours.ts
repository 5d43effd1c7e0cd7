/** The colours that a map takes from the page's tokens. */
export interface MapColours {
  sea: string;
  land: string;
  ground: string;
  line: string;
  text: string;
  quiet: string;
  surface: string;
  accent: string;
  good: string;
  warning: string;
  bad: string;
  /** Colours of lines that are told apart, by the number of an avatar's colour. */
  lines: readonly string[];
}

/** Hues of avatars (`avatar.css`), as a map's library reads colours. */
const HUES = [5, 30, 50, 130, 175, 215, 265, 325];

/** Letters as the browser has them. */
export const FONT = ['sans-serif'];

/** Returns the page's colours as they are now, light or dark: a map knows no tokens. */
export function coloursOfPage(): MapColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolved = (colour: string) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const colour = (token: string) => resolved(`var(--${token})`);
  const colours = {
    sea: colour('accent-ground'),
    land: colour('surface'),
    ground: colour('ground'),
    line: colour('line'),
    text: colour('text'),
    quiet: colour('quiet'),
    surface: colour('surface'),
    accent: colour('accent'),
    good: colour('good'),
    warning: colour('warning'),
    bad: colour('bad'),
    lines: HUES.map((hue) => resolved(`light-dark(hsl(${hue} 65% 38%), hsl(${hue} 60% 68%))`)),
  };
  probe.remove();
  return colours;
}

/** Light or dark, and how much contrast: the system may change it while the page is open. */
export function whenSchemeChanges(run: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener('change', run);
  return () => {
    for (const query of queries) query.removeEventListener('change', run);
  };
}
