import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { backupState } from '../../platform/backup/access.ts';
import { uploadQuota, usedBytes } from '../../platform/files/files.ts';
import { countOrganizations } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { VERSION } from '../../platform/version.ts';
import { examineMachine } from '../health/examine-machine.ts';
import { examineOutside } from '../health/examine-outside.ts';
import { examinePublicUrl } from '../health/examine-public-url.ts';
import { examineServer } from '../health/examine-server.ts';
import type { Finding } from '../health/finding.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { missingOutside } from '../setup/missing-outside.ts';

/** The checks of `doctor` but those that go through whole tables. */
async function examineWhole(services: Services, now: Date): Promise<Finding[]> {
  const parts = await Promise.all([
    examineServer(services),
    examineMachine(services),
    examinePublicUrl(services),
    examineOutside(services),
  ]);
  const backups = await backupState(services.database.reader, services.config, now);
  return [...parts.flat(), { check: 'backups', ...backups }];
}

export const getServer = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/server',
  summary: 'Get the state and settings of the server; with several organizations only the part that concerns owners',
  access: 'owner',
  answer: Type.Object({
    version: Type.String(),
    /** Null on a server of several organizations: it is none of theirs. */
    findings: Nullable(
      Type.Array(
        Type.Object({ check: Type.String(), state: Type.Enum(['ok', 'warn', 'fail']), detail: Type.String() }),
      ),
    ),
    missing: Type.Array(Type.Enum(['publicUrl', 'https', 'mail', 'sms'])),
    publicUrl: Nullable(Type.String()),
    mail: Type.Object({ isSent: Type.Boolean(), from: Nullable(Type.String()) }),
    sms: Type.Object({ isSent: Type.Boolean(), provider: Nullable(Type.String()) }),
    /** Bytes of the organization's files, unfinished uploads with them, and how many it may have; null: no limit. */
    files: Type.Object({ used: Type.Integer(), quota: Nullable(Type.Integer()) }),
    map: Type.Object({ isFileSet: Type.Boolean(), file: Nullable(Type.String()) }),
  }),
  async serve({ services, session: { organizationId }, now }) {
    const { config, database } = services;
    const { reader } = database;
    const isAlone = (await countOrganizations(reader)) === 1;
    const outside = await missingOutside(services);
    const isSmsSent = config.smsProvider !== 'stored';
    return {
      version: VERSION,
      findings: isAlone ? await examineWhole(services, now) : null,
      missing: outside?.missing ?? [],
      publicUrl: config.publicUrl ?? null,
      mail: { isSent: config.smtpUrl !== undefined, from: config.mailFrom ?? null },
      sms: { isSent: isSmsSent, provider: isSmsSent ? config.smsProvider : null },
      files: { used: await usedBytes(reader, organizationId), quota: uploadQuota(services) ?? null },
      map: { isFileSet: config.mapFile !== undefined, file: isAlone ? (config.mapFile ?? null) : null },
    };
  },
});
