import { useEffect, useState } from 'preact/hooks';
import { locale } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { nameOfOwner } from '../../data/names.ts';
import { organization } from '../../data/organization.ts';
import { timeIn } from '../csv-out.ts';
import { words } from '../texts/index.ts';
import type { Decided } from './bring-in-dialog.tsx';
import { type BroughtIn, canResume, digestOf, findBroughtIn } from './brought-in.ts';
import type { CheckedLine } from './check-lines.ts';
import { LinesTable } from './lines-table.tsx';

/** As many as one looks through. */
const MAX_SHOWN = 100;

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

interface CheckedStepProps {
  lines: readonly CheckedLine[];
  onBack(): void;
  onDecided(decided: Decided): void;
}

/** What would be created and what would not, before anything is. */
export function CheckedStep({ lines, onBack, onDecided }: CheckedStepProps) {
  const [leavesOut, setLeavesOut] = useState(false);
  const [known, setKnown] = useState<{ digest: string | undefined; before: BroughtIn | undefined }>();
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.filter(({ problems }) => problems.length === 0);
  useEffect(() => {
    void digestOf(good.map(({ task }) => task)).then((digest) => setKnown({ digest, before: findBroughtIn(digest) }));
  }, [lines]);
  const before = known?.before;
  const resumes = before !== undefined && canResume(before);
  const label = resumes
    ? words.bring.resume
    : before
      ? words.bring.again(good.length)
      : words.bring.create(good.length);
  return (
    <>
      <p>{words.bring.good(good.length)}</p>
      {bad.length > 0 && (
        <>
          <p class="problem">{words.bring.bad(bad.length)}</p>
          <LinesTable
            label={words.bring.bad(bad.length)}
            headings={[words.bring.line, words.columns.recipient, words.bring.problem]}
            rows={bad.slice(0, MAX_SHOWN).map((line) => [line.number, recipientOf(line), line.problems.join(' ')])}
          />
          {bad.length > MAX_SHOWN && <p class="quiet-words">{words.bring.shownOf(MAX_SHOWN, bad.length)}</p>}
        </>
      )}
      {good.length > 0 && (
        <>
          <LinesTable
            label={words.bring.good(good.length)}
            headings={[
              ...[words.bring.line, words.columns.recipient, words.columns.address],
              ...[words.columns.window, words.columns.worker, words.columns.notes],
            ]}
            rows={good.slice(0, MAX_SHOWN).map(shownCells)}
          />
          {good.length > MAX_SHOWN && <p class="quiet-words">{words.bring.shownOf(MAX_SHOWN, good.length)}</p>}
        </>
      )}
      {bad.length > 0 && good.length > 0 && (
        <label class="bring-leave-out">
          <input type="checkbox" checked={leavesOut} onChange={(event) => setLeavesOut(event.currentTarget.checked)} />
          {words.bring.leaveOut(bad.length)}
        </label>
      )}
      {before && (
        <p class="bring-before" role="status">
          {(resumes ? words.bring.resumed : words.bring.before)(moment.format(before.at))}
        </p>
      )}
      <div class="dialog-actions">
        <Button onClick={onBack}>{words.bring.back}</Button>
        <Button
          kind="primary"
          disabled={good.length === 0 || !known || (bad.length > 0 && !leavesOut)}
          onClick={() =>
            onDecided({ lines: good, digest: known!.digest, key: resumes ? before.key : crypto.randomUUID() })
          }
        >
          {label}
        </Button>
      </div>
    </>
  );
}

/** What is shown of a line, as it was understood. */
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

function shownCells(line: CheckedLine): (string | number)[] {
  const { destination, completeAfter, completeBefore, container, notes = '' } = understood(line);
  const { unparsed, number, street, postalCode, city } = destination.address;
  const way = [number, street].filter(Boolean).join(' ');
  const address = unparsed ?? [way, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  // As in the file, so that one can compare them.
  const time = timeIn(organization.value?.timezone);
  const { worker, team } = container ?? {};
  return [
    line.number,
    recipientOf(line),
    line.isRough ? `${address} (${words.bring.rough})` : address,
    [completeAfter, completeBefore].some(Boolean)
      ? [completeAfter, completeBefore].map((at) => (at === undefined ? '' : time(at))).join(' – ')
      : '',
    worker ? nameOfOwner({ type: 'WORKER', id: worker }) : team ? nameOfOwner({ type: 'TEAM', id: team }) : '',
    notes,
  ];
}
