import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CopyText } from '../../shared/ui/link-card.tsx';
import { settingsWords as words } from './texts/index.ts';

/** A bot's key, which the server does not show again. */
export interface ShownKey {
  name: string;
  email: string;
  key: string;
}

/** Shows a key once: to be copied, or as the file that clients' libraries read. */
export function BotKey({ shown: { name, email, key }, onClose }: { shown: ShownKey; onClose(): void }) {
  return (
    <Dialog title={words.bots.key.title({ name })} onClose={onClose}>
      <p>{words.bots.key.text}</p>
      <div class="bot-key">
        <CopyText text={email} label={words.bots.key.email} />
        <CopyText text={key} label={words.bots.key.key} />
      </div>
      <div class="dialog-actions">
        <Button icon="download" onClick={() => saveFile({ email, key })}>
          {words.bots.key.download}
        </Button>
        <Button kind="primary" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </Dialog>
  );
}

/** client: the libraries of this API read address, key and server from a file of this name and form. */
function saveFile({ email, key }: { email: string; key: string }): void {
  const content = `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;
  const address = URL.createObjectURL(new Blob([content], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'zuliprc';
  link.click();
  URL.revokeObjectURL(address);
}
