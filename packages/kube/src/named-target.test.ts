import { describe, expect, test } from 'vitest';
import { parseTarget } from './named-target.ts';

describe('targets', () => {
  test.each([
    [['deploy/web'], { word: 'deploy', name: 'web' }],
    [['deploy', 'web'], { word: 'deploy', name: 'web' }],
    [['Cluster.v1.apps.kubeblocks.io/plain/db'], { word: 'Cluster.v1.apps.kubeblocks.io', namespace: 'plain', name: 'db' }],
    [['clusterrole/system:node'], { word: 'clusterrole', name: 'system:node' }],
  ])('%j', (words, expected) => {
    expect(parseTarget(words)).toEqual({ kind: 'target', ...expected });
  });

  test.each([
    [[]],
    [['deploy']],
    [['deploy/']],
    [['/web']],
    [['a//c']],
    [['a/b/c/d']],
    [['deploy/web', 'other']],
    [['deploy', 'web', 'other']],
    [['deploy', '']],
  ])('%j names no object', (words) => {
    expect(parseTarget(words)).toMatchObject({ kind: 'malformed', message: expect.stringContaining('names no object') });
  });

  test.each([[['deploy/a,sts/b']], [['deploy,sts/web']], [['deploy,sts', 'web']], [['deploy/a,sts/b,svc/c']]])(
    '%j names several',
    (words) => {
      expect(parseTarget(words)).toMatchObject({ kind: 'malformed', message: expect.stringContaining('names several objects; name one') });
    },
  );

  test.each([[['deploy', 'a/b']], [['deploy/..']], [['deploy/a%2f']], [['deploy/a b']]])('%j has no name', (words) => {
    expect(parseTarget(words)).toMatchObject({ kind: 'malformed', message: expect.stringContaining('is no name of an object') });
  });
});
