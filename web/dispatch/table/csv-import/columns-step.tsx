import { useEffect, useRef, useState } from 'preact/hooks';
import { writesDayFirst } from '../../../../rules/local-times.ts';
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
import { isWorkbook } from '../../../../rules/workbook-bounds.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { Failure } from '../../../shared/ui/states.tsx';
import { organization } from '../../data/organization.ts';
import { useAction } from '../../data/use-action.ts';
import { tableWords } from '../texts/index.ts';
import { readText, readWorkbook } from './read-file.ts';

/** A kind of list: the meanings that its columns may have, and what becomes of its lines. */
export interface ListKind<M extends string> {
  /** Meanings with their names, in the order of a choice. */
  meanings: readonly { value: M; name: string }[];
  guess(headings: readonly string[]): (M | '')[];
  /** True if lines have days and times. */
  hasTimes: boolean;
}

/** A file that was understood. */
export interface ReadFile<M extends string> {
  table: FileTable;
  meanings: readonly (M | '')[];
  isDayFirst: boolean;
}

/** Means to stop a check and to follow it. */
interface CheckProgress {
  signal: AbortSignal;
  /** Takes the number of lines that are checked. */
  onProgress(done: number): void;
}

interface ColumnsStepProps<M extends string> {
  bytes: Uint8Array;
  kind: ListKind<M>;
  /** Checks all lines, and goes on. */
  onCheck(file: ReadFile<M>, progress: CheckProgress): Promise<void>;
  onBack(): void;
}

/** Step that sets the file's format and the meanings of its columns. */
export function ColumnsStep<M extends string>({ bytes, kind, onCheck, onBack }: ColumnsStepProps<M>) {
  const [sheet, setSheet] = useState<FileTable>();
  const [workbook, setWorkbook] = useState<readonly WorkbookSheet[]>();
  const [unreadable, setUnreadable] = useState<'unpacksTooLarge' | 'noWorkbook'>();
  const [meanings, setMeanings] = useState<(M | '')[]>([]);
  const [order, setOrder] = useState<'day' | 'month'>();
  const [checked, setChecked] = useState(0);
  const stopped = useRef(new AbortController());
  const { timezone, country = '' } = organization.value ?? {};
  const show = (found: FileTable) => {
    setSheet(found);
    setMeanings(kind.guess(found.headings));
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
    setChecked(0);
    const file = { table: sheet!, meanings, isDayFirst: dayOrder === 'day' };
    await onCheck(file, { signal: stopped.current.signal, onProgress: setChecked });
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
        {kind.hasTimes && (
          <Choice<'day' | 'month'>
            label={tableWords.bring.dayFirst}
            options={['day', 'month']}
            chosen={dayOrder}
            nameOf={(each) => tableWords.bring.dayOrders[each]}
            onChange={setOrder}
          />
        )}
      </div>
      {kind.hasTimes && <p class="quiet-words">{tableWords.bring.zone({ zone: timezone })}</p>}
      {problem ? (
        <p class="problem">{problem}</p>
      ) : (
        <Meanings sheet={sheet} meanings={meanings} options={kind.meanings} onChange={setMeanings} />
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

interface MeaningsProps<M extends string> {
  sheet: FileTable;
  meanings: readonly (M | '')[];
  options: ListKind<M>['meanings'];
  onChange(meanings: (M | '')[]): void;
}

/** Each column of the file with its first value, and what it means; none means what another does. */
function Meanings<M extends string>({ sheet, meanings, options, onChange }: MeaningsProps<M>) {
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
                  const chosen = event.currentTarget.value as M | '';
                  onChange(meanings.map((each, n) => (n === at ? chosen : each === chosen ? '' : each)));
                }}
              >
                <option value="">{tableWords.bring.ignore}</option>
                {options.map(({ value, name }) => (
                  <option key={value} value={value}>
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
