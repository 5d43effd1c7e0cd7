import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { MessageHtml } from '../../shared/ui/message-html.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { chat } from '../data/chat.ts';
import { decoration } from '../message/reader.ts';
import { formWords as words } from './texts/index.ts';

interface DescriptionFieldProps {
  value: string;
  problem?: string | undefined;
  onChange(value: string): void;
}

/** The text on what a channel is about, in Markdown, and how others will see it. */
export function DescriptionField({ value, problem, onChange }: DescriptionFieldProps) {
  const [preview, setPreview] = useState<{ text: string; html: string }>();
  const { busy, failure, run } = useAction(async () => {
    const text = value.replaceAll(/\r?\n/g, ' ');
    const { rendered } = await request<{ rendered: string }>('/api/v1/messages/render', {
      method: 'POST',
      form: { content: text },
    });
    setPreview({ text: value, html: rendered });
  });
  const isShown = preview?.text === value && value !== '';
  return (
    <div class="channel-description">
      <Field label={words.description} hint={words.descriptionHint} optional {...{ problem }}>
        <textarea
          name="description"
          dir="auto"
          rows={3}
          maxLength={Number(chat.value.state.fields.max_stream_description_length)}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </Field>
      {failure && <Failure {...failure} />}
      {isShown ? (
        <section class="channel-preview" aria-label={words.preview}>
          <MessageHtml html={preview.html} decorate={decoration()} />
        </section>
      ) : (
        value.trim() !== '' && (
          <Button kind="quiet" size="small" icon="eye" busy={busy} onClick={() => void run()}>
            {words.preview}
          </Button>
        )
      )}
    </div>
  );
}
