/** A sine: its pitch in hertz, and when it begins and how long it sounds, in seconds. */
type Tone = readonly [hertz: number, start: number, length: number];

/** Sounds by the names that clients know them by (`available_notification_sounds`); these are sines of our own. */
const SOUNDS: Readonly<Record<string, readonly Tone[]>> = {
  ding: [[1047, 0, 0.6]],
  zulip: [
    [659, 0, 0.25],
    [880, 0.13, 0.5],
  ],
};
const OTHERWISE = 'zulip';
const LOUDNESS = 0.18;
const ATTACK_S = 0.01;

let context: AudioContext | undefined;

/** Whether this page may sound: browsers allow that after a press or a key. */
export function maySound(): boolean {
  const { userActivation } = navigator as { userActivation?: { hasBeenActive: boolean } };
  return 'AudioContext' in globalThis && userActivation?.hasBeenActive !== false;
}

/** Plays a sound. Another client may have set one that is not known here. */
export async function playSound(name: string): Promise<void> {
  context ??= new AudioContext();
  await context.resume();
  const begin = context.currentTime;
  for (const [hertz, start, length] of SOUNDS[name] ?? SOUNDS[OTHERWISE]!) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, begin + start);
    gain.gain.linearRampToValueAtTime(LOUDNESS, begin + start + ATTACK_S);
    gain.gain.exponentialRampToValueAtTime(0.001, begin + start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin + start);
    oscillator.stop(begin + start + length);
  }
}
