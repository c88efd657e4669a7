import type { FaultPhenomenon } from '../../src/contract/exceptions.ts';
import { sysConfigDefaults } from '../../src/contract/sysConfigDefaults.ts';
import type { Random } from '../runtime/random.ts';
import type { HistoryLift } from './planDay.ts';
import { aboutMs, inOrder, minuteMs, missedLimit, type PlannedFault, type PlannedStep } from './plannedException.ts';

type Weighted<Item> = readonly (readonly [Item, number])[];
/** A cause of level 1: how often, which causes below it, what devices and people report of it, and what is replaced. */
interface CauseShare {
  readonly causes: Weighted<string>;
  readonly codes: Weighted<string>;
  readonly phenomena: Weighted<FaultPhenomenon>;
  readonly parts: readonly string[];
}

/**
 * Shares by cause. Doors come first, as in every published table of failures; below external and human causes the parts are
 * those of Jinan and Rizhao (power 19.6 of 33.3, garbage 13.7 of 27.5).
 */
const causeShares: Weighted<CauseShare> = [
  [
    {
      causes: [
        ['301', 14],
        ['302', 24],
        ['303', 12],
        ['304', 10],
        ['305', 22],
        ['306', 10],
        ['307', 5],
        ['308', 3],
      ],
      codes: [
        ['02', 50],
        ['03', 35],
        ['01', 15],
      ],
      phenomena: [
        ['doorClosing', 55],
        ['doorOpening', 45],
      ],
      parts: ['厅门锁触点', '光幕', '门挂轮', '门机皮带', '门刀'],
    },
    32,
  ],
  [
    {
      causes: [
        ['101', 50],
        ['102', 26],
        ['103', 18],
        ['104', 6],
      ],
      codes: [
        ['02', 75],
        ['03', 25],
      ],
      phenomena: [
        ['doorClosing', 80],
        ['doorOpening', 20],
      ],
      parts: [],
    },
    22,
  ],
  [
    {
      causes: [
        ['201', 59],
        ['202', 14],
        ['203', 12],
        ['204', 15],
      ],
      codes: [
        ['08', 55],
        ['06', 20],
        ['01', 25],
      ],
      phenomena: [
        ['notRunning', 80],
        ['suddenStop', 20],
      ],
      parts: [],
    },
    17,
  ],
  [
    {
      causes: [
        ['501', 12],
        ['503', 24],
        ['504', 8],
        ['505', 20],
        ['506', 12],
        ['507', 12],
        ['508', 9],
        ['509', 3],
      ],
      codes: [
        ['07', 60],
        ['04', 25],
        ['08', 15],
      ],
      phenomena: [
        ['levelling', 45],
        ['notRunning', 55],
      ],
      parts: ['平层感应器', '主板', '编码器', '接触器', '变频器风扇'],
    },
    14,
  ],
  [
    {
      causes: [
        ['601', 52],
        ['602', 12],
        ['605', 10],
        ['607', 4],
        ['609', 8],
        ['610', 14],
      ],
      codes: [
        ['01', 88],
        ['05', 4],
        ['04', 8],
      ],
      phenomena: [
        ['safetyChain', 50],
        ['suddenStop', 35],
        ['emergencyCall', 15],
      ],
      parts: ['限速器开关', '张紧轮开关', '应急电池'],
    },
    8,
  ],
  [
    {
      causes: [
        ['402', 20],
        ['403', 20],
        ['405', 50],
        ['406', 10],
      ],
      codes: [
        ['06', 55],
        ['04', 45],
      ],
      phenomena: [
        ['brake', 60],
        ['levelling', 40],
      ],
      parts: ['制动器微动开关', '制动瓦', '钢丝绳'],
    },
    5,
  ],
  [{ causes: [['700', 1]], codes: [['08', 1]], phenomena: [['other', 1]], parts: [] }, 2],
];

const levelOfCode: Readonly<Record<string, 2 | 3>> = { '01': 2, '04': 2, '05': 2, '06': 2 };
const falseReasons = ['维保测试时未报备', '采集器接线松动，电梯运行正常', '现场多次试运行，未见异常'] as const;
const reopenReasons = ['同一故障再次出现', '业主反映仍有异响，需再次检查', '复查发现更换的部件型号不符'] as const;
const callerNotes = [
  '住户来电：电梯门反复开合',
  '物业来电：电梯停在楼层不动',
  '保洁来电：电梯平层时有明显高差',
] as const;
const repairNotes = [
  '已调整并试运行 20 次，正常',
  '已清理地坎并试运行',
  '更换后试运行正常',
  '复位后观察 30 分钟，正常',
] as const;
const comments = [
  '备件已下单，预计明天到货',
  '请下次保养时一并检查门锁间隙',
  '本梯本月第三次，建议安排专项检修',
] as const;

