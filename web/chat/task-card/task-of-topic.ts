import { signal } from '@preact/signals';

/** Task of the open topic: its card stands beside the topic, and not in its messages again. */
export const taskOfTopic = signal<string>();
