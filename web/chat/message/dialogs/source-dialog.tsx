import { useRequest } from '../../../shared/session/use-request.ts';
import { texts } from '../../../shared/texts/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Failure, Loading } from '../../../shared/ui/states.tsx';
import type { Message } from '../../../store/wire/chat.ts';
import { copy } from '../acts.ts';
import type { PartProps } from '../opened.ts';
import { closeOpened } from '../opened.ts';
import { rowWords } from '../texts/index.ts';

/** The Markdown of a message as it was written. */
export function SourceDialog({ messageId }: PartProps) {
  const { answer, failure, retry } = useRequest<{ message: Message }>(
    `/api/v1/messages/${messageId}?apply_markdown=false`,
  );
  const source = answer?.message.content;
  return (
    <Dialog title={rowWords.source.title} onClose={closeOpened}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {source === undefined && !failure && <Loading />}
      {source !== undefined && (
        <>
          <textarea class="input message-source" readOnly rows={12} aria-label={rowWords.source.title} dir="auto">
            {source}
          </textarea>
          <div class="dialog-actions">
            <Button icon="copy" onClick={() => void copy(source, rowWords.copied.text)}>
              {rowWords.source.copy}
            </Button>
            <Button kind="primary" onClick={closeOpened}>
              {texts.close}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
