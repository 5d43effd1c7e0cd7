import { useState } from 'preact/hooks';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { chat } from '../data/chat.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

interface RetentionFieldProps {
  /** Days; null as the organization has it, -1 without end. */
  value: number | null;
  problem?: string | undefined;
  /** Why the person may not change it. */
  locked?: string;
  onChange(value: number | null): void;
}

const FOREVER = -1;
/** A thousand years. */
const MAX_DAYS = 365_000;

type Kind = 'organization' | 'forever' | 'days';

const kindOf = (value: number | null): Kind =>
  value === null ? 'organization' : value === FOREVER ? 'forever' : 'days';

/** The time that messages stay in a channel. It is saved by a button: what is older is deleted for good. */
export function RetentionField({ value, problem, locked, onChange }: RetentionFieldProps) {
  const [chosen, setChosen] = useState<{ kind: Kind; days: string }>();
  const known = { kind: kindOf(value), days: value !== null && value !== FOREVER ? String(value) : '' };
  const { kind, days } = chosen ?? known;
  const isChanged = kind !== known.kind || (kind === 'days' && days !== known.days);
  return (
    <form
      aria-label={words.retention}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ organization: null, forever: FOREVER, days: Number(days) }[kind]);
        setChosen(undefined);
      }}
    >
      <div class="retention-field">
        <Field label={words.retention} {...{ problem }} {...(locked !== undefined && { hint: locked })}>
          <select
            disabled={locked !== undefined}
            onChange={({ currentTarget }) => setChosen({ kind: currentTarget.value as Kind, days })}
          >
            {(['organization', 'forever', 'days'] as const).map((each) => (
              <option key={each} value={each} selected={each === kind}>
                {each === 'days' ? words.someDays : retentionText(each === 'forever' ? FOREVER : null)}
              </option>
            ))}
          </select>
        </Field>
        {kind === 'days' && (
          <Field label={words.days}>
            <input
              type="number"
              required
              min={1}
              max={MAX_DAYS}
              disabled={locked !== undefined}
              value={days}
              onInput={({ currentTarget }) => setChosen({ kind, days: currentTarget.value })}
            />
          </Field>
        )}
      </div>
      {isChanged && (
        <>
          {kind !== 'forever' && <p class="hint">{words.olderGo}</p>}
          <div class="channel-actions">
            <Button onClick={() => setChosen(undefined)}>{texts.cancel}</Button>
            <Button type="submit" kind="primary">
              {words.save}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** Returns how long messages stay, in words. */
export function retentionText(days: number | null): string {
  if (days !== null) return days === FOREVER ? words.forever : words.forDays({ count: days });
  const everywhere = Number(chat.value.state.fields.realm_message_retention_days ?? FOREVER);
  return words.asOrganization({ what: everywhere === FOREVER ? words.forever : words.forDays({ count: everywhere }) });
}
