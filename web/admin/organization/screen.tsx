import { languageName, RECIPIENT_LANGUAGES } from '../../shared/languages.ts';
import { loadSession, request } from '../../shared/session/session.ts';
import { useRequest } from '../../shared/session/use-request.ts';
import { locale } from '../../shared/texts/index.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Field, Tick } from '../../shared/ui/field.tsx';
import { Failure, Loading } from '../../shared/ui/states.tsx';
import type { GetOrganizationAnswer } from '../../store/wire/dispatch.ts';
import { has, isOwner, ROLES, session } from '../data/me.ts';
import { type Realm, useRealm } from '../data/use-realm.ts';
import { changedOf } from '../shared/changed.ts';
import { fieldText } from '../shared/form-dialog.tsx';
import { Frame, FramePart } from '../shared/frame.tsx';
import { InlineForm } from '../shared/inline-form.tsx';
import { words } from '../texts/index.ts';
import { DomainsPart } from './domains-part.tsx';
import { LogoPart } from './logo-part.tsx';
import { NoticesPart } from './notices-part.tsx';
import { SignInRulesPart } from './sign-in-part.tsx';
import { organizationWords } from './texts/index.ts';

const countryNames = new Intl.DisplayNames(locale, { type: 'region' });

/** Screen with the organization's name and rules. */
export function OrganizationScreen() {
  return (
    <Frame title={words.screens.organization} lead={organizationWords.lead}>
      {has('chat') ? <OfChat /> : <p class="quiet-words">{words.lacks.chat}</p>}
      {isOwner.value && <SignInRulesPart />}
      {has('dispatch') && <OfDeliveries />}
    </Frame>
  );
}

/** Changes what is other than it was shown. */
async function change<T extends object>(shown: T, given: T): Promise<void> {
  const form = changedOf(shown, given);
  if (Object.keys(form).length > 0) await request('/api/v1/realm', { method: 'PATCH', form: { ...form } });
}

function OfChat() {
  const { realm, failure, reload } = useRealm();
  const shown = realm && {
    name: realm.realm_name,
    description: realm.realm_description,
    default_language: realm.realm_default_language,
  };
  if (!realm || !shown) return failure ? <Failure {...failure} onRetry={reload} /> : <Loading rows={8} />;
  return (
    <>
      <FramePart title={organizationWords.general}>
        <InlineForm
          label={organizationWords.general}
          shown={shown}
          send={async (form) => {
            await change(shown, {
              name: fieldText(form, 'name'),
              description: fieldText(form, 'description'),
              default_language: fieldText(form, 'language'),
            });
            reload();
            // Its name stands above, too.
            await loadSession();
          }}
        >
          <Field label={words.name}>
            <input name="name" required maxLength={40} dir="auto" autocomplete="off" defaultValue={shown.name} />
          </Field>
          <Field label={organizationWords.description} hint={organizationWords.descriptionHint}>
            <textarea name="description" maxLength={1000} dir="auto" defaultValue={shown.description} />
          </Field>
          <Field label={organizationWords.language} hint={organizationWords.languageHint}>
            <select name="language" class="input">
              {[...new Set([...RECIPIENT_LANGUAGES, shown.default_language])].map((tag) => (
                <option key={tag} value={tag} {...{ defaultSelected: tag === shown.default_language }}>
                  {languageName(tag)}
                </option>
              ))}
            </select>
          </Field>
        </InlineForm>
      </FramePart>
      <LogoPart realm={realm} onDone={reload} />
      <RulesPart realm={realm} onDone={reload} />
      <NoticesPart realm={realm} onDone={reload} />
      <DomainsPart isOn={realm.realm_emails_restricted_to_domains} onDone={reload} />
    </>
  );
}

function RulesPart({ realm, onDone }: { realm: Realm; onDone(): void }) {
  const isChatOwner = session.value.apps.chat?.role === ROLES.owner;
  const days = realm.realm_message_retention_days;
  const shown = {
    require_unique_names: realm.realm_require_unique_names,
    enable_read_receipts: realm.realm_enable_read_receipts,
    allow_message_editing: realm.realm_allow_message_editing,
    digest_emails_enabled: realm.realm_digest_emails_enabled,
    keep_photo_locations: realm.realm_keep_photo_locations,
    enable_spectator_access: realm.realm_enable_spectator_access,
    allow_search_engines: realm.realm_allow_search_engines,
    message_retention_days: days > 0 ? days : 'unlimited',
  };
  return (
    <FramePart title={organizationWords.rules}>
      <InlineForm
        label={organizationWords.rules}
        shown={shown}
        send={async (form) => {
          const stored = fieldText(form, 'retention');
          await change(shown, {
            require_unique_names: form.has('uniqueNames'),
            enable_read_receipts: form.has('readReceipts'),
            allow_message_editing: form.has('editing'),
            digest_emails_enabled: form.has('digests'),
            keep_photo_locations: form.has('photoLocations'),
            enable_spectator_access: isChatOwner ? form.has('publicReading') : shown.enable_spectator_access,
            allow_search_engines: isChatOwner ? form.has('searchEngines') : shown.allow_search_engines,
            message_retention_days: isChatOwner
              ? stored === ''
                ? 'unlimited'
                : Number(stored)
              : shown.message_retention_days,
          });
          onDone();
        }}
      >
        <Tick name="uniqueNames" label={organizationWords.uniqueNames} defaultChecked={shown.require_unique_names} />
        <Tick name="readReceipts" label={organizationWords.readReceipts} defaultChecked={shown.enable_read_receipts} />
        <Tick name="editing" label={organizationWords.editing} defaultChecked={shown.allow_message_editing} />
        <Tick name="digests" label={organizationWords.digests} defaultChecked={shown.digest_emails_enabled} />
        <Tick
          name="photoLocations"
          label={organizationWords.photoLocations}
          defaultChecked={shown.keep_photo_locations}
        />
        {isChatOwner && (
          <>
            <Tick
              name="publicReading"
              label={organizationWords.publicReading}
              defaultChecked={shown.enable_spectator_access}
            />
            <Tick
              name="searchEngines"
              label={organizationWords.searchEngines}
              defaultChecked={shown.allow_search_engines}
            />
          </>
        )}
        <Field
          label={organizationWords.retention}
          hint={isChatOwner ? organizationWords.retentionHint : organizationWords.ownersOnly}
        >
          <input
            name="retention"
            type="number"
            min="1"
            max="36500"
            disabled={!isChatOwner}
            defaultValue={days > 0 ? String(days) : ''}
          />
        </Field>
      </InlineForm>
    </FramePart>
  );
}

function OfDeliveries() {
  const { answer } = useRequest<GetOrganizationAnswer>('/api/v2/organization');
  if (!answer) return null;
  return (
    <FramePart title={organizationWords.deliveries} lead={organizationWords.deliveriesHint}>
      <Facts
        of={[
          [organizationWords.country, answer.country && countryNames.of(answer.country)],
          [organizationWords.timezone, answer.timezone.replaceAll('_', ' ')],
        ]}
      />
    </FramePart>
  );
}
