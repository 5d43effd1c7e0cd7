import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TermChip } from '../../shared/ui/chip.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { chat } from '../data/chat.ts';
import { refuse } from '../data/refuse.ts';
import { settingsWords as words } from './texts/index.ts';

const PATH = '/api/v1/users/me/alert_words';
/** Characters of a word or phrase that the server takes. */
const MAX_LENGTH = 100;

/** Words of the person's own that notify like a mention, and are marked in messages. */
export function AlertWordsPart() {
  const own = (chat.value.state.fields.alert_words ?? []) as readonly string[];
  const [typed, setTyped] = useState('');
  const { busy, failure, run } = useAction(async () => {
    await request(PATH, { method: 'POST', form: { alert_words: [typed] } });
    setTyped('');
  });
  const remove = (word: string) =>
    request(PATH, { method: 'DELETE', form: { alert_words: [word] } }).catch((error: Error) => refuse(error));
  return (
    <>
      <form
        class="settings-name"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && typed.trim() !== '') void run();
        }}
      >
        <Field label={words.alertWords.word} problem={failure && (failure.sentence ?? texts.states.unreachable)}>
          <input
            type="text"
            autocomplete="off"
            required
            dir="auto"
            maxLength={MAX_LENGTH}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
        <Button type="submit" busy={busy}>
          {words.alertWords.add}
        </Button>
      </form>
      {own.length === 0 ? (
        <p class="quiet-words">{words.alertWords.none}</p>
      ) : (
        <>
          <ul class="alert-words" aria-label={words.alertWords.title}>
            {own.map((word) => (
              <li key={word}>
                <TermChip label={word} onRemove={() => void remove(word)} />
              </li>
            ))}
          </ul>
          <p>
            <Link href="/search?q=is%3Aalerted">{words.alertWords.show}</Link>
          </p>
        </>
      )}
    </>
  );
}
