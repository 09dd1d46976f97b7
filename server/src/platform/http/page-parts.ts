import type { BootData } from '@lapau/contract/boot';
import type { CallName } from '@lapau/contract/calls';
import type { Member } from '../session/actor.ts';
import type { FirstPhoto } from './preload.ts';

export type BootInputs = Partial<Record<keyof BootData & CallName, object>>;

/** The requested page, and the person who asks for it. */
export type PageRequest = { pathname: string; search: string; member: Member | null };

/** What a feature puts into pages, so that they show before the app has loaded. app.ts hands in the parts of all features. */
export type PagePart = {
  /** Gives the right address for one that other programs have changed; undefined for any other. */
  leadsTo?: (address: string) => string | undefined;
  /** The calls whose answers the page carries, with their inputs; `units` is what they cost (costs.ts). */
  boot?: (page: PageRequest) => { inputs: BootInputs; units?: number } | undefined;
  /** The largest photo of the page, which is loaded before its code. */
  photo?: (data: BootData, pathname: string) => FirstPhoto | undefined;
  /** Puts what the feature shows into the page's markup (web/index.html). */
  fill?: (html: string, page: { data: BootData; pathname: string; publicUrl: string }) => string;
  /** What the feature says in the app's manifest (web/public/manifest.webmanifest) instead of what the build has. */
  manifest?: (data: BootData) => { name: string; short_name: string };
};
