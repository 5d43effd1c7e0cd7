import { Type } from 'typebox';
import { Nullable } from '../../dispatch/http/validate.ts';
import { backupState } from '../../platform/backup/access.ts';
import { uploadQuota, usedBytes } from '../../platform/files/files.ts';
import { countOrganizations } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { pageWords } from '../../platform/texts/health-words.ts';
import { VERSION } from '../../platform/version.ts';
import { examineMachine } from '../health/examine-machine.ts';
import { examineMoves } from '../health/examine-moves.ts';
import { examineOutside } from '../health/examine-outside.ts';
import { examinePublicUrl } from '../health/examine-public-url.ts';
import { examineServer } from '../health/examine-server.ts';
import type { Finding } from '../health/finding.ts';
import { sessionOperation } from '../session/session-operation.ts';
import { missingOutside } from '../setup/missing-outside.ts';

/** The checks of `doctor` but those that go through whole tables. */
async function examineWhole(services: Services, now: Date, language: string): Promise<Finding[]> {
  const words = pageWords(language);
  const parts = await Promise.all([
    examineServer(services, words),
    examineMachine(services, words),
    examinePublicUrl(services, words),
    examineMoves(services, words),
    examineOutside(services, words),
  ]);
  const backups = await backupState(services.database.reader, services.config, now, words);
  return [...parts.flat(), { check: words.texts.checks.backups, ...backups }];
}

export const getServer = sessionOperation({
  method: 'GET',
  base: '/api/admin',
  path: '/server',
  summary: 'Get the state and settings of the server; with several organizations only the part that concerns owners',
  access: 'owner',
  answer: Type.Object({
    version: Type.String({ description: 'Version of Hubbub.' }),
    /** Null on a server of several organizations: it is none of theirs. */
    findings: Nullable(
      Type.Array(
        Type.Object({
          check: Type.String({ description: "What was checked, in the reader's language." }),
          state: Type.Enum(['ok', 'warn', 'fail'], { description: 'Result of the check.' }),
          detail: Type.String({ description: "What was found, and what to do about it, in the reader's language." }),
        }),
      ),
      { description: 'Checks of the server; null on a server of several organizations.' },
    ),
    missing: Type.Array(Type.Enum(['publicUrl', 'https', 'mail', 'sms']), {
      description: 'Settings that the operator still has to make.',
    }),
    publicUrl: Nullable(Type.String(), {
      description: 'Address at which people reach the server; null if it is not set.',
    }),
    mail: Type.Object(
      {
        isSent: Type.Boolean({ description: 'True if e-mails are sent.' }),
        from: Nullable(Type.String(), { description: 'Sender of e-mails; null if it is not set.' }),
      },
      { description: 'Settings of e-mail.' },
    ),
    sms: Type.Object(
      {
        isSent: Type.Boolean({ description: 'True if SMS are sent.' }),
        provider: Nullable(Type.String(), { description: 'Name of the SMS provider; null if there is none.' }),
      },
      { description: 'Settings of SMS.' },
    ),
    files: Type.Object(
      {
        used: Type.Integer({ description: "Bytes of the organization's files, with unfinished uploads." }),
        quota: Nullable(Type.Integer(), { description: 'Bytes that it may have; null: no limit.' }),
      },
      { description: 'Storage of the organization.' },
    ),
    map: Type.Object(
      {
        isFileSet: Type.Boolean({ description: 'True if a street map is set.' }),
        file: Nullable(Type.String(), {
          description: "Path of the map's file; null if none is set or the server has several organizations.",
        }),
      },
      { description: 'Street map of the server.' },
    ),
  }),
  async serve({ services, session: { organizationId }, now, language }) {
    const { config, database } = services;
    const { reader } = database;
    const isAlone = !services.cells && (await countOrganizations(reader)) === 1;
    const outside = await missingOutside(services);
    const isSmsSent = config.smsProvider !== 'stored';
    return {
      version: VERSION,
      findings: isAlone ? await examineWhole(services, now, language()) : null,
      missing: outside?.missing ?? [],
      publicUrl: config.publicUrl ?? null,
      mail: { isSent: config.smtpUrl !== undefined, from: config.mailFrom ?? null },
      sms: { isSent: isSmsSent, provider: isSmsSent ? config.smsProvider : null },
      files: { used: await usedBytes(reader, organizationId), quota: uploadQuota(services) ?? null },
      map: { isFileSet: config.mapFile !== undefined, file: isAlone ? (config.mapFile ?? null) : null },
    };
  },
});
