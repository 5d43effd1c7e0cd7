import { useEffect, useRef, useState } from 'preact/hooks';
import { clockOf, writesDayFirst } from '../../../../rules/local-times.ts';
import {
  delimiters,
  encodings,
  type FileTable,
  guessEncoding,
  MAX_LINES,
  tableOfSheet,
  type WorkbookSheet,
  WorkbookTooLarge,
} from '../../../../rules/table-file.ts';
import { guessMeanings, headingKeys, type Meaning, plainMeanings } from '../../../../rules/task-columns.ts';
import { isWorkbook } from '../../../../rules/workbook-bounds.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { floor } from '../../data/floor.ts';
import { customFields, organization } from '../../data/organization.ts';
import { useAction } from '../../data/use-action.ts';
import { keepMeanings, savedTable } from '../saved-table.ts';
import { tableWords } from '../texts/index.ts';
import { type CheckedLine, checkLines } from './check-lines.ts';
import { readText, readWorkbook } from './read-file.ts';

interface ColumnsStepProps {
  bytes: Uint8Array;
  onChecked(lines: CheckedLine[], headings: readonly string[]): void;
  onBack(): void;
}

/** Step that sets the file's format and the meanings of its columns. */
export function ColumnsStep({ bytes, onChecked, onBack }: ColumnsStepProps) {
  const [sheet, setSheet] = useState<FileTable>();
  const [workbook, setWorkbook] = useState<readonly WorkbookSheet[]>();
  const [unreadable, setUnreadable] = useState<'unpacksTooLarge' | 'noWorkbook'>();
  const [meanings, setMeanings] = useState<(Meaning | '')[]>([]);
  const [order, setOrder] = useState<'day' | 'month'>();
  const [checked, setChecked] = useState(0);
  const stopped = useRef(new AbortController());
  const fields = customFields.value.filter(({ editability }) => editability.includes('api'));
  const { timezone, country = '' } = organization.value ?? {};
  const show = (found: FileTable) => {
    setSheet(found);
    setMeanings(guessMeanings(found.headings, savedTable.value.meanings, fields));
  };
  const read = async (encoding: string, delimiter?: string) => show(await readText(bytes, encoding, delimiter));
  const open = async () => {
    const found = await readWorkbook(bytes);
    // The first one with something in it is meant, until another one is chosen.
    const first = found.find(({ rows }) => rows.length > 1) ?? found[0]!;
    setWorkbook(found);
    show(tableOfSheet(first, found));
  };
  useEffect(() => {
    if (!isWorkbook(bytes)) void read(guessEncoding(bytes));
    else open().catch((error) => setUnreadable(error instanceof WorkbookTooLarge ? 'unpacksTooLarge' : 'noWorkbook'));
    return () => stopped.current.abort();
  }, [bytes]);
  const dayOrder = order ?? (writesDayFirst(country) ? 'day' : 'month');
  const check = useAction(async () => {
    keepMeanings(Object.fromEntries(headingKeys(sheet!.headings).map((key, at) => [key, meanings[at]!])));
    const { workers, teams } = floor.value.state;
    const context = {
      clock: clockOf(timezone!),
      now: Date.now(),
      isDayFirst: dayOrder === 'day',
      workers: [...workers.values()],
      teams: [...teams.values()],
      country,
      fields,
    };
    setChecked(0);
    const lines = await checkLines(sheet!, meanings, context, {
      signal: stopped.current.signal,
      onProgress: setChecked,
    });
    onChecked(lines, sheet!.headings);
  });
  if (unreadable)
    return (
      <>
        <p class="problem" role="alert">
          {tableWords.bring[unreadable]}
        </p>
        <div class="dialog-actions">
          <Button onClick={onBack}>{tableWords.bring.back}</Button>
        </div>
      </>
    );
  if (!sheet || !timezone) return null;
  const count = sheet.rows.length;
  const problem =
    count === 0
      ? tableWords.bring.noLines
      : count > MAX_LINES
        ? tableWords.bring.tooLarge({ rows: MAX_LINES })
        : undefined;
  return (
    <div class="form">
      <p>{tableWords.bring.found({ count, encoding: sheet.encoding })}</p>
      <div class="table-between">
        {workbook ? (
          <Choice
            label={tableWords.bring.sheet}
            options={sheet.sheets ?? []}
            chosen={sheet.sheet ?? ''}
            onChange={(name) => show(tableOfSheet(workbook.find((each) => each.name === name)!, workbook))}
          />
        ) : (
          <>
            <Choice
              label={tableWords.bring.encoding}
              options={encodings}
              chosen={sheet.encoding}
              onChange={(each) => void read(each)}
            />
            <Choice
              label={tableWords.bring.delimiter}
              options={delimiters}
              chosen={sheet.delimiter}
              nameOf={(each) => tableWords.bring.delimiters[each] ?? each}
              onChange={(each) => void read(sheet.encoding, each)}
            />
          </>
        )}
        <Choice<'day' | 'month'>
          label={tableWords.bring.dayFirst}
          options={['day', 'month']}
          chosen={dayOrder}
          nameOf={(each) => tableWords.bring.dayOrders[each]}
          onChange={setOrder}
        />
      </div>
      <p class="quiet-words">{tableWords.bring.zone({ zone: timezone })}</p>
      {problem ? (
        <p class="problem">{problem}</p>
      ) : (
        <Meanings sheet={sheet} meanings={meanings} fields={fields} onChange={setMeanings} />
      )}
      {check.failure && <Failure {...check.failure} onRetry={() => void check.run()} />}
      <div class="dialog-actions">
        <span class="quiet-words" aria-live="polite">
          {check.busy && tableWords.bring.checking({ done: checked, count })}
        </span>
        <Button onClick={onBack}>{tableWords.bring.back}</Button>
        <Button kind="primary" busy={check.busy} disabled={problem !== undefined} onClick={() => void check.run()}>
          {tableWords.bring.check}
        </Button>
      </div>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  chosen: string;
  nameOf?(option: T): string;
  onChange(option: T): void;
}

function Choice<T extends string>({ label, options, chosen, nameOf = (each) => each, onChange }: ChoiceProps<T>) {
  return (
    <Field label={label}>
      <select value={chosen} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface MeaningsProps {
  sheet: FileTable;
  meanings: readonly (Meaning | '')[];
  fields: readonly { key: string; name: string }[];
  onChange(meanings: (Meaning | '')[]): void;
}

/** Each column of the file with its first value, and what it means; none means what another does. */
function Meanings({ sheet, meanings, fields, onChange }: MeaningsProps) {
  return (
    <table class="bring-columns" aria-label={tableWords.bring.columns}>
      <thead>
        <tr>
          <th scope="col">{tableWords.bring.heading}</th>
          <th scope="col">{tableWords.bring.example}</th>
          <th scope="col">{tableWords.bring.meaning}</th>
        </tr>
      </thead>
      <tbody>
        {sheet.headings.map((heading, at) => (
          <tr key={`${at} ${heading}`}>
            <th scope="row" dir="auto">
              {heading}
            </th>
            <td dir="auto">{sheet.rows.find((cells) => cells[at]?.trim())?.[at]?.slice(0, 80)}</td>
            <td>
              <select
                class="input"
                aria-label={`${tableWords.bring.meaning}: ${heading}`}
                value={meanings[at]}
                onChange={(event) => {
                  const chosen = event.currentTarget.value as Meaning | '';
                  onChange(meanings.map((each, n) => (n === at ? chosen : each === chosen ? '' : each)));
                }}
              >
                <option value="">{tableWords.bring.ignore}</option>
                {plainMeanings.map((meaning) => (
                  <option key={meaning} value={meaning}>
                    {tableWords.bring.meanings[meaning]}
                  </option>
                ))}
                {fields.map(({ key, name }) => (
                  <option key={key} value={`field:${key}`}>
                    {name}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
