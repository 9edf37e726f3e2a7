// What is written by hand for built-in kinds, by the name that the store gives them. Only a list.
import type { ResourceStrategy } from '../strategy.ts';

/** Made from the base strategy of the kind. */
export type StrategyOf = (base: ResourceStrategy) => ResourceStrategy;

export const BUILT_IN_STRATEGIES: Readonly<Record<string, StrategyOf>> = {};
