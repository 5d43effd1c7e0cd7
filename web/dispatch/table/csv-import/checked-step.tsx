import { useState } from 'preact/hooks';
import { formatAddress } from '../../../../rules/format-address.ts';
import { locale } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { uniqueId } from '../../../shared/unique-id.ts';
import { nameOfOwner } from '../../data/names.ts';
import { organization } from '../../data/organization.ts';
import { windowText } from '../../shared/task-window.tsx';
import { tableWords } from '../texts/index.ts';
import type { CheckedLine } from './check-lines.ts';
import type { Decided } from './decided.ts';
import { DownloadLines } from './download-lines.tsx';
import { LinesTable } from './lines-table.tsx';
import { PlaceLines } from './place-lines.tsx';

/** As many as one looks through. */
const MAX_SHOWN = 100;

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

interface CheckedStepProps {
  lines: readonly CheckedLine[];
  /** Columns of the file. */
  headings: readonly string[];
  /** Somebody has shown where a line is. */
  onPlaced(before: CheckedLine, after: CheckedLine): void;
  onBack(): void;
  onDecided(decided: Decided): void;
}

/** Preview of the tasks that would be created, and of the lines that would not. */
export function CheckedStep({ lines, headings, onPlaced, onBack, onDecided }: CheckedStepProps) {
  const [leavesOut, setLeavesOut] = useState(false);
  const [skipsMade, setSkipsMade] = useState(true);
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.filter(({ problems }) => problems.length === 0);
  const unplaced = lines.filter(({ isRough, isLost }) => isRough || isLost);
  const before = good.flatMap(({ importedAt }) => importedAt ?? []);
  const chosen = skipsMade ? good.filter(({ importedAt }) => importedAt === undefined) : good;
  const isAgain = chosen.length > 0 && chosen.every(({ importedAt }) => importedAt !== undefined);
  return (
    <>
      <p>{tableWords.bring.good({ count: good.length })}</p>
      {bad.length > 0 && <BadLines lines={bad} columns={headings} />}
      {good.length > 0 && <GoodLines lines={good} />}
      {unplaced.length > 0 && <PlaceLines lines={unplaced} list={lines} addressOf={addressOf} onPlaced={onPlaced} />}
      {bad.length > 0 && good.length > 0 && (
        <Tick isOn={leavesOut} onChange={setLeavesOut} label={tableWords.bring.leaveOut({ count: bad.length })} />
      )}
      {before.length > 0 && (
        <>
          <p class="bring-before" role="status">
            {tableWords.bring.made({ count: before.length, time: moment.format(Math.max(...before)) })}
          </p>
          <Tick isOn={skipsMade} onChange={setSkipsMade} label={tableWords.bring.skipMade({ count: before.length })} />
        </>
      )}
      <div class="dialog-actions">
        <Button onClick={onBack}>{tableWords.bring.back}</Button>
        <Button
          kind="primary"
          disabled={chosen.length === 0 || (bad.length > 0 && !leavesOut)}
          onClick={() => onDecided({ lines: chosen, key: uniqueId(), begun: Date.now() })}
        >
          {tableWords.bring[isAgain ? 'again' : 'create']({ count: chosen.length })}
        </Button>
      </div>
    </>
  );
}

function Tick({ isOn, onChange, label }: { isOn: boolean; onChange(isOn: boolean): void; label: string }) {
  return (
    <label class="bring-leave-out">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

function BadLines({ lines, columns }: { lines: readonly CheckedLine[]; columns: readonly string[] }) {
  const headings = [tableWords.bring.line, tableWords.columns.recipient, tableWords.bring.problem];
  return (
    <>
      <p class="problem">{tableWords.bring.bad({ count: lines.length })}</p>
      <LinesTable
        label={tableWords.bring.bad({ count: lines.length })}
        headings={headings}
        rows={lines.slice(0, MAX_SHOWN).map((line) => [line.number, recipientOf(line), line.problems.join(' ')])}
      />
      {lines.length > MAX_SHOWN && (
        <p class="quiet-words">{tableWords.bring.shownOf({ shown: MAX_SHOWN, count: lines.length })}</p>
      )}
      <DownloadLines headings={columns} lines={lines.map((line) => ({ line, reason: line.problems.join(' ') }))} />
    </>
  );
}

function GoodLines({ lines }: { lines: readonly CheckedLine[] }) {
  const headings = [
    ...[tableWords.bring.line, tableWords.columns.recipient, tableWords.columns.address],
    ...[tableWords.columns.window, tableWords.columns.worker, tableWords.columns.notes],
  ];
  return (
    <>
      <LinesTable
        label={tableWords.bring.good({ count: lines.length })}
        headings={headings}
        rows={lines.slice(0, MAX_SHOWN).map(shownCells)}
      />
      {lines.length > MAX_SHOWN && (
        <p class="quiet-words">{tableWords.bring.shownOf({ shown: MAX_SHOWN, count: lines.length })}</p>
      )}
    </>
  );
}

/** A line as it was understood. */
interface Understood {
  recipients?: { name: string; phone: string }[];
  destination: { address: Record<string, string> };
  completeAfter?: number;
  completeBefore?: number;
  container?: { worker?: string; team?: string };
  notes?: string;
}

const understood = ({ task }: CheckedLine) => task as unknown as Understood;

function recipientOf(line: CheckedLine): string {
  const [recipient] = understood(line).recipients ?? [];
  return recipient ? [recipient.name, recipient.phone].filter(Boolean).join(', ') : '';
}

function addressOf(line: CheckedLine): string {
  const { address } = understood(line).destination;
  const { unparsed, apartment } = address;
  return unparsed ? [unparsed, apartment].filter(Boolean).join(', ') : formatAddress(address);
}

/** With its day, in the zone of the file's times, so that one can compare them. */
function inFile(): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: organization.value?.timezone,
  });
}

function shownCells(line: CheckedLine): (string | number)[] {
  const { completeAfter, completeBefore, container, notes = '' } = understood(line);
  const address = addressOf(line);
  const [after, before] = [completeAfter, completeBefore].map((at) => (at === undefined ? undefined : new Date(at)));
  const { worker, team } = container ?? {};
  return [
    line.number,
    recipientOf(line),
    line.isRough ? `${address} (${tableWords.bring.rough})` : address,
    after || before ? windowText(after, before, inFile()) : '',
    worker ? nameOfOwner({ type: 'WORKER', id: worker }) : team ? nameOfOwner({ type: 'TEAM', id: team }) : '',
    notes,
  ];
}
