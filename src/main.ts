import { runCommand } from './cli/program.ts';
import { serve } from './cli/serve.ts';
import { ConfigError, readConfig } from './platform/config.ts';

// The only file that reads arguments, environment and signals.

/** Prints the one sentence that an operator needs, and nothing of the stack. */
function refuse(error: unknown): never {
  const problem = error as Error & { cause?: Error };
  console.error(problem.message + (problem.cause?.message ? `: ${problem.cause.message}` : ''));
  process.exit(1);
}

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
// The launcher (npm start) has gone without a word: an orphan server would hold the port and the data directory.
process.on('disconnect', () => stopping.abort());

try {
  const config = readConfig(process.env);
  const args = process.argv.slice(2);
  if (args.length === 0) await serve(config, stopping.signal);
  else process.exitCode = await runCommand(args, config);
} catch (error) {
  if (error instanceof ConfigError || (error as { expected?: boolean }).expected) refuse(error);
  console.error(error);
  process.exit(1);
}
// Nothing may keep a finished program alive, the launcher's channel included.
if (process.connected) process.disconnect();
