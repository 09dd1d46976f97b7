import { useState } from 'react';
import { copyEach, unreadablePhoto } from './chosen-file.ts';

/**
 * Reads what somebody chooses in a form.
 * @param onPick called with a copy of each file as soon as it is read, which nothing else changes or removes any more
 */
export function useChosenFiles(onPick: (file: File) => void) {
  /** Files may be dropped while those before are read. */
  const [reading, setReading] = useState(0);
  const [refusal, setRefusal] = useState<string>();
  async function choose(files: File[]) {
    setRefusal(undefined);
    setReading((count) => count + 1);
    for await (const copy of copyEach(files)) {
      if (copy) onPick(copy);
      else setRefusal(unreadablePhoto);
    }
    setReading((count) => count - 1);
  }
  return {
    choose,
    isReading: reading > 0,
    /** What to tell the person of files that could not be read. */
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  };
}
