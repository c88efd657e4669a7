import type { ExceptionKind } from './exceptionKind.ts';

const opensBy = '设备报告或人员登记后会立即出现在这里。';
const endsHere = '处理结束后会出现在这里。';

/** The seven screens of faults, scooters and incidents. */
export const exceptionKinds = {
  FaultRecords: {
    name: 'FaultRecords',
    types: [1, 2, 3, 4],
    scope: 'pending',
    empty: { title: '没有待处理的异常', hint: opensBy },
  },
  FaultRecordsHistory: {
    name: 'FaultRecordsHistory',
    types: [1, 2, 3, 4],
    scope: 'history',
    empty: { title: '暂无异常历史', hint: endsHere },
  },
  ElectricScooter: {
    name: 'ElectricScooter',
    types: [2],
    scope: 'pending',
    empty: { title: '没有待处理的电动车事件', hint: opensBy },
  },
  ElectricScooterHistory: {
    name: 'ElectricScooterHistory',
    types: [2],
    scope: 'history',
    empty: { title: '暂无电动车历史', hint: endsHere },
  },
  ElevatorFault: {
    name: 'ElevatorFault',
    types: [3],
    scope: 'pending',
    empty: { title: '没有待处理的故障', hint: opensBy },
  },
  ElevatorFaultHistory: {
    name: 'ElevatorFaultHistory',
    types: [3],
    scope: 'history',
    empty: { title: '暂无故障历史', hint: endsHere },
  },
  FaultEvent: {
    name: 'FaultEvent',
    types: [4],
    scope: 'all',
    empty: { title: '暂无事件', hint: '停电、检修、消防等事件会出现在这里。' },
  },
} as const satisfies Readonly<Record<string, ExceptionKind>>;
