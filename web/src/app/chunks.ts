import type { Area } from '@lapau/contract/screens';

/** A module as the bundler describes it. */
export type ModuleInfo = { importers: string[]; dynamicImporters: string[]; importedIds: string[] };
export type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };

/**
 * The browser fetches the code of a part together: that of an area's screens with what they alone open, of the dialogs that several areas
 * open (`sheets`), or of what stores and sends on the device.
 */
type Part = Area | 'sheets' | 'device';

/** The files that import screens: that of each area, and for the feed that with which the app starts. */
const screenFile = /\/web\/src\/app\/(?:areas\/([\w-]+)\.ts|main\.tsx)$/;

/** The part of a lazily imported module; null for one that stands alone, or is used by all, such as the frame of dialogs. */
function partOf(id: string, modules: Modules): Part | null {
  const openers = reachable(id, (module) => {
    const info = screenFile.test(module) ? null : modules.getModuleInfo(module);
    return info ? [...info.importers, ...info.dynamicImporters] : [];
  });
  const areas = [...openers].flatMap((module) => screenFile.exec(module)?.slice(1) ?? []) as (Area | undefined)[];
  if (areas.length === 1 && areas[0]) return areas[0];
  // The dialogs of ui, such as Confirm, do not wait for the forms of sheets.
  if (needs(id, overlayLibraries, modules)) return id.includes('/web/src/ui/') ? null : 'sheets';
  return deviceFile.test(id) ? 'device' : null;
}

/** Besides what is for the device as a whole: what a feature does there some time after a tap. */
const deviceFile =
  /\/web\/src\/(?:(?:lib|app\/device)\/|app\/outbox-kinds\.ts|features\/saves\/components\/alert-offer\.ts)/;

const overlayLibraries = /\/node_modules\/(?:@base-ui|@floating-ui|tabbable|reselect|use-sync-external-store)\//;
const formLibraries = /\/node_modules\/(?:zod|react-hook-form)\//;

/**
 * The chunks that several parts share, so that one takes few files and none that it does not need. Each imports only those before
 * it, as the bundler puts a module's imports into its chunk unless an earlier one has them.
 */
const sharedChunks = ['login-base', 'forms', 'tabs', 'shared', 'shared-forms', 'dialogs', 'menus'] as const;

/**
 * The name of a module's chunk.
 * @returns null for one that is not loaded lazily, or only with code that is of no part: the bundler decides
 */
export function chunkOf(
  id: string,
  modules: Modules,
): (typeof sharedChunks)[number] | Part | `${Part}-overlays` | null {
  const importers = entriesOf(id, modules);
  if (importers.length === 0) return null;
  const reached = new Set(importers.map((entry) => partOf(entry, modules)));
  const [part = null] = reached;
  const isOverlay = needs(id, overlayLibraries, modules);
  if (reached.size === 1) {
    if (part === null) return isOverlay ? 'menus' : importers.length === 1 ? null : 'shared';
    // What shows at once does not wait for the code of its dialogs; sheets are dialogs.
    return isOverlay && part !== 'sheets' ? `${part}-overlays` : part;
  }
  if (isOverlay) return [...reached].every((each) => each === 'sheets' || each === null) ? 'menus' : 'dialogs';
  const isForm = needs(id, formLibraries, modules);
  if (reached.has('login')) return isForm ? 'forms' : 'login-base';
  if (isForm) return 'shared-forms';
  return reached.has('tabs') ? 'tabs' : 'shared';
}

/** Groups for the bundler's code splitting. */
export function chunkGroups() {
  const names = new Map<string, ReturnType<typeof chunkOf>>();
  const nameOf = (id: string, modules: Modules) => {
    if (!names.has(id)) names.set(id, chunkOf(id, modules));
    return names.get(id) ?? null;
  };
  return [
    ...sharedChunks.map((chunk) => ({
      debugName: chunk,
      name: (id: string, modules: Modules) => (nameOf(id, modules) === chunk ? chunk : null),
    })),
    { debugName: 'parts', name: nameOf },
  ];
}

/** The lazily imported modules through which a module is loaded. */
function entriesOf(id: string, modules: Modules): string[] {
  const seen = reachable(id, (module) => modules.getModuleInfo(module)?.importers ?? []);
  return [...seen].filter((module) => (modules.getModuleInfo(module)?.dynamicImporters.length ?? 0) > 0);
}

/** Whether a module is one of the libraries or imports them, however indirectly. */
const needs = (id: string, libraries: RegExp, modules: Modules): boolean =>
  [...reachable(id, (module) => modules.getModuleInfo(module)?.importedIds ?? [])].some((module) =>
    libraries.test(module),
  );

function reachable(start: string, next: (id: string) => string[]): Set<string> {
  const seen = new Set([start]);
  for (const id of seen) for (const other of next(id)) seen.add(other);
  return seen;
}
