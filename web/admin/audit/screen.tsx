import { useState } from 'preact/hooks';
import { useSearchParams } from 'wouter-preact';
import { usePages } from '../../shared/session/use-pages.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TermChip } from '../../shared/ui/chip.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Empty, Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetAuditLogAnswer } from '../../store/wire/dispatch.ts';
import { fieldText } from '../shared/form-dialog.tsx';
import { Frame } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { ActorField } from './actor-field.tsx';
import './audit.css';
import { AuditTable } from './audit-table.tsx';
import type { Entry } from './entry.ts';
import { auditWords } from './texts/index.ts';

const PATH = '/api/v2/organization/audit-log';

/** The audit log, narrowed by what stands in the address; the same goes into the file. */
export function AuditScreen() {
  const [params, setParams] = useSearchParams();
  const query = queryOf(params);
  const {
    rows: shown,
    failure,
    busy,
    more,
    reload,
  } = usePages<Entry, GetAuditLogAnswer>(
    `${PATH}${query.size > 0 ? `?${query}` : ''}`,
    ({ entries }) => entries,
    ({ lastId }) => (lastId ? ['lastId', lastId] : undefined),
  );
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
      {failure && <Failure {...failure} onRetry={reload} />}
      {!shown && !failure && <Loading rows={8} />}
      {shown?.length === 0 &&
        (query.size === 0 ? (
          <Empty level={2} icon="scroll-text" title={auditWords.none} text={auditWords.noneText} />
        ) : (
          <p class="quiet-words">{auditWords.noMatch}</p>
        ))}
      {shown && shown.length > 0 && <AuditTable entries={shown} />}
      {more && (
        <Button busy={busy} onClick={more}>
          {words.loadMore}
        </Button>
      )}
    </Frame>
  );
}

/** Converts the address to the API's query: days are in the reader's time zone, and the last one is included. */
function queryOf(params: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ['action', 'actor'] as const) {
    const value = params.get(name);
    if (value) query.set(name, value);
  }
  for (const [name, end] of [
    ['from', 0],
    ['to', 1],
  ] as const) {
    const [year, month, day] = (params.get(name) ?? '').split('-').map(Number);
    // Not every day has 24 hours: one ends where the next begins.
    if (year && month && day) query.set(name, String(new Date(year, month - 1, day + end).getTime() - end));
  }
  return query;
}

interface FilterFormProps {
  params: URLSearchParams;
  onFilter(params: URLSearchParams): void;
}

/** Narrows the log by person, kind of change and days. */
function FilterForm({ params, onFilter }: FilterFormProps) {
  const [actor, setActor] = useState({ id: params.get('actor') ?? '', name: params.get('by') ?? '' });
  return (
    <form
      class="audit-filter"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const given = ['action', 'from', 'to'].map((name) => [name, fieldText(form, name)] as [string, string]);
        const by: [string, string][] = [
          ['actor', actor.id],
          ['by', actor.name],
        ];
        onFilter(new URLSearchParams([...given, ...by].filter(([, value]) => value !== '')));
      }}
    >
      {actor.id ? (
        <div class="field">
          <span>{auditWords.person}</span>
          <TermChip label={actor.name || actor.id} onRemove={() => setActor({ id: '', name: '' })} />
        </div>
      ) : (
        <ActorField onChoose={(id, name) => setActor({ id, name })} />
      )}
      <Field label={auditWords.what}>
        <select name="action" class="input">
          <option value="">{auditWords.everything}</option>
          {Object.entries(auditWords.groups).map(([kind, name]) => (
            <option key={kind} value={kind} {...{ defaultSelected: kind === params.get('action') }}>
              {name}
            </option>
          ))}
        </select>
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
