import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Config, readConfig } from '../../platform/config.ts';
import type { Services } from '../../platform/services.ts';
import { serve } from '../serve.ts';
import { LINES, OWNER } from './cast.ts';
import { answerVisitors, post } from './chatter.ts';
import { drive } from './fleet.ts';
import { ask, clearInbox, type Questions, runFloor } from './floor.ts';
import { COMPANY_OWNER } from './monday/company.ts';
import { setMonday } from './monday/stage.ts';
import { type Draw, type OrderFor, order } from './orders.ts';
import { type Stage, setStage } from './stage.ts';

/** Speed of the demo; a test has less patience than a visitor. */
export interface DemoPace {
  /** Milliseconds from one step of every driver to the next. */
  stepMs: number;
  /** As far as a driver comes in a step: time goes faster than in life. */
  metresAStep: number;
  /** Steps from one order to the next, from one line in the chat to the next, and from one driver's question to the next. */
  stepsPerOrder: number;
  stepsPerLine: number;
  stepsPerQuestion: number;
}

const PACE: DemoPace = { stepMs: 2000, metresAStep: 90, stepsPerOrder: 6, stepsPerLine: 10, stepsPerQuestion: 20 };

/** Orders that each driver begins the day with, and that wait for the visitor with nobody and with each team. */
const ORDERS_EACH = 3;
const UNASSIGNED = 6;
/** Factor by which colleagues post more slowly after each has posted once. */
const LULL = 30;

/** Day that the demo plays: a usual one, or the Monday after a company has moved in. */
export type DemoDay = 'day' | 'monday';

/**
 * Serves an example organization with a living fleet, from a data folder that is thrown away; until it is stopped.
 * Nothing leaves the machine: of the settings only where to listen counts.
 * @returns the exit status
 */
export async function runDemo(
  { port, host, publicUrl, logLevel }: Config,
  stop: AbortSignal,
  day: DemoDay,
): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'hubbub-demo-'));
  try {
    const config = readConfig({
      PORT: String(port),
      HOST: host,
      ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}),
      LOG_LEVEL: logLevel === 'info' ? 'warn' : logLevel,
      RATE_LIMITS: 'off',
      DATA_DIR: dataDir,
    });
    return await serve(config, stop, async ({ url, services }, end) => {
      try {
        if (day === 'monday') {
          console.log('The company moves in from its archive; this takes some seconds.');
          const { password } = OWNER;
          const monday = await setMonday(services, url, { stop: end, folder: dataDir, password });
          const { name, link } = monday.invitation;
          console.log(greeting(services, COMPANY_OWNER.email));
          console.log(`  Or join as ${name}, who was invited:\n  ${link}\n`);
          await live(monday, end);
          return;
        }
        const stage = await setStage(services, url, end);
        console.log(greeting(services, OWNER.email));
        await live(stage, end);
      } catch (error) {
        if (!end.aborted) throw error;
      }
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

function greeting(services: Services, email: string): string {
  return `
  A demo; everything in it is invented, and gone when it stops.

  Open      ${services.publicUrl()}/dispatch/map
  E-mail    ${email}
  Password  ${OWNER.password}
  Stop      Ctrl-C
`;
}

/**
 * Lets drivers drive and ask, orders come in, and colleagues dispatch and talk, until it is stopped.
 * @param pass waits for so many milliseconds
 */
export async function live(
  stage: Stage,
  stop: AbortSignal,
  pace: DemoPace = PACE,
  pass = waitFor(stop),
): Promise<void> {
  const draw: Draw = (below) => Math.floor(Math.random() * below);
  if (!stage.hasOrders) await openTheDay(stage, draw);
  const questions: Questions = [];
  const failed: string[] = [];
  let posted = 0;
  const answering = answerVisitors(stage, draw, stop).catch((error) => unlessStopped(error, stop));
  for (let step = 0; !stop.aborted; step++) {
    const is = (every: number) => step % every === 0;
    const turns = [
      ...stage.drivers.map(async (driver) => {
        const id = await drive(driver, draw, pace.metresAStep, stage.now());
        if (id !== undefined) failed.push(id);
      }),
      clearInbox(stage, failed),
      ...(is(pace.stepsPerOrder) ? [runFloor(stage, draw)] : []),
      ...(is(pace.stepsPerLine * (posted < LINES.length ? 1 : LULL)) ? [post(stage, posted++)] : []),
      ...(is(pace.stepsPerQuestion) ? [ask(stage, draw, questions)] : []),
    ];
    // A visitor may move or delete what somebody is about to do: the next step sees what is there then.
    await Promise.allSettled(turns);
    await pass(pace.stepMs);
  }
  await answering;
}

const waitFor = (stop: AbortSignal) => (milliseconds: number) =>
  pause(milliseconds, undefined, { signal: stop }).catch(() => undefined);

async function openTheDay(stage: Stage, draw: Draw): Promise<void> {
  const assignments: OrderFor[] = [
    ...stage.drivers.flatMap(({ workerId }) => Array<OrderFor>(ORDERS_EACH).fill({ worker: workerId })),
    ...Array<OrderFor>(UNASSIGNED).fill('nobody'),
    ...stage.teamIds.flatMap((team) => Array<OrderFor>(UNASSIGNED).fill({ team })),
  ];
  for (const to of assignments) await order(stage, draw, to);
}

function unlessStopped(error: unknown, stop: AbortSignal): void {
  if (!stop.aborted) console.error(`the chat of the demo has ended: ${(error as Error).message}`);
}
