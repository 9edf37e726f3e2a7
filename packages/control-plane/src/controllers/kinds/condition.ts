// One condition in the status of an object.

export type Condition = {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  /** Deployments alone have it. */
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
};
