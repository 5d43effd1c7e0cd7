import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Button } from '../../shared/ui/button.tsx';
import { Combobox } from '../../shared/ui/combobox.tsx';
import { byName } from '../../store/chat/select/names.ts';
import { addressOf } from '../addresses.ts';
import { CHANNEL_KINDS, type ChannelKind, channelKinds, differs, isNotified } from '../data/channel-kinds.ts';
import { chat } from '../data/chat.ts';
import { channelName } from '../data/names.ts';
import { setChannelSetting } from '../data/own-settings.ts';
import { userSettings } from '../data/settings.ts';
import './channels-part.css';
import { settingsWords } from './texts/index.ts';

/** Channels that one answer of the field has at most. */
const MOST = 8;

const words = settingsWords.channels;

/** Table of the channels whose notifications are other than the person's settings, and a field that adds one. */
export function ChannelsPart() {
  const { state } = chat.value;
  // Those that were chosen here stay until the page is left, whatever their settings are.
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const open = [...state.subscriptions.keys()].filter((id) => state.channels.get(id)?.is_archived === false);
  const ids = open
    .filter((id) => chosen.includes(id) || channelKinds.some((kind) => differs(state.subscriptions.get(id)!, kind)))
    .sort((one, other) => byName(channelName(one), channelName(other)));
  const find = (query: string) => {
    const wanted = query.trim().toLowerCase();
    return open
      .filter((id) => !ids.includes(id) && channelName(id).toLowerCase().includes(wanted))
      .sort((one, other) => byName(channelName(one), channelName(other)))
      .slice(0, MOST)
      .map((id) => ({ id: String(id), label: channelName(id) }));
  };
  return (
    <>
      {ids.length === 0 && <p class="quiet-words">{words.none}</p>}
      {ids.length > 0 && (
        <table class="channel-notices" aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.channel}</th>
              {channelKinds.map((kind) => (
                <th key={kind} scope="col">
                  {words.kinds[kind]}
                </th>
              ))}
              <th scope="col">
                <span class="unseen">{words.tools}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ids.map((id) => (
              <ChannelRow key={id} channelId={id} onReset={() => setChosen(chosen.filter((each) => each !== id))} />
            ))}
          </tbody>
        </table>
      )}
      <Combobox
        key={ids.join()}
        label={words.add}
        find={find}
        onChoose={({ id }) => setChosen([...chosen, Number(id)])}
      />
    </>
  );
}

function ChannelRow({ channelId, onReset }: { channelId: number; onReset(): void }) {
  const settings = chat.value.state.subscriptions.get(channelId)!;
  const channel = channelName(channelId);
  const reset = async () => {
    onReset();
    for (const kind of channelKinds)
      if (differs(settings, kind)) await setChannelSetting(channelId, kind, userSettings()[CHANNEL_KINDS[kind]]);
  };
  return (
    <tr>
      <th scope="row">
        <Link href={addressOf({ kind: 'channel', channelId }, { channelName: channel })} dir="auto">
          {channel}
        </Link>
      </th>
      {channelKinds.map((kind: ChannelKind) => (
        <td key={kind} data-name={words.kinds[kind]}>
          <input
            type="checkbox"
            aria-label={words.kindOf({ kind: words.kinds[kind], channel })}
            checked={isNotified(settings, kind)}
            onChange={({ currentTarget }) => void setChannelSetting(channelId, kind, currentTarget.checked)}
          />
        </td>
      ))}
      <td>
        <Button size="small" aria-label={words.resetNamed({ channel })} onClick={() => void reset()}>
          {words.reset}
        </Button>
      </td>
    </tr>
  );
}
