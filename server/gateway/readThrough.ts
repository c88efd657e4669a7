import type { Socket } from 'node:net';
import type { DeviceConnection } from './deviceConnection.ts';
import type { Arrived, ReadTurns } from './readTurns.ts';

/**
 * aedes reads its sockets by `read()`: every chunk comes in its turn, when its connection may be read at all, and no longer than that
 * connection's limit. `take` says what of a chunk goes on to aedes.
 */
export function readThrough(socket: Socket, connection: DeviceConnection, turns: ReadTurns<Socket>, take: (chunk: Buffer) => Buffer | null): void {
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
  /** The stream announces bytes when they come, not those that a reader left behind. */
  const askAgain = () => {
    if (isAskedAgain) return;
    isAskedAgain = true;
    setImmediate(() => {
      isAskedAgain = false;
      if (!socket.destroyed) socket.emit('readable');
    });
  };
  socket.read = (size?: number): unknown => {
    // With a size of 0 the stream looks after itself; at its end that would come before what is held.
    if (size === 0) return turns.isHolding(socket) ? null : readAny(0);
    for (;;) {
      // What is held was allowed when it was read.
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
