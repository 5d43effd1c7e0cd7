import { type App, usableApps } from '../../../rules/apps.ts';
import type { Visitor } from './page.ts';

/** The apps that a visitor may use. */
export const appsOf = ({ accounts, isAdministrator, isOwner }: Visitor): App[] =>
  usableApps(accounts, isAdministrator || isOwner);
