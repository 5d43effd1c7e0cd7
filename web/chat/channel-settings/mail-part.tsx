import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { copyText } from '../../shared/ui/copy.ts';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { refusal } from '../composer/may-send.ts';
import { ChannelPart } from './part.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

/** The address by which e-mail becomes messages: for whoever may write here. */
export function MailPart({ channel, reader }: ChannelPartProps) {
  const [address, setAddress] = useState<string>();
  const { busy, failure, run } = useAction(async () => {
    const { email } = await request<{ email: string }>(`/api/v1/streams/${channel.stream_id}/email_address`);
    setAddress(email);
  });
  if (refusal(reader.state, { channelId: channel.stream_id, topic: '' })) return null;
  return (
    <ChannelPart title={words.mail} text={words.mailText}>
      {failure && <Failure {...failure} />}
      {address === undefined && (
        <div>
          <Button icon="mail" busy={busy} onClick={() => void run()}>
            {words.showAddress}
          </Button>
        </div>
      )}
      {address === '' && <p>{words.noMail}</p>}
      {address && (
        <div class="mail-address">
          <code>{address}</code>
          <Button
            icon="copy"
            onClick={async () => {
              if (await copyText(address)) showToast(texts.copied);
            }}
          >
            {texts.copy}
          </Button>
        </div>
      )}
    </ChannelPart>
  );
}
