import { useEffect } from 'preact/hooks';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { List } from '../../shared/ui/list.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { useAddress, useSheet } from '../data/address.ts';
import { seesAll } from '../data/fleet.ts';
import { floor } from '../data/floor.ts';
import { mayWrite, session } from '../data/me.ts';
import { words as consoleWords } from '../texts/index.ts';
import { loadWebhooks, type Webhook, webhooks } from './data.ts';
import { webhookWords as words } from './texts/index.ts';
import { triggerOf } from './trigger-text.ts';
import './webhooks.css';

/** Screen with the webhooks and their state. */
export function WebhooksScreen() {
  const { openNew } = useSheet();
  const { list, failure } = webhooks.value;
  const isTheirs = seesAll();
  useEffect(() => {
    if (isTheirs) void loadWebhooks();
  }, [isTheirs]);
  const make = mayWrite.value && (
    <Button kind={list?.length === 0 ? 'primary' : 'plain'} icon="plus" onClick={() => openNew('webhook')}>
      {words.new}
    </Button>
  );
  return (
    <div class="webhooks-screen">
      <div class="webhooks-tools">
        <h1>{consoleWords.screens.webhooks}</h1>
        {isTheirs && list && (
          <Button icon="refresh-cw" onClick={() => void loadWebhooks()}>
            {words.refresh}
          </Button>
        )}
        {isTheirs && list && list.length > 0 && make}
      </div>
      {!isTheirs ? (
        <Empty level={2} icon="bell" title={words.notYours} text={words.notYoursText} />
      ) : (
        <>
          {failure && <Failure {...failure} onRetry={() => void loadWebhooks()} />}
          {!list && !failure && <Loading rows={6} />}
          {list?.length === 0 && (
            <Empty level={2} icon="bell" title={words.none} text={words.noneText}>
              {make}
            </Empty>
          )}
          {list && list.length > 0 && <Webhooks list={list} />}
          {list && <Secret />}
        </>
      )}
    </div>
  );
}

function Webhooks({ list }: { list: readonly Webhook[] }) {
  const [{ open = '' }] = useAddress();
  const { openWebhook } = useSheet();
  return (
    <List
      label={words.list}
      items={list}
      idOf={({ id }) => id}
      selected={open.slice('webhook-'.length)}
      onOpen={({ id }) => openWebhook(id)}
      render={(webhook) => (
        <span class="webhook-row">
          <span class="webhook-name" dir="auto">
            {webhook.name || words.unnamed}
          </span>
          <Badge kind={webhook.isEnabled ? 'good' : 'bad'} icon={webhook.isEnabled ? 'check' : 'circle-x'}>
            {webhook.isEnabled ? words.enabled : words.disabled}
          </Badge>
          <span class="webhook-about">{triggerOf(webhook)}</span>
          <span class="webhook-about" dir="ltr">
            {webhook.url}
          </span>
        </span>
      )}
    />
  );
}

/** Part that shows the signing secret to the owner, once. */
function Secret() {
  const me = session.value?.apps.dispatch?.administratorId ?? '';
  const isOwner = floor.value.state.administrators.get(me)?.isAccountOwner ?? false;
  return (
    <p class="hint">
      {isOwner ? words.secret : words.secretOwner} {isOwner && <a href="/admin/keys">{words.secretLink}</a>}
    </p>
  );
}
