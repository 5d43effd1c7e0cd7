import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { MessageHtml } from '../../shared/ui/message-html.tsx';
import { fieldText } from '../shared/form-dialog.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { linkWords } from './texts/index.ts';

/** A message as the server would write it, to see what becomes a link. It is sent to nobody. @param example what is tried at first */
export function Trial({ example }: { example: string }) {
  const [html, setHtml] = useState<string>();
  return (
    <InlineForm
      label={linkWords.trial.title}
      submit={linkWords.trial.run}
      done={null}
      send={async (form) => {
        const content = fieldText(form, 'content');
        const { rendered } = await request<{ rendered: string }>('/api/v1/messages/render', {
          method: 'POST',
          form: { content },
        });
        setHtml(rendered);
      }}
    >
      <Field label={linkWords.trial.title} hint={linkWords.trial.hint}>
        <input name="content" required maxLength={1000} dir="auto" autocomplete="off" defaultValue={example} />
      </Field>
      <div class="link-trial" role="status">
        {html !== undefined && <MessageHtml html={html} decorate={openElsewhere} />}
      </div>
    </InlineForm>
  );
}

/** Whoever tries a link stays where they are. */
function openElsewhere(content: DocumentFragment): void {
  for (const link of content.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
}
