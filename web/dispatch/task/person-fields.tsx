import { formatAddress } from '../../../rules/format-address.ts';
import { request } from '../../shared/session/session.ts';
import { recipientName } from '../../store/dispatch/select/tasks.ts';
import type { SuggestRecipientsAnswer, Task } from '../../store/wire/dispatch.ts';
import { FormGroup } from '../shared/form-group.tsx';
import { SuggestField } from '../shared/suggest-field.tsx';
import { words } from '../texts/index.ts';
import { fillPlace, setField } from './fill-form.ts';

type Suggestion = SuggestRecipientsAnswer['suggestions'][number];

/** Fields for the recipient. The number identifies the person: an existing one is reused, and their place with them. */
export function PersonFields({ task }: { task?: Task | undefined }) {
  const ask = async (typed: string, mayBeSlow: boolean) => {
    if (mayBeSlow) throw new Error('nobody else to ask');
    const query = new URLSearchParams({ q: typed });
    return (await request<SuggestRecipientsAnswer>(`/api/v2/recipients/suggestions?${query}`)).suggestions;
  };
  const choose = ({ name, phone, language, place }: Suggestion, field: HTMLInputElement) => {
    const form = field.form!;
    setField(form, 'name', name);
    setField(form, 'phone', phone);
    for (const field of ['language', 'knownLanguage']) setField(form, field, language ?? '');
    // What was written of the place is meant.
    if (!place || new FormData(form).get('addressLine') !== '') return;
    fillPlace(form, place);
    setField(form, 'placeNotes', place.notes);
  };
  const shared = {
    optional: true,
    maxLength: 200,
    ask,
    optionOf: ({ id, name, phone, place }: Suggestion) => ({
      id,
      label: name,
      content: (
        <span class="suggestion">
          <span dir="auto">{name}</span>{' '}
          <small>
            <bdi>{phone}</bdi>
            {place && ` · ${formatAddress(place.address)}`}
          </small>
        </span>
      ),
    }),
    onChoose: choose,
  };
  return (
    <FormGroup title={words.form.person}>
      <SuggestField<Suggestion>
        name="name"
        label={words.fields.name}
        defaultValue={task ? (recipientName(task) ?? '') : ''}
        {...shared}
      />
      <SuggestField<Suggestion>
        name="phone"
        inputMode="tel"
        label={words.fields.phone}
        hint={words.form.phoneHint}
        defaultValue={task?.recipients[0]?.phone ?? ''}
        {...shared}
      />
    </FormGroup>
  );
}
