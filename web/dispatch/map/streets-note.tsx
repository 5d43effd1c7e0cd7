import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { session } from '../data/me.ts';
import { readStored, writeStored } from '../data/stored.ts';
import { useAction } from '../data/use-action.ts';
import { mapWords } from './texts/index.ts';

/** Name of what this browser stores once somebody has closed the note. */
const STORED = 'no-streets';

interface NoteProps {
  base: GetMapAnswer | undefined;
  isServerLost: boolean;
}

/** Note that the map has no streets, and how they come; or that the tile server does not answer. */
export function StreetsNote({ base, isServerLost }: NoteProps) {
  const [isClosed, setClosed] = useState(() => readStored(STORED) !== undefined);
  if (base?.tileServer && isServerLost) return <LostNote host={base.tileServer.host} />;
  if (isClosed || base?.style !== 'outline' || base.isFileMissing) return null;
  const close = () => {
    writeStored(STORED, {});
    setClosed(true);
  };
  return (
    <div class="map-note" role="note">
      <Icon name="map" />
      <div>
        <p>{mapWords.streets.none}</p>
        {session.value?.standing === 'owner' ? (
          <Offer />
        ) : (
          session.value?.standing && <a href="/admin/map">{mapWords.streets.add}</a>
        )}
      </div>
      <IconButton icon="x" size="small" label={texts.close} onClick={close} />
    </div>
  );
}

/** Offer to an owner: streets with one click, and who learns what by it. */
function Offer() {
  const { busy, failure, run } = useAction(async () => {
    await request('/api/admin/map/tile-server', { method: 'PUT', body: { service: 'openfreemap' } });
    // The browser lets this page ask the other server only when it is loaded anew.
    location.reload();
  });
  return (
    <>
      <details open={!matchMedia('(max-width: 40rem)').matches}>
        <summary>{mapWords.streets.who}</summary>
        <p class="quiet-words">{mapWords.streets.sent}</p>
      </details>
      {failure && <Failure {...failure} />}
      <div class="map-note-actions">
        <Button kind="primary" size="small" busy={busy} onClick={() => void run()}>
          {mapWords.streets.use}
        </Button>
        <a href="/admin/map">{mapWords.streets.others}</a>
      </div>
    </>
  );
}

/** A page that was open before the choice may not ask that server; a reload says which of both it is. */
function LostNote({ host }: { host: string }) {
  return (
    <div class="map-note" role="status">
      <Icon name="circle-alert" />
      <p>{mapWords.streets.lost({ host })}</p>
      <Button size="small" onClick={() => location.reload()}>
        {mapWords.streets.reload}
      </Button>
    </div>
  );
}
