import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { select } from '../../data/selection.ts';
import { words } from '../texts/index.ts';
import type { Decided } from './bring-in-dialog.tsx';
import { noteBroughtIn } from './brought-in.ts';
import { LinesTable } from './lines-table.tsx';
import { nothingSent, type Sent, sendLines } from './send-lines.ts';

interface SendingStepProps {
  decided: Decided;
  onSending(isSending: boolean): void;
  onClose(): void;
}

/** Creates what was decided, says how far it is, and at the end what became of each line. */
export function SendingStep({ decided, onSending, onClose }: SendingStepProps) {
  const { lines, key, digest } = decided;
  const [sent, setSent] = useState<Sent>(nothingSent);
  const [stage, setStage] = useState<'sending' | 'stopped' | 'done'>('sending');
  const note = (isDone: boolean) => {
    if (digest) noteBroughtIn({ digest, key, at: Date.now(), isDone });
  };
  const send = async () => {
    setStage('sending');
    onSending(true);
    let reached = sent;
    try {
      reached = await sendLines(lines, key, sent, (now) => {
        reached = now;
        setSent(now);
      });
      note(true);
      setStage('done');
    } catch {
      setSent(reached);
      setStage('stopped');
    }
    onSending(false);
  };
  useEffect(() => {
    // Before the first request: whatever becomes of this page, the next one knows the key.
    note(false);
    void send();
  }, []);
  useWarning(stage === 'sending');
  return (
    <>
      <div aria-live="polite">
        {stage === 'done' && <p>{words.bring.created(sent.ids.length)}</p>}
        {stage === 'stopped' && <p class="problem">{words.bring.stopped(sent.done, lines.length)}</p>}
        {stage === 'sending' && <p>{words.bring.creating(sent.done, lines.length)}</p>}
      </div>
      {stage === 'sending' && (
        <>
          <progress aria-label={words.bring.title} value={sent.done} max={lines.length} />
          <p class="quiet-words">{words.bring.keepOpen}</p>
        </>
      )}
      {sent.refused.length > 0 && (
        <>
          <p class="problem">{words.bring.notCreated(sent.refused.length)}</p>
          <LinesTable
            label={words.bring.notCreated(sent.refused.length)}
            headings={[words.bring.line, words.bring.problem]}
            rows={sent.refused.map(({ line, reason }) => [line.number, reason])}
          />
        </>
      )}
      <div class="dialog-actions">
        {stage === 'stopped' && (
          <>
            <Button onClick={onClose}>{words.bulk.close}</Button>
            <Button kind="primary" onClick={() => void send()}>
              {words.bring.goOn}
            </Button>
          </>
        )}
        {stage === 'done' && (
          <>
            {sent.ids.length > 0 && (
              <Button
                onClick={() => {
                  select(sent.ids);
                  onClose();
                }}
              >
                {words.bring.select}
              </Button>
            )}
            <Button kind="primary" onClick={onClose}>
              {words.bring.done}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** The browser asks before the page is left. */
function useWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOn]);
}
