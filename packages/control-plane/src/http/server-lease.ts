// The lease by which an API server says that it is there, renewed as long as it is.
import type { Clock, JsonObject } from '@rectrace/kube';
import type { RandomSource } from '../api/random-source.ts';
import { newUid } from '../api/random-source.ts';
import type { InProcessClient } from '../in-process-client.ts';

export interface ServerLease {
  stop(): Promise<void>;
}

const COLLECTION = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';
const RENEW_EVERY_MS = 10_000;
const DURATION_SECONDS = 3_600;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const NAME_LETTERS = 26;

/** Held until stopped. */
export function holdServerLease(
  client: InProcessClient,
  { clock, random }: { readonly clock: Clock; readonly random: RandomSource },
): ServerLease {
  const stopping = new AbortController();
  const name = `apiserver-${Array.from({ length: NAME_LETTERS }, () => LETTERS[Math.floor(random.next() * LETTERS.length)]).join('')}`;
  const holder = `${name}_${newUid(random)}`;
  const done = keep(client, { clock, signal: stopping.signal, name, render: () => lease({ name, holder, now: clock.now() }) });
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

type Keeping = { readonly clock: Clock; readonly signal: AbortSignal; readonly name: string; readonly render: () => JsonObject };

async function keep(client: InProcessClient, { clock, signal, name, render }: Keeping): Promise<void> {
  await client.request({ method: 'POST', path: `${COLLECTION}?fieldManager=kube-apiserver`, body: render() });
  while (await passes(clock, signal)) {
    const path = `${COLLECTION}/${name}`;
    const { status, body } = await client.request({ path });
    if (status === 200)
      await client.request({ method: 'PUT', path: `${path}?fieldManager=kube-apiserver`, body: { ...body, spec: render()['spec'] ?? {} } });
    else await client.request({ method: 'POST', path: `${COLLECTION}?fieldManager=kube-apiserver`, body: render() });
  }
}

/** False where the wait was given up. */
function passes(clock: Clock, signal: AbortSignal): Promise<boolean> {
  return clock.after(RENEW_EVERY_MS, { signal, purpose: 'heartbeat' }).then(
    () => !signal.aborted,
    () => false,
  );
}

function lease({ name, holder, now }: { readonly name: string; readonly holder: string; readonly now: number }): JsonObject {
  return {
    metadata: { name, labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'rectrace' } },
    spec: { holderIdentity: holder, leaseDurationSeconds: DURATION_SECONDS, renewTime: `${new Date(now).toISOString().slice(0, 23)}000Z` },
  };
}
