import type { KubeObject } from '@rectrace/kube';
import { parseSelectorObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import type { RecordSelection } from '../record-selection.ts';
import { selectedRoot } from './selected-roots.ts';

const SCOPE = { group: 'apps', resource: 'deployments', namespace: '' };

function selection(more: Partial<RecordSelection> = {}): RecordSelection {
  return { group: 'apps', version: 'v1', kind: 'Deployment', namespaces: [], selector: { kind: 'selector', requirements: [] }, ...more };
}

function labelled(labels: object): Partial<RecordSelection> {
  const selector = parseSelectorObject({ matchLabels: { ...labels } });
  if (selector.kind === 'invalid') throw new Error(selector.reason);
  return { selector };
}

function added(metadata: object = {}, kind = 'Deployment'): RecorderMessage {
  const object = {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web', namespace: 'plain', labels: { app: 'web' }, ...metadata },
  } as KubeObject;
  return { kind: 'Observed', type: 'Added', scope: SCOPE, object, by: 'watch', receivedAt: 0 };
}

describe('an object is recorded', () => {
  test('where a selection names its kind, whatever its version', () => {
    expect(selectedRoot(added(), [selection({ version: 'v1beta1' })])).toEqual({
      id: 'Deployment.apps/plain/web',
      group: 'apps',
      objectKind: 'Deployment',
      namespace: 'plain',
      name: 'web',
    });
    expect(selectedRoot(added({}, 'StatefulSet'), [selection()])).toBeUndefined();
  });

  test('in the namespaces and with the labels that were asked for', () => {
    expect(selectedRoot(added(), [selection({ namespaces: ['other'] })])).toBeUndefined();
    expect(selectedRoot(added(), [selection({ namespaces: ['other', 'plain'] })])).toBeDefined();
    expect(selectedRoot(added(), [selection(labelled({ app: 'db' }))])).toBeUndefined();
    expect(selectedRoot(added(), [selection(labelled({ app: 'db' })), selection(labelled({ app: 'web' }))])).toBeDefined();
  });

  test('when it is listed or changes, not when it is deleted', () => {
    const message = added();
    if (message.kind !== 'Observed') throw new Error('unexpected');
    expect(selectedRoot({ ...message, type: 'Modified' }, [selection()])).toBeDefined();
    expect(selectedRoot({ ...message, kind: 'Listed' }, [selection()])).toBeDefined();
    expect(selectedRoot({ ...message, type: 'Deleted' }, [selection()])).toBeUndefined();
    expect(selectedRoot({ kind: 'Tick', receivedAt: 0 }, [selection()])).toBeUndefined();
  });
});
