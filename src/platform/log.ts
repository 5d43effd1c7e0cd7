import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** Structured logs, one JSON object a line. Header values, keys and passwords never get in. */
export function createLog(config: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        'password',
        'api_key',
        'apiKey',
        'token',
        'authorization',
        '*.password',
        '*.api_key',
        '*.apiKey',
        '*.token',
        '*.authorization',
        'req.headers',
        'headers',
      ],
      remove: true,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Returns the destination of a log that a person reads; only loaded there. */
export async function readableDestination(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true });
}
