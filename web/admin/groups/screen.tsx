import { useState } from 'preact/hooks';
import { Link, Route, Switch } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetUserGroupsAnswer, UserGroup } from '../../store/wire/chat.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { GroupFields } from './group-fields.tsx';
import { GroupView } from './group-view.tsx';
import { groupWords } from './texts/index.ts';

/** The groups of the chat, and below the list one of them. */
export function GroupsScreen() {
  const asked = useRequest<GetUserGroupsAnswer>('/api/v1/user_groups');
  const { answer, failure, retry, refresh } = asked;
  if (!answer)
    return (
      <Frame title={words.screens.groups}>
        {failure ? <Failure {...failure} onRetry={retry} /> : <Loading rows={6} />}
      </Frame>
    );
  return (
    <Switch>
      <Route path="/groups/:id">
        {({ id }) => <GroupView key={id} id={Number(id)} groups={answer.user_groups} onDone={refresh} />}
      </Route>
      <Route>
        <Groups groups={answer.user_groups.filter((group) => !group.is_system_group)} onDone={refresh} />
      </Route>
    </Switch>
  );
}

function Groups({ groups, onDone }: { groups: readonly UserGroup[]; onDone(): void }) {
  const [isMaking, setMaking] = useState(false);
  const { columns } = groupWords;
  const make = (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {groupWords.make}
    </Button>
  );
  return (
    <Frame title={words.screens.groups} lead={groupWords.lead} tools={groups.length > 0 && make}>
      {groups.length === 0 && (
        <Empty level={2} icon="users" title={groupWords.none} text={groupWords.noneText}>
          {make}
        </Empty>
      )}
      {groups.length > 0 && (
        <DataTable
          label={words.screens.groups}
          rows={groups}
          idOf={({ id }) => String(id)}
          columns={[
            {
              name: columns.group,
              show: ({ id, name, description }) => (
                <NameAndMore name={<Link href={`/groups/${id}`}>{name}</Link>} more={description} />
              ),
            },
            { name: columns.people, show: ({ members }) => groupWords.members({ count: members.length }) },
          ]}
        />
      )}
      {isMaking && (
        <FormDialog
          title={groupWords.make}
          submit={groupWords.make}
          send={async (form) => {
            const name = fieldText(form, 'name');
            const given = { name, description: fieldText(form, 'description'), members: [] };
            await request('/api/v1/user_groups/create', { method: 'POST', form: given });
            setMaking(false);
            showToast(groupWords.made({ name }));
            onDone();
          }}
          onClose={() => setMaking(false)}
        >
          <GroupFields />
        </FormDialog>
      )}
    </Frame>
  );
}
