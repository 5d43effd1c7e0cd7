import { repeatsOf } from '../../../rules/repeated-lines.ts';
import { headingKeys } from '../../../rules/task-columns.ts';
import { requestWithRetries } from '../data/request-with-retries.ts';
import type { ListKind, ReadFile } from '../table/csv-import/columns-step.tsx';
import { keepMeanings, savedTable } from '../table/saved-table.ts';
import { tableWords } from '../table/texts/index.ts';
import type { CheckedList, CheckedPerson, ListedPeopleAnswer, ListOfPeople } from './people-list.ts';

/** Returns the meanings of columns; the same heading may mean something else in a list of another kind. */
export function columnsOfList<Meaning extends string>(list: ListOfPeople<Meaning>): ListKind<Meaning> {
  const prefix = `${list.member}:`;
  return {
    meanings: list.meanings,
    guess(headings) {
      const known = Object.entries(savedTable.value.meanings).flatMap(([key, meaning]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), meaning]] : [],
      );
      return list.guess(headings, Object.fromEntries(known));
    },
    hasTimes: false,
  };
}

/** Reads all lines and asks the server about those that can be read; nothing is written. */
export async function checkPeople<Meaning extends string>(
  list: ListOfPeople<Meaning>,
  { table: { headings, rows, numbers, broken }, meanings }: ReadFile<Meaning>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number): void },
): Promise<CheckedList> {
  const { problems: sentences } = tableWords.bring;
  const { member } = list;
  keepMeanings(Object.fromEntries(headingKeys(headings).map((key, at) => [`${member}:${key}`, meanings[at]!])));
  const lines = rows.map((cells, at): CheckedPerson => {
    const { person, problems } = list.read(cells, meanings);
    const reason = broken.get(at);
    return {
      ...{ number: numbers[at]!, cells, person, problems: [...(reason ? [sentences[reason]] : []), ...problems] },
      ...{ key: undefined, outcome: null, changes: [], note: undefined },
    };
  });
  const ask = async (some: readonly CheckedPerson[]): Promise<ListedPeopleAnswer[]> => {
    const answers: ListedPeopleAnswer[] = [];
    for (let at = 0; at < some.length; at += list.checkedAtOnce) {
      const part = some.slice(at, at + list.checkedAtOnce);
      const before = some.slice(0, at).filter(({ outcome }) => outcome === 'created' || outcome === 'changed');
      const body = {
        [member]: part.map(({ person }) => person),
        ...(list.earlierOf && { earlier: before.map(({ person }) => list.earlierOf!(person)) }),
      };
      const answer = await requestWithRetries<ListedPeopleAnswer>(`${list.path}/check`, {
        method: 'POST',
        body,
        signal,
      });
      answers.push(answer);
      for (const [n, result] of answer.results.entries()) {
        const { error, outcome, changes } = result;
        const phone = 'phone' in result ? (result.phone ?? undefined) : undefined;
        const key = list.keyOf ? list.keyOf(part[n]!.person) : phone;
        const problems = error ? [error.cause] : [];
        Object.assign(part[n]!, { problems, outcome, changes, key, note: list.noteOf?.(result) });
      }
      onProgress(lines.length - some.length + at + part.length);
    }
    return answers;
  };
  const readable = withoutProblems(lines);
  onProgress(lines.length - readable.length);
  let answers = await ask(readable);
  for (const [at, { first, isSame }] of repeatsOf(lines.map(({ key, person }) => ({ key, item: person })))) {
    const problem = (list.repeated ?? sentences.repeated)({ line: lines[first]!.number });
    Object.assign(lines[at]!, isSame ? { outcome: 'unchanged', changes: [] } : { problems: [problem], outcome: null });
  }
  // Lines with problems bring nothing else with them.
  if (list.besides && withoutProblems(lines).length < readable.length) answers = await ask(withoutProblems(lines));
  return { lines, headings, besides: list.besides?.(answers) };
}

const withoutProblems = (lines: readonly CheckedPerson[]) => lines.filter(({ problems }) => problems.length === 0);
