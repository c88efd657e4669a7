/** How a lift works; it decides which checks apply to it. */
export const liftCategories = ['traction', 'hydraulic', 'dumbwaiter', 'escalator'] as const;
export type LiftCategory = (typeof liftCategories)[number];
