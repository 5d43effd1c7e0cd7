import { useState } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { session } from '../data/me.ts';
import { readStored, writeStored } from '../data/stored.ts';
import { mapWords } from './texts/index.ts';

/** Name of what this browser stores once somebody has closed the note. */
const STORED = 'no-streets';

/** Note that the map has no streets, and where managers learn how to add them; empty once it is closed. */
export function StreetsNote({ base }: { base: GetMapAnswer | undefined }) {
  const [isClosed, setClosed] = useState(() => readStored(STORED) !== undefined);
  if (isClosed || base?.style !== 'outline' || base.isFileMissing) return null;
  const close = () => {
    writeStored(STORED, {});
    setClosed(true);
  };
  return (
    <div class="map-note" role="note">
      <Icon name="map" />
      <p>
        {mapWords.streets.none} {session.value!.standing !== null && <a href="/admin/map">{mapWords.streets.add}</a>}
      </p>
      <IconButton icon="x" size="small" label={texts.close} onClick={close} />
    </div>
  );
}
