import { useEffect, useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import { RelativeTime } from '../../shared/ui/time.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { Export, GetExportConsentsAnswer, GetExportsAnswer } from '../../store/wire/chat.ts';
import { ROLES, session } from '../data/me.ts';
import { useNames } from '../data/use-names.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { exportWords } from './texts/index.ts';

const PATH = '/api/v1/export/realm';
/** Pause before an export that still runs is asked for again. */
const LOOK_MS = 2000;

/** Kinds of exports, in the numbers of the API. */
const KINDS = { public: 1, withConsent: 2 } as const;

/** The exports of the chat: begun, downloaded, deleted. */
export function ExportsScreen() {
  const { answer, failure, retry, refresh } = useRequest<GetExportsAnswer>(PATH);
  const [isAsking, setAsking] = useState(false);
  const exports = answer && [...answer.exports].sort((one, other) => other.export_time - one.export_time);
  const isRunning = exports?.some(({ pending }) => pending) ?? false;
  useEffect(() => {
    if (!isRunning) return;
    // After each answer: a slow one is not given up for the next.
    const timer = setTimeout(refresh, LOOK_MS);
    return () => clearTimeout(timer);
  }, [answer]);
  const ask = (
    <Button kind="primary" icon="download" onClick={() => setAsking(true)}>
      {exportWords.start}
    </Button>
  );
  return (
    <Frame title={words.screens.exports} lead={exportWords.lead} tools={exports && exports.length > 0 && ask}>
      {failure && <Failure {...failure} onRetry={retry} />}
      {!exports && !failure && <Loading rows={4} />}
      {exports?.length === 0 && (
        <Empty level={2} icon="download" title={exportWords.none} text={exportWords.noneText}>
          {ask}
        </Empty>
      )}
      {exports && exports.length > 0 && <ExportTable {...{ exports }} onDone={refresh} />}
      {isAsking && <StartDialog onDone={refresh} onClose={() => setAsking(false)} />}
    </Frame>
  );
}

function ExportTable({ exports, onDone }: { exports: readonly Export[]; onDone(): void }) {
  const [deleted, setDeleted] = useState<Export>();
  const { names } = useNames([...new Set(exports.map(({ acting_user_id }) => acting_user_id))]);
  const { columns } = exportWords;
  return (
    <>
      <DataTable
        label={words.screens.exports}
        rows={exports}
        idOf={({ id }) => String(id)}
        columns={[
          {
            name: columns.kind,
            show: ({ export_type, acting_user_id }) => (
              <NameAndMore
                name={export_type === KINDS.public ? exportWords.public : exportWords.withConsent}
                more={names?.get(acting_user_id)}
              />
            ),
          },
          { name: columns.time, show: ({ export_time }) => <RelativeTime at={new Date(export_time * 1000)} /> },
          { name: columns.state, show: (each) => <State of={each} /> },
          {
            name: columns.tools,
            isUnnamed: true,
            show: (each) =>
              each.export_url !== null && <Button onClick={() => setDeleted(each)}>{exportWords.delete}</Button>,
          },
        ]}
      />
      {deleted && (
        <FormDialog
          title={exportWords.deleteTitle}
          submit={exportWords.delete}
          isDanger
          send={async () => {
            await request(`${PATH}/${deleted.id}`, { method: 'DELETE' });
            setDeleted(undefined);
            showToast(exportWords.deleted);
            onDone();
          }}
          onClose={() => setDeleted(undefined)}
        >
          <p>{exportWords.deleteText}</p>
        </FormDialog>
      )}
    </>
  );
}

function State({ of: { pending, failed_timestamp, deleted_timestamp, export_url } }: { of: Export }) {
  if (pending) return <Badge icon="clock">{exportWords.states.running}</Badge>;
  if (failed_timestamp !== null) return <Badge kind="bad">{exportWords.states.failed}</Badge>;
  if (deleted_timestamp !== null || export_url === null)
    return (
      <span class="quiet-words">
        {deleted_timestamp === null ? exportWords.states.ownersOnly : exportWords.states.deleted}
      </span>
    );
  return (
    <a class="button" href={export_url} download>
      <Icon name="download" />
      {exportWords.download}
    </a>
  );
}

function StartDialog({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { answer } = useRequest<GetExportConsentsAnswer>(`${PATH}/consents`);
  const isOwner = session.value.apps.chat?.role === ROLES.owner;
  const consents = answer?.export_consents ?? [];
  return (
    <FormDialog
      title={exportWords.start}
      submit={exportWords.start}
      send={async (form) => {
        await request(PATH, { method: 'POST', form: { export_type: Number(form.get('kind')) } });
        onClose();
        showToast(exportWords.started);
        onDone();
      }}
      onClose={onClose}
    >
      <Field label={exportWords.columns.kind} {...(!isOwner && { hint: exportWords.ownersOnly })}>
        <select name="kind" class="input">
          <option value={KINDS.public}>{exportWords.public}</option>
          {isOwner && <option value={KINDS.withConsent}>{exportWords.withConsent}</option>}
        </select>
      </Field>
      {answer && (
        <p class="quiet-words">
          {exportWords.consents({
            count: consents.filter(({ consented }) => consented).length,
            all: consents.length,
          })}
        </p>
      )}
    </FormDialog>
  );
}
