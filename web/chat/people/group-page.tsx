import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { copyText } from '../../shared/ui/copy.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu, type MenuItem } from '../../shared/ui/menu.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { groupUses } from '../../store/chat/select/group-uses.ts';
import { groupIdsOf } from '../../store/chat/select/holders.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { groupMention } from '../composer/references.ts';
import { chat } from '../data/chat.ts';
import { groupName } from '../data/group-name.ts';
import { refuse } from '../data/refuse.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { groupAddress } from './group-address.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupPermissions } from './group-permissions.tsx';
import { GroupUsesPart } from './group-uses-part.tsx';
import { mayJoin, mayLeave, mayManage } from './rights.ts';
import { peopleWords as words } from './texts/index.ts';

export const GROUP_PARTS = ['members', 'permissions', 'uses'] as const;

export type GroupPart = (typeof GROUP_PARTS)[number];

/** A group: who is in it, who may do what with it, and where it is used. */
export function GroupPage({ id, part }: { id: number; part: GroupPart }) {
  const [, go] = useLocation();
  const { state } = chat.value;
  const group = state.groups.get(id);
  if (!group)
    return (
      <Empty level={2} icon="users" title={words.groups.gone.title} text={words.groups.gone.text}>
        <Link class="button" href="/people/groups">
          {words.groups.all}
        </Link>
      </Empty>
    );
  // What a role permits is the organization's to say.
  const shown = group.is_system_group && part === 'permissions' ? 'members' : part;
  const uses = groupUses(state, id);
  const { parents, realm, channels, groups } = uses;
  const tabs = [
    { id: 'members', label: words.groups.members, count: group.members.length + group.direct_subgroup_ids.length },
    { id: 'permissions', label: words.groups.permissions },
    {
      id: 'uses',
      label: words.groups.uses.title,
      count: parents.length + channels.length + groups.length + (realm.length > 0 ? 1 : 0),
    },
  ].filter((tab) => tab.id !== 'permissions' || !group.is_system_group);
  return (
    <div class="group-view">
      <GroupHead group={group} />
      <Tabs
        label={groupName(group)}
        tabs={tabs}
        current={shown}
        onChange={(next) => go(groupAddress(id, next === 'members' ? undefined : next), { replace: true })}
      >
        {shown === 'members' && <GroupMembers key={id} group={group} />}
        {shown === 'permissions' && <GroupPermissions group={group} />}
        {shown === 'uses' && <GroupUsesPart uses={uses} />}
      </Tabs>
    </div>
  );
}

function GroupHead({ group }: { group: UserGroup }) {
  const [opened, setOpened] = useState<'edit' | 'deactivate'>();
  const { state } = chat.value;
  const { id, description, deactivated, is_system_group, members } = group;
  const isIn = groupIdsOf(state, state.ownUserId).has(id);
  const isMember = members.includes(state.ownUserId);
  const manages = mayManage(state, group);
  const change = (path: string, form: Readonly<Record<string, unknown>>, method: 'POST' | 'PATCH' = 'POST') =>
    request(`/api/v1/user_groups/${id}${path}`, { method, form }).catch((error: Error) => refuse(error));
  const items: MenuItem[] = [
    ...(is_system_group || deactivated
      ? []
      : [{ label: words.groups.copyMention, icon: 'copy' as const, choose: () => void copyMention(group) }]),
    ...(manages && !deactivated
      ? [
          { label: words.groups.edit, icon: 'pencil' as const, choose: () => setOpened('edit') },
          {
            label: words.groups.deactivate,
            icon: 'archive' as const,
            danger: true,
            isApart: true,
            choose: () => setOpened('deactivate'),
          },
        ]
      : []),
  ];
  return (
    <header class="group-head">
      <Link class="button quiet only-icon" href="/people/groups" aria-label={words.groups.all}>
        <Icon name="arrow-left" />
      </Link>
      <div class="group-title">
        <h2 dir="auto">{groupName(group)}</h2>
        <p class="quiet-words" dir="auto">
          {is_system_group ? words.groups.roleText : description}
        </p>
        {!is_system_group && group.creator_id !== null && state.users.has(group.creator_id) && (
          <p class="hint">{words.groups.madeBy({ name: state.users.get(group.creator_id)!.full_name })}</p>
        )}
      </div>
      {deactivated && <Badge>{words.deactivated}</Badge>}
      {isIn && !isMember && !is_system_group && (
        <Badge kind="accent" icon="check">
          {words.groups.youAreIn}
        </Badge>
      )}
      {!deactivated && isMember && mayLeave(state, group) && (
        <Button icon="log-out" onClick={() => void change('/members', { delete: [state.ownUserId] })}>
          {words.groups.leave}
        </Button>
      )}
      {!deactivated && !isMember && mayJoin(state, group) && (
        <Button icon="log-in" onClick={() => void change('/members', { add: [state.ownUserId] })}>
          {words.groups.join}
        </Button>
      )}
      {deactivated && manages && (
        <Button icon="undo-2" onClick={() => void change('', { deactivated: false }, 'PATCH')}>
          {words.groups.reactivate}
        </Button>
      )}
      {items.length > 0 && <Menu label={words.groups.more} items={items} />}
      {opened === 'edit' && <GroupDialog group={group} onDone={() => undefined} onClose={() => setOpened(undefined)} />}
      {opened === 'deactivate' && <DeactivateDialog group={group} onClose={() => setOpened(undefined)} />}
    </header>
  );
}

async function copyMention(group: UserGroup): Promise<void> {
  if (await copyText(groupMention(group))) showToast(texts.copied);
}
