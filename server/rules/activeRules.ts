import { alarmRuleEvents } from '../../src/contract/events/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { catalogueActor } from '../domain/actors.ts';
import { onceActiveRuleIds } from '../domain/rules/ruleRows.ts';
import { findVersion, ruleStream } from '../domain/rules/ruleDesk.ts';
import type { EventStore } from '../store/eventStore.ts';
import { compileRule, initialState, type CompiledRule, type RuleState } from './alarmRules/evaluate.ts';
import type { RuleEvent } from './alarmRules/ruleEvent.ts';

/** A rule in force, with what it remembers. */
export interface ActiveRule {
  readonly rule: CompiledRule;
  readonly name: string;
  /** Events after this position count. */
  readonly from: number;
  /** It came with the product as it is: it opens or joins one work item of a place, however often it fires. */
  readonly isShipped: boolean;
  state: RuleState;
  /** The times of its firings in the last minute, epoch ms. */
  fired: number[];
}

const changes: ReadonlySet<string> = new Set(Object.keys(alarmRuleEvents));
export const changesRules = ({ type }: Pick<StoredEvent, 'type'>): boolean => changes.has(type);

/** Remembers what came before, so that it must see more than what it listens to. */
const isStateful = ({ body: { when, recovery, cooldown, unless }, watchesCollectors, watchesStanding }: CompiledRule) =>
  when.held_seconds > 0 ||
  when.repeat !== null ||
  recovery !== null ||
  cooldown !== null ||
  unless.power_cut ||
  watchesCollectors ||
  watchesStanding;

/** The rules in force, by what they listen to: a hundred of them cost an event no more than those that it concerns. */
export class ActiveRules {
  readonly #store: EventStore;
  readonly #rules = new Map<number, ActiveRule>();
  #byTopic = new Map<string, ActiveRule[]>();
  #stateful: ActiveRule[] = [];

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** As the log has them at that position. */
  async load(position: number): Promise<void> {
    for (const id of await onceActiveRuleIds(this.#store))
      for (const event of await this.#store.readStream(ruleStream(id)))
        if (event.position <= position) await this.#follow(event);
    this.#index();
  }

  /** A person, or the server, has activated or stopped one. Returns the one that is in force from this event on; undefined if none is. */
  async apply(event: StoredEvent): Promise<ActiveRule | undefined> {
    await this.#follow(event);
    this.#index();
    return [...this.#rules.values()].find(({ from }) => from === event.position);
  }

  /** It is over with one at once; its event follows. */
  stop(ruleId: number): void {
    if (this.#rules.delete(ruleId)) this.#index();
  }

  get stateful(): readonly ActiveRule[] {
    return this.#stateful;
  }

  /** Those that the event may concern. */
  concernedBy({ topic, position }: RuleEvent): readonly ActiveRule[] {
    const listening = topic === '' ? [] : (this.#byTopic.get(topic) ?? []);
    return [...this.#stateful, ...listening].filter(({ from }) => position > from);
  }

  async #follow(event: StoredEvent): Promise<void> {
    switch (event.type) {
      case 'alarmRule.activated':
        return this.#activate(event);
      case 'alarmRule.paused':
      case 'alarmRule.retired':
      case 'alarmRule.cutOff': {
        const { ruleId } = alarmRuleEvents['alarmRule.paused'].pick({ ruleId: true }).parse(event.data);
        this.#rules.delete(ruleId);
      }
    }
  }

  async #activate({ data, position, actor }: StoredEvent): Promise<void> {
    const { ruleId, version } = alarmRuleEvents['alarmRule.activated'].parse(data);
    const known = this.#rules.get(ruleId);
    if (known !== undefined && known.rule.version === version) return;
    const body = await findVersion(this.#store, ruleId, version);
    if (body === undefined) return;
    const isShipped = actor.id === catalogueActor.id;
    this.#rules.set(ruleId, {
      rule: compileRule({ ruleId, version, body }),
      name: body.name,
      // The product's own take over what the program before them has not handled.
      from: isShipped ? 0 : position,
      isShipped,
      state: initialState(),
      fired: [],
    });
  }

  #index(): void {
    this.#byTopic = new Map();
    this.#stateful = [];
    for (const active of this.#rules.values()) {
      if (isStateful(active.rule)) {
        this.#stateful.push(active);
        continue;
      }
      for (const topic of active.rule.topics) {
        const others = this.#byTopic.get(topic);
        if (others === undefined) this.#byTopic.set(topic, [active]);
        else others.push(active);
      }
    }
  }
}
