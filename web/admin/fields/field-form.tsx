import { request } from '../../shared/session/session.ts';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { ListCustomFieldsAnswer } from '../../store/wire/dispatch.ts';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { words } from '../texts/index.ts';
import { fieldWords } from './texts/index.ts';

export type ProfileField = ListCustomFieldsAnswer['fields'][number];

/** Types to choose from; one is spelled in two ways in the API. */
const TYPES = [
  'single_line_text_field',
  'multi_line_text_field',
  'boolean',
  'integer',
  'decimal',
  'date',
  'url',
] as const satisfies ProfileField['type'][];

/** Context in which a field can be required: when a task is saved. */
const SAVING = 'save';

interface FieldFormProps {
  /** Channel to edit; absent for a new one. */
  field?: ProfileField;
  onDone(): void;
  onClose(): void;
}

/** Form for a field's name, content and visibility. The key and kind of an existing field cannot be changed. */
export function FieldForm({ field, onDone, onClose }: FieldFormProps) {
  const send = async (form: FormData) => {
    const name = fieldText(form, 'name');
    const asked = {
      name,
      description: fieldText(form, 'description'),
      visibility: withWorkers(field?.visibility, form.has('seen') || form.has('written')),
      editability: withWorkers(field?.editability, form.has('written')),
      contexts: [
        ...(field?.contexts ?? []).filter((context) => context.name !== SAVING),
        ...(form.has('required') ? [{ name: SAVING, isRequired: true }] : []),
      ],
    };
    const own = field
      ? { key: field.key }
      : { key: fieldText(form, 'key'), type: String(form.get('type')), asArray: form.has('list') };
    const body = { model: 'Task', field: [{ ...own, ...asked }] };
    await request('/api/v2/customFields', { method: field ? 'PUT' : 'POST', body });
    onClose();
    showToast(field ? words.saved : fieldWords.made({ name }));
    onDone();
  };
  return (
    <FormDialog
      title={field ? `${fieldWords.edit}: ${field.name}` : fieldWords.make}
      submit={field ? words.save : fieldWords.make}
      send={send}
      onClose={onClose}
    >
      <Field label={words.name}>
        <input name="name" required maxLength={200} dir="auto" autocomplete="off" defaultValue={field?.name} />
      </Field>
      {!field && <NewOnly />}
      <Field label={fieldWords.description} optional>
        <textarea name="description" maxLength={2000} dir="auto" defaultValue={field?.description} />
      </Field>
      <Tick name="seen" label={fieldWords.seenBy} defaultChecked={field?.visibility.includes('worker') ?? true} />
      <Tick
        name="written"
        label={fieldWords.writtenBy}
        defaultChecked={field?.editability.includes('worker') ?? false}
      />
      <Tick
        name="required"
        label={fieldWords.required}
        defaultChecked={field?.contexts.some(({ isRequired, name }) => isRequired && name === SAVING) ?? false}
      />
    </FormDialog>
  );
}

function NewOnly() {
  return (
    <>
      <Field label={fieldWords.key} hint={fieldWords.keyHint}>
        <input name="key" required maxLength={200} dir="ltr" autocomplete="off" />
      </Field>
      <Field label={fieldWords.type}>
        <select name="type">
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {fieldWords.types[type]}
            </option>
          ))}
        </select>
      </Field>
      <Tick name="list" label={fieldWords.list} />
    </>
  );
}

type Who = ProfileField['visibility'][number];

/** Drivers among them or not; the others stay. */
function withWorkers(known: readonly Who[] = ['admin', 'api'], isTheirs: boolean): Who[] {
  return [...known.filter((each) => each !== 'worker'), ...(isTheirs ? (['worker'] as const) : [])];
}
