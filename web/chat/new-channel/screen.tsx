import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Holders } from '../../shared/group-setting/holders.ts';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { channelReader, creatablePrivacies, type Privacy } from '../../store/chat/select/channels.ts';
import type { ChannelPermissionName } from '../../store/chat/select/group-uses.ts';
import { addressOf } from '../addresses.ts';
import '../channel-form/channel-form.css';
import { DescriptionField } from '../channel-form/description-field.tsx';
import { problemsOf } from '../channel-form/field-of.ts';
import { FolderField } from '../channel-form/folder-field.tsx';
import { type ChosenPeople, idsOfPeople, NOBODY, PeopleField } from '../channel-form/people-field.tsx';
import { PermissionList } from '../channel-form/permission-list.tsx';
import { ruleOf } from '../channel-form/permissions.ts';
import { PrivacyField, privacyForm } from '../channel-form/privacy-field.tsx';
import { formWords as words } from '../channel-form/texts/index.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { ScreenHead } from '../parts/screen-head.tsx';

/** An event of what was made comes within moments. */
const EVENT_MS = 5000;

/** The permissions that one thinks of at first; the others are on the channel's own page. */
const AT_FIRST: readonly ChannelPermissionName[] = [
  'can_send_message_group',
  'can_subscribe_group',
  'can_add_subscribers_group',
  'can_administer_channel_group',
];

/** Form for a new channel. What was typed stays until the server has taken it. */
export function NewChannelScreen() {
  const choices = creatablePrivacies(channelReader(chat.value.state));
  return (
    <section class="screen">
      <ScreenHead title={words.create} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1) */}
      <div class="screen-body channel-form" tabIndex={0}>
        {choices.length === 0 ? (
          <Empty level={2} icon="lock" title={words.mayNotCreate.title} text={words.mayNotCreate.text} />
        ) : (
          <NewChannelForm choices={choices} />
        )}
      </div>
    </section>
  );
}

function NewChannelForm({ choices }: { choices: readonly Privacy[] }) {
  const [, go] = useLocation();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [privacy, setPrivacy] = useState(choices[0]!);
  const [folderId, setFolderId] = useState<number | null>(null);
  const [people, setPeople] = useState<ChosenPeople>({ ...NOBODY, users: [ownUserId.peek()] });
  const [permissions, setPermissions] = useState<Partial<Record<ChannelPermissionName, Holders>>>({});
  const [madeId, setMadeId] = useState<number>();
  const { state } = chat.value;
  const { busy, failure, run } = useAction(async (form: FormData) => {
    const { id } = await request<{ id: number }>('/api/v1/channels/create', {
      method: 'POST',
      form: {
        ...{ name: name.trim(), description, subscribers: await idsOfPeople(people) },
        ...privacyForm(privacy),
        ...(folderId !== null && { folder_id: folderId }),
        ...permissions,
        announce: form.has('announce'),
      },
    });
    setMadeId(id);
  });
  // It is there once its event came.
  const isThere = madeId !== undefined && state.channels.has(madeId);
  useEffect(() => {
    if (isThere) go(addressOf({ kind: 'channel', channelId: madeId }, { channelName: name.trim() }), { replace: true });
  }, [isThere]);
  // None comes to whoever made a private channel for others alone.
  useEffect(() => {
    if (madeId === undefined || isThere) return;
    const timer = setTimeout(() => go('/channels', { replace: true }), EVENT_MS);
    return () => clearTimeout(timer);
  }, [madeId, isThere]);
  const problems = problemsOf(failure);
  const isAnnounced = Number(state.fields.realm_new_stream_announcements_stream_id ?? -1) > 0;
  return (
    <form
      aria-label={words.create}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && madeId === undefined) void run(new FormData(event.currentTarget));
      }}
    >
      <section class="channel-part">
        <Field label={words.name} problem={problems.name}>
          <input
            name="channel"
            required
            dir="auto"
            autocomplete="off"
            maxLength={Number(state.fields.max_stream_name_length)}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <DescriptionField value={description} problem={problems.description} onChange={setDescription} />
        <FolderField value={folderId} problem={problems.folder} onChange={setFolderId} />
      </section>
      <section class="channel-part">
        <PrivacyField value={privacy} problem={problems.privacy} {...{ choices }} onChange={setPrivacy} />
      </section>
      <section class="channel-part">
        <PeopleField
          label={words.subscribers}
          hint={words.subscribersHint}
          value={people}
          problem={problems.people}
          onChange={setPeople}
        />
        {isAnnounced && privacy !== 'shared' && privacy !== 'protected' && (
          <Tick name="announce" label={words.announce} defaultChecked />
        )}
      </section>
      <details class="channel-part">
        <summary>{words.whoMay}</summary>
        <PermissionList
          permissions={AT_FIRST}
          isPrivate={privacyForm(privacy).invite_only}
          holdersFor={(permission) => permissions[permission] ?? firstHolders(permission)}
          submit={words.choose}
          save={async (permission, value) => setPermissions({ ...permissions, [permission]: value })}
        />
      </details>
      {problems.rest && (
        <p class="problem" role="alert">
          {problems.rest}
        </p>
      )}
      <div class="channel-actions">
        <Button type="submit" kind="primary" busy={busy || madeId !== undefined}>
          {words.create}
        </Button>
      </div>
    </form>
  );
}

/** Returns who holds a permission of a new channel where nobody else is chosen. */
function firstHolders(permission: ChannelPermissionName): Holders {
  const { state } = chat.value;
  const { default_group_name: wanted } = ruleOf(state, permission);
  if (wanted === 'channel_creator') return { direct_members: [state.ownUserId], direct_subgroups: [] };
  return [...state.groups.values()].find(({ name, is_system_group }) => is_system_group && name === wanted)!.id;
}
