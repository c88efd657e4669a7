/** A device has one connection and, for a while, dead ones that have not been noticed yet. */
const mostPerDevice = 5;
/** Silent connections from one address; a whole city may stand behind one NAT, and each of its devices is silent for a moment. */
const mostSilentPerAddress = 4_000;
const firstRefusalMs = 1_000;
const longestRefusalMs = 8_000;
const forgottenAfterMs = 10 * 60_000;

interface Ends {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** The part of a socket that matters here. */
interface Caller extends Ends {
  destroy(): unknown;
  once(event: 'close', listener: () => void): unknown;
}

interface Closable {
  readonly closed: boolean;
  close(): void;
}

/** The connections of each device, the newest last. */
export class DeviceConnections<Connection extends Closable> {
  readonly #connections = new Map<string, Set<Connection>>();

  /** Adds a connection; if the device now has too many, the oldest is closed. */
  add(deviceKey: string, connection: Connection): void {
    const own = this.#connections.get(deviceKey) ?? new Set();
    this.#connections.set(deviceKey, own);
    for (const other of own) if (other.closed) own.delete(other);
    const [oldest] = own;
    own.add(connection);
    if (own.size > mostPerDevice && oldest !== undefined) {
      own.delete(oldest);
      oldest.close();
    }
  }

  remove(deviceKey: string, connection: Connection): void {
    const own = this.#connections.get(deviceKey);
    own?.delete(connection);
    if (own?.size === 0) this.#connections.delete(deviceKey);
  }

  /** Ends every connection of a device: its secret is no longer valid. */
  closeAll(deviceKey: string): void {
    for (const connection of this.#connections.get(deviceKey) ?? []) connection.close();
  }

  /** A device that has come back on another connection is not lost with this one. */
  hasOther(deviceKey: string, connection: Connection): boolean {
    return [...(this.#connections.get(deviceKey) ?? [])].some((other) => other !== connection && !other.closed);
  }
}

/**
 * Connections that have not signed in. If an address has too many, the oldest is closed: it has had the longest time to
 * sign in, so a flood of silent connections displaces itself, and a device behind the same address, which signs in
 * immediately, gets in.
 */
export class SilentConnections {
  readonly #byAddress = new Map<string, Map<number, Caller>>();
  readonly #mostPerAddress: number;

  constructor(mostPerAddress = mostSilentPerAddress) {
    this.#mostPerAddress = mostPerAddress;
  }

  add(socket: Caller): void {
    const { remoteAddress: address, remotePort: port } = socket;
    if (address === undefined || port === undefined) return;
    const silent = this.#byAddress.get(address) ?? new Map<number, Caller>();
    this.#byAddress.set(address, silent);
    silent.set(port, socket);
    socket.once('close', () => {
      if (silent.get(port) === socket) this.#remove(address, port);
    });
    if (silent.size <= this.#mostPerAddress) return;
    for (const [oldestPort, oldest] of silent) {
      this.#remove(address, oldestPort);
      oldest.destroy();
      return;
    }
  }

  /** The connection has signed in. TLS wraps the socket that was added, so it is identified by its two endpoints. */
  signedIn({ remoteAddress, remotePort }: Ends): void {
    if (remoteAddress !== undefined && remotePort !== undefined) this.#remove(remoteAddress, remotePort);
  }

  #remove(address: string, port: number): void {
    const silent = this.#byAddress.get(address);
    silent?.delete(port);
    if (silent?.size === 0) this.#byAddress.delete(address);
  }
}

interface Offences {
  count: number;
  lastAtMs: number;
  refusedUntilMs: number;
}

/**
 * Devices that published where they may not, or exceeded a connection's budget. Their connection is closed each time;
 * from the second time within ten minutes the device is also refused for a while, twice as long each time and at most 8
 * s. It is never locked out: it may have a call of its own, which is handled as soon as it is back, so such a call
 * waits 8 s at worst, and a device that stops offending is forgotten. One refused publish in 8 s, of which a possible
 * call is stored as one row, is a load that no one notices. Time is monotonic, in ms.
 */
export class SignInBackoff {
  readonly #offences = new Map<string, Offences>();

  offended(deviceKey: string, nowMs: number): void {
    for (const [key, { lastAtMs }] of this.#offences)
      if (nowMs - lastAtMs >= forgottenAfterMs) this.#offences.delete(key);
    const count = (this.#offences.get(deviceKey)?.count ?? 0) + 1;
    const refusalMs = count === 1 ? 0 : Math.min(longestRefusalMs, firstRefusalMs * 2 ** (count - 2));
    this.#offences.set(deviceKey, { count, lastAtMs: nowMs, refusedUntilMs: nowMs + refusalMs });
  }

  isRefused(deviceKey: string, nowMs: number): boolean {
    return nowMs < (this.#offences.get(deviceKey)?.refusedUntilMs ?? 0);
  }
}
