import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { sharedPhotos } from '../../../lib/uploads/shared-photos.ts';

/**
 * Takes the photos that another app has shared with this one, now or later.
 * @param take receives the photos; undefined where none are taken
 */
export function useSharedPhotos(take: ((photos: Blob[]) => void) | undefined): void {
  const count = useSyncExternalStore(sharedPhotos.subscribe, sharedPhotos.count);
  const takesAny = take !== undefined;
  const takeNow = useEffectEvent((photos: Blob[]) => take?.(photos));
  useEffect(() => {
    if (count > 0 && takesAny) takeNow(sharedPhotos.take());
  }, [count, takesAny]);
}
