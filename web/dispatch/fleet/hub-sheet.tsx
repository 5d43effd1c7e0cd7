import { useState } from 'preact/hooks';
import { Badge } from '../../shared/ui/badge.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { addressLine } from '../../store/dispatch/select/tasks.ts';
import type { LiveHub as Hub } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { seesAll, teamsOfHub } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EditMenu } from './edit-menu.tsx';
import './fleet.css';
import { HubForm } from './hub-form.tsx';
import { fleetWords as words } from './texts/index.ts';

/** The hub of the address. */
export function HubSheet() {
  const [{ open = '' }] = useAddress();
  const id = open.slice('hub-'.length);
  const hub = floor.value.state.hubs.get(id);
  if (hub) return <HubView key={id} hub={hub} />;
  return (
    <Sheet id={open} title={words.hub}>
      <Empty icon="house" title={words.hubGone} text={words.goneText} />
    </Sheet>
  );
}

/** Details of a hub: its place and teams. */
function HubView({ hub }: { hub: Hub }) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { closeSheet, openTeam } = useSheet();
  const teams = teamsOfHub(hub.id);
  const [lon, lat] = hub.location;
  const close = () => setOpen(undefined);
  if (open === 'edit') return <HubForm hub={hub} onClose={close} />;
  return (
    <Sheet
      id={hub.id}
      kind={words.hub}
      title={hub.name}
      tools={<EditMenu onEdit={() => setOpen('edit')} onDelete={seesAll() ? () => setOpen('delete') : undefined} />}
    >
      {!hub.located && (
        <div class="sheet-badges">
          <Badge kind="warning" icon="map-pin">
            {consoleWords.notFound}
          </Badge>
        </div>
      )}
      <Facts
        of={[
          [consoleWords.fields.address, addressLine({ destination: hub })],
          [
            consoleWords.fields.position,
            <span key="position" dir="ltr">
              {lat}, {lon}
            </span>,
          ],
        ]}
      />
      <SheetPart title={consoleWords.worker.teams}>
        {teams.length === 0 ? (
          <p class="quiet-words">{words.noTeamsOfHub}</p>
        ) : (
          <List
            label={consoleWords.worker.teams}
            items={teams}
            idOf={({ id }) => id}
            onOpen={({ id }) => openTeam(id)}
            render={({ name }) => (
              <span class="grow" dir="auto">
                {name}
              </span>
            )}
          />
        )}
      </SheetPart>
      {open === 'delete' && (
        <DeleteDialog
          name={hub.name}
          path={`/api/v2/hubs/${hub.id}`}
          text={words.deleteHubText({ teams: teams.length })}
          onDeleted={closeSheet}
          onClose={close}
        />
      )}
    </Sheet>
  );
}
