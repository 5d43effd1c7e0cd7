import { Avatar } from '../../shared/ui/avatar.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { IconName } from '../../shared/ui/icon-names.ts';
import { ListBox, type Option } from '../../shared/ui/list-box.tsx';
import { clockInWords } from '../data/clock.ts';
import { nameOf, topicName } from '../data/names.ts';
import { userPicture } from '../data/user-picture.ts';
import type { Suggestion } from './completions.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
import { composerWords as words } from './texts/index.ts';
import type { NamedTime } from './times.ts';
import type { Token } from './tokens.ts';

interface CompletionListProps {
  id: string;
  kind: Token['kind'];
  options: readonly Suggestion[];
  active: number;
  onActive(index: number): void;
  onChoose(completion: Suggestion): void;
}

/** Suggestions for the text at the caret, over the field. The field keeps the focus. */
export function CompletionList({ id, kind, options, active, onActive, onChoose }: CompletionListProps) {
  const shown = options.map((completion): Option => {
    const { name, more } = described(completion);
    return {
      id: completion.id,
      label: name,
      content: (
        <>
          <Picture of={completion} />
          <bdi class="completion-name">{name}</bdi>
          {more && <span class="hint">{more}</span>}
        </>
      ),
    };
  });
  return (
    <div class="completions" popover="manual" ref={(list) => list?.showPopover()}>
      <ListBox
        id={id}
        label={words.completions[options[0]?.kind === 'message' ? 'message' : kind]}
        options={shown}
        active={active}
        onActive={onActive}
        onChoose={({ id: chosen }) => onChoose(options.find((each) => each.id === chosen)!)}
      />
    </div>
  );
}

/** The name of a completion, and what tells it from others. */
function described(completion: Suggestion): { name: string; more?: string | undefined } {
  const { completions } = words;
  switch (completion.kind) {
    case 'user': {
      const { user, isHere } = completion;
      const more = [
        user.is_bot && completions.bot,
        user.is_guest && completions.guest,
        !isHere && completions.notHere,
      ].filter(Boolean);
      return { name: user.full_name, more: more.join(', ') };
    }
    case 'group':
      return { name: completion.group.name, more: completions.group({ count: completion.people }) };
    case 'wildcard':
      return {
        name: completion.wildcard,
        more:
          completion.wildcard === 'topic' ? completions.inTopic : completions.all({ count: completion.people ?? 0 }),
      };
    case 'channel':
      return { name: completion.channel.name, more: completions.topicsOf };
    case 'topic':
      return { name: topicName(completion.topic), more: completions.messagesOf };
    case 'message':
      return { name: nameOf(completion.message.sender_id), more: completion.text };
    case 'emoji':
      return { name: completion.emoji.name };
    case 'time':
      return { name: nameOfTime(completion.time) };
    case 'pick time':
      return { name: completions.pickTime };
    case 'command':
      return { name: `/${completion.command}`, more: completions[completion.command as 'me'] };
    case 'snippet':
      return { name: completion.snippet.title, more: completions.snippet };
    case 'language':
      return { name: completion.language };
    case 'worker': {
      const { name, tasks, isOnDuty } = completion.worker;
      const more = [completions.tasksOf({ count: tasks }), !isOnDuty && completions.offDuty];
      return { name, more: more.filter(Boolean).join(', ') };
    }
  }
}

export function nameOfTime({ name, at }: NamedTime): string {
  return words.times[name]({ time: clockInWords(at) });
}

const ICONS: Readonly<Partial<Record<Suggestion['kind'], IconName>>> = {
  group: 'users',
  wildcard: 'users',
  channel: 'hash',
  topic: 'message-circle',
  message: 'message-circle',
  time: 'clock',
  'pick time': 'clock',
  command: 'chevron-right',
  snippet: 'bookmark',
  language: 'code',
  worker: 'truck',
};

function Picture({ of: completion }: { of: Suggestion }) {
  if (completion.kind === 'emoji') return <EmojiGlyph emoji={completion.emoji} />;
  if (completion.kind === 'user')
    return (
      <span aria-hidden="true">
        <Avatar
          name={completion.user.full_name}
          id={String(completion.user.user_id)}
          picture={userPicture(completion.user)}
          size="small"
        />
      </span>
    );
  return <Icon name={ICONS[completion.kind]!} />;
}
