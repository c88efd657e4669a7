/** Alarms that open no work item without a rule; each lift reports each of them once. */
export const ruleKinds = ['overLoad', 'longTimeOpen', 'openCloseLoop', 'warn_shake'] as const;
