/**
 * Returns a worker's name for recipients and other organizations (spec: dispatch 2, displayName): never the family
 * name, unless the organization has set it as display name.
 */
export function publicName({ displayName, name }: { displayName: string | null; name: string }): string {
  return displayName?.trim() || name.trim().split(/\s+/)[0]!;
}
