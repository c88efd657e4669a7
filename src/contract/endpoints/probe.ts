import * as z from 'zod';
import { defineEndpoint, type OutputOf } from '../endpoint.ts';
import { wireTime } from '../envelope.ts';
import { keysOf } from '../exceptions.ts';

/** The stages of the way from a device to a person, in the order in which the synthetic call passes them. */
export const probeStageLabels = {
  broker: '消息服务器',
  log: '事件日志',
  push: '推送',
  console: '值班台应答',
} as const;
export type ProbeStage = keyof typeof probeStageLabels;

/** The consequence of a silent stage for a call, and advice to people. */
export const probeStageAdvice: Readonly<Record<ProbeStage, string>> = {
  broker:
    '请通知物业和维保加强巡查、改用救援热线电话，并请管理员检查消息服务器（MQTT）是否运行、端口和账户是否可用：电梯的求救可能到不了平台',
  log: '请改用救援热线电话值守，并请管理员检查数据库和磁盘空间：求救到达了平台，但可能没有保存',
  push: '请每分钟刷新一次救援呼叫中心，并请管理员重启平台服务：求救已保存，但可能不会在页面弹出',
  console: '请确认有人在岗：登录能接听呼叫的账号，打开任一页面并开启报警声音。此前的呼叫可能无人听到',
};

/** A synthetic call is made so often at least: with one lost on its way, the next still proves each stage in time. */
export const probePeriodMs = 20_000;
/** A stage that is silent for this long has failed: the server, every page and the watchdog go by it. */
export const probeSilentAfterMs = 3 * probePeriodMs;

/** Lifts report faster than the platform can handle; calls for help are not affected. */
export const shedReportsText = '状态上报超出平台处理能力，已跳过部分中间状态';
export const shedReportsAdvice =
  '求救、报警和指令不受影响，但楼层、开关门等实时画面会有延迟。请管理员检查服务器 CPU 是否被其他程序占用、是否有设备上报过密；长期出现请加快服务器或调大设备上报周期';

/** Ours: a console confirms automatically that the synthetic call has reached its page, and whether it could have sounded. */
export const probeAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/probe/answer',
  permission: 'rescue.answer',
  group: 'alarm',
  summary: '值班台自动应答链路自检',
  isUnmetered: true,
  input: z.object({ probe_id: z.string().min(8).max(64), armed: z.boolean() }),
  output: z.object({}),
});

export const probeStatus = defineEndpoint({
  method: 'GET',
  path: '/api/probe',
  permission: 'signedIn',
  group: 'alarm',
  summary: '求救链路自检：各环节最近一次证实的时间',
  input: z.object({}),
  output: z.object({
    enabled: z.boolean(),
    stages: z.array(
      z.object({
        stage: z.enum(keysOf(probeStageLabels)),
        label: z.string(),
        proven_at: wireTime.nullable(),
        is_silent: z.boolean(),
      }),
    ),
    /** The reason why an outage would ring nobody, and the remedy; for those who can change it. Absent if somebody is rung. */
    call_problem: z.string().optional(),
    /** Reports of lifts' states that were skipped for newer ones of the same lift; absent where no gateway runs. */
    reports: z.object({ skipped_last_minute: z.number().int().nonnegative(), since: wireTime.nullable() }).optional(),
  }),
});

export type ProbeStatus = OutputOf<typeof probeStatus>;

/** A lift whose emergency call we have not heard for this long is shown in amber: EN 81-28 asks for a test every three days. */
export const liftUnprovenAfterMs = 72 * 3_600_000;

/** Proofs that a call from this lift would come. A test call made on the platform is not one: it does not begin in the lift. */
export const helpProofLabels = { selfTest: '终端自检', call: '求救呼叫' } as const;
export const signalProofLabels = { report: '上报', event: '报警' } as const;

export const elevatorProvenSchema = z.object({
  /** The emergency call itself; null if it was never heard. */
  help: z.object({ at: wireTime, by: z.enum(['selfTest', 'call']) }).nullable(),
  /** Any sign of life of a device; null if there is none. */
  signal: z.object({ at: wireTime, by: z.enum(['report', 'event']) }).nullable(),
});
export type ElevatorProven = z.infer<typeof elevatorProvenSchema>;

export const elevatorProven = defineEndpoint({
  method: 'GET',
  path: '/api/elevator/proven',
  permission: 'elevator.view',
  group: 'elevator',
  summary: '电梯的求救通道与采集器最近一次证实的时间',
  input: z.object({ elevator_id: z.coerce.number().int().positive() }),
  output: elevatorProvenSchema,
});
