// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of shells are what is told apart here.

import type { Json, KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { redactObject } from './redaction.ts';

/** Shows what is hidden, so that it can be said exactly. */
const digest = (bytes: string): string => `#${bytes.replaceAll('\n', '|')}`;
const redact = (object: KubeObject): KubeObject => redactObject(object, { digest });

/** ‹x› is hidden. */
const given = (marked: string): string => marked.replaceAll(/[‹›]/g, '');
const hidden = (marked: string): string => marked.replaceAll(/‹([^›]*)›/g, '<redacted:#$1>');

/** The text in a field of a custom kind, in an annotation and in a variable. */
function placesOf(text: string): readonly KubeObject[] {
  const of = (kind: string, fields: Readonly<Record<string, Json>>, annotations: Readonly<Record<string, string>> = {}): KubeObject => ({
    apiVersion: 'example.com/v1',
    kind,
    metadata: { name: 'x', annotations },
    ...fields,
  });
  return [
    of('ScaledObject', { spec: { triggers: [{ type: 'postgresql', metadata: { connection: text } }] } }),
    of('ScaledObject', {}, { 'example.com/connection': text }),
    of('Pod', { spec: { containers: [{ name: 'c', env: [{ name: 'CONNECTION', value: text }] }] } }),
  ];
}

test.each([
  'host=db user=app password=‹hunter22›',
  'host=db user=app password=‹hunter22› dbname=shop',
  "host = db password = '‹hunter 22›' dbname = shop",
  'password=‹hun"t&er,22› host=db',
  'Server=x;User Id=sa;Password=‹hunter22›;',
  'Server=x;User-Id=sa;Password=‹hunter22›',
  "Server=x;User Id=sa;Password=‹hun'ter 22&=/›;Encrypt=true",
  'Server=x;Password="‹hunter22›";Encrypt=true',
  'Driver={ODBC Driver 18 for SQL Server};Uid=sa;PWD=‹/hunter22›',
  'Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=‹aHVudGVyMjI=›',
  'DefaultEndpointsProtocol=https;AccountName=a;AccountKey=‹aHVudGVyMjI=›;EndpointSuffix=core.windows.net',
  'redis:6379,password=‹hunter22›,ssl=True,abortConnect=False',
  'org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="‹hunter22›";',
  'a.Plain required user="u" password="‹hunter22›"; b.Plain required password="‹hunter23›"',
  'Password=‹hunter22›',
  'run --password=‹hunter22› --port=1',
  'jdbc:sqlserver://db:1433;user=sa;password=‹hunter22›;encrypt=true',
  'grant_type=password&username=u&password=‹hunter22›&scope=a',
  'dsn: "host=db password=‹hunter22›"\nother: "Server=x;Password=‹hunter23›;"\nport: 1',
  'connection=host=db password=‹${PREFIX}hunter22›',
])('%s: the password is hidden, wherever the text stands, and nothing else', (marked) => {
  const redacted = placesOf(given(marked)).map(redact);
  const [inField, inAnnotation, inVariable] = redacted.map((object) => JSON.stringify(object));
  for (const text of [inField, inAnnotation]) expect(text).toContain(JSON.stringify(hidden(marked)));
  // Of a variable names may hide more.
  for (const [, secret = ''] of marked.matchAll(/‹([^›]*)›/g))
    expect(inVariable).toContain(hidden(JSON.stringify(`‹${secret}›`).slice(1, -1)));
  for (const object of redacted) expect(redact(object)).toBe(object);
});

test.each([
  'host=db user=app password=${PASSWORD} dbname=shop',
  'host=db password=$(PASSWORD)',
  'Server=x;User Id=sa;Password={{ .Values.password }};',
  'host=db sslmode=disable',
  'object.spec.password == "x" && self.password != oldSelf.password',
  'sum(kube_secret_info{secret="db-creds",namespace="shop"}) by (secret)',
  'rate(logins{password=~"a.*"}[5m])',
  'password=none passwordSecret=db passwordFile=/run/x',
  'key=web,token=a',
  'PWD=/data run',
])('%s: is shown as it is', (text) => {
  const [inField, inAnnotation] = placesOf(text);
  for (const object of [inField!, inAnnotation!]) expect(redact(object)).toBe(object);
});

test.each(['PASSWORD="$(jq -r ".password" /run/db.json)" run', 'PASSWORD=$(cat /run/x) run', 'PASSWORD=`cat /run/x` run'])(
  '%s: what a command prints is not in the text',
  (text) => {
    const [inField] = placesOf(text);
    expect(redact(inField!)).toBe(inField);
  },
);

test('the data of a ConfigMap are meant to be read', () => {
  const config = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { dsn: 'host=db user=app password=shown' } };
  expect(redact(config)).toBe(config);
});

test('a long text is read in a time that grows with its length', () => {
  for (const piece of [
    'password=',
    'password=$(',
    'password={{',
    'password="',
    'password=`',
    'password=a,',
    'a=b;',
    ';password=',
    'a ',
    '=',
  ]) {
    const text = `x=1;password=a ${piece.repeat(40_000)}`;
    for (const object of placesOf(text)) expect(JSON.stringify(redact(object))).toContain('<redacted:');
  }
});
