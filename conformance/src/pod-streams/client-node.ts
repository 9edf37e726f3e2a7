// The official JavaScript client in a process of its own: `client-node.ts KUBECONFIG` prints, as JSON, what a pod of answers.yaml told it.
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { Exec, KubeConfig, PortForward, type V1Status } from '@kubernetes/client-node';

const config = new KubeConfig();
config.loadFromFile(process.argv[2] ?? '');

type Ran = { readonly stdout: string; readonly stderr: string; readonly status: V1Status };

async function run(words: string[], stdin: Readable | null): Promise<Ran> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const status = await new Promise<V1Status>((resolve, reject) => {
    new Exec(config).exec('default', 'web', 'web', words, stdout, stderr, stdin, false, resolve).catch(reject);
  });
  return { stdout: await textOf(stdout), stderr: await textOf(stderr), status };
}

async function textOf(stream: PassThrough): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** What the port says to a request. */
async function forwarded(): Promise<string> {
  const [output, input] = [new PassThrough(), new PassThrough()];
  const socket = await new PortForward(config).portForward('default', 'web', [8080], output, null, input);
  input.write('GET /healthz HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n');
  let text = '';
  while (!text.endsWith('ok\n')) {
    const [bytes] = (await once(output, 'data')) as [Buffer];
    text += bytes.toString();
  }
  if (typeof socket !== 'function') socket.close();
  return text;
}

const told = {
  failed: await run(['fail', 'now'], null),
  echoed: await run(['cat'], Readable.from(['to and fro'])),
  forwarded: await forwarded(),
};
process.stdout.write(JSON.stringify(told), () => process.exit(0));
