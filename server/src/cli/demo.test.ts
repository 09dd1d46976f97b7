import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startDrawing } from '../../../demo/src/drawing.ts';
import { drawableDishes } from '../../../demo/src/pictures/draw.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { isAlive, processesOf } from '../testing/processes.ts';

const drawingProcesses = () =>
  processesOf(process.pid)
    .slice(1)
    .filter((pid) => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-process'));
const rssMb = () => process.memoryUsage.rss() / 1e6;

test('what drawing takes of memory is not taken of the process that asks for it', async () => {
  const { draw, end } = startDrawing();
  onTestFinished(end);
  await draw(0, { dish: 'Soto Padang', photo: 0 }, 'photo');
  const before = rssMb();
  for (const [number, dish] of drawableDishes.slice(0, 6).entries()) {
    const { files, width } = await draw(number + 1, { dish, photo: 0 }, 'photo');
    expect([width, files.length]).toEqual([1080, 3]);
  }
  expect(rssMb() - before).toBeLessThan(30);
});

test('a picture that cannot be drawn says why, and one that the process took with it what to do', async () => {
  const { draw, end } = startDrawing();
  onTestFinished(end);
  await expect(draw(1, { dish: 'Pizza', photo: 0 }, 'photo')).rejects.toThrow('No picture for the dish "Pizza".');
  const drawing = draw(2, { dish: 'Teh Talua', photo: 0 }, 'photo');
  for (const pid of drawingProcesses()) process.kill(pid, 'SIGKILL');
  await expect(drawing).rejects.toThrow(StartRefused);
  await expect(draw(3, { banner: 0 }, 'photo')).rejects.toThrow(StartRefused);
});

test('ends with the start that asked for it', async () => {
  const stopping = new AbortController();
  const { draw } = startDrawing(stopping.signal);
  const drawing = draw(1, { dish: 'Teh Talua', photo: 0 }, 'photo');
  stopping.abort();
  await expect(drawing).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(drawingProcesses).toEqual([]);
});
