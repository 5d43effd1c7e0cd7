import type { FileTable } from '../../../../rules/table-file.ts';
import type { Meaning } from '../../../../rules/task-columns.ts';
import type { LineProblem } from '../../../../rules/task-lines.ts';
import { type CsvImportContext, LineReader } from '../../../../rules/task-lines.ts';
import type { CheckTasksAnswer } from '../../../store/wire/dispatch.ts';
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
  problems: readonly string[];
  /** The address was found, but not the house or the street. */
  isRough: boolean;
}

/** Reads all lines and asks the server of those that can be read; nothing is created. */
export async function checkLines(
  { rows, numbers, broken }: FileTable,
  meanings: readonly (Meaning | '')[],
  context: CsvImportContext,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<CheckedLine[]> {
  const reader = new LineReader(meanings, context);
  const lines = rows.map((cells, at): CheckedLine => {
    const { task, problems } = reader.read(cells);
    const reason = broken.get(at);
    const reasons = [...(reason ? [tableWords.bring.problems[reason]] : []), ...problems.map(sentenceOf)];
    return { number: numbers[at]!, cells, task, problems: reasons, isRough: false };
  });
  const readable = [...lines.entries()].filter(([, { problems }]) => problems.length === 0);
  onProgress(lines.length - readable.length);
  for (let at = 0; at < readable.length; at += LINES_AT_ONCE) {
    const some = readable.slice(at, at + LINES_AT_ONCE);
    const { results } = await requestWithRetries<CheckTasksAnswer>('/api/v2/tasks/batch/check', {
      method: 'POST',
      body: { tasks: some.map(([, { task }]) => task) },
      signal,
    });
    for (const [n, { error, geocoding }] of results.entries()) {
      const [place, line] = some[n]!;
      lines[place] = {
        ...line,
        problems: error ? [error.cause] : [],
        isRough: geocoding !== null && ['postalCode', 'city', 'region'].includes(geocoding.precision),
      };
    }
    onProgress(lines.length - readable.length + at + some.length);
  }
  return lines;
}

function sentenceOf({ kind, text }: LineProblem): string {
  const reasons = tableWords.bring.problems[kind];
  return typeof reasons === 'string' ? reasons : reasons({ text });
}
