import { useState } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import type { LiveTeam as Team } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { seesAll, workersOfTeam } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditMenu } from './edit-menu.tsx';
import './fleet.css';
import { People } from './people.tsx';
import { TeamForm } from './team-form.tsx';
import { fleetWords as words } from './texts/index.ts';

/** The team of the address. */
export function TeamSheet() {
  const [{ open = '' }] = useAddress();
  const id = open.slice('team-'.length);
  const team = floor.value.state.teams.get(id);
  if (team) return <TeamView key={id} team={team} />;
  return (
    <Sheet id={open} title={words.team}>
      <Empty icon="users" title={words.teamGone} text={words.goneText} />
    </Sheet>
  );
}

/** Details of a team: members, managers and hub. */
function TeamView({ team }: { team: Team }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { closeSheet, openHub } = useSheet();
  const { administrators, hubs } = floor.value.state;
  const hub = team.hub === null ? undefined : hubs.get(team.hub);
  const members = workersOfTeam(team.id);
  const close = () => setOpen(undefined);
  if (open === 'edit') return <TeamForm team={team} onClose={close} />;
  return (
    <Sheet
      id={team.id}
      kind={words.team}
      title={team.name}
      tools={<EditMenu onEdit={() => setOpen('edit')} onDelete={seesAll() ? () => setOpen('delete') : undefined} />}
    >
      <Facts
        of={[
          [words.managers, team.managers.map((id) => administrators.get(id)?.name ?? consoleWords.unknown).join(', ')],
          [
            words.hub,
            hub && (
              <Button key="hub" kind="quiet" icon="house" onClick={() => openHub(hub.id)}>
                {hub.name}
              </Button>
            ),
          ],
          [words.selfAssignment, team.enableSelfAssignment ? words.yes : words.no],
        ]}
      />
      <SheetPart title={words.countOfMembers({ count: members.length })}>
        <People label={words.members} of={members} />
      </SheetPart>
      {open === 'delete' && (
        <DeleteDialog
          name={team.name}
          path={`/api/v2/teams/${team.id}`}
          text={words.deleteTeamText}
          onDeleted={closeSheet}
          onClose={close}
        />
      )}
    </Sheet>
  );
}
