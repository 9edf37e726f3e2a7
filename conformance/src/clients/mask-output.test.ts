import { expect, test } from 'vitest';
import { maskOutput } from './mask-output.ts';

const ORIGIN = { url: 'https://127.0.0.1:4711', folders: { '/tmp/run-1': '<folder>' } };

test.each([
  ['NAME   READY   AGE\nweb-6d4cf56db6-x7k2p     1/1     12s\n', 'NAME  READY  AGE\nweb-6d4cf56db6-*  1/1  <age>\n'],
  ['shop \tdefault\t2026-12-01 14:38:43.12 +0000 UTC   \tdeployed', 'shop\tdefault\t<time>\tdeployed'],
  ['ready 119s ago', 'ready <age> ago'],
  ['pod node-debugger-node-a-jsq2w made', 'pod node-debugger-<node>-* made'],
  ['https://127.0.0.1:4711 refused', 'https://<server> refused'],
  ['I1201 14:38:43.123456   12345 request.go:601] Waited for 1.04s due to throttling, request: GET:https://x\nyes\n', 'yes\n'],
  ['E1201 14:38:43.123456   12345 request.go:1196] "Unexpected error when reading response body" err="context canceled"\nyes\n', 'yes\n'],
  ['E1201 14:38:43.123456   12345 memcache.go:265] "no"', 'E memcache.go:265] "no"'],
  ['panic: nil pointer\n\ngoroutine 1 [running]:\nmain(0x29b56e155300)\n', 'panic: nil pointer\n'],
  ['Start Time:   Tue, 01 Dec 2026 14:38:43 +0000', 'Start Time:  <time>'],
  ['LAST DEPLOYED: Tue Dec  1 14:38:43 2026', 'LAST DEPLOYED: <time>'],
  ['2026-12-01 14:38:43.123456 +0000 UTC m=+0.1 and 2026-12-01T14:38:43Z', '<time> and <time>'],
  ['  resourceVersion: "812"\n  uid: 0f8fad5b-d9cb-469f-a165-70867728950e', '  resourceVersion: "<revision>"\n  uid: <uid>'],
  ['Resource Version:   77', 'Resource Version:  <revision>'],
  ['80:31234/TCP on node-a at 10.96.12.1', '80:<port>/TCP on <node> at <address>'],
  ['--- /tmp/LIVE-123456789/apps.v1 in /tmp/run-1/a', '--- /tmp/LIVE-*/apps.v1 in <folder>/a'],
  ['Scheduled  3m5s (x2 over 4m)', 'Scheduled  <age>'],
  ['"goVersion": "go1.26",\n"major": "1"', '"goVersion": <build>,\n"major": "1"'],
])('%j becomes %j', (output, masked) => {
  expect(maskOutput(output, ORIGIN)).toBe(masked);
});

test('values that say something stay', () => {
  const text = 'replicas: 3\nimage: nginx:1.29\ncpu: 100m\nerror: the object has been modified\n    deep: indentation\n';
  expect(maskOutput(text, ORIGIN)).toBe(text);
});
