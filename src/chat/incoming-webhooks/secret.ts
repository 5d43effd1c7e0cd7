import { type Static, Type } from 'typebox';
import type { SecretBox } from '../../platform/credentials/secret-box.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { BotType } from '../bots/bot.ts';
import { badRequest } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { saveSealedSecret } from './queries.ts';

/** Configuration of an incoming webhook. An empty secret: signatures are not asked for. */
export const BotConfigData = Type.Object(
  {
    webhook_secret: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Secret with which signatures of the service are checked. Empty: they are not checked.',
      }),
    ),
  },
  { additionalProperties: false },
);

/** @throws {ChatError} `BAD_REQUEST` for bots of another type */
export async function doSaveConfigData(
  tx: Tx,
  secrets: SecretBox,
  bot: User,
  { webhook_secret: secret }: Static<typeof BotConfigData>,
): Promise<void> {
  const { organizationId } = tx;

  if (secret === undefined) return;
  if (bot.botType !== BotType.incomingWebhook) throw badRequest('Only incoming webhooks have a secret');
  await saveSealedSecret(tx, bot.id, secret === '' ? null : secrets.seal(secret));
  const object = { kind: 'bot', id: String(bot.id), name: bot.fullName };
  tx.audit({ organizationId, action: secret === '' ? 'bot.secret_removed' : 'bot.secret_set', object });
}
