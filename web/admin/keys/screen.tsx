import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { texts } from '../../shared/texts/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { CopyText } from '../../shared/ui/link-card.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { dayText } from '../shared/moment.ts';
import { BulkBar, Selectable, useSelected } from '../shared/selection.tsx';
import { words } from '../texts/index.ts';
import { SecretPart } from './secret-part.tsx';
import { keyWords } from './texts/index.ts';

interface Key {
  id: string;
  label: string;
  createdAt: number;
  usedAt: number | null;
}

/** The organization's keys of the dispatch API, and the secret that its webhooks are signed with. */
export function KeysScreen() {
  const { answer, failure, retry, refresh } = useRequest<{ keys: Key[] }>('/api/admin/keys');
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>
      {keyWords.make}
    </Button>
  );
  return (
    <Frame title={words.screens.keys} lead={keyWords.lead} tools={answer && answer.keys.length > 0 && make}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!answer && !failure && <Loading rows={4} />}
      {answer?.keys.length === 0 && (
        <Empty level={2} icon="key-round" title={keyWords.none} text={keyWords.noneText}>
          {make}
        </Empty>
      )}
      {answer && answer.keys.length > 0 && <KeyTable keys={answer.keys} onDone={refresh} />}
      <SecretPart />
      {isMaking && <MakeDialog onMade={refresh} onClose={() => setMaking(false)} />}
    </Frame>
  );
}

function KeyTable({ keys, onDone }: { keys: readonly Key[]; onDone(): void }) {
  const [revoked, setRevoked] = useState<Key>();
  const { selected, setSelected, chosen } = useSelected(keys, ({ id }) => id);
  const { columns, selection } = keyWords;
  return (
    <>
      <DataTable
        label={words.screens.keys}
        rows={keys}
        idOf={({ id }) => id}
        columns={[
          {
            name: columns.name,
            show: ({ id, label }) => {
              const name = label || keyWords.unnamed;
              return (
                <Selectable name={name} id={id} selected={selected} onSelect={setSelected}>
                  <NameAndMore name={name} />
                </Selectable>
              );
            },
          },
          {
            name: columns.made,
            show: ({ createdAt }) => <span class="quiet-words">{keyWords.since({ day: dayText(createdAt) })}</span>,
          },
          {
            name: columns.used,
            show: ({ usedAt }) => (
              <span class="quiet-words">{usedAt === null ? keyWords.unused : <UsedAt at={new Date(usedAt)} />}</span>
            ),
          },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (key) => (
              <Button aria-label={`${keyWords.revoke}: ${key.label}`} onClick={() => setRevoked(key)}>
                {keyWords.revoke}
              </Button>
            ),
          },
        ]}
      />
      {chosen.length > 0 && (
        <BulkBar<Key>
          label={selection.title}
          count={selection.count({ count: chosen.length })}
          idOf={({ id }) => id}
          refused={words.selection.refused}
          actions={[
            {
              label: keyWords.revoke,
              icon: 'trash-2',
              rows: chosen,
              title: (count) => selection.revokeTitle({ count }),
              text: keyWords.revokeText,
              run: ({ id }) => request(`/api/admin/keys/${id}`, { method: 'DELETE' }),
              done: (count) => selection.revoked({ count }),
            },
          ]}
          onSelect={setSelected}
          onDone={onDone}
          {...(chosen.length < keys.length && { all: keys.map(({ id }) => id) })}
        />
      )}
      {revoked && (
        <FormDialog
          title={keyWords.revokeTitle({ name: revoked.label || keyWords.unnamed })}
          submit={keyWords.revoke}
          isDanger
          send={async () => {
            await request(`/api/admin/keys/${revoked.id}`, { method: 'DELETE' });
            setRevoked(undefined);
            showToast(keyWords.revoked);
            onDone();
          }}
          onClose={() => setRevoked(undefined)}
        >
          <p>{keyWords.revokeText}</p>
        </FormDialog>
      )}
    </>
  );
}

/** On a phone no heading says what the time is of. */
function UsedAt({ at }: { at: Date }) {
  return (
    <>
      {keyWords.used} <RelativeTime at={at} />
    </>
  );
}

/** Asks for a name, then shows the key: this once. */
function MakeDialog({ onMade, onClose }: { onMade(): void; onClose(): void }) {
  const [made, setMade] = useState<string>();
  if (made)
    return (
      <Dialog title={keyWords.made} onClose={onClose}>
        <div class="admin-form">
          <p>{keyWords.madeText}</p>
          <CopyText text={made} label={keyWords.made} />
          <div class="dialog-actions">
            <Button kind="primary" onClick={onClose}>
              {texts.close}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <FormDialog
      title={keyWords.make}
      submit={keyWords.make}
      send={async (form) => {
        const label = fieldText(form, 'label');
        const { key } = await request<{ key: string }>('/api/admin/keys', { method: 'POST', body: { label } });
        setMade(key);
        onMade();
      }}
      onClose={onClose}
    >
      <Field label={keyWords.label} hint={keyWords.labelHint}>
        <input name="label" required maxLength={60} pattern=".*\S.*" dir="auto" autocomplete="off" />
      </Field>
    </FormDialog>
  );
}
