import { CommandError } from './command.ts';

/** Address of a running server's metrics and its token. */
export interface MetricsAddress {
  url: string;
  token: string | undefined;
}

/** One look at the metrics of a server. */
export interface Scrape {
  /** Milliseconds of a clock that only goes on. */
  at: number;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const SAMPLE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/gi;

/** @throws {CommandError} when no server answers there, or it asks for another token */
export async function scrape({ url, token }: MetricsAddress): Promise<Scrape> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${url}/metrics`, { headers }).catch(() => {
    throw new CommandError(`No server responds at ${url}.`);
  });
  if (answer.status === 401) throw new CommandError(`${url}/metrics requires METRICS_TOKEN.`);
  if (!answer.ok) throw new CommandError(`${url}/metrics answered ${answer.status}.`);
  return { at: performance.now(), samples: parseSamples(await answer.text()) };
}

/** The samples of Prometheus' text format. */
export function parseSamples(text: string): Scrape['samples'] {
  const samples: Scrape['samples'] = [];
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
    if (name === undefined) continue;
    const pairs = [...labels.matchAll(LABEL)].map(([, key, quoted]) => [key!, quoted!.replaceAll(/\\(.)/g, '$1')]);
    samples.push({ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) });
  }
  return samples;
}
