import { useEffect, useState } from 'react';
import { NoisyCanvas } from './canvas-files.ts';

export type DrawnPictures = {
  files: File[];
  /** `failed` where the device cannot draw, `noisy` where its canvas answers noise. */
  status: 'drawing' | 'ready' | 'failed' | 'noisy';
};

type Drawn = DrawnPictures & {
  /** What was drawn. */
  of: string;
};

type Draw<Drawing> = (drawing: Drawing, signal: AbortSignal) => AsyncGenerator<File>;

/**
 * Pictures that are drawn on the device, as far as they are made. They are made anew when what they show changes.
 * @param drawing what they show; it can be written as JSON
 * @param draw makes them one after another, and throws NoisyCanvas where the device draws noise
 */
export function useDrawnPictures<Drawing>(drawing: Drawing, draw: Draw<Drawing>): DrawnPictures {
  const wanted = JSON.stringify(drawing);
  const [drawn, setDrawn] = useState<Drawn>();
  useEffect(() => {
    const leaving = new AbortController();
    void make(wanted, draw, leaving.signal, setDrawn);
    return () => leaving.abort();
  }, [wanted, draw]);
  return drawn?.of === wanted ? drawn : { files: [], status: 'drawing' };
}

async function make<Drawing>(
  wanted: string,
  draw: Draw<Drawing>,
  signal: AbortSignal,
  tell: (drawn: Drawn) => void,
): Promise<void> {
  const files: File[] = [];
  const report = (status: Drawn['status']) => signal.aborted || tell({ of: wanted, files: [...files], status });
  try {
    for await (const file of draw(JSON.parse(wanted) as Drawing, signal)) {
      files.push(file);
      report('drawing');
    }
    report('ready');
  } catch (error) {
    report(error instanceof NoisyCanvas ? 'noisy' : 'failed');
  }
}
