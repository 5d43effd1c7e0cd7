import { useEffect, useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetAuditLogAnswer } from '../../store/wire/dispatch.ts';
import { fieldText } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import './audit.css';
import { AuditTable, type Entry } from './audit-table.tsx';
import { auditWords } from './texts/index.ts';

const PATH = '/api/v2/organization/audit-log';
const DAY_MS = 86_400_000;

/** The audit log, narrowed by what stands in the address; the same goes into the file. */
export function AuditScreen() {
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const [shown, setShown] = useState<readonly Entry[]>();
  const [last, setLast] = useState<string>();
  const load = async (lastId?: string) => {
    const asked = new URLSearchParams(query);
    if (lastId) asked.set('lastId', lastId);
    const answer = await request<GetAuditLogAnswer>(`${PATH}?${asked}`);
    setShown((before = []) => (lastId ? [...before, ...answer.entries] : answer.entries));
    setLast(answer.lastId);
  };
  const first = useAction(() => load());
  const more = useAction(() => load(last));
  useEffect(() => void first.act(), [String(query)]);
  const failure = first.failure ?? more.failure;
  return (
    <Frame
      title={words.screens.audit}
      lead={auditWords.lead}
      tools={
        <a class="button" href={`${PATH}/csv?${query}`} download>
          {auditWords.csv}
        </a>
      }
    >
      <FilterForm params={params} onFilter={setParams} />
      {failure && <Failure {...failure} onRetry={() => void first.act()} />}
      {!shown && !failure && <Loading rows={8} />}
      {shown?.length === 0 &&
        (query.size === 0 ? (
          <Empty level={2} icon="scroll-text" title={auditWords.none} text={auditWords.noneText} />
        ) : (
          <p class="quiet-words">{auditWords.noMatch}</p>
        ))}
      {shown && shown.length > 0 && <AuditTable entries={shown} />}
      {last && (
        <Button busy={more.busy} onClick={() => void more.act()}>
          {words.loadMore}
        </Button>
      )}
    </Frame>
  );
}

/** What the address asks for as the API is asked: days are the reader's own, and the last one is meant to its end. */
function queryOf(params: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  const action = params.get('action');
  if (action) query.set('action', action);
  for (const [name, end] of [
    ['from', 0],
    ['to', DAY_MS - 1],
  ] as const) {
    const [year, month, day] = (params.get(name) ?? '').split('-').map(Number);
    if (year && month && day) query.set(name, String(new Date(year, month - 1, day).getTime() + end));
  }
  return query;
}

interface FilterFormProps {
  params: URLSearchParams;
  onFilter(params: URLSearchParams): void;
}

function FilterForm({ params, onFilter }: FilterFormProps) {
  return (
    <form
      class="audit-filter"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const given = ['action', 'from', 'to'].map((name) => [name, fieldText(form, name)] as [string, string]);
        onFilter(new URLSearchParams(given.filter(([, value]) => value !== '')));
      }}
    >
      <Field label={auditWords.action}>
        <input
          name="action"
          maxLength={100}
          dir="ltr"
          autocomplete="off"
          placeholder={auditWords.actionHint}
          defaultValue={params.get('action') ?? ''}
        />
      </Field>
      <Field label={auditWords.from}>
        <input name="from" type="date" defaultValue={params.get('from') ?? ''} />
      </Field>
      <Field label={auditWords.to}>
        <input name="to" type="date" defaultValue={params.get('to') ?? ''} />
      </Field>
      <Button type="submit" icon="list-filter">
        {auditWords.filter}
      </Button>
    </form>
  );
}
