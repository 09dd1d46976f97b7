import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { certificate, certificateKey } from './push-certificate.ts';

type Received = { from: string; to: string; data: string };

/**
 * A mail server with the part of RFC 5321 that a delivery needs. It answers the first `refuses` RCPT commands with 451, and never
 * answers the text of a mail for which `holds` is true. `answers` may answer commands in its place, and the text as the command '.'.
 * With a password it offers AUTH PLAIN (RFC 4954). With TLS it shows a certificate that nobody trusts.
 */
export async function startSmtpServer({
  refuses = 0,
  holds = () => false,
  answers = () => undefined,
  password,
  withTls = false,
}: {
  refuses?: number;
  holds?: (mail: Received) => boolean;
  answers?: (command: string, mail: Received) => string | undefined;
  password?: string;
  withTls?: boolean;
} = {}) {
  let refusals = refuses;
  const received: Received[] = [];
  const arrivals = new EventEmitter();
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    let mail: Received = { from: '', to: '', data: '' };
    let buffered = '';
    let inData = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply('220 mail.lapau.test ESMTP');
    socket.setEncoding('utf8').on('data', (chunk) => {
      buffered += chunk;
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        const answer = !inData || line === '.' ? answers(line, mail) : undefined;
        if (answer !== undefined) {
          inData = false;
          reply(answer);
        } else if (inData && line === '.') {
          inData = false;
          received.push(mail);
          arrivals.emit('mail');
          if (!holds(mail)) reply('250 queued');
        } else if (inData) mail.data += `${line.replace(/^\.\./, '.')}\n`;
        else if (/^MAIL FROM:/i.test(line)) {
          mail = { from: line, to: '', data: '' };
          reply('250 ok');
        } else if (/^RCPT TO:/i.test(line)) {
          mail.to = line;
          refusals -= 1;
          reply(refusals >= 0 ? '451 try again later' : '250 ok');
        } else if (line === 'DATA') {
          inData = true;
          reply('354 go on');
        } else if (/^EHLO /i.test(line) && password !== undefined) reply('250-mail.lapau.test\r\n250 AUTH PLAIN');
        else if (/^AUTH PLAIN /i.test(line)) {
          const [, , given] = Buffer.from(line.slice('AUTH PLAIN '.length), 'base64').toString().split('\0');
          reply(given === password ? '235 welcome' : '535 wrong password');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else reply('250 ok');
      }
    });
  };
  const server = withTls ? createTlsServer({ cert: certificate, key: certificateKey }, serve) : createServer(serve);
  const listen = (onPort: number) => new Promise<void>((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  await listen(0);
  server.unref(); // a process ends although this server still listens
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp${withTls ? 's' : ''}://127.0.0.1:${port}`,
    received,
    /** The first mail, as soon as it is there. */
    first: async (): Promise<Received> => {
      while (!received[0]) await once(arrivals, 'mail');
      return received[0];
    },
    /** Closes all connections, and takes none until `comeBack`. */
    close: () => {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      server.close();
    },
    comeBack: () => listen(port),
  };
}
