import { once } from 'node:events';
import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** A port that accepts connections and never says anything, so that no TLS handshake completes. */
export async function startSilentPort(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => sockets.delete(socket)).resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** This thread listens and then waits for ever, so that the kernel alone handles its connections. */
const listenOnly = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;

/** A port of 127.0.0.1 where no connection is ever made: nobody accepts those that wait, and no more may wait. */
export async function startFullPort(): Promise<number> {
  const worker = new Worker(listenOnly, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  // The kernel lets one more connection wait than the backlog says.
  const waiting = [net.connect(port, '127.0.0.1'), net.connect(port, '127.0.0.1')];
  await Promise.all(waiting.map((socket) => once(socket, 'connect')));
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  return port;
}
