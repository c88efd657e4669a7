import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MosquittoAccount {
  readonly username: string;
  readonly password: string;
}

export interface Mosquitto {
  readonly port: number;
  readonly url: string;
  /** Ends the process as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  start(): Promise<void>;
  dispose(): Promise<void>;
}

const candidates = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/usr/bin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];

function findMosquitto(): string {
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error(
      'this test needs mosquitto and mosquitto_passwd: install them (Debian: apt-get install mosquitto mosquitto-clients)',
    );
  return found;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * A real mosquitto on a port of its own, set up as docs/devices.md says: every device may use its own topics only,
 * the server's account all of them. It keeps its sessions on disk unless told not to (its own default).
 */
export async function startMosquitto(
  server: MosquittoAccount,
  devices: readonly MosquittoAccount[],
  { isPersistent = true } = {},
): Promise<Mosquitto> {
  const program = findMosquitto();
  const folder = await mkdtemp(join(tmpdir(), 'tian-mosquitto-'));
  const port = await freePort();
  const file = (name: string) => join(folder, name);
  for (const [index, { username, password }] of [server, ...devices].entries()) {
    execFileSync('mosquitto_passwd', [...(index === 0 ? ['-c'] : []), '-b', file('passwords'), username, password], {
      stdio: 'ignore',
    });
  }
  await writeFile(
    file('acl'),
    [
      `user ${server.username}`,
      'topic readwrite lift/#',
      '',
      ...['telemetry', 'event', 'status', 'reply'].map((channel) => `pattern write lift/%u/${channel}`),
      ...['command', 'receipt'].map((channel) => `pattern read lift/%u/${channel}`),
      '',
    ].join('\n'),
  );
  await writeFile(
    file('mosquitto.conf'),
    [
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      `password_file ${file('passwords')}`,
      `acl_file ${file('acl')}`,
      ...(isPersistent
        ? ['persistence true', `persistence_location ${folder}/`, 'autosave_interval 1', 'autosave_on_changes true']
        : []),
      // Without this mosquitto, started by root, could not read its own folder.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      '',
    ].join('\n'),
  );

  let running: ChildProcess | undefined;
  const start = async () => {
    const child = spawn(program, ['-c', file('mosquitto.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
    running = child;
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    const exited = new Promise<never>((_, reject) => {
      child.once('exit', (code) => reject(new Error(`mosquitto ended (${String(code)}): ${output}`)));
    });
    exited.catch(() => undefined);
    await Promise.race([untilListening(port), exited]);
  };
  const kill = async () => {
    const child = running;
    running = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    child.kill('SIGKILL');
    await exited;
  };
  await start();
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    kill,
    start,
    async dispose() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (isOpen) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error(`mosquitto does not listen on port ${port}`);
}
