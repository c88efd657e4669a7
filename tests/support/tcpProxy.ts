import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A link between client and server that can be cut, black-holed and restored, connection by connection or as a whole. */
export interface TcpProxy {
  readonly port: number;
  /** The number of connected clients. */
  readonly connections: number;
  /** Ends every connection with a reset, or the one that `chosen` picks by its place. */
  cut(chosen?: number): void;
  /** From now on nothing gets through in either direction, without notice: as when a cable is pulled. */
  blackHole(): void;
  /** Nothing more gets through on existing connections, without notice; new ones work: as when a firewall forgets them. */
  silence(): void;
  /** Held bytes continue, as TCP would send them again. */
  restore(): void;
  /** From now on a connection is cut as soon as the client says this, which its server does not hear; undefined: none is. */
  cutAt(words: string | undefined): void;
  /** Those who come next go to this port. */
  retarget(port: number): void;
  close(): Promise<void>;
}

/** Listens on a free port of this machine and passes everything on to `targetPort`. */
export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = targetPort;
  let isHole = false;
  let cutWords: string | undefined;
  /** Clients that connected into the hole: nobody answers their handshake. */
  const waiting = new Set<Socket>();

  const join = (client: Socket): void => {
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
    const pair = [client, server] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => {
        if (!to.destroyed) to.write(bytes);
      });
      from.on('close', end);
      from.on('error', end);
    }
    client.prependListener('data', (bytes: Buffer) => {
      if (cutWords !== undefined && bytes.includes(cutWords)) end();
    });
    client.resume();
  };

  const listener = createServer({ pauseOnConnect: true, noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    if (!isHole) return join(client);
    waiting.add(client);
    client.once('close', () => waiting.delete(client));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    cut(chosen) {
      const victims = chosen === undefined ? [...pairs] : [...pairs].slice(chosen, chosen + 1);
      for (const [client, server] of victims) {
        client.resetAndDestroy();
        server.resetAndDestroy();
      }
    },
    blackHole() {
      isHole = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    silence() {
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    restore() {
      isHole = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
      for (const client of waiting) join(client);
      waiting.clear();
    },
    cutAt(words) {
      cutWords = words;
    },
    retarget(port) {
      target = port;
    },
    async close() {
      for (const client of waiting) client.destroy();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
