import { preparePicture } from '../../server/src/platform/files/image.ts';
import { draw } from './drawings.ts';
import type { Answer, Order } from './drawings.ts';

// The program that draws the demo's pictures, in a process of its own: what drawing takes of memory ends with it.

const send = (answer: Answer) => process.send?.(answer);

async function answer({ number, drawing, purpose }: Order): Promise<void> {
  try {
    send({ number, picture: await preparePicture(await draw(drawing), purpose) });
  } catch (error) {
    send({ number, failure: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (order: Order) => void answer(order));
// Ctrl-C reaches both: the server stops this process
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
