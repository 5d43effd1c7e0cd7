import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { Channel, GetChannelsAnswer } from '../../store/wire/chat.ts';
import type { Realm } from '../data/use-realm.ts';
import { changedOf } from '../shared/changed.ts';
import { FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { organizationWords } from './texts/index.ts';

const CHANNELS = '/api/v1/streams?include_all=true&include_subscribed=true';
/** Stands for no channel, in the words of the API. */
const NONE = -1;

/** The channels for announcements, and the private one in which moderators receive reports of messages. */
export function NoticesPart({ realm, onDone }: { realm: Realm; onDone(): void }) {
  const { answer, failure, retry } = useRequest<GetChannelsAnswer>(CHANNELS);
  const { notices } = organizationWords;
  const shown = {
    moderation_request_channel_id: realm.realm_moderation_request_channel_id,
    new_stream_announcements_stream_id: realm.realm_new_stream_announcements_stream_id,
    signup_announcements_stream_id: realm.realm_signup_announcements_stream_id,
  };
  const names = Object.keys(shown) as (keyof typeof shown)[];
  const channels = answer && [...answer.streams].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <FramePart title={notices.title} lead={notices.lead}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!channels && !failure && <Loading rows={4} />}
      {channels && (
        <InlineForm
          label={notices.title}
          shown={shown}
          send={async (form) => {
            const given = Object.fromEntries(names.map((name) => [name, Number(form.get(name))]));
            const changed = changedOf(shown, given as typeof shown);
            if (Object.keys(changed).length > 0)
              await request('/api/v1/realm', { method: 'PATCH', form: { ...changed } });
            onDone();
          }}
        >
          {names.map((name) => (
            <Field key={name} label={notices.names[name]} hint={notices.hints[name]}>
              <select name={name} class="input">
                {choicesOf(name, channels, shown[name]).map(([id, label]) => (
                  <option key={id} value={id} {...{ defaultSelected: id === shown[name] }}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
          ))}
        </InlineForm>
      )}
    </FramePart>
  );
}

/** Reports quote what is private, so their channel is. The one that is set is among them, also where the reader is not in it. */
function choicesOf(name: string, channels: readonly Channel[], set: number): [id: number, label: string][] {
  const { notices } = organizationWords;
  const mayBe = name === 'moderation_request_channel_id' ? channels.filter((each) => each.invite_only) : channels;
  const ids = mayBe.map(({ stream_id, name }): [number, string] => [stream_id, name]);
  const isListed = set === NONE || ids.some(([id]) => id === set);
  return [[NONE, notices.none], ...(isListed ? [] : [[set, notices.unseen] as [number, string]]), ...ids];
}
