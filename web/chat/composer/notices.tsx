import type { ComponentChildren } from 'preact';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { locale } from '../../shared/texts/index.ts';
import { whenNeeded } from '../../shared/texts/when-needed.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { User } from '../../store/wire/chat.ts';
import { channelName } from '../data/names.ts';
import type { SendRefusal } from './may-send.ts';
import { composerWords as words } from './texts/index.ts';

/** A line over the field that says something about the message. */
export function Notice({ kind = 'info', children }: { kind?: 'info' | 'warning'; children: ComponentChildren }) {
  return (
    <div class={`composer-notice ${kind}`}>
      <Icon name={kind === 'warning' ? 'triangle-alert' : 'info'} />
      {children}
    </div>
  );
}

/** Why nothing can be written. */
export function refusalText(refused: SendRefusal): string {
  const { refused: texts } = words;
  switch (refused.kind) {
    case 'archived':
      return texts.archived({ channel: refused.channel });
    case 'no permission':
      return texts.noPermission({ channel: refused.channel });
    case 'not subscribed':
      return texts.notSubscribed({ channel: refused.channel });
    case 'gone':
      return texts.gone;
    case 'deactivated':
      return texts.deactivated({ name: refused.name });
    case 'direct off':
      return texts.directOff;
    case 'topics required':
      return texts.topicsRequired;
  }
}

const list = whenNeeded(() => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** Mentioned people who do not get the message, and what can be done about it. */
export function OutsideNotice({ channelId, people }: { channelId: number; people: readonly User[] }) {
  const { run, busy, failure } = useAction(async () => {
    await request('/api/v1/users/me/subscriptions', {
      method: 'POST',
      form: {
        subscriptions: [{ name: channelName(channelId) }],
        principals: people.map(({ user_id }) => user_id),
      },
    });
  });
  const names = list().format(people.map(({ full_name }) => full_name));
  return (
    <Notice kind="warning">
      <p role="status">
        {words.outside({ names, count: people.length, channel: channelName(channelId) })} {failure?.sentence}
      </p>
      <Button busy={busy} onClick={() => void run()}>
        {words.subscribe}
      </Button>
    </Notice>
  );
}
