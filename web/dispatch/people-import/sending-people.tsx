import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { DownloadLines } from '../table/csv-import/download-lines.tsx';
import { LinesTable } from '../table/csv-import/lines-table.tsx';
import { useWarning } from '../table/csv-import/use-warning.ts';
import { tableWords } from '../table/texts/index.ts';
import type { CheckedPerson, ListOfPeople } from './people-list.ts';
import { noneSent, sendPeople } from './send-people.ts';

/** Lines to import, and the beginning of the keys of their requests. */
export interface DecidedPeople {
  lines: readonly CheckedPerson[];
  onlyNew: boolean;
  key: string;
}

interface SendingPeopleProps<Meaning extends string> {
  list: ListOfPeople<Meaning>;
  decided: DecidedPeople;
  /** Columns of the file. */
  headings: readonly string[];
  onSending(isSending: boolean): void;
  onClose(): void;
}

/** Creates and updates what was decided, says how far it is, and at the end what became of it. */
export function SendingPeople<Meaning extends string>({
  list,
  decided,
  headings,
  onSending,
  onClose,
}: SendingPeopleProps<Meaning>) {
  const { words } = list;
  const count = decided.lines.length;
  const [sent, setSent] = useState(noneSent);
  const [stage, setStage] = useState<'sending' | 'stopped' | 'done'>('sending');
  const send = async () => {
    setStage('sending');
    onSending(true);
    await sendPeople(list, decided, sent, setSent).then(
      () => setStage('done'),
      () => setStage('stopped'),
    );
    onSending(false);
  };
  useEffect(() => void send(), []);
  useWarning(stage === 'sending');
  const { done, created, changed, refused } = sent;
  return (
    <>
      <div aria-live="polite">
        {stage === 'sending' && <p>{words.saving({ done, count })}</p>}
        {stage === 'stopped' && <p class="problem">{words.stopped({ done, count })}</p>}
        {stage === 'done' && <p>{words.saved({ created, changed })}</p>}
      </div>
      {stage === 'sending' && (
        <>
          <progress aria-label={words.title} value={done} max={count} />
          <p class="quiet-words">{tableWords.bring.keepOpen}</p>
        </>
      )}
      {refused.length > 0 && (
        <>
          <p class="problem">{tableWords.bring.notCreated({ count: refused.length })}</p>
          <LinesTable
            label={tableWords.bring.notCreated({ count: refused.length })}
            headings={[tableWords.bring.line, tableWords.bring.problem]}
            rows={refused.map(({ line, reason }) => [line.number, reason])}
          />
          <DownloadLines headings={headings} lines={refused} />
        </>
      )}
      <div class="dialog-actions">
        {stage === 'stopped' && (
          <>
            <Button onClick={onClose}>{tableWords.bulk.close}</Button>
            <Button kind="primary" onClick={() => void send()}>
              {tableWords.bring.goOn}
            </Button>
          </>
        )}
        {stage === 'done' && (
          <Button kind="primary" onClick={onClose}>
            {tableWords.bring.done}
          </Button>
        )}
      </div>
    </>
  );
}
