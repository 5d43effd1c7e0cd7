import { Field } from '../../shared/ui/field.tsx';
import type { Destination } from '../../store/wire/dispatch.ts';
import { floor } from '../data/floor.ts';
import { organization } from '../data/organization.ts';
import { words } from '../texts/index.ts';
import './form-group.css';

interface AddressProps {
  /** Present place; absent for a new one. */
  place?: Pick<Destination, 'address' | 'location'> | undefined;
  /** Why the server did not take a field. */
  problemOf?: (field: string) => string | undefined;
  /** Whether there is a field for the whole address, and one for the apartment. */
  isBesideLine?: boolean;
}

/** Fields for an address, and for its position if that is known better. */
export function AddressFields({ place, problemOf, isBesideLine = false }: AddressProps) {
  // A field that is folded away could not say that it is missing.
  const required = !isBesideLine;
  const address = place?.address;
  const [lon, lat] = place?.location ?? [];
  return (
    <>
      <div class="form-pair first-wide">
        <Field label={words.fields.street} problem={problemOf?.('street')}>
          <input name="street" autocomplete="off" dir="auto" {...{ required }} defaultValue={address?.street ?? ''} />
        </Field>
        <Field label={words.fields.number} problem={problemOf?.('number')}>
          <input name="number" autocomplete="off" dir="auto" defaultValue={address?.number ?? ''} />
        </Field>
      </div>
      {!isBesideLine && (
        <Field label={words.fields.apartment} optional>
          <input name="apartment" autocomplete="off" dir="auto" defaultValue={address?.apartment ?? ''} />
        </Field>
      )}
      <div class="form-pair">
        <Field label={words.fields.postalCode} problem={problemOf?.('postalCode')}>
          <input name="postalCode" autocomplete="off" defaultValue={address?.postalCode ?? ''} />
        </Field>
        <Field label={words.fields.city} problem={problemOf?.('city')}>
          <input name="city" autocomplete="off" dir="auto" {...{ required }} defaultValue={address?.city ?? ''} />
        </Field>
      </div>
      <Field label={words.fields.country} problem={problemOf?.('country')}>
        <input name="country" autocomplete="off" {...{ required }} defaultValue={address?.country ?? usualCountry()} />
      </Field>
      <Field label={words.fields.position} hint={words.form.positionHint} problem={problemOf?.('position')} optional>
        <input
          name="position"
          autocomplete="off"
          inputMode="decimal"
          dir="ltr"
          pattern={String.raw`\s*-?\d+(\.\d+)?\s*,\s*-?\d+(\.\d+)?\s*`}
          defaultValue={lon === undefined ? '' : `${lat}, ${lon}`}
        />
      </Field>
    </>
  );
}

/** The country of the hub, or of some other task: most go to where others go. Without any, the organization's own. */
function usualCountry(): string {
  const { hubs, tasks } = floor.value.state;
  const known = [...hubs.values()][0]?.address ?? [...tasks.values()][0]?.destination.address;
  return known?.country || (organization.value?.country ?? '');
}
