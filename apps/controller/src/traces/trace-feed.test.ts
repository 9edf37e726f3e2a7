import { Reflectors } from '@rectrace/cluster';
import type { Cancellation, KubeObject, ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TraceFeed } from './trace-feed.ts';

const TRACES = { group: 'trace.kubeblocks.io', resource: 'reconciliationtraces', namespace: '' };
const TEXTS = { group: '', resource: 'configmaps', namespace: 'rectrace' };
const DEFINITIONS = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', namespace: '' };
type Scope = typeof TRACES;

let clock: SteppedClock;
let reflectors: Reflectors;
let told: string[];

beforeEach(() => {
  clock = new SteppedClock(1_000);
  reflectors = new Reflectors({ source: SILENT, clock, random: () => 0 });
  told = [];
  const feed = new TraceFeed({
    reflectors,
    controller: {
      put: ({ metadata }) => void told.push(`put ${metadata.namespace}/${metadata.name}`),
      remove: (key) => void told.push(`remove ${key}`),
      speak: (texts) => void told.push(`speak ${JSON.stringify([...texts.keys()])}`),
    },
    texts: { namespace: 'rectrace', name: 'texts' },
    onSchema: ({ ours }) => void told.push(ours ? 'ours' : 'of another vendor'),
    log: pino({ level: 'silent' }),
  });
  void feed.run();
});
afterEach(() => reflectors.close());

/** A server that answers nothing: messages are told by hand. */
const SILENT: ListWatch = { list: (_, { signal }) => silence(signal), watch: (_, { signal }) => silence(signal) };

async function* silence(signal: Cancellation): AsyncIterable<never> {
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

function object(namespace: string, name: string, more: object = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Any', metadata: { namespace, name, uid: `uid-${name}`, resourceVersion: '1' }, ...more } as KubeObject;
}

/** What the messages lead to. */
async function tell(...messages: readonly RecorderMessage[]): Promise<readonly string[]> {
  told.length = 0;
  for (const message of messages) await reflectors.tell(message);
  await clock.advance(10);
  return [...told];
}

function list(scope: Scope, ...objects: readonly KubeObject[]): readonly RecorderMessage[] {
  return [
    { kind: 'ListBegin', scope, objectKind: 'Any', resourceVersion: '1', requestedAt: 0, receivedAt: 0 },
    ...objects.map((shown): RecorderMessage => ({ kind: 'Listed', scope, object: shown, receivedAt: 0 })),
    { kind: 'ListEnd', scope, resourceVersion: '1', receivedAt: 0 },
  ];
}

describe('after the storage was restored', () => {
  const restored = (scope: Scope): RecorderMessage => ({ kind: 'EpochBegin', scope, reason: 'restored', receivedAt: 0 });

  test('traces that are in the list no more are served no more', async () => {
    await tell(...list(TRACES, object('plain', 'a'), object('plain', 'b')));
    expect(await tell(restored(TRACES), ...list(TRACES, object('plain', 'b')))).toEqual(['put plain/b', 'remove plain/a']);
  });

  test('texts that are gone are spoken no more', async () => {
    expect(await tell(...list(TEXTS, object('rectrace', 'texts', { data: { en: 'apps/v1/Deployment/Creation=made' } })))).toHaveLength(1);
    expect(await tell(restored(TEXTS), ...list(TEXTS))).toEqual(['speak []']);
  });

  test('a definition of another vendor that is gone says nothing about traces', async () => {
    const foreign = { spec: { versions: [{ name: 'v1', schema: { openAPIV3Schema: { properties: { status: { properties: {} } } } } }] } };
    const named = object('', 'reconciliationtraces.trace.kubeblocks.io', foreign);
    expect(await tell(...list(DEFINITIONS, named))).toEqual(['of another vendor']);
    expect(await tell(restored(DEFINITIONS), ...list(DEFINITIONS))).toEqual(['ours']);
  });
});

test('what is seen within a list beside what it shows is there, and what vanishes is removed once', async () => {
  const [begin, end] = list(TRACES) as [RecorderMessage, RecorderMessage];
  const observed: RecorderMessage = {
    kind: 'Observed',
    type: 'Modified',
    scope: TRACES,
    object: object('plain', 'a'),
    by: 'walkBack',
    receivedAt: 0,
  };
  await tell(...list(TRACES, object('plain', 'a'), object('plain', 'b')));
  const deleted: RecorderMessage = { ...observed, type: 'Deleted', object: object('plain', 'b') };
  expect(await tell(begin, observed, deleted, end)).toEqual(['put plain/a', 'remove plain/b']);
});
