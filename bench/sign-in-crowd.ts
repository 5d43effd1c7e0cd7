import { parentPort } from 'node:worker_threads';

/** People who sign in, all at once. */
export interface Crowd {
  server: string;
  number: number;
}

// In a thread of its own: whoever measures a fetch beside them would wait for the handling of their answers, too.
parentPort?.on('message', async ({ server, number }: Crowd) => {
  const signIn = async (_: unknown, n: number): Promise<number> => {
    const answer = await fetch(`${server}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: `person${n + 1}@bench.example`, password: 'correct horse battery staple' }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  parentPort!.postMessage(await Promise.all(Array.from({ length: number }, signIn)));
});
