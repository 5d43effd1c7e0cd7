import { useState } from 'preact/hooks';
import { Trigger, thresholdUnits } from '../../../rules/webhook-triggers.ts';
import { request } from '../../shared/session/session.ts';
import { Field } from '../../shared/ui/field.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { uniqueId } from '../../shared/unique-id.ts';
import type { CreateWebhookAnswer } from '../../store/wire/dispatch.ts';
import { useSheet } from '../data/address.ts';
import { seesAll } from '../data/fleet.ts';
import { FormSheet } from '../fleet/form-sheet.tsx';
import { textOf } from '../shared/text-of.ts';
import { Sheet } from '../shell/sheet.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { loadWebhooks } from './data.ts';
import { webhookWords as words } from './texts/index.ts';
import { triggerOf } from './trigger-text.ts';

const FIELDS = ['name', 'url', 'trigger', 'threshold'] as const;
const USUAL: number = Trigger.taskCompleted;

/** The form of a webhook that is not there yet. */
export function NewWebhookSheet() {
  if (seesAll()) return <WebhookForm />;
  return (
    <Sheet id="new-webhook" title={words.new}>
      <Empty icon="bell" title={words.notYours} text={words.notYoursText} />
    </Sheet>
  );
}

function WebhookForm() {
  const { closeSheet, openWebhook } = useSheet();
  const [trigger, setTrigger] = useState(USUAL);
  const [idempotencyKey] = useState(uniqueId);
  const unit = thresholdUnits[trigger];
  const triggers = Object.values(Trigger)
    .map((number) => ({ number, name: triggerOf({ trigger: number }) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const send = async (form: FormData) => {
    const name = textOf(form, 'name');
    const body = {
      name,
      url: textOf(form, 'url'),
      trigger,
      ...(unit && { threshold: Number(textOf(form, 'threshold')) }),
    };
    const made = await request<CreateWebhookAnswer>('/api/v2/webhooks', { method: 'POST', body, idempotencyKey });
    await loadWebhooks();
    showToast(words.created({ name: name || words.webhook }));
    openWebhook(made.id);
  };
  return (
    <FormSheet
      id="new-webhook"
      title={words.new}
      submit={words.create}
      fields={FIELDS}
      send={send}
      onClose={closeSheet}
    >
      {(problemOf) => (
        <>
          <Field label={consoleWords.fields.name} problem={problemOf('name')}>
            <input name="name" autocomplete="off" dir="auto" required maxLength={200} />
          </Field>
          <Field label={words.url} hint={words.urlHint} problem={problemOf('url')}>
            <input name="url" type="url" autocomplete="off" dir="ltr" required maxLength={2048} />
          </Field>
          <Field label={words.trigger} problem={problemOf('trigger')}>
            <select
              name="trigger"
              value={String(trigger)}
              onChange={(event) => setTrigger(Number(event.currentTarget.value))}
            >
              {triggers.map(({ number, name }) => (
                <option key={number} value={number}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          {unit && (
            <Field label={words.threshold[unit]} problem={problemOf('threshold')}>
              <input name="threshold" type="number" min="0" max="1000000000" step="any" required />
            </Field>
          )}
        </>
      )}
    </FormSheet>
  );
}
