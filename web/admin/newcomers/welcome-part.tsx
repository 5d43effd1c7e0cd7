import { useRef } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { fieldText } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { newcomerWords } from './texts/index.ts';

/** The words that greet whoever joins, and a copy to oneself before it is kept. */
export function WelcomePart({ text, onDone }: { text: string; onDone(): void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { welcome } = newcomerWords;
  const tried = useAction(async () => {
    const form = { welcome_message_custom_text: field.current!.value };
    await request('/api/v1/realm/test_welcome_bot_custom_message', { method: 'POST', form });
    showToast(welcome.sent);
  });
  return (
    <FramePart title={welcome.title} lead={welcome.lead}>
      <InlineForm
        label={welcome.title}
        shown={{ text }}
        send={async (form) => {
          const given = { welcome_message_custom_text: fieldText(form, 'text') };
          await request('/api/v1/realm', { method: 'PATCH', form: given });
          onDone();
        }}
        beside={
          <Button icon="send" busy={tried.busy} onClick={() => void tried.run()}>
            {welcome.test}
          </Button>
        }
      >
        <Field label={welcome.text} hint={welcome.hint} optional>
          <textarea ref={field} name="text" maxLength={8000} rows={5} dir="auto" defaultValue={text} />
        </Field>
        {tried.failure && <Failure {...tried.failure} />}
      </InlineForm>
    </FramePart>
  );
}
