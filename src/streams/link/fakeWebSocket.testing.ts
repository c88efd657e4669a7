import type { SocketConstructor } from './pushSocket.ts';

type Listener = (event: object) => void;

/** A socket whose server side the test plays. It stands in for the browser's constructor. */
export class FakeWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  /** Every socket that was opened, oldest first. */
  static opened: FakeWebSocket[] = [];

  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly url: string;
  readyState: number = FakeWebSocket.CONNECTING;
  binaryType = 'blob';
  /** The client's messages, parsed. */
  readonly sent: unknown[] = [];
  closedWith: number | undefined;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(url: string) {
    this.url = url;
    FakeWebSocket.opened.push(this);
  }
  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }
  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(code = 1000): void {
    this.closedWith = code;
    this.readyState = FakeWebSocket.CLOSED;
  }
  #tell(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event);
  }
  /** The server accepts the connection. */
  open(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.#tell('open', { type: 'open' });
  }
  /** The server sends a frame. */
  deliver(frame: unknown): void {
    this.#tell('message', { type: 'message', data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  }
  /** The server, or the network, ends the connection. */
  drop(code = 1006): void {
    this.readyState = FakeWebSocket.CLOSED;
    this.#tell('close', { type: 'close', code, reason: '' });
  }
}

/** The constructor for the code under test, with no socket opened yet. */
export function fakeWebSocket(): SocketConstructor {
  FakeWebSocket.opened = [];
  return FakeWebSocket;
}

export function lastSocket(): FakeWebSocket {
  const socket = FakeWebSocket.opened.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
}
