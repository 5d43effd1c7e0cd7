import { Link, useLocation } from 'wouter-preact';
import { Icon } from '../../shared/ui/icon.tsx';
import { addressOf } from '../addresses.ts';
import { chat, hasState } from '../data/chat.ts';
import { screens } from '../screens.ts';
import { words } from '../texts/index.ts';
import './left.css';

/** Views, channels and direct conversations. */
export function Left() {
  const [location] = useLocation();
  return (
    <nav class="left" aria-label={words.navigation}>
      {screens.map(({ id, icon }) => (
        <Link key={id} class="left-row" href={`/${id}`} aria-current={location === `/${id}` ? 'page' : undefined}>
          <Icon name={icon} />
          {words.screens[id]}
        </Link>
      ))}
      {hasState.value && <Channels />}
    </nav>
  );
}

function Channels() {
  const [location] = useLocation();
  const { channels, subscriptions } = chat.value.state;
  const mine = [...subscriptions.keys()].flatMap((id) => channels.get(id) ?? []);
  return (
    <section aria-label={words.channels}>
      <h2 class="left-head">{words.channels}</h2>
      {mine.map(({ stream_id: channelId, name }) => {
        const href = addressOf({ kind: 'channel', channelId }, { channelName: name });
        return (
          <Link key={channelId} class="left-row" {...{ href }} aria-current={location === href ? 'page' : undefined}>
            <Icon name="hash" />
            <span dir="auto">{name}</span>
          </Link>
        );
      })}
    </section>
  );
}
