/** Bounds an LRU cache: its option `max` would take the memory of a full one from the start. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
