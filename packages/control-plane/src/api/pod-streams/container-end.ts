// When a container ended: the moment in which its pod's status first said so, or its pod was gone.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { nameOf, namespaceOf, uidOf } from '../metadata.ts';
import { containerStatus } from './asked-pod.ts';

export type FollowedContainer = { readonly pod: JsonObject; readonly container: string };

export class ContainerEnd {
  readonly #environment: Pick<Environment, 'clock' | 'store'>;
  readonly #followed: FollowedContainer;
  #moment: number | undefined;

  /** Looks at once. */
  constructor(environment: Pick<Environment, 'clock' | 'store'>, followed: FollowedContainer) {
    this.#environment = environment;
    this.#followed = followed;
    this.look();
  }

  /** In milliseconds since the epoch; undefined as long as it runs. */
  get moment(): number | undefined {
    return this.#moment;
  }

  /** To be called at every write to a pod. */
  look(): void {
    const { clock, store } = this.#environment;
    const { pod } = this.#followed;
    const now = store.get({ resource: 'pods', key: `${namespaceOf(pod)}/${nameOf(pod)}` })?.object;
    if (!isRunning(now, this.#followed)) this.#moment ??= clock.now();
  }
}

/** What nobody tells the status of counts as running as long as its pod is there. */
function isRunning(now: JsonObject | undefined, { pod, container }: FollowedContainer): boolean {
  if (now === undefined || uidOf(now) !== uidOf(pod)) return false;
  const status = containerStatus(now, container);
  return status === undefined || isJsonObject(valueAt(status, ['state', 'running']));
}
