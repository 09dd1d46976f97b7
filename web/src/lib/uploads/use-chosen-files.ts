import { useState } from 'react';
import { copyEach, unreadablePhoto } from './chosen-file.ts';

/**
 * Reads what somebody chooses in a form.
 * @param onPick called with a copy of each file as soon as it is read, which nothing else changes or removes any more
 */
export function useChosenFiles(onPick: (file: File) => void) {
  /** The number of files being read: more may be dropped meanwhile. */
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
    /** The text for the person when files could not be read. */
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  };
}
