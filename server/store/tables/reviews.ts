import type { Flag } from './flag.ts';
import type { ResponsibleColumns } from './workItems.ts';

/** A passenger's review of a lift. Times are epoch ms, booleans 0/1, JSON is text. */
export interface ReviewTable extends ResponsibleColumns {
  id: number;
  elevator_id: number;
  tag: string;
  addr: string;
  property_name: string;
  maintenance_name: string;
  /** A key of `reviewWayLabels`. */
  via: string;
  /** A key of `reviewProblemLabels`; null where none was reported. */
  problem: string | null;
  score: number | null;
  text: string;
  /** JSON: names of uploaded pictures. */
  photos: string;
  /** SHA-256 of the token by which its writer follows it; null for one that a person registered. */
  follow_hash: string | null;
  exception_id: number | null;
  stage: string;
  /** A key of `reviewVerdictLabels`; null until somebody has read it. */
  verdict: string | null;
  status: number;
  is_open: Flag;
  /** The reason why it is not shown to the public. */
  reason: string;
  decided_by: string;
  decided_at_ms: number | null;
  answer: string;
  answered_by: string;
  answered_at_ms: number | null;
  received_at_ms: number;
  updated_at_ms: number;
  position: number;
}

export interface ReviewTables {
  reviews: ReviewTable;
}
