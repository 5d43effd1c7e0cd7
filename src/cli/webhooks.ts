import type { Command } from 'commander';
import { findSealedSecrets, findWebhookAnywhere } from '../dispatch/webhooks/access.ts';
import { doBeginRotation, doCancelRotation, doConfirmRotation } from '../dispatch/webhooks/rotate-secret.ts';
import type { Attempt } from '../dispatch/webhooks/send.ts';
import { standardSecret } from '../dispatch/webhooks/signatures.ts';
import { testWebhook } from '../dispatch/webhooks/test-webhook.ts';
import type { Config } from '../platform/config.ts';
import type { Services } from '../platform/services.ts';
import { CommandError, print, withServices } from './command.ts';
import { checkOrganization } from './people.ts';

interface RotateOptions {
  organization: string;
  confirm?: boolean;
  cancel?: boolean;
}

/** `webhook test`, `webhook secret`, `webhook rotate-secret` */
export function addWebhookCommands(program: Command, config: Config): void {
  const webhook = program.command('webhook').description('Manages webhooks and their signing secret.');
  webhook
    .command('test <id>')
    .description("Sends a test event to a webhook's receiver and shows the response.")
    .option('--json', 'print one JSON object')
    .action(async (id: string, { json }: { json?: boolean }) => {
      const attempt = await withServices(config, (services) => tryWebhook(services, id));
      print(attempt, json);
      if (attempt.outcome !== 'delivered') throw new CommandError('The receiver did not respond with status 200.');
    });
  webhook
    .command('secret')
    .description('Shows the secret that signs deliveries, and the next one during a rotation.')
    .requiredOption('--organization <id>')
    .option('--json', 'print one JSON object')
    .action(async ({ organization, json }: { organization: string; json?: boolean }) => {
      print(await withServices(config, (services) => showSecret(services, organization)), json);
    });
  webhook
    .command('rotate-secret')
    .description('Creates the next secret. Deliveries are signed with both until you confirm it.')
    .requiredOption('--organization <id>')
    .option('--confirm', 'ends the rotation: only the next secret stays valid')
    .option('--cancel', 'cancels the rotation and discards the next secret')
    .option('--json', 'print one JSON object')
    .action(async ({ json, ...options }: RotateOptions & { json?: boolean }) => {
      print(await withServices(config, (services) => rotateSecret(services, options)), json);
    });
}

/**
 * Tests a webhook of any organization.
 * @throws {CommandError} when there is none of this ID
 */
export async function tryWebhook(services: Services, id: string): Promise<Attempt & { url: string }> {
  const webhook = await findWebhookAnywhere(services.database.reader, id);
  if (!webhook) throw new CommandError(`There is no webhook ${id}.`);
  return { url: webhook.url, ...(await testWebhook(services, webhook.organizationId, webhook)) };
}

/**
 * One step of a rotation.
 * @throws {CommandError} when it is not the time for this step
 */
export async function rotateSecret(
  { database, secrets }: Services,
  { organization, confirm, cancel }: RotateOptions,
): Promise<{ organization_id: string; webhook_secret?: string; standard_secret?: string; state: string }> {
  if (confirm && cancel) throw new CommandError('Give either --confirm or --cancel.');
  return database.transaction(
    async (tx) => {
      await checkOrganization(tx, organization);
      if (confirm || cancel) {
        const isDone = await (confirm ? doConfirmRotation : doCancelRotation)(tx);
        if (!isDone) throw new CommandError('No rotation is in progress.');
        return { organization_id: organization, state: confirm ? 'confirmed' : 'cancelled' };
      }
      const secret = await doBeginRotation(tx, secrets);
      if (!secret) throw new CommandError('A rotation is already in progress. End it with --confirm or --cancel.');
      return {
        organization_id: organization,
        webhook_secret: secret,
        standard_secret: standardSecret(secret),
        state: 'both valid',
      };
    },
    { organizationId: organization },
  );
}

/**
 * Implements `webhook secret`: returns the secret as our signature uses it, and in the form of Standard Webhooks.
 * @throws {CommandError} when there is no such organization
 */
export async function showSecret(
  { database, secrets }: Services,
  organization: string,
): Promise<{ webhook_secret: string; standard_secret: string; next_webhook_secret?: string }> {
  const sealed = await database.transaction(
    async (tx) => {
      await checkOrganization(tx, organization);
      tx.audit({ organizationId: organization, action: 'webhook_secret.shown' });
      return findSealedSecrets(tx);
    },
    { organizationId: organization },
  );
  if (!sealed) throw new CommandError('This organization has no webhook secret.');
  const secret = secrets.open(sealed.current);
  return {
    webhook_secret: secret,
    standard_secret: standardSecret(secret),
    ...(sealed.next ? { next_webhook_secret: secrets.open(sealed.next) } : {}),
  };
}