/** One fault from its report to a person's word that the lift works again; now and then a false report, now and then opened again. */
export function planFault(random: Random, lift: HistoryLift, atMs: number): PlannedFault {
  const raisedAtMs = Math.floor(atMs);
  const share = random.pickWeighted(causeShares);
  const isByDevice = random.isTrue(0.72);
  const code = isByDevice ? random.pickWeighted(share.codes) : '';
  const opening = isByDevice
    ? ({ source: 'code', code, level: levelOfCode[code] ?? 3, by: 'rules' } as const)
    : ({ source: 'person', code, level: 3, by: 'desk', note: random.pick(callerNotes) } as const);
  const base = { elevatorId: lift.id, prefix: 'fault', raisedAtMs, opening } as const;
  const acceptedAtMs = raisedAtMs + aboutMs(random, 11, 0.8);
  const accepted: PlannedStep = { type: 'fault.accepted', atMs: acceptedAtMs, by: 'maintenance', data: {} };
  const phenomenon = isByDevice ? ('code' as const) : random.pickWeighted(share.phenomena);
  if (random.isTrue(0.05))
    return { ...base, phenomenon, steps: inOrder(raisedAtMs, falseReport(random, accepted, raisedAtMs)) };
  const first = repair(random, share, accepted, raisedAtMs, isByDevice);
  const confirmedAtMs = first.at(-1)?.atMs ?? acceptedAtMs;
  return {
    ...base,
    phenomenon,
    steps: [...first, ...(random.isTrue(0.03) ? again(random, share, confirmedAtMs) : [])],
  };
}

function falseReport(random: Random, accepted: PlannedStep, raisedAtMs: number): (PlannedStep | false)[] {
  const judgedAtMs = accepted.atMs + aboutMs(random, 35, 0.6);
  return [
    accepted,
    missedLimit('fault', raisedAtMs, sysConfigDefaults.fault_limit_minutes, judgedAtMs),
    { type: 'fault.judgedFalse', atMs: judgedAtMs, by: 'maintenance', data: { reason: random.pick(falseReasons) } },
  ];
}

/** From the acceptance to the confirmation. A device's clear comes in between, or never. */
function repair(
  random: Random,
  share: CauseShare,
  accepted: PlannedStep,
  fromMs: number,
  isByDevice: boolean,
): readonly PlannedStep[] {
  const arrivedAtMs = accepted.atMs + aboutMs(random, 38, 0.6);
  const repairedAtMs = arrivedAtMs + aboutMs(random, 42, 0.8);
  const confirmedAtMs = repairedAtMs + 3 * minuteMs + aboutMs(random, 12, 0.7);
  const isCleared = isByDevice && random.isTrue(0.94);
  const [part, ...others] = share.parts;
  const parts =
    part !== undefined && random.isTrue(0.45) ? { parts: [{ name: random.pick([part, ...others]), num: 1 }] } : {};
  return inOrder(fromMs, [
    accepted,
    random.isTrue(0.85) && { type: 'fault.arrived', atMs: arrivedAtMs, by: 'maintenance', data: {} },
    missedLimit('fault', fromMs, sysConfigDefaults.fault_limit_minutes, repairedAtMs),
    random.isTrue(0.06) && {
      type: 'fault.commented',
      atMs: arrivedAtMs + 5 * minuteMs,
      by: 'maintenance',
      data: { text: random.pick(comments) },
    },
    {
      type: 'fault.repaired',
      atMs: repairedAtMs,
      by: 'maintenance',
      data: { cause: random.pickWeighted(share.causes), ...parts, note: random.pick(repairNotes) },
    },
    isCleared && {
      type: 'fault.cleared',
      atMs: repairedAtMs + random.between(10, 170) * 1_000,
      by: 'device',
      data: {},
    },
    {
      type: 'fault.confirmed',
      atMs: confirmedAtMs,
      by: 'maintenance',
      data: isByDevice && !isCleared ? { note: '采集器未上报消除，现场已确认恢复' } : {},
    },
  ]);
}

/** Opened again hours later, and repaired once more. */
function again(random: Random, share: CauseShare, confirmedAtMs: number): readonly PlannedStep[] {
  const reopenedAtMs = Math.floor(confirmedAtMs + aboutMs(random, 300, 0.7));
  const reopened: PlannedStep = {
    type: 'fault.reopened',
    atMs: reopenedAtMs,
    by: 'maintenance',
    data: { reason: random.pick(reopenReasons) },
  };
  const accepted: PlannedStep = {
    type: 'fault.accepted',
    atMs: reopenedAtMs + aboutMs(random, 8, 0.5),
    by: 'maintenance',
    data: {},
  };
  return [reopened, ...repair(random, share, accepted, reopenedAtMs, false)];
}
