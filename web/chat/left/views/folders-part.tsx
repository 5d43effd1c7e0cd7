import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { channelReader, isOrganizationAdministrator } from '../../../store/chat/select/channels.ts';
import type { ChannelFolder } from '../../../store/wire/chat.ts';
import { chat } from '../../data/chat.ts';
import { orderFolders, renameFolder } from './change-folder.ts';
import { viewWords as words } from './texts/index.ts';

type Step = 'up' | 'down';

/** Order and names of the channel folders, which everybody has alike; empty for who may not change them. */
export function FoldersPart() {
  const { state } = chat.value;
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<{ id: number; step: Step }>();
  const [dragged, setDragged] = useState<number>();
  const all = ((state.fields.channel_folders ?? []) as ChannelFolder[]).toSorted((a, b) => a.order - b.order);
  const folders = all.filter(({ is_archived }) => !is_archived);
  const order = folders.map(({ id }) => id);
  useLayoutEffect(() => {
    // The row has moved, and the next press goes on with it; at the end of the list the other way is left.
    const row = moved && list.current?.querySelector(`[data-folder="${moved.id}"]`);
    const [same, other] = [moved?.step, moved?.step === 'up' ? 'down' : 'up'].map((step) =>
      row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:not(:disabled)`),
    );
    (same ?? other)?.focus();
  }, [order.join()]);
  if (folders.length === 0 || !isOrganizationAdministrator(channelReader(state))) return null;
  const put = (id: number, to: number) => {
    const others = order.filter((each) => each !== id);
    if (to < 0 || to > others.length) return;
    // Archived ones keep a place, which nobody sees.
    const archived = all.filter(({ is_archived }) => is_archived).map((each) => each.id);
    void orderFolders([...others.toSpliced(to, 0, id), ...archived]);
  };
  return (
    <>
      <h3>{words.folders}</h3>
      <p class="hint">{words.foldersLead}</p>
      <ul class="views-list" ref={list}>
        {folders.map(({ id, name }, index) => (
          <li
            key={id}
            data-folder={id}
            draggable
            class={dragged === id ? 'dragged' : undefined}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', name);
              setMoved(undefined);
              setDragged(id);
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined && dragged !== id) put(dragged, index);
            }}
          >
            <FolderName {...{ id, name }} />
            {(['up', 'down'] as const).map((step) => (
              <IconButton
                key={step}
                size="small"
                icon={step === 'up' ? 'arrow-up' : 'arrow-down'}
                label={step === 'up' ? words.folderUp({ name }) : words.folderDown({ name })}
                data-step={step}
                disabled={index === (step === 'up' ? 0 : folders.length - 1)}
                onClick={() => {
                  setMoved({ id, step });
                  put(id, index + (step === 'up' ? -1 : 1));
                }}
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

function FolderName({ id, name }: { id: number; name: string }) {
  const [isRenamed, setRenamed] = useState(false);
  const most = Number(chat.value.state.fields.max_channel_folder_name_length);
  if (isRenamed)
    return (
      <form
        class="views-name"
        onSubmit={(event) => {
          event.preventDefault();
          const next = String(new FormData(event.currentTarget).get('name')).trim();
          setRenamed(false);
          if (next !== '' && next !== name) void renameFolder(id, next);
        }}
      >
        <input
          class="input"
          name="name"
          dir="auto"
          autocomplete="off"
          maxLength={most}
          aria-label={words.nameOf({ name })}
          defaultValue={name}
          ref={(input) => input?.focus()}
        />
        <IconButton type="submit" icon="check" label={words.saveName} />
      </form>
    );
  return (
    <>
      <span class="views-tick">
        <Icon name="list" />
        <span dir="auto">{name}</span>
      </span>
      <IconButton size="small" icon="pencil" label={words.rename({ name })} onClick={() => setRenamed(true)} />
    </>
  );
}
