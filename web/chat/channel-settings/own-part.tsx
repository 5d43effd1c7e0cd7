import { useId } from 'preact/hooks';
import { Button } from '../../shared/ui/button.tsx';
import { Tick } from '../../shared/ui/field.tsx';
import { mayReadChannel } from '../../store/chat/select/channels.ts';
import type { SubscriptionSettings } from '../../store/chat/state.ts';
import { CHANNEL_KINDS, type ChannelKind, channelKinds, isNotified } from '../data/channel-kinds.ts';
import { setChannelSetting, setSubscribed } from '../data/own-settings.ts';
import { ChannelPart } from './part.tsx';
import type { ChannelPartProps } from './part-props.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

const COLORS = [
  ['blue', '#4c8dd6'],
  ['orange', '#e0703f'],
  ['green', '#58a55c'],
  ['violet', '#b06cc8'],
  ['yellow', '#d8a62a'],
  ['turquoise', '#3fa7a3'],
  ['red', '#d4566a'],
  ['grey', '#8d8d9a'],
] as const;

/** The person's own settings for a channel: each acts as soon as it is changed. */
export function OwnPart({ channel, reader }: ChannelPartProps) {
  const { stream_id: channelId } = channel;
  const settings = reader.state.subscriptions.get(channelId);
  if (!settings)
    return (
      <div class="channel-parts">
        <ChannelPart title={words.tabs.own} text={words.notSubscribed}>
          {!channel.is_archived && mayReadChannel(reader, channel) && (
            <div>
              <Button kind="primary" icon="plus" onClick={() => void setSubscribed(channelId, true)}>
                {words.subscribe}
              </Button>
            </div>
          )}
        </ChannelPart>
      </div>
    );
  return (
    <div class="channel-parts">
      <ChannelPart title={words.left}>
        <ColorField {...{ channelId }} color={settings.color} />
        <Switch {...{ channelId, settings }} property="pin_to_top" label={words.pin} />
        <Switch {...{ channelId, settings }} property="is_muted" label={words.mute} hint={words.muteHint} />
      </ChannelPart>
      <ChannelPart title={words.notifications} text={words.notificationsText}>
        {channelKinds.map((kind) => (
          <Switch key={kind} {...{ channelId, settings }} property={kind} label={words.kinds[kind]} />
        ))}
      </ChannelPart>
    </div>
  );
}

interface SwitchProps {
  channelId: number;
  settings: SubscriptionSettings;
  property: 'pin_to_top' | 'is_muted' | ChannelKind;
  label: string;
  hint?: string;
}

function Switch({ channelId, settings, property, label, hint }: SwitchProps) {
  const own = settings[property];
  const isInherited = property in CHANNEL_KINDS && own === null;
  return (
    <Tick
      label={label}
      hint={isInherited ? words.asInSettings : hint}
      checked={own ?? isNotified(settings, property as ChannelKind)}
      onChange={(isOn) => void setChannelSetting(channelId, property, isOn)}
    />
  );
}

/** The colour of the channel's sign, for oneself. */
function ColorField({ channelId, color }: { channelId: number; color: string }) {
  const name = useId();
  const isOther = !COLORS.some(([, value]) => value === color);
  const save = (value: string) => void setChannelSetting(channelId, 'color', value);
  return (
    <fieldset class="channel-colors">
      <legend>{words.color}</legend>
      {COLORS.map(([key, value]) => (
        <label key={key} class="channel-color" ref={(label) => label?.style.setProperty('--swatch', value)}>
          <input type="radio" {...{ name }} checked={value === color} onChange={() => save(value)} />
          <span class="unseen">{words.colors[key]}</span>
        </label>
      ))}
      <label class="channel-color other">
        <span class="unseen">{words.otherColor}</span>
        <input
          type="color"
          value={color}
          data-chosen={isOther}
          onChange={({ currentTarget }) => save(currentTarget.value)}
        />
      </label>
    </fieldset>
  );
}
