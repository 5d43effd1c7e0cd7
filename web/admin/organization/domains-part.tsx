import { useState } from 'preact/hooks';
import { request } from '../../shared/session/session.ts';
import { useAction } from '../../shared/session/use-action.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Failure } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toast.tsx';
import type { GetDomainsAnswer } from '../../store/wire/chat.ts';
import { ROLES, session } from '../data/me.ts';
import { DataTable, NameAndMore } from '../shared/data-table.tsx';
import { FormDialog, fieldText } from '../shared/form-dialog.tsx';
import { FramePart } from '../shared/frame.tsx';
import { words } from '../texts/index.ts';
import { organizationWords } from './texts/index.ts';

/** The domains whose addresses may join, and whether only those. */
export function DomainsPart({ isOn, onDone }: { isOn: boolean; onDone(): void }) {
  const { answer, failure, retry, refresh } = useRequest<GetDomainsAnswer>('/api/v1/realm/domains');
  const [isAdding, setAdding] = useState(false);
  const isChatOwner = session.value.apps.chat?.role === ROLES.owner;
  const turn = useAction(async () => {
    await request('/api/v1/realm', { method: 'PATCH', form: { emails_restricted_to_domains: !isOn } });
    showToast(words.saved);
    onDone();
  });
  if (failure) return <Failure {...failure} onRetry={retry} />;
  if (!answer) return null;
  return (
    <FramePart title={organizationWords.domains} lead={organizationWords.domainsLead}>
      {answer.domains.length === 0 ? (
        <p>{organizationWords.noDomains}</p>
      ) : (
        <Domains domains={answer.domains} mayRemove={isChatOwner} onDone={refresh} />
      )}
      {!isChatOwner && <p class="hint">{organizationWords.ownersOnly}</p>}
      {turn.failure && <Failure {...turn.failure} />}
      {isChatOwner && (
        <div class="admin-actions">
          <label class="admin-switch">
            <input type="checkbox" checked={isOn} disabled={turn.busy} onChange={() => void turn.run()} />
            {organizationWords.restrict}
          </label>
          <Button icon="plus" onClick={() => setAdding(true)}>
            {organizationWords.addDomain}
          </Button>
        </div>
      )}
      {isAdding && (
        <FormDialog
          title={organizationWords.addDomain}
          submit={organizationWords.addDomain}
          send={async (form) => {
            const given = { domain: fieldText(form, 'domain'), allow_subdomains: form.has('subdomains') };
            await request('/api/v1/realm/domains', { method: 'POST', form: given });
            setAdding(false);
            refresh();
          }}
          onClose={() => setAdding(false)}
        >
          <Field label={organizationWords.domain}>
            <input name="domain" required maxLength={80} dir="ltr" autocomplete="off" />
          </Field>
          <Tick name="subdomains" label={organizationWords.subdomains} />
        </FormDialog>
      )}
    </FramePart>
  );
}

interface DomainsProps {
  domains: GetDomainsAnswer['domains'];
  mayRemove: boolean;
  onDone(): void;
}

function Domains({ domains, mayRemove, onDone }: DomainsProps) {
  const [removed, setRemoved] = useState<string>();
  return (
    <>
      <DataTable
        label={organizationWords.domains}
        rows={domains}
        idOf={({ domain }) => domain}
        columns={[
          {
            name: organizationWords.domain,
            show: ({ domain, allow_subdomains }) => (
              <NameAndMore name={<bdi>{domain}</bdi>} more={allow_subdomains && organizationWords.withSubdomains} />
            ),
          },
          {
            name: words.remove,
            isUnnamed: true,
            show: ({ domain }) =>
              mayRemove && (
                <IconButton
                  icon="trash-2"
                  label={organizationWords.removeDomain({ domain })}
                  onClick={() => setRemoved(domain)}
                />
              ),
          },
        ]}
      />
      {removed && (
        <FormDialog
          title={organizationWords.removeDomain({ domain: removed })}
          submit={words.remove}
          isDanger
          send={async () => {
            await request(`/api/v1/realm/domains/${encodeURIComponent(removed)}`, { method: 'DELETE' });
            setRemoved(undefined);
            onDone();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p dir="auto">{removed}</p>
        </FormDialog>
      )}
    </>
  );
}
