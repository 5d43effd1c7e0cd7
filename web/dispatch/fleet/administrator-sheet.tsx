import { useState } from 'preact/hooks';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import type { LiveAdministrator as Administrator } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { seesAll, teamsOfManager } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { isMe } from '../data/me.ts';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { AdministratorForm } from './administrator-form.tsx';
import { AdministratorBadges } from './administrators.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditMenu } from './edit-menu.tsx';
import './fleet.css';
import { InvitationPart } from './invitation-part.tsx';
import { fleetWords as words } from './texts/index.ts';

/** The administrator of the address. */
export function AdministratorSheet() {
  const [{ open = '' }] = useAddress();
  const id = open.slice('admin-'.length);
  const administrator = floor.value.state.administrators.get(id);
  if (administrator) return <AdministratorView key={id} administrator={administrator} />;
  return (
    <Sheet id={open} title={words.administrator}>
      <Empty icon="user" title={words.administratorGone} text={words.goneText} />
    </Sheet>
  );
}

/** Details of an administrator: name, invitation and managed teams. */
function AdministratorView({ administrator }: { administrator: Administrator }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { closeSheet, openTeam } = useSheet();
  const { id, name, email, phone, isActive, type } = administrator;
  const teams = teamsOfManager(id);
  const close = () => setOpen(undefined);
  const mayDelete = type !== 'super' && !isMe({ type: 'ADMIN', id });
  if (open === 'edit') return <AdministratorForm administrator={administrator} onClose={close} />;
  return (
    <Sheet
      id={id}
      kind={words.administrator}
      title={name}
      tools={
        <>
          <span aria-hidden="true">
            <Avatar size="large" name={name} id={id} />
          </span>
          {seesAll() && (
            <EditMenu onEdit={() => setOpen('edit')} onDelete={mayDelete ? () => setOpen('delete') : undefined} />
          )}
        </>
      }
    >
      <div class="sheet-badges">
        <AdministratorBadges administrator={administrator} />
        {isActive && <Badge kind="good">{words.confirmed}</Badge>}
      </div>
      <Facts
        of={[
          [
            words.email,
            <a key="email" href={`mailto:${email}`} dir="ltr">
              {email}
            </a>,
          ],
          [
            consoleWords.fields.phone,
            phone && (
              <a key="phone" href={`tel:${phone}`} dir="ltr">
                {phone}
              </a>
            ),
          ],
        ]}
      />
      <SheetPart title={words.managedTeams}>
        {teams.length === 0 ? (
          <p class="quiet-words">{words.managesAll}</p>
        ) : (
          <List
            label={words.managedTeams}
            items={teams}
            idOf={(team) => team.id}
            onOpen={(team) => openTeam(team.id)}
            render={(team) => (
              <span class="grow" dir="auto">
                {team.name}
              </span>
            )}
          />
        )}
      </SheetPart>
      {!isActive && seesAll() && <InvitationPart path={`/api/v2/admins/${id}/invitation`} />}
      {open === 'delete' && (
        <DeleteDialog
          name={name}
          path={`/api/v2/admins/${id}`}
          text={words.deleteAdministratorText}
          onDeleted={closeSheet}
          onClose={close}
        />
      )}
    </Sheet>
  );
}
