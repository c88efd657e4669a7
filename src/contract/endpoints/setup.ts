import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The progress of a new site, read from its data each time: nothing is ticked off. */
export const siteSetupSchema = z.object({
  /** A demo has everything from its first minute. */
  is_demo: z.boolean(),
  /** The highest that the caller sees. */
  region: z.object({ id: z.number(), name: z.string(), is_city: z.boolean() }).nullable(),
  /** Saved by a person, be it with the value that it had. */
  hotline: z.object({ value: z.string(), is_confirmed: z.boolean() }),
  reached_by: z.object({
    /** As the server knows it: behind a proxy only if it trusts that proxy (TRUST_PROXY). */
    is_encrypted: z.boolean(),
    /** The public address: PUBLIC_URL, or the address of this request. */
    base_url: z.string(),
    is_base_url_set: z.boolean(),
    /** Null where devices connect to another broker. */
    is_mqtt_encrypted: z.boolean().nullable(),
  }),
  /** Enabled accounts that are rung, besides super administrators, of those whom the caller manages. */
  dispatcher_num: z.number(),
  dispatcher_role_id: z.number().nullable(),
  /** A lift with a collector that speaks the standard protocol. */
  lift: z.object({ id: z.number(), tag: z.string(), place: z.string(), device_key: z.string() }).nullable(),
  /** The first call that a person answered. */
  answered_call: z.object({ id: z.number(), tag: z.string(), answered_by: z.string() }).nullable(),
});
export type SiteSetup = z.infer<typeof siteSetupSchema>;

/** The steps in their order; those that calls depend on are done before the wizard ends. */
export const setupSteps = ['region', 'hotline', 'tls', 'people', 'lift', 'call'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Returns true if the data shows a step as done. */
export function isStepDone(setup: SiteSetup, step: SetupStep): boolean {
  switch (step) {
    case 'region':
      return setup.region !== null;
    case 'hotline':
      return setup.hotline.is_confirmed;
    case 'tls':
      return setup.reached_by.is_encrypted;
    case 'people':
      return setup.dispatcher_num > 0;
    case 'lift':
      return setup.lift !== null;
    case 'call':
      return setup.answered_call !== null;
  }
}

/** The steps without which no call is answered. Encryption is urged, but a site behind closed doors may work without. */
export const isSiteReady = (setup: SiteSetup): boolean =>
  setupSteps.every((step) => step === 'tls' || isStepDone(setup, step));

export const siteSetup = defineEndpoint({
  method: 'GET',
  path: '/api/site/setup',
  permission: 'site.setup',
  group: 'other',
  summary: '开站进度：由现有数据得出',
  input: z.object({}),
  output: siteSetupSchema,
});

/**
 * A call for help over MQTT in the name of the lift's collector, as if its button were pressed: consoles ring. The order says who
 * tested.
 */
export const siteTestCall = defineEndpoint({
  method: 'POST',
  path: '/api/site/test-call',
  permission: 'site.setup',
  group: 'other',
  summary: '测试呼叫：以电梯采集器的名义经 MQTT 发送一次求救，值班台真实响铃，救援单注明为测试',
  input: z.object({ elevator_id: z.number('请指定电梯').int().positive('请指定电梯') }),
  output: z.object({ rescue_order_id: z.number() }),
});
