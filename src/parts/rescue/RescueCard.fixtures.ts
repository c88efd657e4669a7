import { nowMs } from '../../ui/wall/Wall.fixtures.tsx';
import type { RescueCardProps } from './RescueCard.tsx';

const minute = 60_000;

/** One of each kind: no one has it, help is late, help is on the way, help is there. */
export const rescueCards: readonly (Omit<RescueCardProps, 'nowMs'> & { readonly id: number })[] = [
  {
    id: 318,
    title: '翠湖花园 3 栋 2 号梯',
    place: '东湖区 临湖街道',
    stage: { label: '待受理', tone: 'critical' },
    sinceMs: nowMs - 2.7 * minute,
    deadline: { label: '受理', atMs: nowMs + 0.3 * minute },
    isPulsing: true,
  },
  {
    id: 311,
    title: '云锦雅苑 5 栋 1 号梯',
    place: '北塘区 塘北街道',
    number: 'CH-03-02',
    stage: { label: '已超时', tone: 'critical' },
    sinceMs: nowMs - 33.2 * minute,
    deadline: { label: '到场', atMs: nowMs - 3.2 * minute },
  },
  {
    id: 317,
    title: '临江府 7 栋 1 号梯',
    place: '南浦区 江浦街道',
    number: 'YC-GXQ-KXC-RCGY-2026-000318-A-0017-SOUTH',
    stage: { label: '已派人', tone: 'high' },
    sinceMs: nowMs - 12.1 * minute,
    deadline: { label: '到场', atMs: nowMs + 17.9 * minute },
  },
  {
    id: 316,
    title: '松涛里 2 栋 1 号梯',
    place: '西岭区 岭下街道',
    number: 'CH-11-08',
    stage: { label: '已到场', tone: 'info' },
    sinceMs: nowMs - 16.4 * minute,
    deadline: { label: '到场', atMs: nowMs + 13.6 * minute, metAtMs: nowMs - 2 * minute },
  },
];
