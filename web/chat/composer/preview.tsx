import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { MessageHtml } from '../../shared/ui/message-html.tsx';
import { Loading } from '../../shared/ui/states.tsx';
import { composerWords as words } from './texts/index.ts';

interface PreviewProps {
  text: string;
  /** As messages are decorated in their list. */
  decorate(content: DocumentFragment): void;
}

/** The text as the others will see it, made by the server. */
export function MessagePreview({ text, decorate }: PreviewProps) {
  const [html, setHtml] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isPresent = true;
    request<{ rendered: string }>('/api/v1/messages/render', { method: 'POST', form: { content: text } }).then(
      ({ rendered }) => {
        if (!isPresent) return;
        setHtml(rendered);
        setFailure(undefined);
      },
      (error: unknown) => {
        if (isPresent) setFailure(error instanceof Refusal ? error.message : texts.states.unreachable);
      },
    );
    // An answer that is late is of an earlier text.
    return () => {
      isPresent = false;
    };
  }, [text]);
  return (
    <section class="composer-preview" aria-label={words.preview.title}>
      {failure && <p role="alert">{failure}</p>}
      {html === undefined ? !failure && <Loading rows={1} /> : <MessageHtml html={html} decorate={decorate} />}
    </section>
  );
}
