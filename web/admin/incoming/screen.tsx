import { CopyText } from '../../shared/ui/link-card.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import { useRegistered } from '../data/use-registered.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { incomingWords } from './texts/index.ts';

interface Known {
  realm_incoming_webhook_bots: readonly { name: string; display_name: string; all_event_types: string[] | null }[];
}

/** The services whose webhooks are read, which of their events are told, and the address that each is given. */
export function IncomingScreen() {
  const { answer, failure, reload } = useRegistered<Known>('realm_incoming_webhook_bots');
  const { columns } = incomingWords;
  return (
    <Frame title={words.screens.incoming} lead={incomingWords.lead}>
      {failure && <Failure {...failure} onRetry={reload} />}
      {!answer && !failure && <Loading rows={6} />}
      {answer && (
        <>
          <p class="quiet-words">{incomingWords.how}</p>
          <DataTable
            label={words.screens.incoming}
            rows={answer.realm_incoming_webhook_bots}
            idOf={({ name }) => name}
            columns={[
              { name: columns.name, show: (service) => <NameAndMore name={service.display_name} /> },
              {
                name: columns.address,
                show: ({ name, display_name }) => (
                  <CopyText text={addressOf(name)} label={incomingWords.addressOf({ service: display_name })} />
                ),
              },
              {
                name: columns.events,
                show: ({ all_event_types: events }) => (
                  <span class="quiet-words">{events ? events.join(', ') : incomingWords.everything}</span>
                ),
              },
            ]}
          />
        </>
      )}
    </Frame>
  );
}

const addressOf = (service: string) =>
  `${location.origin}/api/v1/external/${service}?api_key=API_KEY&stream=CHANNEL&topic=TOPIC`;
