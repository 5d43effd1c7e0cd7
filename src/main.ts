import { constants } from 'node:os';
import { runDemo } from './cli/demo/demo.ts';
import { runCommand } from './cli/program.ts';
import { serve } from './cli/serve.ts';
import { ConfigError } from './platform/config/setting.ts';
import { readConfig } from './platform/config.ts';

// The only file that reads arguments, environment and signals.

/** One Ctrl-C may come twice, from the terminal and from the launcher: within this time it is still the first. */
const SAME_SIGNAL_MS = 500;

/** Prints the one sentence that an operator needs, and nothing of the stack. One without its full stop goes on with its cause. */
function refuse(error: unknown): never {
  const { message, cause } = error as Error & { cause?: Error };
  console.error(message.endsWith('.') || !cause?.message ? message : `${message}: ${cause.message}`);
  process.exit(1);
}

const args = process.argv.slice(2);
const only = args.length === 1 ? args[0] : undefined;
const isMonday = args.length === 2 && args[0] === 'demo' && args[1] === 'monday';
const isDemo = only === 'demo' || isMonday;
const serving = args.length === 0 || isDemo || only === 'serve';
const stopping = new AbortController();
let stoppingSince: number | undefined;

/** A server stops in order; asked again it ends at once, and so does a command: what is not committed is undone. */
function stop(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): void {
  const impatient = stoppingSince !== undefined && performance.now() - stoppingSince > SAME_SIGNAL_MS;
  if (!serving || impatient) process.exit(128 + constants.signals[signal]);
  stoppingSince ??= performance.now();
  stopping.abort();
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
// A launcher that could not give its place to the program has gone without a word: an orphan server would hold the port
// and the data directory.
process.on('disconnect', () => stopping.abort());

try {
  const config = readConfig(process.env, (sentence) => console.error(sentence));
  // Nothing may keep a finished program alive: not what was cut off, nor the launcher's channel.
  const status = isDemo
    ? runDemo(config, stopping.signal, isMonday ? 'monday' : 'day')
    : serving
      ? serve(config, stopping.signal)
      : runCommand(args, config);
  process.exit(await status);
} catch (error) {
  if (error instanceof ConfigError || (error as { expected?: boolean }).expected) refuse(error);
  console.error(error);
  process.exit(1);
}
