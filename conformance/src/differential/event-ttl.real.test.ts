// How Events go: what a watch sees when the time of one is over, on the real server and on ours.
import { buildBinaries, describeReal, startControlPlane } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { startVirtualSide } from './virtual-side.ts';

const EVENTS = '/api/v1/namespaces/default/events';
const TTL_S = 3;

type Api = Awaited<ReturnType<typeof startControlPlane>>['api'];

/** The lines of a watch from before the Event is there until it is gone, with what tells revisions apart replaced by their order. */
async function livesOf(api: Api): Promise<readonly unknown[]> {
  const body = { metadata: { name: 'brief' }, involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' }, message: 'm' };
  const made = await api.expect({ method: 'POST', path: EVENTS, body });
  const lines: unknown[] = [];
  const path = `${EVENTS}?watch=1&timeoutSeconds=90&fieldSelector=metadata.name=brief&resourceVersion=${made.metadata.resourceVersion}`;
  for await (const { type, object } of api.watch({ path })) {
    const later = Number(object.metadata.resourceVersion) > Number(made.metadata.resourceVersion);
    lines.push({ type, later, uid: object.metadata.uid === made.metadata.uid, message: object['message'] });
    if (type === 'DELETED') break;
  }
  const { status } = await api.request({ path: `${EVENTS}/brief` });
  return [...lines, status];
}

describeReal('an Event whose time is over', () => {
  test('is told of as on the real server', { timeout: 180_000 }, async ({ onTestFinished }) => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    const plane = await startControlPlane({ programs: built.programs, controllers: false, apiServerFlags: [`--event-ttl=${TTL_S}s`] });
    onTestFinished(() => plane.stop());
    const ours = await startVirtualSide(1, { eventTtlMs: TTL_S * 1_000 });
    onTestFinished(() => ours.stop());
    const [left, right] = await Promise.all([livesOf(plane.api), livesOf(ours.api)]);
    expect(right).toEqual(left);
    expect(right).toEqual([{ type: 'DELETED', later: true, uid: true, message: 'm' }, 404]);
  });
});
