import type { FileTable } from '../../../../rules/table-file.ts';
import type { Meaning } from '../../../../rules/task-columns.ts';
import type { LineProblem } from '../../../../rules/task-lines.ts';
import { type CsvImportContext, keysOfLines, LineReader } from '../../../../rules/task-lines.ts';
import type { CheckTasksAnswer } from '../../../store/wire/dispatch.ts';
import { organization } from '../../data/organization.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import { tableWords } from '../texts/index.ts';

/** So many are looked at by the server with one request: an address may have to be asked for elsewhere. */
const LINES_AT_ONCE = 100;

/** A line of the file as it would become a task. */
export interface CheckedLine {
  /** As an editor counts (`Sheet.numbers`). */
  number: number;
  /** As they stand in the file. */
  cells: readonly string[];
  task: Record<string, unknown>;
  /** Text by which the server recognises the line, as it stands in the file. */
  key: string;
  /** When it became a task before, in milliseconds since 1970. */
  importedAt: number | undefined;
  problems: readonly string[];
  /** The address was found, but not the house or the street. */
  isRough: boolean;
  /** No place was found for the address. */
  isLost: boolean;
  /** Place of the address: longitude, latitude. */
  place: readonly [number, number] | undefined;
}

/** Number of the error for an address without a place. */
const NO_PLACE = 1011;

/** Reads all lines and asks the server of those that can be read; nothing is created. */
export async function checkLines(
  { rows, numbers, broken }: FileTable,
  meanings: readonly (Meaning | '')[],
  context: CsvImportContext,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<CheckedLine[]> {
  const reader = new LineReader(meanings, context);
  const readLines = rows.map((cells) => reader.read(cells));
  const keys = keysOfLines(readLines.map(({ task }) => task));
  const lines = rows.map((cells, at): CheckedLine => {
    const { task, problems } = readLines[at]!;
    const reason = broken.get(at);
    const reasons = [...(reason ? [tableWords.bring.problems[reason]] : []), ...problems.map(sentenceOf)];
    return {
      ...{ number: numbers[at]!, cells, task, key: keys[at]!, importedAt: undefined, problems: reasons },
      ...{ isRough: false, isLost: false, place: undefined },
    };
  });
  const readable = [...lines.entries()].filter(([, { problems }]) => problems.length === 0);
  onProgress(lines.length - readable.length);
  for (let at = 0; at < readable.length; at += LINES_AT_ONCE) {
    const some = readable.slice(at, at + LINES_AT_ONCE);
    const before = readable.slice(0, at).map(([place]) => lines[place]!);
    const checked = await checkSome(
      some.map(([, line]) => line),
      { signal, before },
    );
    for (const [n, [place]] of some.entries()) lines[place] = checked[n]!;
    onProgress(lines.length - readable.length + at + some.length);
  }
  return lines;
}

/** Asks the server about lines that can be read. @param before lines that take up room in the lists before them */
async function checkSome(
  lines: readonly CheckedLine[],
  { signal, before = [] }: { signal?: AbortSignal; before?: readonly CheckedLine[] } = {},
): Promise<CheckedLine[]> {
  const { results, importedAt } = await requestWithRetries<CheckTasksAnswer>('/api/v2/tasks/batch/check', {
    method: 'POST',
    body: {
      tasks: lines.map(({ task }) => task),
      lines: lines.map(({ key }) => ({ key })),
      earlier: containersOf(before),
    },
    ...(signal && { signal }),
  });
  return results.map(({ error, geocoding, location }, n) => ({
    ...lines[n]!,
    importedAt: importedAt?.[n] ?? undefined,
    problems: error ? [error.cause] : [],
    isRough: geocoding !== null && ['postalCode', 'city', 'region'].includes(geocoding.precision),
    isLost: error?.error === NO_PLACE,
    place: location ? ([location[0]!, location[1]!] as const) : undefined,
  }));
}

/** Returns the containers into which lines would put tasks, and how many. */
function containersOf(lines: readonly CheckedLine[]): { container?: unknown; count: number }[] {
  const created = lines.filter(({ problems, importedAt }) => problems.length === 0 && importedAt === undefined);
  const byContainer = Map.groupBy(created, ({ task }) => JSON.stringify(task.container));
  return [...byContainer.values()].map((some) => ({ container: some[0]!.task.container, count: some.length }));
}

/**
 * Gives a line the place that somebody has shown, and asks the server about the rest of it.
 * @param list all lines: the others were checked without this one, so it gets only the room that they leave
 */
export async function placeLine(
  line: CheckedLine,
  at: readonly [number, number],
  city: string,
  list: readonly CheckedLine[],
): Promise<CheckedLine> {
  const { address, ...destination } = line.task.destination as { address: Record<string, string> };
  // With a position the address is not looked up: its line is taken as it is.
  const { unparsed, ...parts } = address;
  const country = organization.value?.country ?? '';
  const taken = { country, ...parts, ...(unparsed && { street: unparsed }), city };
  const placed = { ...destination, address: taken, location: at };
  const before = list.filter(({ number }) => number !== line.number);
  const [checked] = await checkSome([{ ...line, task: { ...line.task, destination: placed } }], { before });
  return checked!;
}

/** Returns the city of a line's address, or what may be it: the last part without a number. */
export function cityOf({ task }: CheckedLine): string {
  const { city, unparsed = '' } = (task.destination as { address: Record<string, string> }).address;
  const parts = unparsed.split(',').map((part) => part.trim());
  return city ?? parts.slice(1).findLast((part) => part !== '' && !/\d/.test(part)) ?? '';
}

function sentenceOf({ kind, text }: LineProblem): string {
  const reasons = tableWords.bring.problems[kind];
  return typeof reasons === 'string' ? reasons : reasons({ text });
}
