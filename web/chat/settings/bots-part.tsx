import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { isHolder } from '../../store/chat/select/holders.ts';
import { byName } from '../../store/chat/select/names.ts';
import type { Bot, PermissionHolders, RegenerateBotKeyAnswer } from '../../store/wire/chat.ts';
import { chat } from '../data/chat.ts';
import { ownUserId } from '../data/me.ts';
import { userPicture } from '../data/user-picture.ts';
import { BotDialog } from './bot-dialog.tsx';
import { BotKey, type ShownKey } from './bot-key.tsx';
import { settingsWords as words } from './texts/index.ts';

/** The person's own bots: made, given another key, deactivated. A key is shown once. */
export function BotsPart() {
  const { state } = chat.value;
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ kind: 'key' | 'deactivate'; bot: Bot }>();
  const [shown, setShown] = useState<ShownKey>();
  const bots = ((state.fields.realm_bots ?? []) as Bot[])
    .filter(({ owner_id, is_active }) => is_active && owner_id === ownUserId.value)
    .sort((one, other) => byName(one.full_name, other.full_name));
  const holders = state.fields.realm_can_create_bots_group as PermissionHolders | undefined;
  const mayMake = holders !== undefined && isHolder(state, holders, state.ownUserId);
  return (
    <>
      {bots.length === 0 ? (
        <p class="quiet-words">{mayMake ? words.bots.none : words.bots.mayNot}</p>
      ) : (
        <ul class="settings-list">
          {bots.map((bot) => (
            <li key={bot.user_id}>
              <span aria-hidden="true">
                <Avatar
                  name={bot.full_name}
                  id={String(bot.user_id)}
                  picture={userPicture(state.users.get(bot.user_id))}
                />
              </span>
              <span class="grow">
                <bdi>{bot.full_name}</bdi>
                <span class="hint">
                  {words.bots.types[bot.bot_type as keyof typeof words.bots.types] ?? ''} · {bot.email}
                </span>
              </span>
              <Menu
                label={words.bots.more({ name: bot.full_name })}
                items={[
                  { label: words.bots.newKey, icon: 'key-round', choose: () => setAsked({ kind: 'key', bot }) },
                  {
                    ...{ label: words.bots.deactivate, icon: 'archive', danger: true },
                    choose: () => setAsked({ kind: 'deactivate', bot }),
                  },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {mayMake && (
        <p>
          <Button icon="plus" onClick={() => setMaking(true)}>
            {words.bots.make}
          </Button>
        </p>
      )}
      {isMaking && (
        <BotDialog
          onMade={(key) => {
            setMaking(false);
            setShown(key);
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {asked && <AskDialog {...asked} onKey={setShown} onClose={() => setAsked(undefined)} />}
      {shown && <BotKey shown={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface AskDialogProps {
  kind: 'key' | 'deactivate';
  bot: Bot;
  onKey(key: ShownKey): void;
  onClose(): void;
}

/** Asks before a key, or a bot, stops working. */
function AskDialog({ kind, bot, onKey, onClose }: AskDialogProps) {
  const { user_id: id, full_name: name, email } = bot;
  const { busy, failure, run } = useAction(async () => {
    if (kind === 'deactivate') await request(`/api/v1/bots/${id}`, { method: 'DELETE' });
    else {
      const path = `/api/v1/bots/${id}/api_key/regenerate`;
      const { api_key } = await request<RegenerateBotKeyAnswer>(path, { method: 'POST' });
      onKey({ name, email, key: api_key });
    }
    onClose();
  });
  const { title, text, action } = words.bots.ask[kind];
  return (
    <Dialog title={title({ name })} onClose={onClose}>
      <p>{text}</p>
      {failure && <Failure {...failure} />}
      <div class="dialog-actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="danger" busy={busy} onClick={() => void run()}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
