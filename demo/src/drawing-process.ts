import { preparePicture } from '../../server/src/platform/files/image.ts';
import { draw } from './drawings.ts';
import type { Answer, Order } from './drawings.ts';

// This program draws the demo's pictures. It is a process of its own, so that the memory for drawing is free when it ends.

const send = (answer: Answer) => process.send?.(answer);

async function answer({ number, drawing, purpose }: Order): Promise<void> {
  try {
    send({ number, picture: await preparePicture(await draw(drawing), purpose) });
  } catch (error) {
    send({ number, failure: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (order: Order) => void answer(order));
// Ctrl-C reaches both processes; it is the server that stops this one.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
