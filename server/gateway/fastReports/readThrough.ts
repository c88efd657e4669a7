import type { Socket } from 'node:net';
import type { DeviceConnection } from '../deviceConnection.ts';
import type { Turns } from './plainTurns.ts';
import type { Arrived } from './readTurns.ts';

/**
 * aedes reads its sockets with `read()`: each chunk is delivered in turn, when its connection may be read at all, and within that
 * connection's limit. `take` returns the part of a chunk that goes on to aedes.
 */
export function readThrough(
  socket: Socket,
  connection: DeviceConnection,
  turns: Turns<Socket>,
  take: (chunk: Buffer) => Buffer | null,
): void {
  readNoFurther(socket);
  const readAny = socket.read.bind(socket);
  const arrived: Arrived = {
    get length() {
      return socket.readableLength;
    },
    read() {
      const { mostReadBytes } = connection.limits;
      const chunk: unknown = socket.readableLength > mostReadBytes ? readAny(mostReadBytes) : readAny();
      return Buffer.isBuffer(chunk) ? chunk : null;
    },
  };
  let isAskedAgain = false;
  /** The stream announces new bytes, not those that a reader left behind. */
  const askAgain = () => {
    if (isAskedAgain) return;
    isAskedAgain = true;
    setImmediate(() => {
      isAskedAgain = false;
      if (!socket.destroyed) socket.emit('readable');
    });
  };
  socket.read = (size?: number): unknown => {
    // With a size of 0 the stream only refills itself; at its end that would precede the held bytes.
    if (size === 0) return turns.isHolding(socket) ? null : readAny(0);
    for (;;) {
      // The held bytes were allowed when they were read.
      if (!turns.isHolding(socket) && !connection.mayRead()) return null;
      const chunk = turns.take(socket, arrived);
      if (chunk === null) return null;
      const left = take(chunk);
      const hasMore = socket.readableLength > 0 && !socket.destroyed;
      if (left === null && hasMore) continue;
      if (left !== null && hasMore) askAgain();
      return left;
    }
  };
  socket.once('close', () => turns.forget(socket));
}

/**
 * A socket whose bytes wait for their turn is not read again meanwhile: of two thousand that report, that alone would take longer than
 * everything else in a turn of the event loop. Node sets this size only for both directions of a socket, or where it is created.
 */
function readNoFurther(socket: Socket): void {
  const state: unknown = Reflect.get(socket, '_readableState');
  if (typeof state === 'object' && state !== null) Reflect.set(state, 'highWaterMark', 1);
}
