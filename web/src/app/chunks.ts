/** A part of the app whose code is fetched together: screens that are opened one after another, or by the same people. */
export type Area = 'login' | 'tabs' | 'posts' | 'sheets' | 'talk' | 'account' | 'cook' | 'desk' | 'device';

/** The area of each lazily imported module, by its path below web/src: the first pattern that matches. */
const areas: [pattern: RegExp, area: Area][] = [
  [/^features\/(auth|previews)\//, 'login'],
  [/^(features\/(feed\/screens\/foods|warungs\/screens\/warung-list)|app\/screens\/unauthorized)-/, 'tabs'],
  [/^features\/(posts\/(screens\/(add|edit)|components\/price)|warungs\/.*(my-warung|poster|info-form|own))/, 'cook'],
  [/^features\/stats\//, 'cook'],
  [/^features\/(admin-|audit|banners|decisions|desk|search)|^app\/layouts\/admin-/, 'desk'],
  [/^features\/(reports\/.*(screen|excerpt)|settings\/screens\/settings)/, 'desk'],
  [/^(features\/(posts|comments|reports)\/components\/|ui\/overlays\/copy-panel)/, 'sheets'],
  [/^features\/(feed\/screens\/saved-|posts\/|comments\/|warungs\/)/, 'posts'],
  [/^features\/chat\//, 'talk'],
  [/^(features\/|app\/lost-list)/, 'account'],
];

/** The code with which the device stores and sends, and which every page loads at rest. */
const deviceModules =
  /^(lib\/(calls\/boot-call|drafts\/draft-store|offers\/install|session\/kept-app|realtime\/realtime-polling|query\/stored-answers|outbox\/device)|app\/device-(app|bars))\.tsx?$/;

/** @param id of a lazily imported module. @returns undefined for one that shows nothing of an area, such as a dialog's frame */
export function areaOf(id: string): Area | undefined {
  const path = id.replace(/^.*\/web\/src\//, '');
  if (deviceModules.test(path)) return 'device';
  if (!path.endsWith('.tsx')) return undefined;
  return areas.find(([pattern]) => pattern.test(path))?.[1];
}

/** A module as the bundler describes it. */
export type ModuleInfo = { importers: string[]; dynamicImporters: string[]; importedIds: string[] };
export type Modules = { getModuleInfo: (id: string) => ModuleInfo | null };

const overlayLibraries = /\/node_modules\/(?:@base-ui|@floating-ui|tabbable|reselect|use-sync-external-store)\//;
const formLibraries = /\/node_modules\/(?:zod|react-hook-form)\//;

/**
 * The chunks that several areas share, so that one takes few files and none that it does not need. Each imports only those before
 * it, as the bundler puts a module's imports into its chunk unless an earlier one has them.
 */
const sharedChunks = ['login-base', 'forms', 'tabs', 'shared', 'shared-forms', 'dialogs', 'menus'] as const;

/**
 * The name of a module's chunk.
 * @returns null for one that is not loaded lazily, or only with code that has no area: the bundler decides
 */
export function chunkOf(
  id: string,
  modules: Modules,
): (typeof sharedChunks)[number] | Area | `${Area}-overlays` | null {
  const importers = entriesOf(id, modules);
  if (importers.length === 0) return null;
  const reached = new Set(importers.map((entry) => areaOf(entry) ?? null));
  const [area = null] = reached;
  const isOverlay = needs(id, overlayLibraries, modules);
  if (reached.size === 1) {
    if (area === null) return importers.length === 1 ? null : isOverlay ? 'menus' : 'shared';
    // What shows at once does not wait for the code of its dialogs; sheets are dialogs.
    return isOverlay && area !== 'sheets' ? `${area}-overlays` : area;
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
    { debugName: 'areas', name: nameOf },
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
