import { useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { Poll, PollOption } from '../../../store/chat/widgets/poll.ts';
import { isIndex } from '../../../store/chat/widgets/widget-change.ts';
import type { Message } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { namesOf } from '../names.ts';
import { AddForm } from './add-form.tsx';
import { changeWidget } from './change-widget.ts';
import { MAX_SHOWN, ShowAll } from './show-all.tsx';
import { widgetWords } from './texts/index.ts';
import { WidgetTitle } from './widget-title.tsx';

const { poll: words } = widgetWords;

interface PollPartProps {
  message: Message;
  poll: Poll;
  mayChange: boolean;
}

/** A poll: a press on an option votes for it, a second one takes the vote back. */
export function PollPart({ message, poll, mayChange }: PollPartProps) {
  const { ownUserId } = chat.value.state;
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { question, options, nextIndexes } = poll;
  const voters = new Set(options.flatMap(({ voterIds }) => voterIds));
  const isOwn = message.sender_id === ownUserId;
  const add = (option: string): string | undefined => {
    const idx = nextIndexes.get(ownUserId) ?? 0;
    if (options.some(({ text }) => text === option)) return words.isThere;
    if (!isIndex(idx)) return widgetWords.full;
    changeWidget(message, { type: 'new_option', option, idx });
    return undefined;
  };
  return (
    <>
      <WidgetTitle
        icon="chart-column"
        {...{ kind: words.kind, title: question, untitled: words.untitled, field: words.question, edit: words.edit }}
        onChange={
          isOwn && mayChange ? (next) => changeWidget(message, { type: 'question', question: next }) : undefined
        }
      />
      {options.length === 0 && <p class="hint">{words.empty}</p>}
      <ul class="poll-options">
        {options.slice(0, isWhole ? undefined : MAX_SHOWN).map((option) => (
          <li key={option.key}>
            <Option {...{ message, option, ownUserId, mayChange }} all={voters.size} />
          </li>
        ))}
      </ul>
      {!isWhole && <ShowAll count={options.length} onPress={() => setWhole(true)} />}
      {mayChange && isAdding && (
        <AddForm
          fields={[{ label: words.option }]}
          action={words.add}
          onGive={([option = '']) => add(option)}
          onClose={() => setAdding(false)}
        />
      )}
      <div class="widget-foot">
        <span class="hint">{words.voters({ count: voters.size })}</span>
        {mayChange && !isAdding && (
          <Button kind="quiet" size="small" icon="plus" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )}
      </div>
    </>
  );
}

interface OptionProps {
  message: Message;
  option: PollOption;
  ownUserId: number;
  mayChange: boolean;
  /** Number of people who voted. */
  all: number;
}

function Option({ message, option, ownUserId, mayChange, all }: OptionProps) {
  const { key, text, voterIds } = option;
  const isOwn = voterIds.includes(ownUserId);
  const share = all === 0 ? 0 : Math.round((100 * voterIds.length) / all);
  const content = (
    <>
      <span class="poll-share" aria-hidden="true" style={{ inlineSize: `${share}%` }} />
      <Icon name={isOwn ? 'circle-check' : 'circle'} />
      <span class="poll-text">
        <span dir="auto">{text}</span>
        {voterIds.length > 0 && <span class="hint">{namesOf(voterIds)}</span>}
      </span>
      <span class="poll-count">
        <span aria-hidden="true">{voterIds.length}</span>
        <span class="unseen">{words.votes({ count: voterIds.length })}</span>
      </span>
    </>
  );
  if (!mayChange) return <div class="poll-option">{content}</div>;
  const vote = () => changeWidget(message, { type: 'vote', key, vote: isOwn ? -1 : 1 });
  return (
    <button type="button" class="poll-option" aria-pressed={isOwn} onClick={vote}>
      {content}
    </button>
  );
}
