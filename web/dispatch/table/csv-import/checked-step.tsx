import { useMemo, useState } from 'preact/hooks';
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
import { canResume, digestOf, findImportedFile, madeBefore, resumable } from './imported-files.ts';
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
  // The page may have been left open for long: then it is looked at once more.
  const [, setLookedAt] = useState(0);
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.filter(({ problems }) => problems.length === 0);
  const unplaced = lines.filter(({ isRough, isLost }) => isRough || isLost);
  const { made, at } = useMemo(() => madeOf(good), [lines]);
  const chosen = skipsMade && made.size > 0 ? good.filter((line) => !made.has(line)) : good;
  const digest = useMemo(() => digestOf(chosen.map(({ task }) => task)), [lines, skipsMade]);
  const before = findImportedFile(digest);
  const resumes = before !== undefined && canResume(before);
  const decide = () => {
    if (resumes && !canResume(before)) setLookedAt(Date.now());
    else if (resumes) onDecided({ lines: chosen, digest, key: before.key, begun: before.at });
    else onDecided({ lines: chosen, digest, key: uniqueId(), begun: Date.now() });
  };
  const label = resumes
    ? tableWords.bring.resume
    : tableWords.bring[before ? 'again' : 'create']({ count: chosen.length });
  return (
    <>
      <p>{tableWords.bring.good({ count: good.length })}</p>
      {bad.length > 0 && <BadLines lines={bad} columns={headings} />}
      {good.length > 0 && <GoodLines lines={good} />}
      {unplaced.length > 0 && <PlaceLines lines={unplaced} addressOf={addressOf} onPlaced={onPlaced} />}
      {bad.length > 0 && good.length > 0 && (
        <Tick isOn={leavesOut} onChange={setLeavesOut} label={tableWords.bring.leaveOut({ count: bad.length })} />
      )}
      {made.size > 0 && (
        <>
          <p class="bring-before" role="status">
            {tableWords.bring.made({ count: made.size, time: moment.format(at) })}
          </p>
          <Tick isOn={skipsMade} onChange={setSkipsMade} label={tableWords.bring.skipMade({ count: made.size })} />
        </>
      )}
      {before && (
        <p class="bring-before" role="status">
          {(resumes ? tableWords.bring.resumed : tableWords.bring.before)({ time: moment.format(before.at) })}
        </p>
      )}
      <div class="dialog-actions">
        <Button onClick={onBack}>{tableWords.bring.back}</Button>
        <Button kind="primary" disabled={chosen.length === 0 || (bad.length > 0 && !leavesOut)} onClick={decide}>
          {label}
        </Button>
      </div>
    </>
  );
}

interface Made {
  made: ReadonlySet<CheckedLine>;
  /** The newest time of them. */
  at: number;
}

/**
 * Returns the lines that were already imported. If they are the same lines as in an earlier import, the whole import is
 * reported. For an interrupted import, only lines known before its start are left out: the rest is resumed under its
 * key, because a response may have been lost.
 */
function madeOf(good: readonly CheckedLine[]): Made {
  const whole = findImportedFile(digestOf(good.map(({ task }) => task)));
  if (whole && (whole.isDone || canResume(whole))) return { made: new Set(), at: 0 };
  const digests = good.map((line) => [line, digestOf(line.task)] as const);
  for (const begun of resumable()) {
    const known = knownBy(madeBefore(begun.key), digests);
    const rest = good.filter((line) => !known.made.has(line));
    if (digestOf(rest.map(({ task }) => task)) === begun.digest) return known;
  }
  return knownBy(madeBefore(), digests);
}

function knownBy(times: ReadonlyMap<string, number>, digests: readonly (readonly [CheckedLine, string])[]): Made {
  const known = digests.flatMap(([line, digest]) => {
    const at = times.get(digest);
    return at === undefined ? [] : [{ line, at }];
  });
  return { made: new Set(known.map(({ line }) => line)), at: Math.max(0, ...known.map(({ at }) => at)) };
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
