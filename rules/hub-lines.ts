import { elementsOf, plainCell } from './cells.ts';
import { type PlaceMeaning, type PlaceOfLine, placeMeanings, readPlaceCells } from './place-cells.ts';
import { byHeading, guessColumns, usualMeaning } from './task-columns.ts';

/** Possible meanings of a column in a list of hubs. */
export const hubMeanings = ['name', 'teams', ...placeMeanings] as const;
export type HubMeaning = (typeof hubMeanings)[number];

const meaningOf = byHeading<'name' | 'teams'>({
  name: 'name|hub|hub name|depot|depot name|warehouse|station|branch|lager|filiale|niederlassung|name des hubs|name des depots',
  teams: 'team|teams|group|groups|gruppe|gruppen',
});
const places = new Set<string>(placeMeanings);

/** Guesses the meanings of a list's columns. @param remembered earlier choices, by the keys of headings */
export function guessHubMeanings(
  columns: readonly string[],
  remembered: Readonly<Record<string, string>>,
): (HubMeaning | '')[] {
  return guessColumns(columns, remembered, new Set(hubMeanings), (heading) => {
    const usual = usualMeaning(heading);
    return meaningOf.get(heading) ?? (usual !== undefined && places.has(usual) ? (usual as PlaceMeaning) : undefined);
  });
}

/** Problem of a line before the server checks it. */
export interface HubProblem {
  kind: 'hubName' | 'noPlace' | 'position';
  /** As it stands in the file. */
  text: string;
}

/** A hub as a line of a list has it, and as `POST /hubs/batch` takes it. */
export interface HubLine extends PlaceOfLine {
  name: string;
  /** Names of the teams that start there. */
  teams?: readonly string[];
}

/** Reads the cells of a line. An empty cell of teams says nothing, so that it changes nothing of a known hub. */
export function readHubLine(
  cells: readonly string[],
  meanings: readonly (HubMeaning | '')[],
  country: string,
): { hub: HubLine; problems: readonly HubProblem[] } {
  const given = new Map<HubMeaning, string>();
  for (const [at, meaning] of meanings.entries()) {
    const text = plainCell(cells[at] ?? '');
    if (meaning && text !== '') given.set(meaning, text);
  }
  const text = (meaning: HubMeaning): string => given.get(meaning) ?? '';
  const problems: HubProblem[] = [];
  const name = text('name');
  if (!name) problems.push({ kind: 'hubName', text: text('address') });
  const place = readPlaceCells(text, (kind, written) => problems.push({ kind, text: written }), country);
  return { hub: { name, ...place, ...(text('teams') && { teams: elementsOf(text('teams')) }) }, problems };
}
