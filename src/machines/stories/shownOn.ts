/** A story of a screen: its title in Storybook's tree and the name of its export. */
export interface ScreenStory {
  readonly title: string;
  readonly story: string;
}

const desk = (story: string): ScreenStory => ({ title: 'features/RescueCall', story });
const deskLive = (story: string): ScreenStory => ({ title: 'features/RescueCall/推送与操作', story });
const dialog = (story: string): ScreenStory => ({ title: 'features/AlarmDialog', story });
const wall = (story: string): ScreenStory => ({ title: 'features/DataBoard', story });
const frame = (story: string): ScreenStory => ({ title: 'app/MainLayout', story });
const login = (story: string): ScreenStory => ({ title: 'features/Login', story });
const lift = (story: string): ScreenStory => ({ title: 'features/ElevatorScreening/LiftView', story });

const exceptions = (story: string): ScreenStory => ({ title: 'features/Exceptions', story });

/** The states of a fault, scooter or incident in a stage: whether the device still reports it changes one mark on the same screen. */
const inStage = (key: string, screen: ScreenStory, mayBeLate = false): Readonly<Record<string, ScreenStory>> =>
  Object.fromEntries(
    ['active', 'cleared'].flatMap((condition) =>
      (mayBeLate ? ['', '+overdue'] : ['']).map((late) => [`${key}+condition.${condition}${late}`, screen]),
    ),
  );

/**
 * The screen on which a person meets each state of a machine, by machine and state (as `stateKey` writes it).
 * A state that is missing here is shown on no screen yet: alarms get theirs with the alarm center, commands with the device panel.
 */
const screens: Readonly<Record<string, Readonly<Record<string, ScreenStory>>>> = {
  rescueOrder: {
    unopened: { title: 'features/RescueCall/新建电话报警', story: 'Found' },
    pending: desk('Pending'),
    'pending+overdue': desk('BreachRespond'),
    'rescuing.accepted': desk('Accepted'),
    'rescuing.accepted+overdue': desk('Accepted'),
    'rescuing.dispatched': desk('Dispatched'),
    'rescuing.dispatched+overdue': desk('BreachArrive'),
    'rescuing.arrived': desk('Arrived'),
    'rescuing.released': desk('Released'),
    completed: desk('CompletedLate'),
    falseCall: desk('FalseCall'),
  },
  alarmDialog: {
    closed: deskLive('WorstIsSelected'),
    'ringing.audible': dialog('OneCall'),
    'ringing.soundBlocked': dialog('SoundBlocked'),
    answering: dialog('Answering'),
    claimedByOther: dialog('ClaimedByOther'),
    navigating: dialog('Navigating'),
  },
  pushConnection: {
    connecting: frame('Connecting'),
    authenticating: frame('Connecting'),
    waiting: frame('LinkStale'),
    refused: frame('LinkRefused'),
    closed: login('Empty'),
    live: frame('LinkLive'),
    stale: frame('LinkStale'),
  },
  session: {
    loggedOut: login('Empty'),
    authenticating: login('Authenticating'),
    entering: login('Entering'),
    loggedIn: frame('Overview'),
    leaving: frame('Leaving'),
  },
  replay: {
    idle: wall('Live'),
    loading: wall('Replaying'),
    playing: wall('Replaying'),
    paused: wall('Replaying'),
    ended: wall('ReplayHole'),
    failed: wall('ReplayFailed'),
  },
  device: {
    'status.unbound+load.unknown': lift('NeverReported'),
    'status.notActivated+load.unknown': lift('NeverReported'),
    'status.disabled+load.unknown': lift('SilentDevices'),
    'status.online+load.normal': lift('Live'),
    'status.online+load.busy': lift('Live'),
    'status.online+load.unknown': lift('Live'),
    'status.offline+load.unknown': lift('Offline'),
  },
  fault: {
    unreported: exceptions('Report'),
    ...inStage('occurred.handling.pending', exceptions('ElevatorFault'), true),
    ...inStage('occurred.handling.accepted', exceptions('FaultFromAcceptToConfirmed'), true),
    ...inStage('occurred.handling.onSite', exceptions('ElevatorFault'), true),
    ...inStage('occurred.handling.repaired', exceptions('ElevatorFault')),
    ...inStage('occurred.handling.done', exceptions('ElevatorFaultHistory')),
  },
  scooter: {
    undetected: exceptions('Report'),
    ...inStage('seen.handling.detected', exceptions('ElectricScooter'), true),
    'seen.handling.doorHeld+condition.active': exceptions('ElectricScooter'),
    'seen.handling.doorHeld+condition.active+overdue': exceptions('ElectricScooter'),
    ...inStage('seen.handling.released', exceptions('ReleaseScooter')),
    ...inStage('seen.handling.falseAlarm', exceptions('ElectricScooterHistory')),
  },
  incident: {
    unreported: exceptions('Report'),
    'reported.handling.checking+condition.active+left2': exceptions('SweepEighteenCars'),
    'reported.handling.checking+condition.active+left1': exceptions('SweepEighteenCars'),
    'reported.handling.checking+condition.active+swept': exceptions('SweepEighteenCars'),
    'reported.handling.closed+condition.active+swept': exceptions('SweepEighteenCars'),
    ...inStage('reported.handling.closed', exceptions('FaultRecordsHistory')),
  },
};

/** The story of the screen that shows a machine's state; undefined where no screen shows it yet. */
export const shownOn = (machine: string, stateKey: string): ScreenStory | undefined => screens[machine]?.[stateKey];

/** Every link, for the test that keeps them whole. */
export const screenLinks = Object.entries(screens).flatMap(([machine, states]) =>
  Object.entries(states).map(([key, screen]) => ({ machine, key, screen })),
);
