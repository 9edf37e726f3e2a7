import { ApiError } from '@rectrace/cluster';
import { MemoryHistory, ResumePlaces } from '@rectrace/history';
import type { ApiResource, ListPage, ListWatch } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { planResume } from './resume-plan.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true } as ApiResource;
const QUERY = { resource: PODS, namespace: 'plain' };

function placesAt(resourceVersion: string): ResumePlaces {
  const history = new MemoryHistory();
  const positions = [{ scope: 'pods@plain', resourceVersion, epoch: 0 }];
  history.commit({ changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions, fence: 0 });
  return new ResumePlaces(history);
}

function listing(list: () => AsyncGenerator<ListPage>): { readonly listWatch: ListWatch } {
  return { listWatch: { list, watch: () => list() } as unknown as ListWatch };
}

test('a collection that was followed goes on from there and waits for what has changed since', async () => {
  const cluster = listing(async function* () {
    const items = [7, 9].map((version) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${version}`, uid: `u${version}`, resourceVersion: `${version}` },
    }));
    yield { resourceVersion: '10', items } as unknown as ListPage;
  });
  const [planned] = await planResume(cluster, [QUERY], { places: placesAt('8'), signal: new AbortController().signal });
  expect(planned).toEqual({
    query: QUERY,
    beginning: { kind: 'resume', until: '10', expected: new Map([['u9', '9']]) },
    resume: { resourceVersion: '8', known: [] },
  });
});

test('one that cannot be listed at the moment goes on from there all the same', async () => {
  // biome-ignore lint/correctness/useYield: it fails before the first page
  const cluster = listing(async function* () {
    const status = { code: 503, reason: 'ServiceUnavailable', message: 'not now' };
    throw new ApiError(status as unknown as ConstructorParameters<typeof ApiError>[0], { method: 'GET', path: '/pods' });
  });
  const [planned] = await planResume(cluster, [QUERY], { places: placesAt('8'), signal: new AbortController().signal });
  expect(planned?.resume).toEqual({ resourceVersion: '8', known: [] });
  expect(planned?.beginning).toEqual({ kind: 'resume', until: '8', expected: new Map() });
});
