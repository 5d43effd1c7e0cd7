import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { DownloadLines } from '../table/csv-import/download-lines.tsx';
import { LinesTable } from '../table/csv-import/lines-table.tsx';
import { tableWords } from '../table/texts/index.ts';
import type { CheckedList, CheckedPerson, ListOfPeople } from './people-list.ts';

/** As many as one looks through. */
const MAX_SHOWN = 100;

interface CheckedPeopleProps<Meaning extends string> {
  list: ListOfPeople<Meaning>;
  checked: CheckedList;
  onBack(): void;
  onDecided(lines: readonly CheckedPerson[], onlyNew: boolean): void;
}

/** Preview of the people who would be created or changed, and of the lines that would not. */
export function CheckedPeople<Meaning extends string>({
  list,
  checked: { lines, headings, besides },
  onBack,
  onDecided,
}: CheckedPeopleProps<Meaning>) {
  const { words } = list;
  const [onlyNew, setOnlyNew] = useState(false);
  const of = (wanted: CheckedPerson['outcome']) => lines.filter(({ outcome }) => outcome === wanted);
  const [created, changed, unchanged] = [of('created'), of('changed'), of('unchanged')];
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const chosen = lines.filter(({ outcome }) => outcome === 'created' || (outcome === 'changed' && !onlyNew));
  const personOf = ({ person }: CheckedPerson) =>
    [person.name, list.detailOf ? list.detailOf(person) : person.phone].filter(Boolean).join(', ');
  const whatOf = ({ outcome, changes, note }: CheckedPerson) =>
    [...(outcome === 'created' ? [words.isNew] : changes.map(list.nameOfField)), ...(note ? [note] : [])].join(', ');
  const shown = [...created, ...changed].sort((a, b) => a.number - b.number);
  return (
    <>
      <p>{words.created({ count: created.length })}</p>
      {changed.length > 0 && <p>{words.changed({ count: changed.length })}</p>}
      {besides && <p dir="auto">{besides}</p>}
      {unchanged.length > 0 && <p>{words.unchanged({ count: unchanged.length })}</p>}
      {shown.length > 0 && (
        <LinesTable
          label={words.preview}
          headings={[tableWords.bring.line, list.person, words.what]}
          rows={shown.slice(0, MAX_SHOWN).map((line) => [line.number, personOf(line), whatOf(line)])}
        />
      )}
      {shown.length > MAX_SHOWN && (
        <p class="quiet-words">{tableWords.bring.shownOf({ shown: MAX_SHOWN, count: shown.length })}</p>
      )}
      {bad.length > 0 && (
        <>
          <p class="problem">{words.bad({ count: bad.length })}</p>
          <LinesTable
            label={words.bad({ count: bad.length })}
            headings={[tableWords.bring.line, list.person, tableWords.bring.problem]}
            rows={bad.slice(0, MAX_SHOWN).map((line) => [line.number, personOf(line), line.problems.join(' ')])}
          />
          <DownloadLines headings={headings} lines={bad.map((line) => ({ line, reason: line.problems.join(' ') }))} />
        </>
      )}
      {changed.length > 0 && (
        <label class="bring-leave-out">
          <input type="checkbox" checked={onlyNew} onChange={(event) => setOnlyNew(event.currentTarget.checked)} />
          {words.onlyNew}
        </label>
      )}
      <div class="dialog-actions">
        <Button onClick={onBack}>{tableWords.bring.back}</Button>
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => onDecided(chosen, onlyNew)}>
          {words.save({ count: chosen.length })}
        </Button>
      </div>
    </>
  );
}
