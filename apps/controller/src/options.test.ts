import { describe, expect, test } from 'vitest';
import { ControllerError } from './errors.ts';
import { parseOptions } from './options.ts';

function optionsOf(...args: readonly string[]) {
  return optionsIn({}, ...args);
}

function optionsIn(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const readFile = (path: string): string => {
    if (path === 'record.yaml') return '- {apiVersion: apps/v1, kind: Deployment, namespaces: [a], selector: {matchLabels: {app: web}}}';
    throw new Error(`ENOENT: ${path}`);
  };
  const parsed = parseOptions(args, { readFile, env });
  if (parsed.kind !== 'run') throw new Error('help');
  return parsed.options;
}

test('namespace and texts come from the environment where no flag says otherwise', () => {
  const env = { POD_NAMESPACE: 'obs', I18N_RESOURCES_NAME: 'texts' };
  expect(optionsIn(env)).toMatchObject({ namespace: 'obs', texts: 'texts' });
  expect(optionsIn(env, '-n', 'mine').namespace).toBe('mine');
  expect(optionsIn({ I18N_RESOURCES_NAME: '' }).texts).toBe('kubeblocks-i18n-resources');
});

describe('flags', () => {
  test('--history-bytes 0 is no limit', () => {
    expect(optionsOf('--history-bytes=0').history.bytes).toBe(0);
    expect(() => optionsOf('--history-bytes=1000')).toThrow(
      '--history-bytes 1000: an integer from 1048576 to 9007199254740991, or 0 for none, is needed',
    );
  });

  test('have defaults that need no cluster objects beside the lease', () => {
    expect(optionsOf()).toEqual({
      texts: 'kubeblocks-i18n-resources',
      listen: { host: '', port: 8080 },
      history: { bytes: 2 ** 30, days: 30, cycles: 0 },
      statusBytes: 65_536,
      watch: { kubernetes: true, kubeblocks: true, secrets: false, extra: [] },
      rules: [],
      lease: 'rectrace',
      serve: { traces: true, readApi: true, metrics: true },
      logLevel: 'info',
    });
  });

  test('as the chart passes them are understood', () => {
    const options = optionsOf(
      '--listen=:8443',
      '--no-kubeblocks',
      '--watch=widgets.example.com',
      '--watch=limitranges',
      '--no-lease',
      '--no-traces',
      '--secrets',
      '--no-read-api',
      '--no-metrics',
    );
    expect(options.lease).toBeUndefined();
    expect(options.watch).toEqual({ kubernetes: true, kubeblocks: false, secrets: true, extra: ['widgets.example.com', 'limitranges'] });
    expect(options.serve).toEqual({ traces: false, readApi: false, metrics: false });
  });

  test.each([
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    [':9000', { host: '', port: 9000 }],
    ['[::1]:9000', { host: '::1', port: 9000 }],
  ])('--listen %s', (text, expected) => {
    expect(optionsOf('--listen', text).listen).toEqual(expected);
  });

  test.each([
    ['inline JSON', '[{"apiVersion":"apps/v1","kind":"Deployment","namespaces":["a"],"selector":{"matchLabels":{"app":"web"}}}]'],
    ['a YAML file', 'record.yaml'],
  ])('--record takes %s', (_, text) => {
    expect(optionsOf('--record', text).record).toEqual([
      {
        group: 'apps',
        version: 'v1',
        kind: 'Deployment',
        namespaces: ['a'],
        selector: { kind: 'selector', requirements: [{ key: 'app', operator: 'In', values: ['web'] }] },
      },
    ]);
  });

  test('--record [] records nothing, which is not the default', () => {
    expect(optionsOf('--record', '[]').record).toEqual([]);
    expect(optionsOf().record).toBeUndefined();
  });
});

describe('a wrong flag is refused in one line that names it', () => {
  test.each([
    [['--frobnicate'], '--frobnicate'],
    [['web'], 'web'],
    [['--no-history'], '--no-history'],
    [['--listen', 'nowhere'], '--listen nowhere'],
    [['--listen', ':99999'], '--listen :99999'],
    [['--status-bytes', '300000'], '--status-bytes 300000'],
    [['--status-bytes', '1e5'], '--status-bytes 1e5'],
    [['--history-bytes', '5'], '--history-bytes 5'],
    [['--log-level', 'loud'], '--log-level loud'],
    [['--tls-cert-file', 'x'], '--tls-private-key-file'],
    [['--record', 'absent.yaml'], '--record absent.yaml'],
    [['--record', '[{"kind":"Pod"}]'], '--record entry 1: apiVersion'],
    [['--record', '[{"apiVersion":"v1","kind":"Pod","name":"x"}]'], 'unknown key name'],
    [['--record', '[{'], '--record'],
    [['--record', '{}'], '--record: a list'],
  ])('%j', (args, named) => {
    expect(() => optionsOf(...args)).toThrow(ControllerError);
    expect(() => optionsOf(...args)).toThrow(named);
  });
});

test('--help answers with the flags, whatever else is given', () => {
  const parsed = parseOptions(['--help'], { readFile: () => '', env: {} });
  expect(parsed.kind).toBe('help');
});
