/** Parameters with which the device shares into the installed app (`src/pages/static/chat-manifest.ts`). */
const SHARED = ['shared-title', 'shared-text', 'shared-url'];

/** Takes what was shared into the app out of its address; empty for nothing. An address that is in the text too is there once. */
export function takeShared(): string {
  const url = new URL(location.href);
  const parts = SHARED.flatMap((name) => url.searchParams.get(name)?.trim() || []);
  if (parts.length === 0) return '';
  for (const name of SHARED) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
  const isRepeated = (part: string, at: number) =>
    parts.some((other, n) => n !== at && other.includes(part) && (other !== part || n < at));
  return parts.filter((part, at) => !isRepeated(part, at)).join('\n');
}
