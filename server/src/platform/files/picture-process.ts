import os from 'node:os';
import { Failure } from '../failure.ts';
import { preparePicture } from './image.ts';
import type { Answer, Order } from './picture-workers.ts';

// The program of a picture worker: one picture at a time, behind everybody's calls.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

const send = (answer: Answer) => process.send?.(answer);

process.on('message', ({ bytes, purpose }: Order) => {
  preparePicture(Buffer.from(bytes), purpose).then(
    (picture) => send({ picture }),
    (error: unknown) => send({ refused: error instanceof Failure ? error.code : 'broken_image' }),
  );
});
// the server has gone, however it went
process.on('disconnect', () => process.kill(process.pid));
send({ ready: true });
