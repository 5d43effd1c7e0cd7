import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import '../../shared/ui/list.css';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { UserStatus } from '../../store/wire/chat.ts';
import { dateFieldValue } from '../composer/times.ts';
import { chat } from '../data/chat.ts';
import { isStatusAsked } from '../data/intents.ts';
import { ownUserId } from '../data/me.ts';
import { EmojiPicker, reactionOf } from '../message/emoji/emoji-picker.tsx';
import { ReactionEmoji } from '../message/reactions.tsx';
import { endInWords } from '../notify/rest.ts';
import { END_NAMES, type EndName, endAt } from './ends.ts';
import { presets } from './presets.ts';
import './status.css';
import { statusWords as words } from './texts/index.ts';

type StatusEmoji = Pick<UserStatus, 'emoji_name' | 'emoji_code' | 'reaction_type'>;
/** `same`: at the time that is set. `choose`: at a time that is asked for. */
type End = EndName | 'never' | 'same' | 'choose';

/** Characters of a status (spec: chat 4.10). */
const MAX_LENGTH = 60;
const NO_EMOJI: StatusEmoji = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };

/** A person's own status: an emoji, a few words, and when they are cleared. */
export function StatusDialog() {
  const before: UserStatus = chat.value.state.statuses.get(ownUserId.value) ?? {};
  const [text, setText] = useState(before.status_text ?? '');
  const [emoji, setEmoji] = useState<StatusEmoji>(before.emoji_name ? before : NO_EMOJI);
  const [chosenEnd, setEnd] = useState<End>(before.clears_at ? 'same' : 'never');
  // It may have ended while one looks.
  const end = chosenEnd === 'same' && !before.clears_at ? 'never' : chosenEnd;
  const [moment, setMoment] = useState(() => dateFieldValue(endAt('today', new Date())));
  const [isPicking, setPicking] = useState(false);
  const close = () => {
    isStatusAsked.value = false;
  };
  const isEmpty = text.trim() === '' && !emoji.emoji_name;
  const isSet = Boolean(before.status_text || before.emoji_name);
  const endsAt = (): Date | undefined => {
    if (end === 'never') return undefined;
    if (end === 'same') return new Date(before.clears_at! * 1000);
    return end === 'choose' ? new Date(moment) : endAt(end, new Date());
  };
  const isPast = !isEmpty && end === 'choose' && !(new Date(moment).getTime() > Date.now());
  const { busy, failure, run } = useAction(async (status: StatusEmoji & { status_text: string }, at?: Date) => {
    const { status_text, emoji_name = '', emoji_code = '', reaction_type } = status;
    const clears_at = at ? Math.floor(at.getTime() / 1000) : 0;
    const named = emoji_name === '' ? { emoji_name } : { emoji_name, emoji_code, reaction_type };
    await request('/api/v1/users/me/status', { method: 'POST', form: { status_text, ...named, clears_at } });
    showToast(status_text || emoji_name ? words.saved : words.cleared);
    close();
  });
  if (isPicking)
    return (
      <EmojiPicker
        title={words.chooseEmoji}
        onChoose={(chosen) => {
          setEmoji(reactionOf(chosen));
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
    );
  return (
    <Dialog title={words.title} onClose={close}>
      <form
        class="status-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !isPast) void run({ ...emoji, status_text: text.trim() }, isEmpty ? undefined : endsAt());
        }}
      >
        <div class="status-line">
          <input
            class="input"
            type="text"
            dir="auto"
            autocomplete="off"
            maxLength={MAX_LENGTH}
            aria-label={words.text}
            placeholder={words.placeholder}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button
            type="button"
            class="button status-emoji"
            aria-label={
              emoji.emoji_name ? words.emojiNamed({ name: emoji.emoji_name.replaceAll('_', ' ') }) : words.chooseEmoji
            }
            onClick={() => setPicking(true)}
          >
            {emoji.emoji_name ? <Glyph {...emoji} /> : <Icon name="smile-plus" />}
          </button>
          {!isEmpty && (
            <IconButton
              icon="x"
              label={words.empty}
              onClick={() => {
                setText('');
                setEmoji(NO_EMOJI);
              }}
            />
          )}
        </div>
        {isEmpty ? (
          <ul class="status-presets" aria-label={words.presets.title}>
            {presets.map((preset) => (
              <li key={preset.id}>
                <button
                  type="button"
                  class="row-main"
                  onClick={() => {
                    setText(words.presets[preset.id]);
                    setEmoji(preset.emoji);
                    setEnd(preset.end);
                  }}
                >
                  <Glyph {...preset.emoji} />
                  <span class="grow">{words.presets[preset.id]}</span>
                  <span class="side">{words.ends[preset.end]}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <Field label={words.clear}>
              <select onChange={({ currentTarget }) => setEnd(currentTarget.value as End)}>
                {before.clears_at && (
                  <option value="same" selected={end === 'same'}>
                    {words.until({ time: endInWords(new Date(before.clears_at * 1000)) })}
                  </option>
                )}
                {(['never', ...END_NAMES, 'choose'] as const).map((name) => (
                  <option key={name} value={name} selected={end === name}>
                    {words.ends[name]}
                  </option>
                ))}
              </select>
            </Field>
            {end === 'choose' && (
              <Field label={words.moment} problem={isPast ? words.past : undefined}>
                <input
                  class="input"
                  type="datetime-local"
                  required
                  value={moment}
                  onInput={({ currentTarget }) => setMoment(currentTarget.value)}
                />
              </Field>
            )}
          </>
        )}
        {failure && <Failure {...failure} />}
        <div class="dialog-actions">
          {isSet && (
            <Button kind="quiet" busy={busy} onClick={() => void run({ ...NO_EMOJI, status_text: '' })}>
              {words.clearNow}
            </Button>
          )}
          <Button kind="primary" type="submit" busy={busy} disabled={isEmpty && !isSet}>
            {words.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Glyph({ emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji' }: StatusEmoji) {
  return <ReactionEmoji {...{ emoji_name, emoji_code }} reaction_type={reaction_type as 'unicode_emoji'} />;
}
