import { expect, test } from 'vitest';
import { commandsIn, commandsOf } from './top-level-commands.ts';

test('commands are read from the help, the text beside them is not', () => {
  const help =
    'kubectl controls it.\n\nBasic Commands:\n  create          Create a resource\n  port-forward    Forward\n\nUsage:\n  kubectl [flags]\n';
  expect(commandsIn(help)).toEqual(['create', 'port-forward']);
});

test.each([
  ['kubectl get pods', ['get']],
  ['kubectl --as=jane -q auth can-i get pods && kubectl create configmap x', ['auth', 'create']],
  ["KUBE_EDITOR='sed -i s/a/b/' kubectl edit configmap x | kubectl replace -f -", ['edit', 'replace']],
  ['cat kubectl-notes; helm list', []],
])('%s runs %j', (line, commands) => {
  expect(commandsOf(line, 'kubectl')).toEqual(commands);
});

test('of several programs those of the named one count', () => {
  expect(commandsOf('helm upgrade shop ./shop && kubectl get pods; helm --namespace=x get values shop', 'helm')).toEqual([
    'upgrade',
    'get',
  ]);
});
