import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { freePort } from './freePort.ts';
import { childrenOf, commandOf } from './processTree.ts';
import { runProgram } from './programs.ts';
import { deviceSecret, readSiteDeviceKey } from '../../server/gateway/credentials.ts';

const portsSchema = z.object({ httpPort: z.number(), mqttPort: z.number() });
/** A line of its output: its ports once it serves, or before that what it waits for and where it says so. */
const lineSchema = z.union([portsSchema, z.object({ waitingFor: z.enum(['active', 'database']), port: z.number() })]);

/** A test's order to the clock of a server that was started with `TEST_CLOCK_AHEAD_MS` (see `LeapingClock`). */
export const clockOrderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['shift', 'step']), byMs: z.number() }),
  z.object({ kind: z.literal('runDue') }),
]);
export type ClockOrder = z.infer<typeof clockOrderSchema>;

const program = runProgram('tests/support/testServer.run.ts');

/** The same server as the child of the supervisor that restarts it (`server/supervise`). */
const supervisedProgram = runProgram('tests/support/supervisedServer.run.ts');

/** A server over the small city in a process of its own: killed and started again on the same ports and data. */
export class ServerProcess {
  readonly dataDir: string;
  readonly #env: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;
  #ports = { httpPort: 0, mqttPort: 0 };
  /** Resolves when a standby has taken over. */
  untilServing: Promise<void> = Promise.resolve();
  /** The port at which a standby answers the health check. */
  standbyPort = 0;
  /** Its stderr, for a failing test to show. */
  readonly errors: string[] = [];

  private constructor(dataDir: string, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.#env = env;
  }

  /** Starts one on free ports with a new store; `env` adds settings (DATABASE_URL, MQTT_URL, …). */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(join(tmpdir(), 'tian-server-')), env);
    await server.restart();
    return server;
  }

  /** Starts one below a supervisor, on ports that it keeps. */
  static async startSupervised(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return ServerProcess.start({
      PORT: String(await freePort()),
      MQTT_PORT: String(await freePort()),
      TEST_SUPERVISED: 'true',
      ...env,
    });
  }

  /** The id of the server's own process below its supervisor. */
  supervisedPid(): number {
    // The loader of TypeScript has a child of its own.
    const pid = childrenOf(this.#child?.pid ?? 0).find((child) =>
      commandOf(child).some((word) => /testServer\.run\.[jt]s$/.test(word)),
    );
    if (pid === undefined) throw new Error('the supervisor has no child');
    return pid;
  }

  /** Starts another over the same database, with the same secrets; resolves when it waits for the first to end. */
  static async startStandby(active: ServerProcess, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await mkdtemp(join(tmpdir(), 'tian-server-')), { ...active.#env, ...env });
    await cp(join(active.dataDir, 'secrets'), join(server.dataDir, 'secrets'), { recursive: true });
    await server.restartWaiting();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#ports.httpPort}`;
  }
  get httpPort(): number {
    return this.#ports.httpPort;
  }
  get mqttPort(): number {
    return this.#ports.mqttPort;
  }

  /** MQTT user name and password of a device of the small city. */
  credentials(deviceKey: string): { readonly username: string; readonly password: string } {
    return { username: deviceKey, password: deviceSecret(readSiteDeviceKey(this.dataDir), deviceKey, 1) };
  }

  /** Starts it (again) and waits until it accepts calls; `more` settings hold for this start. */
  async restart(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.#spawn(more).serving;
  }

  /** Starts it (again) where it cannot serve yet; resolves when it says that it waits. */
  async restartWaiting(): Promise<void> {
    const { waiting, serving } = this.#spawn({});
    this.untilServing = serving;
    this.standbyPort = await Promise.race([
      waiting,
      serving.then(() => Promise.reject(new Error('it serves already'))),
    ]);
  }

  /** Freezes it, like a paused virtual machine: its sockets stay open and nothing answers. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  /** Continues a frozen one. */
  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** The status with which it exits on its own. */
  async untilEnded(): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return child?.exitCode ?? null;
    await once(child, 'exit');
    return child.exitCode;
  }

  #spawn(more: Readonly<Record<string, string>>): {
    readonly serving: Promise<void>;
    readonly waiting: Promise<number>;
  } {
    const isSupervised = { ...this.#env, ...more }['TEST_SUPERVISED'] !== undefined;
    const child = spawn(process.execPath, isSupervised ? supervisedProgram : program, {
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        PORT: String(this.#ports.httpPort),
        MQTT_PORT: String(this.#ports.mqttPort),
        ...this.#env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the server has no pipes');
    stderr.on('data', (chunk: Buffer) => this.errors.push(chunk.toString()));
    const lines = createInterface({ input: stdout });
    const ended = once(child, 'exit').then((): never => {
      throw new Error(`the server ended before it was ready:\n${this.errors.join('')}`);
    });
    const said = <Found>(find: (line: z.infer<typeof lineSchema>) => Found | undefined) =>
      new Promise<Found>((resolve) => {
        lines.on('line', (text) => {
          const found = find(lineSchema.parse(JSON.parse(text)));
          if (found !== undefined) resolve(found);
        });
      });
    const serving = said((line) => ('httpPort' in line ? line : undefined)).then((ports) => {
      this.#ports = ports;
    });
    const waiting = said((line) => ('waitingFor' in line ? line.port : undefined));
    const promises = { serving: Promise.race([serving, ended]), waiting: Promise.race([waiting, ended]) };
    // Not every test waits for both.
    for (const promise of Object.values(promises)) promise.catch(() => undefined);
    return promises;
  }

  /** Resolves when the server's clock has done it. */
  async tellClock(order: ClockOrder): Promise<void> {
    const child = this.#child;
    if (child === undefined) throw new Error('there is no server whose clock could be told');
    const done = once(child, 'message');
    child.send(order);
    await done;
  }

  /** SIGKILL: nothing is flushed, no one is notified. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.#end('SIGKILL');
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}
