import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { RealmEmojiDictionary } from '../../store/wire/chat.ts';
import { useNames } from '../data/use-names.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import './emoji.css';
import { EmojiForm, emojiPath } from './emoji-form.tsx';
import { emojiWords } from './texts/index.ts';

type OwnEmoji = RealmEmojiDictionary[string];

/** The organization's own emoji: added, renamed, taken out of use. */
export function EmojiScreen() {
  const { answer, failure, retry, refresh } = useRequest<{ emoji: RealmEmojiDictionary }>('/api/v1/realm/emoji');
  const [isAdding, setAdding] = useState(false);
  const inUse =
    answer &&
    Object.values(answer.emoji)
      .filter(({ deactivated }) => !deactivated)
      .sort((one, other) => one.name.localeCompare(other.name));
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
      {emojiWords.add}
    </Button>
  );
  return (
    <Frame title={words.screens.emoji} lead={emojiWords.lead} tools={inUse && inUse.length > 0 && add}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!inUse && !failure && <Loading rows={6} />}
      {inUse?.length === 0 && (
        <Empty level={2} icon="smile" title={emojiWords.none} text={emojiWords.noneText}>
          {add}
        </Empty>
      )}
      {inUse && inUse.length > 0 && <EmojiTable emoji={inUse} onDone={refresh} />}
      {isAdding && <EmojiForm onDone={refresh} onClose={() => setAdding(false)} />}
    </Frame>
  );
}

function EmojiTable({ emoji, onDone }: { emoji: readonly OwnEmoji[]; onDone(): void }) {
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; emoji: OwnEmoji }>();
  const { names } = useNames([...new Set(emoji.flatMap(({ author_id }) => author_id ?? []))]);
  const close = () => setOpen(undefined);
  const { columns } = emojiWords;
  return (
    <>
      <DataTable
        label={words.screens.emoji}
        rows={emoji}
        idOf={({ id }) => id}
        columns={[
          {
            name: columns.emoji,
            show: ({ name, source_url }) => (
              <span class="own-emoji">
                <img src={source_url} alt="" />
                <NameAndMore name={`:${name}:`} />
              </span>
            ),
          },
          {
            name: columns.author,
            isNamedOnPhone: true,
            show: ({ author_id }) => (
              <span class="quiet-words" dir="auto">
                {author_id === null ? emojiWords.unknown : (names?.get(author_id) ?? emojiWords.unknown)}
              </span>
            ),
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (each) => (
              <Menu
                label={emojiWords.more({ name: each.name })}
                items={[
                  {
                    label: emojiWords.rename,
                    icon: 'pencil',
                    choose: () => setOpen({ what: 'rename', emoji: each }),
                  },
                  {
                    label: emojiWords.remove,
                    icon: 'trash-2',
                    danger: true,
                    choose: () => setOpen({ what: 'remove', emoji: each }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {open?.what === 'rename' && <EmojiForm emoji={open.emoji} onDone={onDone} onClose={close} />}
      {open?.what === 'remove' && (
        <FormDialog
          title={emojiWords.removeTitle({ name: open.emoji.name })}
          submit={emojiWords.remove}
          isDanger
          send={async () => {
            await request(emojiPath(open.emoji.name), { method: 'DELETE' });
            close();
            showToast(emojiWords.removed({ name: open.emoji.name }));
            onDone();
          }}
          onClose={close}
        >
          <p>{emojiWords.removeText}</p>
        </FormDialog>
      )}
    </>
  );
}
