import { useState } from 'preact/hooks';
import {
  MAX_TILE_ADDRESS,
  readTileAddress,
  TILE_KEY,
  TILE_SCHEMAS,
  TILE_SERVICES,
  type TileService,
} from '../../../rules/tile-address.ts';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetMapAnswer } from '../../store/wire/dispatch.ts';
import { isOwner } from '../data/me.ts';
import { fieldText } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { mapWords } from './texts/index.ts';

const PATH = '/api/admin/map/tile-server';

interface PartProps {
  server: GetMapAnswer['tileServer'];
  onDone(): void;
}

/** Streets from a server of others: who it is, who learns what, and the way to turn it on and off. */
export function TileServerPart({ server, onDone }: PartProps) {
  return (
    <FramePart title={mapWords.serverTitle} lead={mapWords.serverLead}>
      {server && <p>{mapWords.fromServer({ host: server.host })}</p>}
      <p class="quiet-words">{mapWords.sent}</p>
      {!isOwner.value && <p class="quiet-words">{mapWords.onlyOwners}</p>}
      {isOwner.value && (server ? <TurnOff onDone={onDone} /> : <ServerForm onDone={onDone} />)}
    </FramePart>
  );
}

function TurnOff({ onDone }: { onDone(): void }) {
  const { busy, failure, run } = useAction(async () => {
    await request(PATH, { method: 'DELETE' });
    showToast(mapWords.turnedOff);
    onDone();
  });
  return (
    <>
      {failure && <Failure {...failure} />}
      <div class="admin-actions">
        <Button busy={busy} onClick={() => void run()}>
          {mapWords.turnOff}
        </Button>
      </div>
    </>
  );
}

function ServerForm({ onDone }: { onDone(): void }) {
  const [service, setService] = useState<TileService>('openfreemap');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const send = async (form: FormData) => {
    const body = bodyOf(service, form);
    const found = problemsOf(service, body);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    await request(PATH, { method: 'PUT', body });
    showToast(mapWords.turnedOn);
    onDone();
  };
  return (
    <InlineForm label={mapWords.serverTitle} submit={mapWords.use} done={null} send={send}>
      <Field label={mapWords.service}>
        <select
          name="service"
          value={service}
          onChange={({ currentTarget }) => setService(currentTarget.value as TileService)}
        >
          {TILE_SERVICES.map((each) => (
            <option key={each} value={each}>
              {mapWords.services[each]}
            </option>
          ))}
        </select>
      </Field>
      {(service === 'protomaps' || service === 'maptiler') && (
        <Field label={mapWords.key} hint={mapWords.keyNote} problem={problems.key}>
          <input name="key" required maxLength={100} dir="ltr" autocomplete="off" spellcheck={false} />
        </Field>
      )}
      {service === 'own' && <OwnFields problems={problems} />}
    </InlineForm>
  );
}

function OwnFields({ problems }: { problems: Readonly<Record<string, string>> }) {
  return (
    <>
      <Field label={mapWords.address} hint={mapWords.addressHint} problem={problems.address}>
        <input name="address" required maxLength={MAX_TILE_ADDRESS} dir="ltr" autocomplete="off" spellcheck={false} />
      </Field>
      <Field label={mapWords.schema}>
        <select name="schema">
          {TILE_SCHEMAS.map((schema) => (
            <option key={schema} value={schema}>
              {schema === 'protomaps' ? 'Protomaps' : 'OpenMapTiles'}
            </option>
          ))}
        </select>
      </Field>
      <Field label={mapWords.credit} hint={mapWords.creditHint} optional>
        <input name="attribution" maxLength={200} dir="auto" autocomplete="off" />
      </Field>
      <p class="quiet-words">{mapWords.keyNote}</p>
    </>
  );
}

function bodyOf(service: TileService, form: FormData) {
  if (service === 'openfreemap') return { service };
  if (service !== 'own') return { service, key: fieldText(form, 'key') };
  const [address, schema] = [fieldText(form, 'address'), fieldText(form, 'schema')];
  return { service, address, schema, attribution: fieldText(form, 'attribution') };
}

/** The server has the last word, in English; what can be known here stands at its field. */
function problemsOf(
  service: TileService,
  { key, address }: { key?: string; address?: string },
): Readonly<Record<string, string>> {
  if (key !== undefined) return TILE_KEY.test(key) ? {} : { key: mapWords.problems.key };
  if (service !== 'own') return {};
  const read = readTileAddress(address!, location.protocol === 'http:');
  return 'problem' in read ? { address: mapWords.problems[read.problem] } : {};
}
