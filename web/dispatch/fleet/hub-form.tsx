import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { texts } from '../../shared/texts/index.ts';
import { Field } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { CreateHubAnswer, LiveHub as Hub } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { seesAll, sortedByName, teamsOfHub } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { AddressFields } from '../shared/address-fields.tsx';
import { changedPlaceOf, placeOf } from '../shared/address-input.ts';
import { textOf } from '../shared/text-of.ts';
import { words as consoleWords } from '../texts/index.ts';
import { Choices } from './choices.tsx';
import { FormSheet } from './form-sheet.tsx';
import { isSame } from './is-same.ts';
import { saveChanges } from './save-changes.ts';
import { fleetWords as words } from './texts/index.ts';

const FIELDS = ['name', 'street', 'number', 'postalCode', 'city', 'country', 'position', 'teams'] as const;

/** A hub as it is written: a new one, or the changes of one that is there. */
export function HubForm({ hub, onClose }: { hub?: Hub; onClose: () => void }) {
  const { openHub } = useSheet();
  const [opened] = useState(hub);
  const known = sortedByName(floor.value.state.teams);
  const [before] = useState<ReadonlySet<string>>(() => new Set(hub ? teamsOfHub(hub.id).map(({ id }) => id) : []));
  const [teams, setTeams] = useState(before);
  const [idempotencyKey] = useState(uniqueId);
  const send = async (form: FormData, version: { current: number | undefined }) => {
    const name = textOf(form, 'name');
    const body = {
      ...(name !== opened?.name && { name }),
      ...(opened ? changedPlaceOf(form, opened) : placeOf(form)),
      ...(!isSame(teams, before) && { teams: [...teams] }),
    };
    if (opened) {
      await saveChanges(`/api/v2/hubs/${opened.id}`, body, version);
      showToast(words.saved({ name }));
      onClose();
      return;
    }
    const made = await request<CreateHubAnswer>('/api/v2/hubs', { method: 'POST', body, idempotencyKey });
    showToast(words.made({ name }));
    openHub(made.id);
  };
  return (
    <FormSheet
      id={hub?.id ?? 'new-hub'}
      {...(hub && { kind: words.hub })}
      version={opened?.version}
      title={hub ? words.edit({ name: hub.name }) : words.newHub}
      submit={hub ? consoleWords.form.save : words.createHub}
      fields={FIELDS}
      send={send}
      onClose={onClose}
    >
      {(problemOf) => (
        <>
          <Field label={consoleWords.fields.name} problem={problemOf('name')}>
            <input
              name="name"
              autocomplete="off"
              dir="auto"
              required
              maxLength={200}
              defaultValue={opened?.name ?? ''}
            />
          </Field>
          <AddressFields place={opened} problemOf={problemOf} />
          {seesAll() && known.length > 0 && (
            <Choices
              label={consoleWords.worker.teams}
              hint={words.teamsOfHubHint}
              of={known}
              chosen={teams}
              onChange={setTeams}
              problem={problemOf('teams')}
              optional={texts.optional}
            />
          )}
        </>
      )}
    </FormSheet>
  );
}
