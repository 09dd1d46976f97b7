import { useEffect, useState } from 'react';
import { NoisyCanvas } from './canvas-files.ts';
import { makeMenuPictures } from './menu-picture-files.ts';
import type { MenuDrawing } from './menu-picture-files.ts';

export type MenuPicturesMade = {
  files: File[];
  /** `failed` where the device cannot draw, `noisy` where its canvas answers noise. */
  status: 'drawing' | 'ready' | 'failed' | 'noisy';
};

type Made = MenuPicturesMade & {
  /** What was drawn. */
  of: string;
};

/** The pictures of a menu, as far as they are made. They are made anew when what they show changes. */
export function useMenuPictures(drawing: MenuDrawing): MenuPicturesMade {
  const wanted = JSON.stringify(drawing);
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    const leaving = new AbortController();
    void make(wanted, leaving.signal, setMade);
    return () => leaving.abort();
  }, [wanted]);
  return made?.of === wanted ? made : { files: [], status: 'drawing' };
}

async function make(wanted: string, signal: AbortSignal, tell: (made: Made) => void): Promise<void> {
  const files: File[] = [];
  const report = (status: Made['status']) => signal.aborted || tell({ of: wanted, files: [...files], status });
  try {
    for await (const file of makeMenuPictures(JSON.parse(wanted) as MenuDrawing, signal)) {
      files.push(file);
      report('drawing');
    }
    report('ready');
  } catch (error) {
    report(error instanceof NoisyCanvas ? 'noisy' : 'failed');
  }
}
