import { useState } from 'preact/hooks';
import { Refusal } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { type GroupUses, groupUses, isUsed } from '../../store/chat/select/group-uses.ts';
import type { UserGroup } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { groupName } from '../data/group-name.ts';
import { GroupUsesPart } from './group-uses-part.tsx';
import { peopleWords as words } from './texts/index.ts';

/** A place in which a group is used, as the server names it (`objections`). */
type Objection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'channel'; channel_id: number; settings: string[] }
  | { type: 'realm'; settings: string[] };

/** Takes a group out of use; one that is used must be taken out of its places first. */
export function DeactivateDialog({ group, onClose }: { group: UserGroup; onClose(): void }) {
  const [objected, setObjected] = useState<GroupUses>();
  const { busy, failure, run } = useAction(async () => {
    setObjected(undefined);
    try {
      await request(`/api/v1/user_groups/${group.id}/deactivate`, { method: 'POST' });
      onClose();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'CANNOT_DEACTIVATE_GROUP_IN_USE') throw error;
      setObjected(usesOf(error.extra.objections as Objection[]));
    }
  });
  const known = groupUses(chat.value.state, group.id);
  const uses = objected ?? (isUsed(known) ? known : undefined);
  return (
    <Dialog title={words.groups.deactivateTitle({ name: groupName(group) })} onClose={onClose}>
      {uses ? (
        <>
          <p>{words.groups.inUse}</p>
          <GroupUsesPart uses={uses} />
        </>
      ) : (
        <p>{words.groups.deactivateText}</p>
      )}
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{uses ? texts.close : texts.cancel}</Button>
        {!uses && (
          <Button kind="danger" busy={busy} onClick={() => void run()}>
            {words.groups.deactivate}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The server knows of channels too that the person does not. */
function usesOf(objections: readonly Objection[]): GroupUses {
  const { groups } = chat.peek().state;
  const of = <Type extends Objection['type']>(type: Type) =>
    objections.filter((each): each is Extract<Objection, { type: Type }> => each.type === type);
  return {
    parents: of('subgroup').flatMap(({ supergroup_ids }) => supergroup_ids.flatMap((id) => groups.get(id) ?? [])),
    realm: of('realm').flatMap(({ settings }) => settings.map((name) => realmName(name))),
    channels: of('channel').map(({ channel_id, settings }) => ({
      channelId: channel_id,
      permissions: settings as GroupUses['channels'][number]['permissions'],
    })),
    groups: of('user_group').map(({ group_id, settings }) => ({
      groupId: group_id,
      permissions: settings as GroupUses['groups'][number]['permissions'],
    })),
  };
}

/** The registration's fields have the permissions' names with `realm_` before them. */
const realmName = (name: string) => `realm_${name}` as GroupUses['realm'][number];
