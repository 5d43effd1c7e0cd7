import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openArchive } from '../../../import/archive/open-archive.ts';
import { programOf } from '../../../import/sources.ts';
import type { Services } from '../../../platform/services.ts';
import { importSource } from '../../import.ts';
import { importFleetFile } from '../../import-fleet.ts';
import { COMPANY, COMPANY_OWNER, companyArchive, fleetList } from './company.ts';

/** Writes the company's archive and list where operators would have put them. */
async function writeCompany(folder: string): Promise<{ archive: string; fleet: string }> {
  const [archive, fleet] = [path.join(folder, 'slack'), path.join(folder, 'fleet.csv')];
  for (const [name, content] of Object.entries(companyArchive())) {
    const file = path.join(archive, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
  }
  await writeFile(fleet, fleetList());
  return { archive, fleet };
}

/**
 * The Friday: the chat comes from Slack, the fleet from its list.
 * @returns the organization's ID
 */
export async function moveCompanyIn(services: Services, folder: string, ownerPassword: string): Promise<string> {
  const written = await writeCompany(folder);
  await using archive = await openArchive(written.archive);
  const source = await programOf(archive, 'slack').open(archive, services.config);
  const owner = { ownerEmail: COMPANY_OWNER.email, ownerName: COMPANY_OWNER.name, ownerPassword };
  const { organizationId: organization } = await importSource(services, source, { ...COMPANY, ...owner });
  await importFleetFile(services, new TextEncoder().encode(fleetList()), { organization });
  return organization;
}
