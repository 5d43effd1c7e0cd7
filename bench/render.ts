import katex from 'katex';
import createMarkdownIt from 'markdown-it';
import { compileLinkifier } from '../src/chat/linkifiers/pattern.ts';
import { type MentionDirectory, type RenderOptions, renderMessage } from '../src/chat/markdown/index.ts';
import { type Bench, type Comparison, compareSides, type Finding, quantile, type Side } from './harness.ts';

const LINE = 'The 14:30 to the harbour leaves five minutes late';
const TYPICAL = `**Harbour** is late :truck:, @**Ann Adler** please call #**depot>gate 4**\n\n- see https://depot.example/plan?day=2\n- \`gate 4\` opens at <time:2026-11-22T08:00:00Z>`;
const LONG =
  `${TYPICAL}\n\n> ${LINE}, and *so* is the next\n\n| parcel | gate |\n|-|-:|\n| 17 | 4 |\n\n\`\`\`py\nfor parcel in parcels:\n    print(parcel.label)\n\`\`\`\n\n`
    .repeat(8)
    .slice(0, 2000);
const TEX = 'x = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}';

const directory: MentionDirectory = {
  usersByName: new Map([['ann adler', [{ id: 7, fullName: 'Ann Adler' }]]]),
  usersById: new Map(),
  groupsByName: new Map(),
  channelsByName: new Map([['depot', { id: 5, name: 'depot' }]]),
  topicMessages: new Map(),
};
const options: RenderOptions = {
  realmUrl: 'https://chat.example',
  pictureAddress: (url) => `/external_content/x/${Buffer.from(url).toString('hex')}`,
};

/** Characters of a message at most. */
const LONGEST = 10_000;
const repeated = (piece: string) => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST);

const linkifiers = (pattern: string) => ({
  ...options,
  linkifiers: Array.from({ length: 50 }, () => compileLinkifier({ pattern, urlTemplate: 'https://x.example/{id}' })),
});

/** The slowest contents found. */
const WORST: [name: string, content: string, options: RenderOptions][] = [
  ['emphasis', repeated('*a **b '), options],
  ['brackets', repeated('[a]('), options],
  ['quotes and lists', repeated('> - '), options],
  ['addresses', repeated('http://a.b/c.png x.com '), options],
  ['emoji', repeated(':smile: '), options],
  ['mentions', repeated('@**Ann Adler** #**depot>a** '), options],
  ['code', repeated('```js\nlet a = [1, "b"];\n```\n'), options],
  ['tables', repeated('|a|b|\n|-|-|\n|c|d|\n\n'), options],
  [
    '50 linkifiers of nested repetitions',
    repeated(`${'a b '.repeat(60)}y z9 `),
    linkifiers('(?P<id>(\\w+[\\s\\w]*){1,20})z'),
  ],
  ['50 linkifiers of counted repetitions', repeated(`${'a'.repeat(240)}!z `), linkifiers('(?P<id>[a-z]+ ?){1,25}!')],
  ['50 linkifiers that look to the end', repeated('a '), linkifiers('(?P<id>a)( .*z)?')],
];

/** (h) Rendering, in this process. */
export async function benchRendering(_bench: Bench): Promise<(Comparison | Finding)[]> {
  const plain = createMarkdownIt({ breaks: true });
  const results: (Comparison | Finding)[] = [];
  for (const [name, content] of [
    ['one line', LINE],
    ['a typical message', TYPICAL],
    ['2 KB', LONG],
  ] as const)
    results.push(
      ...(await compareSides(
        `render ${name}`,
        '',
        rendering(() => renderMessage(content, directory, options)),
        { limit: rendering(() => plain.render(content)) },
      )),
    );
  results.push(
    ...(await compareSides(
      'render a formula',
      '',
      rendering(() => renderMessage(`$$${TEX}$$`, directory, options)),
      { limit: rendering(() => katex.renderToString(TEX, { throwOnError: true })) },
    )),
  );
  for (const [name, content, given] of WORST) {
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now();
      renderMessage(content, directory, given);
      return performance.now() - start;
    });
    const [first] = times;
    const slowest = Math.max(...times.slice(1));
    results.push({
      name: `render ${LONGEST} characters of ${name}`,
      found: `${slowest.toFixed(1)} ms at most, ${first!.toFixed(1)} ms the first time`,
      aim: '< 50 ms',
    });
  }
  return results;
}

/** Over and over, without a pause between: nothing of it waits. */
function rendering(work: () => unknown): Side {
  return async (seconds = 3) => {
    const times: number[] = [];
    const start = performance.now();
    const end = start + seconds * 1000;
    for (let before = start; before < end; ) {
      work();
      const now = performance.now();
      times.push(now - before);
      before = now;
    }
    const rate = (times.length * 1000) / (performance.now() - start);
    times.sort((a, b) => a - b);
    return { rate, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
  };
}
