import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { ChannelPart } from './part.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';
import { patchChannel } from './use-save.ts';

/** Archives a channel, and brings it back. */
export function ArchivePart({ channel }: ChannelPartProps) {
  const [isAsking, setAsking] = useState(false);
  const { stream_id: channelId, name } = channel;
  const back = useAction(() => patchChannel(channelId, { is_archived: false }));
  const archive = useAction(async () => {
    await request(`/api/v1/streams/${channelId}`, { method: 'DELETE' });
    setAsking(false);
  });
  return (
    <ChannelPart
      title={channel.is_archived ? words.bringBackTitle : words.archive}
      text={channel.is_archived ? words.bringBackText : words.archiveText}
    >
      {back.failure && <Failure {...back.failure} />}
      <div>
        {channel.is_archived ? (
          <Button icon="undo-2" busy={back.busy} onClick={() => void back.run()}>
            {words.bringBack}
          </Button>
        ) : (
          <Button kind="danger" icon="archive" onClick={() => setAsking(true)}>
            {words.archive}
          </Button>
        )}
      </div>
      {isAsking && !channel.is_archived && (
        <Dialog title={words.archiveNamed({ name })} onClose={() => setAsking(false)}>
          <p>{words.archiveQuestion}</p>
          {archive.failure && <Failure {...archive.failure} />}
          <div class="dialog-actions">
            <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            <Button kind="danger" icon="archive" busy={archive.busy} onClick={() => void archive.run()}>
              {words.archive}
            </Button>
          </div>
        </Dialog>
      )}
    </ChannelPart>
  );
}
