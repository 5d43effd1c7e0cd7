import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { CopyText } from '../../shared/ui/link-card.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { keyWords } from './texts/index.ts';

type State = 'changing' | 'unseen' | 'known';

interface Secrets {
  secret?: string;
  next: string | null;
}

/** The secret of all webhooks: shown to who says why, and changed without a webhook that nobody can check. */
export function SecretPart() {
  const { answer, failure, retry, refresh } = useRequest<{ state: State }>('/api/admin/webhook-secret');
  const [isAsking, setAsking] = useState(false);
  const [shown, setShown] = useState<Secrets>();
  const change = async (step: 'begin' | 'confirm' | 'cancel') => {
    const made = await request<Secrets>('/api/admin/webhook-secret/change', { method: 'POST', body: { step } });
    if (step === 'begin') setShown(made);
    else showToast(keyWords.ended[step]);
    refresh();
  };
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return null;
  return (
    <FramePart title={keyWords.secret} lead={keyWords.states[answer.state]}>
      <Steps state={answer.state} change={change} onShow={() => setAsking(true)} />
      {isAsking && (
        <FormDialog
          title={keyWords.show}
          submit={keyWords.show}
          send={async (form) => {
            const body = { reason: fieldText(form, 'reason') };
            setShown(await request<Secrets>('/api/admin/webhook-secret/show', { method: 'POST', body }));
            setAsking(false);
            refresh();
          }}
          onClose={() => setAsking(false)}
        >
          <Field label={keyWords.reason} hint={keyWords.reasonHint}>
            <input name="reason" required maxLength={200} pattern=".*\S.*" dir="auto" autocomplete="off" />
          </Field>
        </FormDialog>
      )}
      {shown && <Shown secrets={shown} onClose={() => setShown(undefined)} />}
    </FramePart>
  );
}

interface StepsProps {
  state: State;
  change(step: 'begin' | 'confirm' | 'cancel'): Promise<void>;
  onShow(): void;
}

function Steps({ state, change, onShow }: StepsProps) {
  const begin = useAction(() => change('begin'));
  const confirm = useAction(() => change('confirm'));
  const cancel = useAction(() => change('cancel'));
  const failure = begin.failure ?? confirm.failure ?? cancel.failure;
  return (
    <>
      {failure && <Failure {...failure} />}
      <div class="admin-actions">
        <Button icon="eye" onClick={onShow}>
          {keyWords.show}
        </Button>
        {state === 'changing' ? (
          <>
            <Button kind="primary" busy={confirm.busy} onClick={() => void confirm.run()}>
              {keyWords.confirm}
            </Button>
            <Button busy={cancel.busy} onClick={() => void cancel.run()}>
              {keyWords.cancel}
            </Button>
          </>
        ) : (
          <Button icon="refresh-cw" busy={begin.busy} onClick={() => void begin.run()}>
            {keyWords.begin}
          </Button>
        )}
      </div>
    </>
  );
}

function Shown({ secrets: { secret, next }, onClose }: { secrets: Secrets; onClose(): void }) {
  return (
    <Dialog title={keyWords.secret} onClose={onClose}>
      <div class="admin-form">
        {secret && (
          <>
            <p>{next ? keyWords.current : keyWords.shown}</p>
            <CopyText text={secret} label={keyWords.secret} />
          </>
        )}
        {next && (
          <>
            <p>{keyWords.next}</p>
            <CopyText text={next} label={keyWords.nextLabel} />
          </>
        )}
        <div class="dialog-actions">
          <Button kind="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
