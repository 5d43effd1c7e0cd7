import { Command, CommanderError } from 'commander';
import type { Config } from '../platform/config.ts';
import { VERSION } from '../platform/version.ts';
import { addAccountCommands } from './accounts.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommands } from './backup.ts';
import { addCellCommands } from './cells.ts';
import { addDoctorCommand } from './doctor.ts';
import { addExplainCommands } from './explain.ts';
import { addFileCommands } from './files.ts';
import { addFirstRunCommand } from './first-run.ts';
import { addGeoCommands } from './geo.ts';
import { addImportCommands } from './import.ts';
import { addKeyCommands } from './keys.ts';
import { addListCommands } from './lists.ts';
import { addLogCommands } from './log.ts';
import { addMailCommands } from './mail.ts';
import { addMapCommands } from './map.ts';
import { addMessageCommands } from './messages.ts';
import { addOrganizationCommands } from './organization-commands.ts';
import { addOutboxCommand } from './outbox.ts';
import { addPersonCommands } from './person-commands.ts';
import { addPostgresCommands } from './postgres.ts';
import { addSealingKeyCommands } from './sealing-key.ts';
import { addSendTestCommands } from './send-test.ts';
import { addSmsCommands } from './sms.ts';
import { addTopCommand } from './top.ts';
import { addUserChangeCommands } from './user-changes.ts';
import { addWebhookCommands } from './webhooks.ts';

/**
 * Runs one administration command (`npm run hubbub -- COMMAND`).
 * @returns the exit status
 */
export async function runCommand(args: readonly string[], config: Config): Promise<number> {
  const program = new Command('hubbub').description(
    'Administers a Hubbub installation. The server may be running or stopped.',
  );
  program.version(VERSION).exitOverride().showHelpAfterError();
  // By themselves these two words do not come here: they serve until a signal (`main.ts`).
  program.command('serve').description('Starts the server. Stop it with Ctrl-C or SIGTERM.');
  program.command('demo').description('Serves an invented organization, which is gone when you stop it.');
  addFirstRunCommand(program, config);
  addOrganizationCommands(program, config);
  addImportCommands(program, config);
  addAccountCommands(program, config);
  addKeyCommands(program, config);
  addGeoCommands(program, config);
  addMapCommands(program, config);
  addOutboxCommand(program, config);
  addSmsCommands(program, config);
  addWebhookCommands(program, config);
  addExplainCommands(program, config);
  addLogCommands(program, config);
  addAuditCommand(program, config);
  addFileCommands(program, config);
  addMailCommands(program, config);
  addMessageCommands(program, config);
  addBackupCommands(program, config);
  addCellCommands(program, config);
  addPostgresCommands(program, config);
  addSealingKeyCommands(program, config);
  addDoctorCommand(program, config);
  addUserChangeCommands(program, config);
  addPersonCommands(program, config);
  addListCommands(program, config);
  addSendTestCommands(program, config);
  addTopCommand(program, config);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    throw error;
  }
}
