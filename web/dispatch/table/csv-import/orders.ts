import { clockOf } from '../../../../rules/local-times.ts';
import { guessMeanings, headingKeys, type Meaning, plainMeanings } from '../../../../rules/task-columns.ts';
import { floor } from '../../data/floor.ts';
import { customFields, organization } from '../../data/organization.ts';
import { keepMeanings, savedTable } from '../saved-table.ts';
import { tableWords } from '../texts/index.ts';
import { type CheckedLine, checkLines } from './check-lines.ts';
import type { ListKind, ReadFile } from './columns-step.tsx';

const editableFields = () => customFields.value.filter(({ editability }) => editability.includes('api'));

/** Lists of orders. */
export const orders: ListKind<Meaning> = {
  get meanings() {
    return [
      ...plainMeanings.map((value) => ({ value, name: tableWords.bring.meanings[value] })),
      ...editableFields().map(({ key, name }) => ({ value: `field:${key}` as const, name })),
    ];
  },
  guess: (headings) => guessMeanings(headings, savedTable.value.meanings, editableFields()),
  hasTimes: true,
};

/** Checks all lines of a list of orders; the meanings of its columns are remembered. */
export function checkOrders(
  { table, meanings, isDayFirst }: ReadFile<Meaning>,
  progress: { signal: AbortSignal; onProgress(done: number): void },
): Promise<CheckedLine[]> {
  keepMeanings(Object.fromEntries(headingKeys(table.headings).map((key, at) => [key, meanings[at]!])));
  const { workers, teams } = floor.value.state;
  const { timezone, country = '' } = organization.value!;
  const context = {
    ...{ clock: clockOf(timezone), now: Date.now(), isDayFirst, country, fields: editableFields() },
    ...{ workers: [...workers.values()], teams: [...teams.values()] },
  };
  return checkLines(table, meanings, context, progress);
}
