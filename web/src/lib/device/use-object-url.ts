import { useMemo, useSyncExternalStore } from 'react';

/** An external store of a file's object URL, which exists while there is a subscriber. */
function createObjectUrlStore(file: Blob | null) {
  let url: string | undefined;
  const subscribe = () => {
    if (!file) return () => undefined;
    const created = URL.createObjectURL(file);
    url = created;
    return () => {
      URL.revokeObjectURL(created);
      url = undefined;
    };
  };
  return { subscribe, read: () => url };
}

/** A URL that shows a file, while the component is mounted. */
export function useObjectUrl(file: Blob | null): string | undefined {
  const { subscribe, read } = useMemo(() => createObjectUrlStore(file), [file]);
  return useSyncExternalStore(subscribe, read);
}
