/** Texts by name, as the browser's storages have them. */
export type DeviceStorage = {
  get: (name: string) => string | null;
  /** @returns whether the text is stored; otherwise it lives as long as the page */
  set: (name: string, text: string) => boolean;
  remove: (name: string) => void;
};

/** A storage that never throws: browsers refuse theirs where the person blocks a site's data, and a full one takes nothing more. */
function createDeviceStorage(open: () => Storage): DeviceStorage {
  const unstored = new Map<string, string>();
  function tried<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch {
      return null;
    }
  }
  return {
    get: (name) => unstored.get(name) ?? tried(() => open().getItem(name)),
    set: (name, text) => {
      unstored.set(name, text);
      return tried(() => open().setItem(name, text)) === undefined && unstored.delete(name);
    },
    remove: (name) => {
      unstored.delete(name);
      tried(() => open().removeItem(name));
    },
  };
}

/** The storage of this device. */
export const deviceStorage = createDeviceStorage(() => localStorage);
/** The storage of this tab, which lasts until the tab is closed, also over reloads. */
export const tabStorage = createDeviceStorage(() => sessionStorage);
