import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { UserGroup } from '../../store/wire/chat.ts';
import { useNames } from '../data/use-names.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { AddMember } from './add-member.tsx';
import { groupWords } from './texts/index.ts';

/** So many are shown at first. */
const ROWS = 100;

interface Member {
  id: number;
  name: string;
}

/** Lists the members of a group. */
export function MembersPart({ group, onDone }: { group: UserGroup; onDone(): void }) {
  const { names, failure, retry } = useNames(group.members);
  const [limit, setLimit] = useState(ROWS);
  const [isAdding, setAdding] = useState(false);
  if (!names)
    return (
      <FramePart title={groupWords.people}>
        {failure ? <Failure {...failure} onRetry={retry} /> : <Loading rows={4} />}
      </FramePart>
    );
  const members = group.members
    .map((id) => ({ id, name: names.get(id) ?? String(id) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  return (
    <FramePart title={groupWords.people}>
      {members.length === 0 && <p>{groupWords.noMembers}</p>}
      {members.length > 0 && (
        <DataTable
          label={groupWords.people}
          rows={members.slice(0, limit)}
          idOf={({ id }) => String(id)}
          columns={[
            { name: words.name, show: ({ name }) => <NameAndMore name={name} /> },
            {
              name: groupWords.columns.tools,
              isUnnamed: true,
              show: (member) => <Removal groupId={group.id} member={member} onDone={onDone} />,
            },
          ]}
        />
      )}
      {members.length > limit && <Button onClick={() => setLimit(limit + ROWS)}>{words.loadMore}</Button>}
      <div class="admin-actions">
        <Button icon="plus" onClick={() => setAdding(true)}>
          {groupWords.add}
        </Button>
      </div>
      {isAdding && <AddMember group={group} onDone={onDone} onClose={() => setAdding(false)} />}
    </FramePart>
  );
}

function Removal({ groupId, member: { id, name }, onDone }: { groupId: number; member: Member; onDone(): void }) {
  const { busy, failure, run } = useAction(async () => {
    await request(`/api/v1/user_groups/${groupId}/members`, { method: 'POST', form: { delete: [id] } });
    showToast(groupWords.removed({ name }));
    onDone();
  });
  return (
    <>
      {failure && <Failure {...failure} />}
      <Button aria-label={`${words.remove}: ${name}`} busy={busy} onClick={() => void run()}>
        {words.remove}
      </Button>
    </>
  );
}
