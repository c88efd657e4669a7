import type { LiftLook } from '../../streams/fleet/liftFleet.ts';

/** The style of a lift's picture on a map, and its word in the legend. */
export interface LookStyle {
  readonly label: string;
  readonly tone: 'quiet' | 'calm' | 'active' | 'offline' | 'medium' | 'high' | 'critical';
  readonly shape: 'dot' | 'ring' | 'diamond' | 'triangle';
}

const styleOf: Readonly<Record<LiftLook, LookStyle>> = {
  idle: { label: '待机', tone: 'quiet', shape: 'dot' },
  moving: { label: '运行', tone: 'active', shape: 'dot' },
  offline: { label: '离线', tone: 'offline', shape: 'ring' },
  inspected: { label: '检修', tone: 'calm', shape: 'ring' },
  outOfService: { label: '停用', tone: 'medium', shape: 'diamond' },
  calling: { label: '求救', tone: 'critical', shape: 'triangle' },
  unactivated: { label: '未激活或禁用', tone: 'offline', shape: 'dot' },
};

/** In the order of `liftLooks`. */
export const liftLookStyles: readonly LookStyle[] = [
  styleOf.idle,
  styleOf.moving,
  styleOf.offline,
  styleOf.inspected,
  styleOf.outOfService,
  styleOf.calling,
  styleOf.unactivated,
];
