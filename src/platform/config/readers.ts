import { readFileSync } from 'node:fs';

/*
 * Readers turn the text of an environment variable into a value. What they throw is the rest of a sentence that begins
 * with the variable's name.
 */

/** Any text. */
export const anyText = (value: string) => value;

/** One of a few words. */
export function oneOf<T extends string>(...allowed: T[]): (text: string) => T {
  return (text) => {
    const word = allowed.find((each) => each === text);
    if (word === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
    return word;
  };
}

/** A whole number between two others, which are allowed. */
export function integer(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most)
      throw new Error(`must be a whole number from ${least} to ${most}`);
    return value;
  };
}

/** `on` or `off`. */
export const onOff = (value: string) => oneOf('on', 'off')(value) === 'on';

/** `true` or `false`. */
export const trueFalse = (value: string) => oneOf('true', 'false')(value) === 'true';

/** An address with one of a few protocols (`https:`); slashes at its end go. */
export function url(...protocols: string[]): (text: string) => string {
  return (text) => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      const beginnings = protocols.map((protocol) => (protocol === 'mailto:' ? protocol : `${protocol}//`));
      throw new Error(`must be an address that starts with ${beginnings.join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

/** A key of 32 bytes in hexadecimal digits. */
export function hexKey(value: string): string {
  if (!/^[0-9a-f]{64}$/i.test(value)) throw new Error('must be 64 hexadecimal digits (32 bytes)');
  return value;
}

/** Such keys, separated by commas; given back as they are. */
export function hexKeys(value: string): string {
  for (const key of value.split(',')) hexKey(key.trim());
  return value;
}

/** The text of a file at a path. */
export function readOwnFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error('must be the path of a readable file');
  }
}
