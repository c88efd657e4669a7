import * as z from 'zod';
import { claimWays } from '../labels.ts';
import { releaseWays, rescueCauses, rescueStages, rescueTriggers } from '../labels.ts';
import { wireTime } from '../envelope.ts';
import { personRefSchema, statusIndexSchema } from './common.ts';
import { keptStateSchema } from './keptState.ts';

export const rescueOrderRowSchema = z.object({
  id: z.number().int().positive(),
  elevator_id: z.number().int().positive(),
  tag: z.string(),
  addr: z.string(),
  community_name: z.string(),
  full_area: z.string(),
  rescue_code: z.string(),
  sos_tel: z.string(),
  property_name: z.string(),
  maintenance_name: z.string(),
  brand_name: z.string(),
  status: statusIndexSchema,
  statusResult: z.string(),
  /** Stays true once a limit was missed. */
  overdue: z.boolean(),
  /** The limit that is missed and still outstanding. */
  breach: z.enum(['respond', 'arrive']).nullable(),
  stage: z.enum(rescueStages),
  stage_label: z.string(),
  trigger: z.enum(rescueTriggers),
  trigger_label: z.string(),
  /** Further calls of the same lift that joined this order. */
  joined_num: z.number().int(),
  /** Called by the code in the car alone: it queues below calls of devices and telephones (docs/decisions/0095). */
  only_scanned: z.boolean().default(false),
  /** The number of corrections of the closed record: the figures are those after the last correction. */
  corrected_num: z.number().int().default(0),
  notice_level: z.number().int(),
  late: z.boolean(),
  caller_name: z.string(),
  caller_phone: z.string(),
  accepted_by: personRefSchema.nullable(),
  created_at: wireTime,
  updated_at: wireTime,
  respond_due_at: wireTime,
  arrive_due_at: wireTime,
  /** The first answer: the three-minute figure counts this one. */
  answered_at: wireTime.nullable(),
  dispatched_at: wireTime.nullable(),
  /** As stated, where it was stated as earlier than typed. */
  arrived_at: wireTime.nullable(),
  /** The time at which such an arrival was typed; null where that was the arrival itself. */
  arrival_recorded_at: wireTime.nullable().default(null),
  released_at: wireTime.nullable(),
  completed_at: wireTime.nullable(),
  /** From the call to the first answer, and to arrival; whole seconds. */
  answer_seconds: z.number().nullable(),
  arrive_seconds: z.number().nullable(),
  people_num: z.number().nullable(),
  cause: z.enum(rescueCauses).nullable(),
  cause_label: z.string(),
  /** The cause below it, by the code and the words it had when it was chosen; empty for none. */
  cause_detail: z.string().default(''),
  cause_detail_label: z.string().default(''),
  /** For a record without a detail: the cause of the fault that led to it, as its repair named it. The number is for users who see faults. */
  fault_cause: z
    .object({ exception_id: z.number().nullable(), code: z.string(), label: z.string() })
    .nullable()
    .default(null),
  was_trapped: z.boolean().nullable(),
  injured_num: z.number().nullable(),
  vulnerable_num: z.number().nullable(),
  handed_to: z.enum(['none', '120', '119', '110']).nullable(),
  called_back: z.boolean().nullable(),
  /** The way in which the trapped were released; null where nobody said so. */
  release_way: z.enum(releaseWays).nullable().default(null),
  release_way_label: z.string().default(''),
  note: z.string(),
  /** The way in which its holder took it; null while nobody has it. */
  accepted_via: z.enum(claimWays).nullable().default(null),
  /** While no help was dispatched: since when the claim counts, when it lapses, and how often its holder may still extend it. */
  claim: z.object({ since: wireTime, lapses_at: wireTime, extensions_left: z.number().int() }).nullable().default(null),
  /** The claim lapsed and no one has accepted again: since then. */
  waiting_since: wireTime.nullable().default(null),
  /** The former holder of that claim. */
  lapsed_claim: personRefSchema
    .extend({ cause: z.enum(['noProgress', 'claimerLeft']) })
    .nullable()
    .default(null),
  /** The person whom the holder last asked to take over; `answer_by` while the answer is awaited. */
  hand_over: z
    .object({
      to: personRefSchema,
      outcome: z.enum(['offered', 'declined', 'expired']),
      at: wireTime,
      answer_by: wireTime.nullable(),
    })
    .nullable()
    .default(null),
  /** The time at which help said that it would arrive; null without such a word, and once it is there. */
  expected_at: wireTime.nullable().default(null),
  /** People who confirmed by a key that they know of it, without taking it: 阳光物业 王芳. */
  informed: z.array(z.string()).default([]),
  /** Grows with each event that touches the row, and tells nothing but the order of answers with this row. */
  position: z.number(),
  /** The machine's state after the last event of the order's stream. */
  state: keptStateSchema.nullable(),
  /** Machine events that this user may try now: for clients that do not ask the machine themselves. */
  allowed_actions: z.array(z.string()),
});
export type RescueOrderRow = z.infer<typeof rescueOrderRowSchema>;

/** The detail of a rescue's cause in words: its own, else that of the fault that led to it, with where it comes from. Empty for none. */
export function causeDetailText({
  cause_detail_label: own,
  fault_cause: fault,
}: Pick<RescueOrderRow, 'cause_detail_label' | 'fault_cause'>): string {
  if (own !== '' || fault === null) return own;
  return `${fault.label}（来自故障${fault.exception_id === null ? '' : ` ${fault.exception_id}`}）`;
}

/** One event of an order's stream, as the timeline and the printed record show it. */
/** Kinds of actors: a person, or a part of the system that acts automatically. */
const actorKinds = ['person', 'device', 'rules', 'clock', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const timelineEntrySchema = z.object({
  /** The order within the record. */
  position: z.number(),
  version: z.number(),
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  actor_name: z.string(),
  actor_role: z.string(),
  /** Left out by earlier versions. */
  actor_kind: z.enum(actorKinds).optional(),
  at: wireTime,
  received_at: wireTime,
  hash: z.string(),
  /** The open page that confirms the event which closed a rescue; left out for other events, and by earlier versions. */
  verify_path: z.string().optional(),
  /** Names of the pictures that came with the event; left out for none, and by earlier versions. */
  photos: z.array(z.string()).optional(),
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
