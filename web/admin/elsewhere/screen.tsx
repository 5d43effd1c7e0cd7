import { Empty } from '../../shared/ui/states.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';

/** Workers, teams and hubs: the console has them. */
export function FleetPointer() {
  const { fleetTitle, fleetText, toFleet } = words.elsewhere;
  return (
    <Frame title={words.screens.fleet}>
      <Empty level={2} icon="truck" title={fleetTitle} text={fleetText}>
        <a class="button primary" href="/dispatch/fleet">
          {toFleet}
        </a>
      </Empty>
    </Frame>
  );
}

/** Webhooks: the console has them. */
export function WebhooksPointer() {
  const { webhooksTitle, webhooksText, toWebhooks } = words.elsewhere;
  return (
    <Frame title={words.screens.webhooks}>
      <Empty level={2} icon="webhook" title={webhooksTitle} text={webhooksText}>
        <a class="button primary" href="/dispatch/webhooks">
          {toWebhooks}
        </a>
      </Empty>
    </Frame>
  );
}
