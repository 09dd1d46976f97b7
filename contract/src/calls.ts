import type * as z from 'zod/mini';
import * as adminUsers from './admin-users.ts';
import * as adminWarungs from './admin-warungs.ts';
import * as appeals from './appeals.ts';
import * as applications from './applications.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as banners from './banners.ts';
import type { CallShape } from './call.ts';
import * as chat from './chat.ts';
import * as comments from './comments.ts';
import * as decisions from './decisions.ts';
import * as desk from './desk.ts';
import * as feed from './feed.ts';
import * as likes from './likes.ts';
import * as missedSignals from './missed-signals.ts';
import * as notifications from './notifications.ts';
import * as posts from './posts.ts';
import * as previews from './previews.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as reports from './reports.ts';
import * as saves from './saves.ts';
import * as search from './search.ts';
import * as settings from './settings.ts';
import * as stats from './stats.ts';
import * as suspensions from './suspensions.ts';
import * as warungs from './warungs.ts';

type CallsOf<Module> = { [Name in keyof Module as Module[Name] extends CallShape ? Name : never]: Module[Name] };

const isCall = (value: unknown) =>
  typeof value === 'object' && value !== null && 'access' in value && 'output' in value;

/** The calls among a module's exports; the name of the export is the name on the wire. */
const callsOf = <Module extends object>(module: Module) =>
  Object.fromEntries(Object.entries(module).filter(([, value]) => isCall(value))) as CallsOf<Module>;

/** Every call by its name on the wire, POST /rpc/<name>. */
export const calls = {
  ...callsOf(profile),
  ...callsOf(auth),
  ...callsOf(settings),
  ...callsOf(feed),
  ...callsOf(search),
  ...callsOf(banners),
  ...callsOf(posts),
  ...callsOf(previews),
  ...callsOf(likes),
  ...callsOf(saves),
  ...callsOf(comments),
  ...callsOf(reports),
  ...callsOf(chat),
  ...callsOf(notifications),
  ...callsOf(push),
  ...callsOf(adminUsers),
  ...callsOf(adminWarungs),
  ...callsOf(warungs),
  ...callsOf(applications),
  ...callsOf(missedSignals),
  ...callsOf(stats),
  ...callsOf(decisions),
  ...callsOf(suspensions),
  ...callsOf(appeals),
  ...callsOf(desk),
  ...callsOf(audit),
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** The input that a client sends; fields with a default may be left out. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['input']>;
/** The input that a handler gets after parsing. */
export type ParsedInput<Name extends CallName> = z.output<Calls[Name]['input']>;
export type CallOutput<Name extends CallName> = z.output<Calls[Name]['output']>;
