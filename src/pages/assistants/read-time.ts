import { ToolRefusal } from './tool.ts';

/**
 * Reads an ISO time.
 * @param name of the argument
 * @throws {ToolRefusal}
 */
export function millisOf(name: string, text: string): number {
  const millis = Date.parse(text);
  if (!(millis > 0)) throw new ToolRefusal(`${name} must be an ISO time, such as 2026-05-04T09:00:00Z.`);
  return millis;
}
