import { once } from 'node:events';
import net from 'node:net';

/**
 * Sends a request on a connection of its own.
 * @param words the whole request
 * @returns what became of it: the status, with the code of a refusal; `refused`, when nobody listens; or the code of the error
 */
export async function requestOnce(url: string, words: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port) });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(words);
  try {
    await once(socket, 'close');
  } catch (error) {
    const { code = 'no code' } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' ? 'refused' : code;
  }
  const answer = Buffer.concat(chunks).toString();
  const [, status = 'no answer'] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
  const [, code] = /"code":"(\w+)"/.exec(answer) ?? [];
  return [status, code].filter(Boolean).join(' ');
}
