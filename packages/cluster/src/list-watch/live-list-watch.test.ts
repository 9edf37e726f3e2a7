import type { KubeObject, ListFrom, WatchMessage } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { formatTarget } from '../transport/transport.ts';
import { listAll } from './list-all.ts';
import { liveListWatch } from './live-list-watch.ts';

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
const PATH = '/api/v1/namespaces/plain/pods';
const signal = new AbortController().signal;
const CONSISTENT: ListFrom = { kind: 'consistent' };

function pod(name: string, resourceVersion = '5'): object {
  return { metadata: { name, namespace: 'plain', uid: `uid-${name}`, resourceVersion } };
}

function list(version: string, items: readonly object[], token = ''): object {
  return {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: version, ...(token === '' ? {} : { continue: token, remainingItemCount: 7 }) },
    items,
  };
}

function expired(): ApiError {
  return new ApiError({ code: 410, reason: 'Expired', message: 'too old' }, { method: 'GET', path: PATH });
}

function over(transport: ScriptedTransport): ReturnType<typeof liveListWatch> {
  return liveListWatch({ transport, clock: new SteppedClock(1_000) });
}

const query = { resource: PODS, namespace: 'plain' };

describe('lists', () => {
  test('a page may have more items than were asked for', async () => {
    const items = Array.from({ length: 200_000 }, () => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }));
    const source = {
      async *list() {
        yield { resourceVersion: '9', items };
      },
    };
    expect((await listAll(source, { query, from: CONSISTENT, signal })).items.length).toBe(items.length);
  });

  test('the next page is asked for before this one is used, unless few were wanted', async () => {
    const transport = new ScriptedTransport({
      [`${PATH}?limit=500`]: list('9', [pod('a')], 'next'),
      [`${PATH}?continue=next&limit=500`]: list('9', [pod('b')]),
      [`${PATH}?limit=1`]: list('9', [pod('a')], 'next'),
    });
    const firstPage = async (options: { readonly limit?: number }): Promise<number> => {
      for await (const { items } of over(transport).list(query, { from: CONSISTENT, signal, ...options })) return items.length;
      return 0;
    };
    const targets = (): readonly string[] => transport.asked.splice(0).map(formatTarget);
    expect(await firstPage({})).toBe(1);
    expect(targets()).toEqual([`${PATH}?limit=500`, `${PATH}?continue=next&limit=500`]);
    expect(await firstPage({ limit: 1 })).toBe(1);
    expect(targets()).toEqual([`${PATH}?limit=1`]);
  });

  test('pages follow their tokens, items carry apiVersion and kind', async () => {
    const transport = new ScriptedTransport({
      [`${PATH}?limit=500`]: list('9', [pod('a')], 'next'),
      [`${PATH}?continue=next&limit=500`]: list('9', [pod('b')]),
    });
    const pages = [];
    for await (const page of over(transport).list(query, { from: CONSISTENT, signal })) pages.push(page);
    expect(
      pages.map(({ resourceVersion, items, remaining }) => [
        resourceVersion,
        items.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.name}`),
        remaining,
      ]),
    ).toEqual([
      ['9', ['v1 Pod a'], 7],
      ['9', ['v1 Pod b'], undefined],
    ]);
  });

  test.each<readonly [ListFrom, string]>([
    [{ kind: 'notOlderThan', resourceVersion: '7' }, 'resourceVersion=7&resourceVersionMatch=NotOlderThan&limit=500'],
    [{ kind: 'exact', resourceVersion: '7' }, 'resourceVersion=7&resourceVersionMatch=Exact&limit=500'],
  ])('%j', async (from, expected) => {
    const transport = new ScriptedTransport({ [`${PATH}?${expected}`]: list('9', []) });
    expect(await listAll(over(transport), { query, from, signal })).toEqual({ resourceVersion: '9', items: [] });
  });

  test('selectors, and metadata only: items are what they are the metadata of', async () => {
    const item = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', ...pod('a') };
    const transport = new ScriptedTransport({ [PATH]: list('9', [item]) });
    const { items } = await listAll(over(transport), {
      query: { ...query, metadataOnly: true, labelSelector: 'a=b', fieldSelector: 'metadata.name=a' },
      from: CONSISTENT,
      signal,
    });
    expect(items[0]).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
    expect(transport.asked[0]).toMatchObject({
      query: { labelSelector: 'a=b', fieldSelector: 'metadata.name=a' },
      accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    });
  });

  test('an expired token begins the list anew; nothing of the first attempt is left', async () => {
    let lists = 0;
    const transport = new ScriptedTransport({
      [`${PATH}?limit=500`]: () => {
        lists += 1;
        return lists === 1 ? list('9', [pod('a'), pod('old')], 'next') : list('20', [pod('a')]);
      },
      [`${PATH}?continue=next&limit=500`]: expired(),
    });
    const listed = await listAll(over(transport), { query, from: CONSISTENT, signal });
    expect([listed.resourceVersion, listed.items.map(({ metadata }) => metadata.name)]).toEqual(['20', ['a']]);
  });

  test('the 410 of an exact list is not repeated', async () => {
    const transport = new ScriptedTransport({ [PATH]: expired() });
    await expect(listAll(over(transport), { query, from: { kind: 'exact', resourceVersion: '1' }, signal })).rejects.toBeInstanceOf(
      ApiError,
    );
    expect(transport.asked).toHaveLength(1);
  });

  test.each([
    ['half a list', '{"items":[{"meta'],
    ['no list', '[]'],
    ['no version', { kind: 'PodList', metadata: {}, items: [] }],
    ['an item without a name', list('9', [{ metadata: { uid: 'x' } }])],
  ])('garbage is refused: %s', async (_title, answer) => {
    const transport = new ScriptedTransport({ [PATH]: answer });
    await expect(listAll(over(transport), { query, from: CONSISTENT, signal })).rejects.toMatchObject({ code: 'ANSWER_GARBLED' });
  });
});

describe('watches', () => {
  async function watched(lines: readonly (object | string)[]): Promise<readonly WatchMessage[]> {
    const messages: WatchMessage[] = [];
    const transport = new ScriptedTransport({ [PATH]: lines });
    for await (const message of over(transport).watch(query, { from: '7', signal, timeoutSeconds: 300.5 })) messages.push(message);
    expect(transport.asked[0]?.query).toMatchObject({
      watch: 'true',
      resourceVersion: '7',
      allowWatchBookmarks: 'true',
      timeoutSeconds: '301',
    });
    return messages;
  }

  test('each kind of event', async () => {
    const object = { apiVersion: 'v1', kind: 'Pod', ...pod('a', '8') } as unknown as KubeObject;
    expect(
      await watched([
        { type: 'ADDED', object },
        { type: 'MODIFIED', object },
        { type: 'DELETED', object },
        { type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: '12' } } },
        {
          type: 'BOOKMARK',
          object: { kind: 'Pod', metadata: { resourceVersion: '13', annotations: { 'k8s.io/initial-events-end': 'true' } } },
        },
      ]),
    ).toEqual([
      { kind: 'Added', object, receivedAt: 1_000 },
      { kind: 'Modified', object, receivedAt: 1_000 },
      { kind: 'Deleted', object, receivedAt: 1_000 },
      { kind: 'Bookmark', resourceVersion: '12', initialEventsEnd: false, receivedAt: 1_000 },
      { kind: 'Bookmark', resourceVersion: '13', initialEventsEnd: true, receivedAt: 1_000 },
    ]);
  });

  test('ERROR carries its Status, and what came where it is none', async () => {
    const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
    expect(await watched([{ type: 'ERROR', object: status }])).toMatchObject([
      { kind: 'Failure', status: { code: 410, reason: 'Expired' } },
    ]);
    expect(await watched([{ type: 'ERROR', object: 'odd' }])).toMatchObject([{ kind: 'Failure', status: { code: 500 }, raw: 'odd' }]);
  });

  test('integers beyond 2^53 stay exact', async () => {
    const messages = await watched([
      `{"type":"ADDED","object":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","resourceVersion":"8"},"big":12345678901234567890}}`,
    ]);
    expect(messages[0]?.kind === 'Added' ? messages[0].object['big'] : undefined).toBe(12345678901234567890n);
  });

  test.each([
    ['no JSON', 'oops'],
    ['an unknown type', { type: 'MOVED', object: {} }],
    ['an object without a name', { type: 'ADDED', object: { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '8' } } }],
    ['an object without a version', { type: 'ADDED', object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } } }],
    ['a bookmark without a version', { type: 'BOOKMARK', object: { metadata: {} } }],
    ['null', 'null'],
  ])('garbage is refused: %s', async (_title, line) => {
    await expect(watched([line])).rejects.toMatchObject({ code: 'ANSWER_GARBLED' });
  });
});
