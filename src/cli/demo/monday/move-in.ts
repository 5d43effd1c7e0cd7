import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openArchive } from '../../../import/archive/open-archive.ts';
import { programOf } from '../../../import/sources.ts';
import type { Services } from '../../../platform/services.ts';
import { importSource } from '../../import.ts';
import { importFleetFile } from '../../import-fleet.ts';
import { COMPANY, COMPANY_OWNER, companyArchive, fleetList } from './company.ts';

/** Writes the company's archive where an operator would have put it. @returns its folder */
async function writeArchive(folder: string): Promise<string> {
  const archive = path.join(folder, 'slack');
  for (const [name, content] of Object.entries(companyArchive())) {
    const file = path.join(archive, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
  }
  return archive;
}

/**
 * The Friday: the chat comes from Slack, the fleet from its list.
 * @returns the organization's ID
 */
export async function moveCompanyIn(services: Services, folder: string, ownerPassword: string): Promise<string> {
  await using archive = await openArchive(await writeArchive(folder));
  const source = await programOf(archive, 'slack').open(archive, services.config);
  const owner = { ownerEmail: COMPANY_OWNER.email, ownerName: COMPANY_OWNER.name, ownerPassword };
  const { organizationId: organization } = await importSource(services, source, { ...COMPANY, ...owner });
  await importFleetFile(services, new TextEncoder().encode(fleetList()), { organization });
  return organization;
}
