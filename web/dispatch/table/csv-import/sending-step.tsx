import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { selectOnceThere } from '../../data/selection.ts';
import { tableWords } from '../texts/index.ts';
import type { Decided } from './decided.ts';
import { DownloadLines } from './download-lines.tsx';
import { LinesTable } from './lines-table.tsx';
import { isTooLate, nothingSent, type Sent, sendLines } from './send-lines.ts';
import { useWarning } from './use-warning.ts';

interface SendingStepProps {
  decided: Decided;
  /** Columns of the file. */
  headings: readonly string[];
  onSending(isSending: boolean): void;
  onClose(): void;
}

/** Creates what was decided, says how far it is, and at the end what became of each line. */
export function SendingStep({ decided, headings, onSending, onClose }: SendingStepProps) {
  const { lines } = decided;
  const [sent, setSent] = useState<Sent>(nothingSent);
  const [stage, setStage] = useState<'sending' | 'stopped' | 'done'>('sending');
  const send = async () => {
    setStage('sending');
    onSending(true);
    let reached = sent;
    try {
      reached = await sendLines(decided, sent, (now) => {
        reached = now;
        setSent(now);
      });
      setStage('done');
    } catch {
      setSent(reached);
      setStage('stopped');
    }
    onSending(false);
  };
  useEffect(() => {
    void send();
  }, []);
  const isLate = isTooLate(decided);
  useWarning(stage === 'sending');
  return (
    <>
      <div aria-live="polite">
        {stage === 'done' && <p>{tableWords.bring.created({ count: sent.ids.length })}</p>}
        {stage === 'done' && sent.before > 0 && <p>{tableWords.bring.madeMeanwhile({ count: sent.before })}</p>}
        {stage === 'stopped' && (
          <p class="problem">
            {tableWords.bring[isLate ? 'stoppedLate' : 'stopped']({ done: sent.done, count: lines.length })}
          </p>
        )}
        {stage === 'sending' && <p>{tableWords.bring.creating({ done: sent.done, count: lines.length })}</p>}
      </div>
      {stage === 'sending' && (
        <>
          <progress aria-label={tableWords.bring.title} value={sent.done} max={lines.length} />
          <p class="quiet-words">{tableWords.bring.keepOpen}</p>
        </>
      )}
      {sent.refused.length > 0 && (
        <>
          <p class="problem">{tableWords.bring.notCreated({ count: sent.refused.length })}</p>
          <LinesTable
            label={tableWords.bring.notCreated({ count: sent.refused.length })}
            headings={[tableWords.bring.line, tableWords.bring.problem]}
            rows={sent.refused.map(({ line, reason }) => [line.number, reason])}
          />
          <DownloadLines headings={headings} lines={sent.refused} />
        </>
      )}
      <div class="dialog-actions">
        {stage === 'stopped' && (
          <>
            <Button onClick={onClose}>{tableWords.bulk.close}</Button>
            {!isLate && (
              <Button kind="primary" onClick={() => void send()}>
                {tableWords.bring.goOn}
              </Button>
            )}
          </>
        )}
        {stage === 'done' && (
          <>
            {sent.ids.length > 0 && (
              <Button
                onClick={() => {
                  selectOnceThere(sent.ids);
                  onClose();
                }}
              >
                {tableWords.bring.select}
              </Button>
            )}
            <Button kind="primary" onClick={onClose}>
              {tableWords.bring.done}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
