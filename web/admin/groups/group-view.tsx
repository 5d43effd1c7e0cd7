import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { UserGroup } from '../../store/wire/chat.ts';
import { changedOf } from '../shared/changed.ts';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import '../people/people.css';
import { words } from '../texts/index.ts';
import { GroupFields } from './group-fields.tsx';
import { MembersPart } from './members-part.tsx';
import { PermissionsPart } from './permissions-part.tsx';
import { groupWords } from './texts/index.ts';

interface GroupViewProps {
  id: number;
  groups: readonly UserGroup[];
  onDone(): void;
}

/** A group: who is in it, and who may do what with it. */
export function GroupView({ id, groups, onDone }: GroupViewProps) {
  const group = groups.find((each) => each.id === id && !each.is_system_group);
  const [open, setOpen] = useState<'edit' | 'deactivate'>();
  const [, navigate] = useLocation();
  const close = () => setOpen(undefined);
  return (
    <Frame title={group?.name ?? words.screens.groups} {...(group?.description && { lead: group.description })}>
      <Link class="people-back" href="/groups">
        <Icon name="arrow-left" />
        {groupWords.back}
      </Link>
      {!group && <Empty level={2} icon="users" title={groupWords.gone} text={groupWords.goneText} />}
      {group && (
        <>
          <div class="admin-actions">
            <Button icon="pencil" onClick={() => setOpen('edit')}>
              {groupWords.edit}
            </Button>
            <Button icon="circle-x" onClick={() => setOpen('deactivate')}>
              {groupWords.deactivate}
            </Button>
          </div>
          <MembersPart group={group} onDone={onDone} />
          <PermissionsPart group={group} onDone={onDone} />
        </>
      )}
      {group && open === 'edit' && (
        <FormDialog
          title={groupWords.edit}
          submit={words.save}
          send={async (form) => {
            const given = { name: fieldText(form, 'name'), description: fieldText(form, 'description') };
            const changed = changedOf({ name: group.name, description: group.description }, given);
            if (Object.keys(changed).length > 0)
              await request(`/api/v1/user_groups/${id}`, { method: 'PATCH', form: { ...changed } });
            close();
            showToast(words.saved);
            onDone();
          }}
          onClose={close}
        >
          <GroupFields group={group} />
        </FormDialog>
      )}
      {group && open === 'deactivate' && (
        <FormDialog
          title={groupWords.deactivateTitle({ name: group.name })}
          submit={groupWords.deactivate}
          isDanger
          send={async () => {
            await request(`/api/v1/user_groups/${id}/deactivate`, { method: 'POST' });
            showToast(groupWords.deactivated({ name: group.name }));
            navigate('/groups');
            onDone();
          }}
          onClose={close}
        >
          <p>{groupWords.deactivateText}</p>
        </FormDialog>
      )}
    </Frame>
  );
}
