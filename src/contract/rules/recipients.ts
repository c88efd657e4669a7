import * as z from 'zod';
import { duties } from '../entities/person.ts';
import { roleTypes } from '../labels.ts';

/** The companies responsible for a lift. */
export const liftCompanyLabels = { property: '物业单位', maintenance: '维保单位' } as const;
const company = z.enum(['property', 'maintenance'], '请选择单位');

/** The people whom a rung of a ladder notifies; resolved to people when the rung is due. */
export const rungWhoSchema = z.discriminatedUnion('kind', [
  /**
   * The people on duty now, according to the company's rota. Without a company: the rota of the ladder's organisation,
   * or else those of both companies of the lift.
   */
  z.object({ kind: z.literal('rota'), company: company.optional() }),
  /** The 24-hour telephone of the lift's company; its contact person where none is recorded. */
  z.object({ kind: z.literal('dutyPhone'), company }),
  /** The people of the lift's company who have this duty. */
  z.object({ kind: z.literal('duty'), company, duty: z.enum(duties, '请选择岗位') }),
  z.object({ kind: z.literal('person'), person_id: z.number('请选择人员').int().positive('请选择人员') }),
  /** The administrators and supervisors whose scope includes the lift. */
  z.object({ kind: z.literal('supervisors') }),
]);
export type RungWho = z.infer<typeof rungWhoSchema>;

/** The people whom a rule notifies. */
export const recipientSchema = z.discriminatedUnion('kind', [
  ...rungWhoSchema.options,
  /** Users who may answer calls for the lift. */
  z.object({ kind: z.literal('answerers') }),
  /** Users of one role whose scope includes the lift. */
  z.object({
    kind: z.literal('role'),
    role_type: z.literal(Object.values(roleTypes), '请选择角色'),
  }),
  /** The group behind the robot or webhook in the channel's settings. */
  z.object({ kind: z.literal('group') }),
]);
export type Recipient = z.infer<typeof recipientSchema>;
