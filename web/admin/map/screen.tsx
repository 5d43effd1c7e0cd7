import { useRequest } from '../../shared/session/use-request.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { isOwner } from '../data/me.ts';
import type { ServerAnswer } from '../data/server.ts';
import { Frame, FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { mapWords } from './texts/index.ts';
import { TileServerPart } from './tile-server-part.tsx';

/** Screen that shows the current map and where it is configured. */
export function MapScreen() {
  const { answer, failure, retry, refresh } = useRequest<GetMapAnswer>('/api/v2/map');
  return (
    <Frame title={words.screens.map} lead={mapWords.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={4} />}
      {answer && <TileServerPart server={answer.tileServer} onDone={refresh} />}
      {answer && (
        <FramePart title={mapWords.title}>
          {answer.style !== 'server' && (
            <p>
              {answer.isFileMissing ? mapWords.missing : answer.style === 'file' ? mapWords.file : mapWords.outline}
            </p>
          )}
          {isOwner.value && <FileName />}
          <Facts
            of={[
              [mapWords.zooms, `${answer.minZoom}–${answer.maxZoom}`],
              [mapWords.attribution, answer.attribution],
            ]}
          />
          <p>{mapWords.how}</p>
          <p>
            <code dir="ltr">{mapWords.command}</code>
          </p>
          <p class="quiet-words">{mapWords.source}</p>
          <div class="admin-actions">
            <a class="button" href="/dispatch/map">
              {mapWords.toMap}
            </a>
          </div>
        </FramePart>
      )}
    </Frame>
  );
}

function FileName() {
  const { answer } = useRequest<ServerAnswer>('/api/admin/server');
  return <Facts of={[[mapWords.name, answer?.map.file && <bdi>{answer.map.file}</bdi>]]} />;
}
