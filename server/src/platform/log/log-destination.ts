import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** How many bytes may wait in memory for a reader that pauses. */
const maxBufferedBytes = 1 << 20;

/**
 * A destination for log lines that neither blocks nor throws. Lines that cannot be written (full disk, closed pipe, a
 * reader that has stopped reading) are dropped; the next line that can be written is preceded by their number.
 * @param stream process.stdout or stderr, which Node makes non-blocking where it is a pipe or a socket, and which stays usable
 * after an error
 */
function createLogDestination(stream: Writable): DestinationStream {
  let dropped = 0;
  // each failed write is reported to its callback below; without a listener the same error would end the process
  stream.on('error', () => {});
  return {
    write: (line) => {
      if (stream.writableLength > maxBufferedBytes) {
        dropped += 1;
        return;
      }
      const announced = dropped;
      dropped = 0;
      stream.write(announced > 0 ? describeDropped(announced) + line : line, (error) => {
        if (error) dropped += announced + 1;
      });
    },
  };
}

/** Makes the line that counts dropped ones. It begins with a line break, as the last line may have been cut off when the disk was full. */
const describeDropped = (count: number): string =>
  `\n${JSON.stringify({ level: 40, time: new Date().toISOString(), count, msg: 'log lines could not be written' })}\n`;

export const standardOutput = createLogDestination(process.stdout);
export const standardError = createLogDestination(process.stderr);
