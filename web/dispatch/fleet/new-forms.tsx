import { Button } from '../../shared/ui/button.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { useSheet } from '../data/address.ts';
import { seesAll } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { Sheet } from '../shell/sheet.tsx';
import { AdministratorForm } from './administrator-form.tsx';
import { HubForm } from './hub-form.tsx';
import { TeamForm } from './team-form.tsx';
import { fleetWords as words } from './texts/index.ts';
import { WorkerForm } from './worker-form.tsx';

/** The form of a worker who is not there yet: without a team there is nowhere to put them. */
export function NewWorkerSheet() {
  const { closeSheet, openNew } = useSheet();
  if (floor.value.state.teams.size > 0) return <WorkerForm onClose={closeSheet} />;
  return (
    <Sheet id="new-worker" title={words.newWorker}>
      <Empty icon="users" title={words.noTeam} text={words.noTeamText}>
        {seesAll() && (
          <Button kind="primary" onClick={() => openNew('team')}>
            {words.newTeam}
          </Button>
        )}
      </Empty>
    </Sheet>
  );
}

/** The form of a team that is not there yet. */
export function NewTeamSheet() {
  const { closeSheet } = useSheet();
  if (seesAll()) return <TeamForm onClose={closeSheet} />;
  return (
    <Sheet id="new-team" title={words.newTeam}>
      <Empty icon="users" title={words.notYours} text={words.notYoursText} />
    </Sheet>
  );
}

/** The form of an administrator who is not there yet. */
export function NewAdministratorSheet() {
  const { closeSheet } = useSheet();
  if (seesAll()) return <AdministratorForm onClose={closeSheet} />;
  return (
    <Sheet id="new-administrator" title={words.newAdministrator}>
      <Empty icon="user" title={words.notYours} text={words.administratorNotYours} />
    </Sheet>
  );
}

/** The form of a hub that is not there yet. */
export function NewHubSheet() {
  const { closeSheet } = useSheet();
  return <HubForm onClose={closeSheet} />;
}
