import { benchOrganization } from './fill.ts';
import { fillMessages } from './fill-messages.ts';
import { type Bench, basic, type Comparison, compare } from './harness.ts';
import { ABLATION, writeAblationSection } from './results.ts';

const CONNECTIONS = 32;

/**
 * Measures the effect of each fetching mechanism: the whole program against the same program without it, on one
 * database and in turns. The ratio is the remaining rate, so 0.60 means that the mechanism gains two thirds.
 */
export async function ablateFetching(bench: Bench, mechanisms: readonly string[]): Promise<Comparison[]> {
  const organization = await benchOrganization(bench.core);
  const filled = await fillMessages(bench, organization.organization_id, organization.chat.user_id);
  const headers = basic(organization.chat.email, organization.chat.api_key);
  const results: Comparison[] = [];
  for (const mechanism of mechanisms) {
    const without = await bench.startBeside({ WITHOUT: mechanism });
    try {
      for (const { name, narrow, anchor, around } of filled.conversations) {
        const [before, after] = around ?? [100, 0];
        const query = new URLSearchParams({
          anchor: anchor ?? 'newest',
          num_before: String(before),
          num_after: String(after),
          narrow: JSON.stringify(narrow),
        });
        const side = (base: string) => ({
          url: `${base}/api/v1/messages?${query}`,
          headers,
          connections: CONNECTIONS,
          seconds: 2,
        });
        results.push(await compare(`${name} | ${mechanism}`, '', side(without.url), side(bench.hubbub)));
      }
    } finally {
      await without.stop();
    }
  }
  return results;
}

/** Writes its part of `RESULTS.md`: a row for each conversation, a column for each mechanism that was left out. */
export async function writeAblation(results: readonly Comparison[], mechanisms: readonly string[]): Promise<string> {
  const rows = Map.groupBy(results, ({ name }) => name.split(' | ')[0]!);
  const lines = [...rows].map(([name, comparisons]) => {
    const whole = comparisons[0]!.limit.rate.toFixed(0);
    return `| ${name} | ${whole} | ${comparisons.map(({ ratio }) => ratio.toFixed(2)).join(' | ')} |`;
  });
  const section = `${ABLATION}
Written by \`npm run bench -- fetch --without=${mechanisms.join('|')}\`: 100 of 1,000,000 messages at ${CONNECTIONS} connections, the
whole program and the program without one mechanism in turns on one database. The columns say what remains of the rate.

| fetch | whole, per second | ${mechanisms.map((name) => `without ${name}`).join(' | ')} |
| --- | --- |${' --- |'.repeat(mechanisms.length)}
${lines.join('\n')}
`;
  await writeAblationSection(section);
  return section;
}
