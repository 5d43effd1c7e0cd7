import type { DispatchCaller } from '../http/caller.ts';

/** Who does something, and where this server is reached: what every event carries in addition to its object. */
export interface Actor {
  caller: DispatchCaller;
  publicUrl: string;
}
