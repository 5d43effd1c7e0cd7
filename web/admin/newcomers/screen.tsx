import { Link } from 'wouter-preact';
import { useRequest } from '../../shared/session/use-request.ts';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetChannelsAnswer } from '../../store/wire/chat.ts';
import { useRealm } from '../data/use-realm.ts';
import { Frame, FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { DefaultsPart } from './defaults-part.tsx';
import { newcomerWords } from './texts/index.ts';
import { WelcomePart } from './welcome-part.tsx';

const CHANNELS = '/api/v1/streams?include_all=true&include_default=true&include_subscribed=true';

/** Screen with what somebody new finds: a greeting, channels, settings. */
export function NewcomersScreen() {
  const { realm, failure, reload } = useRealm();
  return (
    <Frame title={words.screens.newcomers} lead={newcomerWords.lead}>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!realm && !failure && <Loading rows={8} />}
      {realm && <WelcomePart text={realm.realm_welcome_message_custom_text} onDone={reload} />}
      <ChannelsPart />
      <DefaultsPart />
    </Frame>
  );
}

/** The channels that somebody new is in; the channels' own screen changes them. */
function ChannelsPart() {
  const { answer, failure, retry } = useRequest<GetChannelsAnswer>(CHANNELS);
  const chosen = answer?.streams.filter(({ is_default }) => is_default);
  return (
    <FramePart title={newcomerWords.channels.title} lead={newcomerWords.channels.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={2} />}
      {chosen?.length === 0 && <p>{newcomerWords.channels.none}</p>}
      {chosen && chosen.length > 0 && (
        <ul class="admin-list">
          {chosen.map(({ stream_id, name }) => (
            <li key={stream_id} dir="auto">
              {name}
            </li>
          ))}
        </ul>
      )}
      <div class="admin-actions">
        <Link class="button" href="/channels">
          {newcomerWords.channels.change}
        </Link>
      </div>
    </FramePart>
  );
}
