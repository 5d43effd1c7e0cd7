import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../harness/clients.ts';
import type { ApartForm } from './apart-form.ts';
import type { History } from './history.ts';
import type { OwnForm, Recovery } from './own-form.ts';
import { backendsOf, isGone } from './processes.ts';

/** Needs of a fault in its round. */
export interface Round<Form> {
  form: Form;
  history: History;
  random: () => number;
  /** Duration for which a stopped process stays suspended. */
  stopMs: number;
}

/** Something that happens in the midst of a round. Gives how long the recovery took where it is a kill. */
export type Fault<Form> = (round: Round<Form>) => Promise<Recovery | undefined>;

const HOUR_MS = 3_600_000;

async function untilAnswered(form: { isReady(): Promise<unknown> }): Promise<Recovery> {
  const began = performance.now();
  await form.isReady();
  return { milliseconds: performance.now() - began, processorSeconds: undefined };
}

/** Possible faults of a program and its own PostgreSQL. */
export const ownFaults: Readonly<Record<string, Fault<OwnForm>>> = {
  async 'SIGKILL of the server'({ form }) {
    process.kill(form.server, 'SIGKILL');
    await form.hasEnded();
    return form.begin();
  },
  async 'SIGKILL of PostgreSQL'({ form }) {
    process.kill(await form.postmaster(), 'SIGKILL');
    // The program ends with its database, and whoever keeps it running starts it again.
    await form.hasEnded();
    return form.begin();
  },
  async 'SIGKILL of the server and PostgreSQL'({ form }) {
    const postmaster = await form.postmaster();
    for (const pid of [form.server, postmaster]) process.kill(pid, 'SIGKILL');
    await Promise.all([form.hasEnded(), isGone(postmaster)]);
    return form.begin();
  },
  async 'SIGKILL of a backend'({ form, random }) {
    const backends = await until(async () => {
      const found = backendsOf(await form.postmaster());
      return found.length > 0 ? found : undefined;
    }, 'a backend');
    process.kill(backends[Math.floor(random() * backends.length)]!, 'SIGKILL');
    return untilAnswered(form);
  },
  async 'SIGKILL of the launcher'({ form }) {
    process.kill(form.launcher, 'SIGKILL');
    // The program stops in order, by itself.
    await form.hasEnded();
    assert.match(form.output(), /"msg":"stopping"/);
    return form.begin();
  },
  async 'a clock that jumps'({ form, random, history }) {
    const [ahead, back] = [random() * 6 * HOUR_MS, -random() * 6 * HOUR_MS];
    for (const milliseconds of [ahead, back, 0]) {
      await form.setClock(milliseconds);
      const before = history.size;
      await until(() => history.size > before + 20, 'further changes');
    }
    return undefined;
  },
};

/** Possible faults on a small disk. */
export const diskFaults: Readonly<Record<string, Fault<OwnForm>>> = {
  async 'a full disk'({ form, random }) {
    const disk = form.disk!;
    await disk.fill();
    await pause(500 + random() * 3500);
    await disk.makeRoom();
    // A PostgreSQL that could not write its log has ended, and the program with it.
    await until(() => form.isReadyNow().then((isReady) => isReady || !form.isRunning), 'an end or an answer');
    return form.isRunning ? untilAnswered(form) : form.begin();
  },
};

/** Possible faults with an external database and two serving processes. */
export const apartFaults: Readonly<Record<string, Fault<ApartForm>>> = {
  async 'a lost connection to the database'({ form, random }) {
    await form.proxy.goAway();
    await pause(random() * 1000);
    await form.proxy.comeBack();
    return untilAnswered(form);
  },
  async 'a slow connection to the database'({ form, random, history }) {
    form.proxy.delayMs = 5 + random() * 95;
    const before = history.size;
    await until(() => history.size > before + 20, 'further changes');
    form.proxy.delayMs = 0;
    return undefined;
  },
  async 'a silent connection to the database'({ form, random }) {
    form.proxy.fallSilent();
    await pause(500 + random() * 2500);
    form.proxy.speakAgain();
    return untilAnswered(form);
  },
  async 'SIGKILL of one of two processes'({ form }) {
    await form.kill();
    return form.begin();
  },
  async 'SIGSTOP of one of two processes'({ form, history, stopMs }) {
    process.kill(form.first, 'SIGSTOP');
    const before = history.acknowledged.get(form.second) ?? 0;
    await pause(stopMs);
    const meanwhile = (history.acknowledged.get(form.second) ?? 0) - before;
    process.kill(form.first, 'SIGCONT');
    assert.ok(meanwhile > 0, `the other process changed nothing for ${stopMs} ms`);
    return untilAnswered(form);
  },
};
