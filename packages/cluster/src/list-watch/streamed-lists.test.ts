import type { ListFrom, ListPage, ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { streamedLists } from './streamed-lists.ts';

const PODS = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  singular: 'pod',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
};
const PATH = '/api/v1/pods';
const query = { resource: PODS, namespace: '' };
const signal = new AbortController().signal;
const PAGED: ListPage = { resourceVersion: 'paged', items: [] };

const inner: ListWatch = {
  async *list() {
    yield PAGED;
  },
  async *watch() {
    yield { kind: 'Bookmark', resourceVersion: '1', initialEventsEnd: false, receivedAt: 0 };
  },
};

function event(type: string, name: string, resourceVersion: string): object {
  return { type, object: { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'plain', resourceVersion } } };
}

const end = (resourceVersion: string): object => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } } },
});

async function pagesOf(list: ListWatch, from: ListFrom = { kind: 'consistent' }, limit?: number): Promise<readonly string[]> {
  const pages: string[] = [];
  for await (const page of list.list(query, { from, signal, ...(limit === undefined ? {} : { limit }) })) {
    pages.push([page.resourceVersion, ...page.items.map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)].join(' '));
  }
  return pages;
}

function over(answer: object): { readonly list: ListWatch; readonly transport: ScriptedTransport } {
  const transport = new ScriptedTransport({ [PATH]: answer });
  return { transport, list: streamedLists(inner, { transport, clock: new SteppedClock(0) }) };
}

describe('a streamed list', () => {
  test('is the state at its end mark, with what changed and went while it was sent', async () => {
    const { list, transport } = over([
      event('ADDED', 'a', '1'),
      event('ADDED', 'b', '2'),
      event('MODIFIED', 'a', '5'),
      event('DELETED', 'b', '6'),
      event('ADDED', 'c', '7'),
      end('8'),
    ]);
    expect(await pagesOf(list)).toEqual(['8 a@5 c@7']);
    expect(transport.asked[0]?.query).toMatchObject({ watch: 'true', sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' });
  });

  test('an empty one has its version', async () => {
    expect(await pagesOf(over([end('3')]).list)).toEqual(['3']);
  });

  test('a refusal falls back to pages, from then on at once', async () => {
    const { list, transport } = over(
      new ApiError({ code: 422, reason: 'Invalid', message: 'sendInitialEvents is forbidden' }, { method: 'GET', path: PATH }),
    );
    expect(await pagesOf(list)).toEqual(['paged']);
    expect(await pagesOf(list)).toEqual(['paged']);
    expect(transport.asked).toHaveLength(1);
  });

  test('exact lists, lists from a cache and probes stay paged', async () => {
    const { list, transport } = over([end('3')]);
    expect(await pagesOf(list, { kind: 'exact', resourceVersion: '1' })).toEqual(['paged']);
    expect(await pagesOf(list, { kind: 'notOlderThan', resourceVersion: '1' })).toEqual(['paged']);
    expect(await pagesOf(list, { kind: 'consistent' }, 1)).toEqual(['paged']);
    expect(transport.asked).toHaveLength(0);
  });

  test('one that ends before its end mark is a cut connection', async () => {
    await expect(pagesOf(over([event('ADDED', 'a', '1')]).list)).rejects.toMatchObject({ code: 'CONNECTION_CUT' });
  });

  test('403 and 410 are told, not worked around', async () => {
    const forbidden = new ApiError({ code: 403, reason: 'Forbidden', message: 'no' }, { method: 'GET', path: PATH });
    await expect(pagesOf(over(forbidden).list)).rejects.toBe(forbidden);
    const failure = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired', message: 'old' } };
    await expect(pagesOf(over([failure]).list)).rejects.toMatchObject({ status: { code: 410 } });
  });
});
