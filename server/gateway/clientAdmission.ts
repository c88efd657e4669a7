import { randomUUID } from 'node:crypto';
import type { AuthenticateError, AuthenticateHandler, Client, PreConnectHandler } from 'aedes';
import type { DeviceFacts, SignInVerdict } from '../domain/domain.ts';
import type { Clock } from '../runtime/clock.ts';
import { bridgeSecret, bridgeUser, isSameSecret } from './credentials.ts';
import type { DeviceConnection } from './deviceConnection.ts';
import { judgeSignIn } from './deviceSignIn.ts';
import type { FloodLimits } from './floodLimits.ts';
import type { GatewayCounters } from './gatewayStats.ts';
import { SignInBackoff, type DeviceConnections } from './signIns.ts';

/** The lead over its rate with calls for help up to which a device may sign in as often as it likes. */
const aheadUnnoticedMs = 1_000;
const tryAgainLater = 3;
const badCredentials = 4;
const notAuthorized = 5;

/** The reason why a device's connection is closed or refused. */
function refusal(message: string, returnCode: number): AuthenticateError {
  return Object.assign(new Error(message), { returnCode });
}

export interface AdmissionParts {
  readonly clock: Clock;
  readonly siteKey: Buffer;
  readonly devices: DeviceFacts;
  readonly floods: FloodLimits;
  readonly counters: GatewayCounters;
  readonly connections: WeakMap<Client, DeviceConnection>;
  readonly ownConnections: DeviceConnections<Client>;
  readonly isClosing: () => boolean;
}

export interface Admission {
  readonly preConnect: PreConnectHandler;
  readonly authenticate: AuthenticateHandler;
  readonly offended: (connection: DeviceConnection) => void;
}

/** Returns the broker's answers to clients that connect: who they are, and whether they may sign in now. */
export function createAdmission(parts: AdmissionParts): Admission {
  const { clock, siteKey, devices, floods, counters, connections, ownConnections, isClosing } = parts;
  const backoff = new SignInBackoff();

  /** A device that breaks the rules is admitted less often; a bridge, which many lifts need, is only closed. */
  const offended = ({ user, isBridge }: DeviceConnection): void => {
    if (user !== undefined && !isBridge) backoff.offended(user, clock.monotonicMs());
  };

  const judge = (username: string | undefined, password: Buffer | undefined): SignInVerdict => {
    if (username === bridgeUser) return isSameSecret(bridgeSecret(siteKey), password) ? 'right' : 'wrong';
    return judgeSignIn({ siteKey, devices }, username ?? '', password);
  };

  /** Returns the reason why a client with the right secret has to wait; undefined if it may sign in. */
  const reasonToWait = (user: string): string | undefined => {
    const nowMs = clock.monotonicMs();
    if (user === bridgeUser) return undefined;
    if (backoff.isRefused(user, nowMs)) return 'did what it may not; try again in some seconds';
    const mayComeBack = floods.debtMs(user, nowMs) <= aheadUnnoticedMs || floods.allows(user, 'signInAhead', nowMs);
    return mayComeBack ? undefined : 'calls without end; try again in some seconds';
  };

  const preConnect: PreConnectHandler = (client, packet, done) => {
    // Sessions die with the process, so none is promised. Another device cannot take over a client id.
    packet.clean = true;
    packet.clientId = `${packet.username ?? ''}:${packet.clientId === '' ? randomUUID() : packet.clientId}`;
    const connection = connections.get(client);
    if (connection !== undefined) connection.keepAliveMs = (packet.keepalive ?? 0) * 1_000;
    done(null, !isClosing());
    if (isClosing()) client.close();
  };

  const authenticate: AuthenticateHandler = (client, username, password, done) => {
    const verdict = judge(username, password);
    if (username === undefined || verdict === 'wrong') {
      counters.refusedLogins += 1;
      done(refusal('unknown device or wrong secret', badCredentials), null);
      return;
    }
    if (verdict === 'malformed') {
      done(refusal('a device key is made of letters, digits, - and _', notAuthorized), null);
      return;
    }
    if (verdict === 'disabled') {
      counters.refusedLogins += 1;
      done(refusal('this device is disabled', notAuthorized), null);
      return;
    }
    const connection = connections.get(client);
    const wait = reasonToWait(username);
    if (wait !== undefined || connection === undefined) {
      counters.backedOff += 1;
      done(refusal(wait ?? 'the connection is gone', tryAgainLater), null);
      return;
    }
    connection.signedInAs(username);
    if (username !== bridgeUser) ownConnections.add(username, client);
    done(null, true);
  };

  return { preConnect, authenticate, offended };
}
