import {
  guessRecipientMeanings,
  type RecipientBody,
  type RecipientMeaning,
  readRecipientLine,
  recipientMeanings,
  repeatsOf,
} from '../../../../rules/recipient-lines.ts';
import { headingKeys } from '../../../../rules/task-columns.ts';
import type { CheckRecipientsAnswer } from '../../../store/wire/dispatch.ts';
import { requestWithRetries } from '../../data/request-with-retries.ts';
import type { ListKind, ReadFile } from '../../table/csv-import/columns-step.tsx';
import { keepMeanings, savedTable } from '../../table/saved-table.ts';
import { tableWords } from '../../table/texts/index.ts';
import { recipientWords } from '../texts/index.ts';

/** So many are looked at by the server with one request. */
const LINES_AT_ONCE = 500;
/** Prefix of remembered headings: the same one may mean something else in a list of orders. No heading has a colon. */
const REMEMBERED = 'recipients:';

type Result = CheckRecipientsAnswer['results'][number];

/** A line of the file, and what would become of it. */
export interface CheckedRecipient {
  /** As an editor counts. */
  number: number;
  cells: readonly string[];
  recipient: RecipientBody;
  problems: readonly string[];
  /** Number in E.164 form; undefined if it was not checked or is not valid. */
  phone: string | undefined;
  outcome: Result['outcome'];
  changes: readonly string[];
}

/** Lists of recipients. */
export const recipientList: ListKind<RecipientMeaning> = {
  get meanings() {
    return recipientMeanings.map((value) => ({ value, name: recipientWords.import.meanings[value] }));
  },
  guess(headings) {
    const known = Object.entries(savedTable.value.meanings).flatMap(([key, meaning]) =>
      key.startsWith(REMEMBERED) ? [[key.slice(REMEMBERED.length), meaning]] : [],
    );
    return guessRecipientMeanings(headings, Object.fromEntries(known));
  },
  hasTimes: false,
};

/** Reads all lines and asks the server about those that can be read; nothing is written. */
export async function checkRecipients(
  { table: { headings, rows, numbers, broken }, meanings }: ReadFile<RecipientMeaning>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<CheckedRecipient[]> {
  const { problems: sentences } = tableWords.bring;
  const own = recipientWords.import.problems;
  keepMeanings(Object.fromEntries(headingKeys(headings).map((key, at) => [REMEMBERED + key, meanings[at]!])));
  const lines = rows.map((cells, at): CheckedRecipient => {
    const { recipient, problems } = readRecipientLine(cells, meanings);
    const reason = broken.get(at);
    const reasons = problems.map(({ kind, text }) => {
      if (kind === 'language') return own.language({ text });
      return kind === 'yesNo' ? sentences.yesNo({ text }) : sentences[kind];
    });
    return {
      ...{ number: numbers[at]!, cells, recipient, problems: [...(reason ? [sentences[reason]] : []), ...reasons] },
      ...{ phone: undefined, outcome: null, changes: [] },
    };
  });
  const readable = lines.filter(({ problems }) => problems.length === 0);
  onProgress(lines.length - readable.length);
  for (let at = 0; at < readable.length; at += LINES_AT_ONCE) {
    const some = readable.slice(at, at + LINES_AT_ONCE);
    const { results } = await requestWithRetries<CheckRecipientsAnswer>('/api/v2/recipients/batch/check', {
      ...{ method: 'POST', body: { recipients: some.map(({ recipient }) => recipient) }, signal },
    });
    for (const [n, { error, outcome, changes, phone }] of results.entries())
      Object.assign(some[n]!, { problems: error ? [error.cause] : [], outcome, changes, phone: phone ?? undefined });
    onProgress(lines.length - readable.length + at + some.length);
  }
  for (const [at, { first, isSame }] of repeatsOf(lines)) {
    const problem = own.repeated({ line: lines[first]!.number });
    Object.assign(lines[at]!, isSame ? { outcome: 'unchanged', changes: [] } : { problems: [problem], outcome: null });
  }
  return lines;
}
