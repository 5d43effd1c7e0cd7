import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import type { CreateBotAnswer } from '../../store/wire/chat.ts';
import type { ShownKey } from './bot-key.tsx';
import { settingsWords as words } from './texts/index.ts';

/** Generic, incoming and outgoing webhook, as the API numbers them. */
const TYPES = [1, 2, 3] as const;
const OUTGOING = 3;
/** Characters that the server takes. */
const MAX = { name: 100, shortName: 60, address: 2000 };

/** Makes a bot of the person's own. */
export function BotDialog({ onMade, onClose }: { onMade(key: ShownKey): void; onClose(): void }) {
  const [name, setName] = useState('');
  const [shortName, setShortName] = useState<string>();
  const [type, setType] = useState<number>(1);
  const [address, setAddress] = useState('');
  const short = shortName ?? shortNameOf(name);
  const { busy, failure, run } = useAction(async () => {
    const { email, api_key } = await request<CreateBotAnswer>('/api/v1/bots', {
      method: 'POST',
      form: {
        ...{ full_name: name, short_name: short, bot_type: type },
        ...(type === OUTGOING && { payload_url: address, interface_type: 1 }),
      },
    });
    onMade({ name: name.trim(), email, key: api_key });
  });
  return (
    <Dialog title={words.bots.make} onClose={onClose}>
      <form
        class="fields-part"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <Field label={words.bots.name}>
          <input
            required
            dir="auto"
            autocomplete="off"
            maxLength={MAX.name}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <Field label={words.bots.shortName} hint={words.bots.shortNameHint}>
          <input
            required
            dir="ltr"
            autocomplete="off"
            pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
            maxLength={MAX.shortName}
            value={short}
            onInput={({ currentTarget }) => setShortName(currentTarget.value)}
          />
        </Field>
        <Field label={words.bots.type} hint={words.bots.typeHints[type as (typeof TYPES)[number]]}>
          <select onChange={({ currentTarget }) => setType(Number(currentTarget.value))}>
            {TYPES.map((each) => (
              <option key={each} value={each} selected={each === type}>
                {words.bots.types[each]}
              </option>
            ))}
          </select>
        </Field>
        {type === OUTGOING && (
          <Field label={words.bots.address} hint={words.bots.addressHint}>
            <input
              type="url"
              required
              dir="ltr"
              autocomplete="off"
              maxLength={MAX.address}
              value={address}
              onInput={({ currentTarget }) => setAddress(currentTarget.value)}
            />
          </Field>
        )}
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {words.bots.make}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns what of a name can stand in an address. */
function shortNameOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX.shortName);
}
