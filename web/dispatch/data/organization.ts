import { signal } from '@preact/signals';
import { request } from '../../shared/session/session.ts';
import type { GetOrganizationAnswer, ListCustomFieldsAnswer } from '../../store/wire/dispatch.ts';

export type CustomField = ListCustomFieldsAnswer['fields'][number];

/** Organization data that the feed does not carry and that seldom changes: as last loaded. */
export const organization = signal<Pick<GetOrganizationAnswer, 'timezone' | 'country'> | undefined>(undefined);

/** The custom fields of tasks that dispatchers see. */
export const customFields = signal<readonly CustomField[]>([]);

/** Asks for it once more, where it is about to be shown; what cannot be had stays as it was. */
export function refreshOrganization(): void {
  loadOrganization().catch(() => {});
}

export async function loadOrganization(): Promise<void> {
  const [known, { fields }] = await Promise.all([
    request<GetOrganizationAnswer>('/api/v2/organization'),
    request<ListCustomFieldsAnswer>('/api/v2/customFields/Task'),
  ]);
  organization.value = known;
  customFields.value = fields.filter(({ visibility }) => visibility.includes('api'));
}
