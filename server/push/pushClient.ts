import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { ConsoleFrame } from '../../src/contract/push.ts';
import type { Principal } from '../access/principal.ts';
import type { SessionKey } from '../access/sessions.ts';
import type { FrameOrder } from './framePlaces.ts';
import { framesIn, type ClientKind } from './frames.ts';

/** A client that lags this far behind is cut off: it resumes from its position, and holds up no one meanwhile. */
const mostBufferedBytes = 1_048_576;

/**
 * A signed-in socket. Frames are written past `ws` to the raw socket, whose own bytes (close, pong) are written whole
 * in one go as well; without `ownFrames` they go through `ws`.
 */
export class PushClient {
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly principal: Principal;
  readonly sessionKey: SessionKey;
  readonly kind: ClientKind;
  /** The order of the frames before it joined its group. */
  readonly order: FrameOrder;
  readonly #ownFrames: boolean;
  console: ConsoleFrame['console'] | undefined;
  /** The time of the last frame or pong, by the server's clock. */
  heardAtMs: number;

  constructor(parts: {
    readonly ws: WebSocket;
    readonly socket: Duplex;
    readonly principal: Principal;
    readonly sessionKey: SessionKey;
    readonly kind: ClientKind;
    readonly order: FrameOrder;
    readonly ownFrames: boolean;
    readonly heardAtMs: number;
  }) {
    this.#ws = parts.ws;
    this.#socket = parts.socket;
    this.principal = parts.principal;
    this.sessionKey = parts.sessionKey;
    this.kind = parts.kind;
    this.order = parts.order;
    this.#ownFrames = parts.ownFrames;
    this.heardAtMs = parts.heardAtMs;
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN && !this.#socket.destroyed;
  }

  get bufferedBytes(): number {
    return this.#socket.writableLength;
  }

  /** False when nothing was written: the client is gone, or was cut off because it does not read. */
  write(bytes: Buffer): boolean {
    if (!this.isOpen) return false;
    if (this.#socket.writableLength + bytes.length > mostBufferedBytes) {
      this.cutOff();
      return false;
    }
    if (this.#ownFrames) this.#socket.write(bytes);
    else
      for (const text of framesIn(bytes)) {
        if (text === undefined) this.#ws.ping();
        else this.#ws.send(text, { binary: false });
      }
    return true;
  }

  /** Resolves when the client has read what was written, or is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.#socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done);
        this.#socket.off('close', done);
        resolve();
      };
      this.#socket.on('drain', done);
      this.#socket.on('close', done);
    });
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Without a farewell that it would not read. */
  cutOff(): void {
    this.#ws.terminate();
  }
}
