import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Channel } from '../../store/wire/chat.ts';
import { type ChosenPeople, idsOfPeople, NOBODY, PeopleField } from '../channel-form/people-field.tsx';
import { presentName } from '../data/present-name.ts';
import { settingsOfChannelWords as words } from './texts/index.ts';

interface AddSubscribersProps {
  channel: Channel;
  present: ReadonlySet<number>;
  onClose(): void;
}

/** Asks whom to add: people, groups, or everybody of another channel. */
export function AddSubscribers({ channel, present, onClose }: AddSubscribersProps) {
  const [people, setPeople] = useState<ChosenPeople>(NOBODY);
  const [problem, setProblem] = useState<string>();
  const { busy, failure, run } = useAction(async () => {
    const ids = (await idsOfPeople(people)).filter((id) => !present.has(id));
    setProblem(ids.length === 0 ? words.allThere : undefined);
    if (ids.length === 0) return;
    await request('/api/v1/users/me/subscriptions', {
      method: 'POST',
      form: { subscriptions: [{ name: await presentName(channel.stream_id) }], principals: ids },
    });
    showToast(words.added({ count: ids.length }));
    onClose();
  });
  return (
    <Dialog title={words.addPeople} place="top" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void run();
        }}
      >
        <PeopleField
          label={words.whom}
          hint={words.whomHint}
          value={people}
          without={present}
          problem={failure ? (failure.sentence ?? texts.states.unreachable) : problem}
          onChange={setPeople}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" busy={busy}>
            {words.add}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
