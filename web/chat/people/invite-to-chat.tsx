import { useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { locale, texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { type Choice, ChooseMany } from '../../shared/ui/choose-many.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { LinkCard } from '../../shared/ui/link-card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { channelReader, mayAddSubscribers } from '../../store/chat/select/channels.ts';
import { completeChannels, completeGroups } from '../../store/chat/select/completion.ts';
import type { CreateInvitationLinkAnswer, User } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { channelName } from '../data/names.ts';
import { roleName } from '../person-card/role-name.ts';
import { holdsRealm, mayAddTo, maySubscribeSomebody } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

const ROLES = [100, 200, 300, 400, 600] as const satisfies readonly User['role'][];
const MINUTES_OF_DAY = 1440;
/** Validity in days; the last never expires. */
const DAYS = [1, 3, 10, 30, 0] as const;
const USUAL_DAYS = 10;
const MAX_ADDRESSES_LENGTH = 8000;

type Method = 'mail' | 'link';

/** Addresses that were not invited, with the server's reason for each. */
interface RefusedAddresses {
  sentence: string;
  reasons: readonly (readonly [address: string, reason: string])[];
}

/** Invites people to the chat: by addresses, or by a link for many. */
export function InviteToChat({ onClose }: { onClose(): void }) {
  const { state } = chat.value;
  const methods: Method[] = [
    ...(holdsRealm(state, 'realm_can_invite_users_group') ? (['mail'] as const) : []),
    ...(holdsRealm(state, 'realm_create_multiuse_invite_group') ? (['link'] as const) : []),
  ];
  const [method, setMethod] = useState<Method>(methods[0] ?? 'mail');
  const [addresses, setAddresses] = useState('');
  const [role, setRole] = useState<number>(Math.max(400, state.users.get(state.ownUserId)?.role ?? 400));
  const [days, setDays] = useState<number>(USUAL_DAYS);
  const [withDefaults, setWithDefaults] = useState(true);
  const [channels, setChannels] = useState<readonly Choice[]>([]);
  const [groups, setGroups] = useState<readonly Choice[]>([]);
  const [notifies, setNotifies] = useState(true);
  const [refused, setRefused] = useState<RefusedAddresses>();
  const [link, setLink] = useState<string>();
  const { busy, failure, run } = useAction(async () => {
    setRefused(undefined);
    const form = {
      ...{ invite_as: role, invite_expires_in_minutes: days === 0 ? null : days * MINUTES_OF_DAY },
      ...{ stream_ids: channels.map(({ id }) => Number(id)), group_ids: groups.map(({ id }) => Number(id)) },
      include_realm_default_subscriptions: withDefaults,
    };
    if (method === 'link') {
      const answer = await request<CreateInvitationLinkAnswer>('/api/v1/invites/multiuse', { method: 'POST', form });
      return setLink(answer.invite_link);
    }
    const invitee_emails = addresses.split(/[\s,;]+/).filter(Boolean);
    try {
      await request('/api/v1/invites', {
        method: 'POST',
        form: { ...form, invitee_emails: invitee_emails.join(','), notify_referrer_on_join: notifies },
      });
    } catch (error) {
      const found = refusedOf(error);
      if (!found) throw error;
      setRefused(found);
      // Those that were invited are not written to twice.
      if ((error as Refusal).extra.sent_invitations) setAddresses(found.reasons.map(([address]) => address).join('\n'));
      return;
    }
    showToast(words.invitations.sent({ count: invitee_emails.length }));
    onClose();
  });
  if (link)
    return (
      <Dialog title={words.invitations.link} onClose={onClose}>
        <p>{words.invitations.linkText}</p>
        <LinkCard text={link} label={words.invitations.link} />
        <div class="dialog-actions">
          <Button kind="primary" onClick={onClose}>
            {texts.close}
          </Button>
        </div>
      </Dialog>
    );
  const own = state.users.get(state.ownUserId)?.role ?? 600;
  const defaults = [...state.defaultChannels].map(channelName);
  return (
    <Dialog title={words.invitations.invite} onClose={onClose}>
      <form
        class="people-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        {methods.length > 1 && (
          <Segmented
            label={words.invitations.method}
            value={method}
            onChange={(next) => setMethod(next)}
            options={methods.map((value) => ({ value, label: words.invitations.methods[value] }))}
          />
        )}
        {method === 'mail' ? (
          <Field label={words.invitations.addresses} hint={words.invitations.addressesHint}>
            <textarea
              required
              dir="ltr"
              autocomplete="off"
              maxLength={MAX_ADDRESSES_LENGTH}
              value={addresses}
              onInput={({ currentTarget }) => setAddresses(currentTarget.value)}
            />
          </Field>
        ) : (
          <p>{words.invitations.linkLead}</p>
        )}
        <div class="people-pair">
          <Field label={words.invitations.role}>
            <select onChange={({ currentTarget }) => setRole(Number(currentTarget.value))}>
              {ROLES.filter((each) => each >= own).map((each) => (
                <option key={each} value={each} selected={each === role}>
                  {roleName({ is_bot: false, role: each })}
                </option>
              ))}
            </select>
          </Field>
          <Field label={words.invitations.holds}>
            <select onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}>
              {DAYS.map((each) => (
                <option key={each} value={each} selected={each === days}>
                  {words.invitations.days({ days: each })}
                </option>
              ))}
            </select>
          </Field>
        </div>
        {defaults.length > 0 && (
          <Tick
            label={words.invitations.defaults}
            hint={new Intl.ListFormat(locale, { type: 'conjunction' }).format(defaults)}
            checked={withDefaults}
            onChange={setWithDefaults}
          />
        )}
        {maySubscribeSomebody(state) && (
          <ChooseMany label={words.invitations.channels} chosen={channels} find={findChannels} onChange={setChannels} />
        )}
        {[...state.groups.values()].some((group) => !group.deactivated && mayAddTo(state, group)) && (
          <ChooseMany label={words.invitations.groups} chosen={groups} find={findGroups} onChange={setGroups} />
        )}
        {method === 'mail' && <Tick label={words.invitations.notify} checked={notifies} onChange={setNotifies} />}
        {refused && (
          <div class="failure" role="alert">
            <div>
              <p>{refused.sentence}</p>
              <ul class="refused-addresses">
                {refused.reasons.map(([address, reason]) => (
                  <li key={address}>
                    <bdi>{address}</bdi>: {reason}
                  </li>
                ))}
              </ul>
            </div>
          </div>
        )}
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {method === 'mail' ? words.invitations.send : words.invitations.makeLink}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function refusedOf(error: unknown): RefusedAddresses | undefined {
  if (!(error instanceof Refusal) || error.code !== 'INVITATION_FAILED') return undefined;
  const reasons = error.extra.errors as [string, string][] | undefined;
  return reasons?.length ? { sentence: error.message, reasons } : undefined;
}

/** Channels that the person may subscribe others to. */
function findChannels(query: string): readonly Choice[] {
  const { state } = chat.peek();
  const reader = channelReader(state);
  return completeChannels(state, query)
    .items.filter((channel) => mayAddSubscribers(reader, channel))
    .map(({ stream_id, name, invite_only }) => ({
      ...{ id: String(stream_id), label: name },
      icon: invite_only ? 'lock' : 'hash',
    }));
}

function findGroups(query: string): readonly Choice[] {
  const { state } = chat.peek();
  return completeGroups(state, query)
    .items.filter((group) => mayAddTo(state, group))
    .map(({ id, name }) => ({ id: String(id), label: name, icon: 'users' }));
}
