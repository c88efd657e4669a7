import type { EventActor } from '../store/eventStore.ts';

/** The parts of the server that act automatically, as timelines name them. */
export const rulesActor: EventActor = { kind: 'system', id: 'rules', name: '报警规则' };
export const clockActor: EventActor = { kind: 'system', id: 'clock', name: '系统时钟' };
/** The author of what the product ships with. */
export const catalogueActor: EventActor = { kind: 'system', id: 'catalogue', name: '系统预置' };
/** Plans the visits that the law asks for. */
export const plannerActor: EventActor = { kind: 'system', id: 'planner', name: '维保排期' };
export const notifyActor: EventActor = { kind: 'system', id: 'notify', name: '通知渠道' };
export const storageActor: EventActor = { kind: 'system', id: 'storage', name: '文件存储' };
export const workActor: EventActor = { kind: 'system', id: 'work', name: '权限检查' };
export const gatewayActor: EventActor = { kind: 'system', id: 'gateway', name: '设备网关' };

/** The author of findings about the server's own log. */
export const logActor: EventActor = { kind: 'system', id: 'log', name: '事件日志' };

export const deviceActor = (deviceKey: string): EventActor => ({ kind: 'device', id: deviceKey, name: deviceKey });
