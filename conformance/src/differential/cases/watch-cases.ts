// Rows 11, 12, 14, 18 and 37: watches.
import type { WatchLine } from '@rectrace/testbed';
import { type DifferentialCase, differentialCase } from '../differential-case.ts';

const ended = (lines: readonly WatchLine[]): boolean => lines.some(({ object }) => object.metadata?.name === 'end');

export const WATCH_CASES: readonly DifferentialCase[] = [
  differentialCase(11, 'a watch from a revision', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { body: first } = await subject.ask({ method: 'POST', path, body: { metadata: { name: 'before' } } });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { x: 'y' } } });
    const watch = subject.watch({ path: `${path}?resourceVersion=${first.metadata.resourceVersion}`, until: ended });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { x: 'y' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/a` });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'end' } } });
    await watch.done;
  }),
  differentialCase(11, 'a watch that times out', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    for (const query of ['', '?resourceVersion=0', '?resourceVersion=999999999', '?fieldSelector=metadata.name%3Dabsent']) {
      await subject.watch({ path: `${path}${query}`, timeoutSeconds: 1 }).done;
    }
  }),
  differentialCase(11, 'options of watches that are refused', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const queries = [
      'resourceVersion=abc',
      'sendInitialEvents=true',
      'resourceVersionMatch=Exact&resourceVersion=1',
      'resourceVersionMatch=NotOlderThan&resourceVersion=5&sendInitialEvents=true&continue=x',
      'timeoutSeconds=x',
      'labelSelector=a%20b',
      'fieldSelector=data.x%3D1',
    ];
    for (const query of queries) await subject.ask({ path: `${path}?watch=1&${query}` });
  }),
  differentialCase(12, 'initial events and bookmarks', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const streaming = `${path}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
    await subject.watch({ path: streaming, timeoutSeconds: 3, until: (lines) => lines.some(({ type }) => type === 'BOOKMARK') }).done;
    for (const name of ['b', 'a']) await subject.ask({ method: 'POST', path, body: { metadata: { name, labels: { l: name } } } });
    await subject.watch({ path: streaming, timeoutSeconds: 3, until: (lines) => lines.some(({ type }) => type === 'BOOKMARK') }).done;
    await subject.watch({
      path: `${streaming}&labelSelector=l%3Da`,
      timeoutSeconds: 3,
      until: (lines) => lines.some(({ type }) => type === 'BOOKMARK'),
    }).done;
    await subject.watch({
      path: `${streaming}&resourceVersion=0`,
      timeoutSeconds: 3,
      until: (lines) => lines.some(({ type }) => type === 'BOOKMARK'),
    }).done;
    await subject.watch({ path: `${path}?sendInitialEvents=false&resourceVersionMatch=NotOlderThan`, timeoutSeconds: 1 }).done;
    await subject.watch({ path: `${path}?sendInitialEvents=true&resourceVersionMatch=NotOlderThan`, timeoutSeconds: 1 }).done;
    await subject.watch({
      path: `/apis/apps/v1/namespaces/${namespace}/deployments?sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
      timeoutSeconds: 3,
      until: (lines) => lines.some(({ type }) => type === 'BOOKMARK'),
    }).done;
  }),
  differentialCase(37, 'transitions of selectors', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a', labels: { l: '1' } } } });
    const watch = subject.watch({ path: `${path}?labelSelector=l%3D1`, until: ended });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { x: 'y' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { metadata: { labels: { l: '2' } } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { x: 'z' } } });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { metadata: { labels: { l: '1' } } } });
    await subject.ask({ method: 'DELETE', path: `${path}/a` });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'other', labels: { l: '2' } } } });
    await subject.ask({ method: 'DELETE', path: `${path}/other` });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'end', labels: { l: '1' } } } });
    await watch.done;
  }),
  differentialCase(11, 'a watch of one object', async (subject, namespace) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'a' } } });
    const watch = subject.watch({
      path: `${path}?fieldSelector=metadata.name%3Dend`,
      until: (lines) => lines.some(({ type }) => type === 'DELETED'),
    });
    await subject.ask({ method: 'PATCH', path: `${path}/a`, body: { data: { x: 'y' } } });
    await subject.ask({ method: 'POST', path, body: { metadata: { name: 'end' } } });
    await subject.ask({ method: 'DELETE', path: `${path}/end` });
    await watch.done;
    const old = subject.watch({
      path: `/api/v1/watch/namespaces/${namespace}/configmaps/a`,
      timeoutSeconds: 2,
      until: (lines) => lines.length > 0,
    });
    await old.done;
  }),
];
