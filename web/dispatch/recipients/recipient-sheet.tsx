import { useState } from 'preact/hooks';
import { formatAddress } from '../../../rules/format-address.ts';
import { languageName } from '../../shared/languages.ts';
import { usePages } from '../../shared/session/use-pages.ts';
import { locale } from '../../shared/texts/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetRecipientAnswer, ListRecipientDeliveriesAnswer } from '../../store/wire/dispatch.ts';
import { useAddress, useSheet } from '../data/address.ts';
import { mayWrite } from '../data/me.ts';
import { whyNot } from '../data/moves.ts';
import { Sheet, SheetPart } from '../shell/sheet.tsx';
import { words as consoleWords } from '../texts/index.ts';
import { changedRecipients } from './changed.ts';
import { afterLastId } from './next-page.ts';
import { RecipientForm } from './recipient-form.tsx';
import { recipientWords as words } from './texts/index.ts';
import './recipients.css';

type Delivery = ListRecipientDeliveriesAnswer['deliveries'][number];

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** The recipient of the address. */
export function RecipientSheet() {
  const [{ open = '' }] = useAddress();
  const id = open.slice('recipient-'.length);
  return <RecipientView key={id} id={id} />;
}

/** Details of a recipient: how they are reached, their addresses and tasks. */
function RecipientView({ id }: { id: string }) {
  const [isEdited, setEdited] = useState(false);
  const deliveries = usePages<Delivery, ListRecipientDeliveriesAnswer>(
    `/api/v2/recipients/${encodeURIComponent(id)}/deliveries`,
    (answer) => answer.deliveries,
    afterLastId,
  );
  const { rows, last, failure, reload } = deliveries;
  const recipient = changedRecipients.value.get(id) ?? last?.recipient;
  if (!rows || !recipient)
    return (
      <Sheet id={id} title={words.recipient}>
        {failure?.status === 404 || failure?.status === 400 ? (
          <Empty icon="user" title={words.gone} text={words.goneText} />
        ) : failure ? (
          <Failure {...failure} onRetry={reload} />
        ) : (
          <Loading rows={6} />
        )}
      </Sheet>
    );
  if (isEdited) return <RecipientForm recipient={recipient} onClose={() => setEdited(false)} />;
  const offline = whyNot();
  return (
    <Sheet
      id={id}
      kind={words.recipient}
      title={recipient.name}
      footer={
        mayWrite.value && (
          <>
            {offline && <p class="hint">{offline}</p>}
            <Button icon="pencil" disabled={offline !== undefined} onClick={() => setEdited(true)}>
              {words.edit}
            </Button>
          </>
        )
      }
    >
      <RecipientFacts recipient={recipient} />
      <Places deliveries={rows} />
      <Deliveries {...deliveries} />
    </Sheet>
  );
}

function RecipientFacts({ recipient }: { recipient: GetRecipientAnswer }) {
  return (
    <Facts
      of={[
        [
          consoleWords.fields.phone,
          <a key="phone" href={`tel:${recipient.phone}`} dir="ltr">
            {recipient.phone}
          </a>,
        ],
        [words.sms, recipient.skipSMSNotifications ? words.smsOff : words.smsOn],
        [words.language, recipient.language ? languageName(recipient.language) : words.usualLanguage],
        [consoleWords.fields.notes, recipient.notes],
      ]}
    />
  );
}

/** Each address of the tasks once, the newest first. */
function Places({ deliveries }: { deliveries: readonly Delivery[] }) {
  const lines = [
    ...new Map(deliveries.toReversed().map((one) => [formatAddress(one.address), one.notes])),
  ].toReversed();
  if (lines.length === 0) return null;
  return (
    <SheetPart title={words.places}>
      <ul class="recipient-places">
        {lines.map(([line, notes]) => (
          <li key={line} dir="auto">
            {line}
            {notes && <small>{notes}</small>}
          </li>
        ))}
      </ul>
    </SheetPart>
  );
}

type Pages = ReturnType<typeof usePages<Delivery, ListRecipientDeliveriesAnswer>>;

function Deliveries({ rows: items = [], busy, failure, more, reload }: Pages) {
  const { openTask } = useSheet();
  return (
    <SheetPart title={words.deliveries}>
      {items.length === 0 ? (
        <p class="quiet-words">{words.noDeliveries}</p>
      ) : (
        <List
          label={words.deliveries}
          items={items}
          idOf={({ task }) => task}
          onOpen={({ task }) => openTask(task)}
          render={(one) => (
            <span class="recipient-row">
              <span class="recipient-name">{moment.format(one.timeCompleted ?? one.timeCreated)}</span>
              <Outcome of={one} />
              <span class="recipient-about" dir="auto">
                {formatAddress(one.address)}
              </span>
              <span class="recipient-about" dir="auto">
                {one.workerName}
              </span>
            </span>
          )}
        />
      )}
      {failure && <Failure {...failure} onRetry={more ?? reload} />}
      {more && (
        <Button size="small" busy={busy} onClick={more}>
          {words.more}
        </Button>
      )}
    </SheetPart>
  );
}

function Outcome({ of: { state, success } }: { of: Delivery }) {
  if (success === null) return <Badge>{consoleWords.taskStates[state as 0 | 1 | 2 | 3]}</Badge>;
  return success ? (
    <Badge kind="good" icon="check">
      {words.succeeded}
    </Badge>
  ) : (
    <Badge kind="bad" icon="circle-x">
      {words.failed}
    </Badge>
  );
}
