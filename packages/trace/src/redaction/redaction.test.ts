import type { Json, KubeObject } from '@rectrace/kube';
import { formatJson, parseJson } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import { Redaction, redactObject } from './redaction.ts';
import { bytesOfText } from './secret-bytes.ts';

const digest = (bytes: string) => {
  let hash = 7;
  for (const byte of bytes) hash = (hash * 31 + (byte.codePointAt(0) ?? 0)) % 2 ** 32;
  return hash.toString(16).padStart(8, '0');
};
const { btoa } = globalThis as unknown as { btoa(bytes: string): string };
const base64 = (text: string) => btoa(bytesOfText(text));

function object(kind: string, fields: Record<string, Json>, annotations?: Record<string, string>): KubeObject {
  return { apiVersion: 'v1', kind, metadata: { name: 'x', ...(annotations === undefined ? {} : { annotations }) }, ...fields };
}

function redact(input: KubeObject): KubeObject {
  return redactObject(input, { digest });
}

const pod = (container: Record<string, Json>) => object('Pod', { spec: { containers: [{ name: 'c', ...container }] } });
const env = (name: string, value: Json) => pod({ env: [{ name, value }] });
const args = (...words: string[]) => pod({ args: words });
const applied = (manifest: Json) => object('Service', {}, { 'kubectl.kubernetes.io/last-applied-configuration': formatJson(manifest) });
const secret = (fields: Record<string, Json>): Json => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, ...fields });

/** YAML in which a secret takes lines of its own. */
const YAML_BLOCKS: readonly [title: string, yaml: (canary: string) => string][] = [
  ['a block scalar', (canary) => `auth:\n  user: a\n  password: |\n    first\n    ${canary}\n  host: h\n`],
  ['a folded block that keeps its end', (canary) => `db:\n- rootPassword: >-2 # of the root\n    first\n\n    ${canary}\n  host: h\n`],
  ['a block scalar at the end', (canary) => `user: a\napiKey: |+\r\n  ${canary}\r\n\r\n`],
  ['a quoted text over two lines', (canary) => `user: a\npassword: "first \\\n  ${canary}" # a comment\nhost: h\n`],
  ['a quoted text that does not end', (canary) => `password: 'it''s first\n  ${canary}\nhost: h\n`],
  ['a plain text over two lines', (canary) => `password: first\n  ${canary}\nhost: h\n`],
  ['a value on the next line', (canary) => `password: # below\n\n  ${canary}\nhost: h\n`],
  ['a list', (canary) => `tokens:\n- ""\n- "${canary}"\nhosts:\n- h\n`],
  ['a list of block scalars', (canary) => `auth:\n  passwords:\n    - short\n    - |\n      first\n      ${canary}\n  host: h\n`],
  ['an anchored value', (canary) => `password: &main !!str ${canary}\nother: *main\n`],
  ['a quoted text with an escaped quote', (canary) => `user: a\npassword: "a\\"${canary}"\n`],
  ['a text with # in it', (canary) => `user: a\npassword: a#${canary}\n`],
];

/** Each builds an object that hides the canary at another place. */
const HIDING_PLACES: readonly [title: string, build: (canary: string) => KubeObject][] = [
  ['data', (canary) => object('Secret', { data: { a: base64(canary) } })],
  ['data that is no base64', (canary) => object('Secret', { data: { a: `${canary}!` } })],
  ['stringData', (canary) => object('Secret', { stringData: { a: canary } })],
  ['data that is a list', (canary) => object('Secret', { data: { a: [canary] } })],
  ['data that is a text', (canary) => object('Secret', { data: canary })],
  ['a key of __proto__', (canary) => object('Secret', { data: parseJson(`{"__proto__":"${base64(canary)}"}`) })],
  [
    'last-applied of the Secret',
    (canary) =>
      object('Secret', {}, { 'kubectl.kubernetes.io/last-applied-configuration': formatJson(secret({ data: { a: base64(canary) } })) }),
  ],
  ['last-applied of another kind', (canary) => applied(secret({ stringData: { a: canary } }))],
  [
    'last-applied with an env literal',
    (canary) => applied({ spec: { containers: [{ name: 'c', env: [{ name: 'PASSWORD', value: canary }] }] } }),
  ],
  [
    'last-applied that is broken',
    (canary) => object('Pod', {}, { 'kubectl.kubernetes.io/last-applied-configuration': `{"kind":"Secret","data":{"a":"${canary}` }),
  ],
  ['last-applied that is a text', (canary) => object('Pod', {}, { 'kubectl.kubernetes.io/last-applied-configuration': `"${canary}"` })],
  [
    'another annotation holding a Secret',
    (canary) => object('Pod', {}, { 'tool.example.com/original': formatJson(secret({ stringData: { a: canary } })) }),
  ],
  [
    'another annotation holding an env literal',
    (canary) => object('Pod', {}, { 'tool.example.com/original': formatJson({ env: [{ name: 'DB_PASSWORD', value: canary }] }) }),
  ],
  ['an item of a List', (canary) => object('List', { items: [secret({ data: { a: base64(canary) } })] })],
  [
    'an item of a SecretList without a kind',
    (canary) => object('SecretList', { items: [{ metadata: { name: 's' }, data: { a: base64(canary) } }] }),
  ],
  ['a manifest in a custom kind', (canary) => object('Bundle', { spec: { manifests: [secret({ data: { a: base64(canary) } })] } })],
  ['a manifest without apiVersion', (canary) => object('Bundle', { spec: { raw: { kind: 'Secret', stringData: { a: canary } } } })],
  ['a Secret template', (canary) => object('Issuer', { spec: { secretTemplate: { data: { a: base64(canary) } } } })],
  ['stringData of a template', (canary) => object('Sealed', { spec: { template: { stringData: { a: canary } } } })],
  [
    'a JSON manifest in a custom kind',
    (canary) => object('Bundle', { spec: { manifest: formatJson(secret({ data: { a: base64(canary) } })) } }),
  ],
  [
    'a JSON manifest in a JSON manifest',
    (canary) => object('Bundle', { spec: { manifest: formatJson({ inner: formatJson(secret({ stringData: { a: canary } })) }) } }),
  ],
  ['a JSON list of manifests', (canary) => object('Bundle', { spec: { manifest: formatJson([secret({ stringData: { a: canary } })]) } })],
  [
    'an indented JSON manifest',
    (canary) => object('Bundle', { spec: { manifest: `\n  ${formatJson(secret({ stringData: { a: canary } }), 2)}` } }),
  ],
  [
    'a YAML manifest in a ConfigMap',
    (canary) => object('ConfigMap', { data: { 's.yaml': `apiVersion: v1\nkind: Secret\nstringData:\n  a: ${canary}\n` } }),
  ],
  [
    'a YAML manifest behind another document',
    (canary) => object('ConfigMap', { data: { 's.yaml': `kind: Pod\n---\nkind: "Secret"\ndata:\n  a: ${canary}\n` } }),
  ],
  ['a flow YAML manifest', (canary) => object('Bundle', { spec: { m: `{kind: Secret, stringData: {a: ${canary}}}` } })],
  ['a JSON manifest in a ConfigMap', (canary) => object('ConfigMap', { data: { s: formatJson(secret({ stringData: { a: canary } })) } })],
  [
    'a ControllerRevision',
    (canary) =>
      object('ControllerRevision', {
        data: { spec: { template: { spec: { containers: [{ name: 'c', env: [{ name: 'TOKEN', value: canary }] }] } } } },
      }),
  ],
  ['env PASSWORD', (canary) => env('PASSWORD', canary)],
  ['env MYSQL_ROOT_PASSWORD', (canary) => env('MYSQL_ROOT_PASSWORD', canary)],
  ['env PGPASSWORD', (canary) => env('PGPASSWORD', canary)],
  ['env apiToken', (canary) => env('apiToken', canary)],
  ['env client-secret', (canary) => env('client-secret', canary)],
  ['env AWS_SECRET_ACCESS_KEY', (canary) => env('AWS_SECRET_ACCESS_KEY', canary)],
  ['env SSH_KEY', (canary) => env('SSH_KEY', canary)],
  ['env GOOGLE_CREDENTIALS', (canary) => env('GOOGLE_CREDENTIALS', canary)],
  ['env REDIS_PASS', (canary) => env('REDIS_PASS', canary)],
  ['env of a URL with a password', (canary) => env('DATABASE_URL', `postgres://user:${canary}@db/x`)],
  [
    'env of an init container',
    (canary) => object('Pod', { spec: { initContainers: [{ name: 'i', env: [{ name: 'PASSWORD', value: canary }] }] } }),
  ],
  ['an env map of a custom kind', (canary) => object('App', { spec: { env: { DB_PASSWORD: canary } } })],
  ['a parameter of a custom kind', (canary) => object('App', { spec: { parameters: [{ name: 'auth.password', value: canary }] } })],
  [
    'a header of a probe',
    (canary) => pod({ livenessProbe: { httpGet: { httpHeaders: [{ name: 'Authorization', value: `Bearer ${canary}` }] } } }),
  ],
  ['a password field of a custom kind', (canary) => object('App', { spec: { auth: { password: canary } } })],
  ['--password=', (canary) => args(`--password=${canary}`)],
  ['--password as its own word', (canary) => args('--password', canary)],
  ['-p as its own word', (canary) => args('mysql', '-p', canary)],
  ['-p attached', (canary) => args('mysqladmin', '-uroot', `-p${canary}`)],
  ['-Dauth.token=', (canary) => args(`-Dauth.token=${canary}`)],
  ['an assignment of a command', (canary) => pod({ command: ['env', `API_KEY=${canary}`, 'run'] })],
  ['a shell line', (canary) => pod({ command: ['sh', '-c', `export TOKEN='${canary}'; run`] })],
  ['a flag in a shell line', (canary) => args(`exec server --requirepass "${canary}" --port 1`, `x --auth-token ${canary}`)],
  ['redis-cli -a', (canary) => pod({ command: ['sh', '-c', `redis-cli -a ${canary} ping`] })],
  ['curl -u', (canary) => pod({ lifecycle: { preStop: { exec: { command: ['curl', '-u', `admin:${canary}`, 'http://x'] } } } })],
  ['env REDISCLI_AUTH', (canary) => env('REDISCLI_AUTH', canary)],
  ['env of options with a password', (canary) => env('JAVA_OPTS', `-Xmx1g -Ddb.password=${canary} -Da=b`)],
  ['env of a connection text', (canary) => env('CONNECTION', `Server=db;User Id=sa;Password=${canary};Encrypt=true`)],
  ['env of words and values', (canary) => env('DSN', `host=db user=app password=${canary} dbname=shop`)],
  ['env of a driver’s address', (canary) => env('DSN', `app:${canary}@tcp(db:3306)/shop?parseTime=true`)],
  [
    'env of a URL with a password among its parameters',
    (canary) => env('URL', `jdbc:postgresql://db/x?user=a&password=${canary}&ssl=true`),
  ],
  ['env of a bearer', (canary) => env('HEADER', `Bearer ${canary}`)],
  ['env of a header', (canary) => env('OTEL_HEADERS', `x-api-key=${canary}`)],
  ['env of a quoted assignment that does not end', (canary) => env('LINE', `run PASSWORD="${canary}`)],
  ['a header as its own word', (canary) => args('-H', `Authorization: Bearer ${canary}`)],
  ['a header within a flag', (canary) => args(`--header=Authorization: Basic ${canary}`)],
  ['a header in a shell line', (canary) => pod({ command: ['sh', '-c', `curl -sS -H "X-Auth-Token:${canary}" https://host/x`] })],
  ['cookies', (canary) => args('-H', `Cookie: a=b; session=${canary}`)],
  ['a connection text among the arguments', (canary) => args(`--db=Server=x;Password=${canary};`)],
  ['a value within a value', (canary) => args(`--set=replicas=1,auth.password=${canary}`)],
  ['YAML among the arguments', (canary) => args('--config', `user: a\npassword: ${canary}\n`)],
  ['JSON among the arguments', (canary) => args('--config', formatJson({ db: { password: canary } }))],
  ['a command that is one text', (canary) => object('Step', { spec: { command: `login --token ${canary}` } })],
  ['a kubeconfig’s key', (canary) => object('Access', { spec: { user: { 'client-key-data': canary, refresh_token: canary } } })],
  ['redis-cli in command, -a in args', (canary) => pod({ command: ['redis-cli'], args: ['-h', 'db', '-a', canary, 'ping'] })],
  ['redis-cli -a in command, its value in args', (canary) => pod({ command: ['redis-cli', '-a'], args: [canary] })],
  ['redis-cli -a with a password like a path', (canary) => pod({ command: ['redis-cli', '-a', `${canary}/x+y==`] })],
  ['redis-cli -a in a shell line behind a folder', (canary) => args(`mkdir -p /data && redis-cli -a ${canary}/x ping`)],
  ['redis-cli auth', (canary) => pod({ command: ['sh', '-c', `redis-cli -h db auth ${canary}`] })],
  ['redis-cli config set', (canary) => pod({ command: ['redis-cli'], args: ['config', 'set', 'requirepass', canary] })],
  ['redis-server --masterauth', (canary) => pod({ command: ['redis-server'], args: ['--masterauth', canary] })],
  ['configuration of redis among the arguments', (canary) => args('redis-server', `port 1\nmasterauth ${canary}\n`)],
  ['mysql in command, -p in args', (canary) => pod({ command: ['mysql'], args: ['-uroot', `-p${canary}`, '-e', 'select 1'] })],
  ['mysql -p with a space in it', (canary) => pod({ command: ['mysql', `-pwith ${canary}`] })],
  ['mysql -p in a shell line', (canary) => pod({ command: ['sh', '-c'], args: [`mysql -uroot -p${canary} -e 'select 1'`] })],
  ['mysql -p in quotes that are quoted', (canary) => args('sh', '-c', `sh -c "mysqldump -uroot -p\\"${canary}\\" all"`)],
  ['mysql -p behind a script’s name', (canary) => pod({ command: ['sh', '-c', 'exec "$@"', '--'], args: ['mysql', `-p${canary}`] })],
  ['PGPASSWORD in a shell line', (canary) => pod({ command: ['sh', '-c', `PGPASSWORD=${canary} psql -h db -c 'select 1'`] })],
  ['PGPASSWORD in a shell line, quoted', (canary) => pod({ command: ['sh', '-c', `export PGPASSWORD="a\\"${canary}"; psql`] })],
  ['PGPASSWORD in args, psql in command', (canary) => pod({ command: ['env'], args: [`PGPASSWORD=${canary}`, 'psql'] })],
  ['a connection text of psql', (canary) => pod({ command: ['psql'], args: [`host=db user=app password=${canary}`] })],
  ['SQL that sets a password', (canary) => args('psql', '-c', `ALTER USER app WITH PASSWORD '${canary}'`)],
  ['SQL that identifies', (canary) => args('sh', '-c', `mysql -e "CREATE USER a IDENTIFIED WITH mysql_native_password BY '${canary}'"`)],
  ['SQL that sets a password for', (canary) => args('mysql', '-e', `SET PASSWORD FOR 'a'@'%' = '${canary}'`)],
  ['curl as the image’s program', (canary) => pod({ image: 'curlimages/curl:8', args: ['-sS', '-u', `admin:${canary}`, 'https://x'] })],
  ['curl -sSu', (canary) => pod({ command: ['sh', '-c', `curl -sSu "admin:${canary}" https://host/x`] })],
  ['curl -u attached', (canary) => pod({ command: ['curl', `-uadmin:${canary}`, 'https://x'] })],
  ['curl --user', (canary) => pod({ command: ['curl'], args: ['--user', `admin:a/${canary}`] })],
  ['sshpass -p', (canary) => pod({ command: ['sshpass'], args: [`-p${canary}`, 'ssh', 'host'] })],
  ['mongosh -p with a password like a port', (canary) => pod({ command: ['mongosh', '-u', 'root', '-p', `/${canary}`] })],
  ['ldapsearch -w', (canary) => pod({ command: ['ldapsearch'], args: ['-D', 'cn=a', '-w', canary] })],
  ['sqlcmd -P', (canary) => pod({ command: ['/opt/sqlcmd', '-U', 'sa', '-P', canary] })],
  ['openssl -passin', (canary) => pod({ command: ['sh', '-c', `openssl rsa -passin pass:${canary} -in /k`] })],
  ['etcdctl --user=', (canary) => pod({ command: ['etcdctl'], args: [`--user=root:${canary}`, 'get', 'x'] })],
  ['a number among the arguments', (canary) => object('Step', { spec: { args: ['--retries', 3, `--password=${canary}`] } })],
  ['a list of assignments', (canary) => object('Step', { spec: { env: ['A=b', `DB_PASSWORD=${canary}`] } })],
  ['a script', (canary) => object('Step', { spec: { script: `#!/bin/sh\nmysql -p${canary} <x.sql\n` } })],
  [
    'an ephemeral container',
    (canary) => object('Pod', { spec: { ephemeralContainers: [{ command: ['redis-cli'], args: ['-a', canary] }] } }),
  ],
  ['last-applied with command and args', (canary) => applied({ spec: { containers: [{ command: ['redis-cli'], args: ['-a', canary] }] } })],
  ...[
    'dbPassword',
    'adminPassword',
    'root_password',
    'root-passwd',
    'redis.pwd',
    'secretKey',
    'accessKey',
    'apiKey',
    'privateKey',
    'secret',
    'clientSecret',
    'credentials',
    'redisAuth',
    'redisPass',
    'authTokens',
    'passwordHash',
    'password2',
    'DB_PASSWORD',
  ].map((name): (typeof HIDING_PLACES)[number] => [`a field ${name}`, (canary) => object('App', { spec: { [name]: canary } })]),
  ['a list of passwords', (canary) => object('App', { spec: { passwords: ['', canary] } })],
  ['a password’s value', (canary) => object('App', { spec: { password: { value: canary } } })],
  ['a map of credentials', (canary) => object('App', { spec: { credentials: { username: 'u', deep: [{ a: canary }] } } })],
  ['a URL of a custom kind', (canary) => object('App', { spec: { url: `https://u:${canary}@host/r.git` } })],
  ['a URL whose password has a slash', (canary) => object('App', { spec: { url: `redis://u:${canary}/x@host` } })],
  ['a token before the host of a URL', (canary) => env('REPOSITORY', `https://${canary}@host/x`)],
  ['the address of a hook', (canary) => env('HOOK', `https://hooks.slack.com/services/T0/B0/${canary}`)],
  ['a map of headers', (canary) => object('App', { spec: { headers: { Authorization: canary } } })],
  ['a bearer in any text', (canary) => object('App', { spec: { snippet: `set_header Authorization "Bearer ${canary}";` } })],
  ['basic authentication in any text', (canary) => object('App', { spec: { line: `Basic ${base64(`u:${canary}`)}` } })],
  ['a signed token', (canary) => object('App', { spec: { line: `eyJhbGciOiJub25l.eyJ${canary}.c2lnbmF0dXJl` } })],
  ['an annotation x.io/password', (canary) => object('Pod', {}, { 'x.io/password': canary })],
  ['an annotation with a URL', (canary) => object('Pod', {}, { 'x.io/from': `https://u:${canary}@h/` })],
  ['parameters of a StorageClass', (canary) => object('StorageClass', { parameters: { restuserkey: canary } })],
  ['options of a mount', (canary) => object('PersistentVolume', { spec: { mountOptions: ['ro', `username=a,password=${canary}`] } })],
  ['YAML in a custom kind', (canary) => object('HelmChart', { spec: { valuesContent: `auth:\n  rootPassword: ${canary}\n` } })],
  ['a script in a custom kind', (canary) => object('Run', { spec: { source: `set -e\nexport DB_PASSWORD="${canary}"\n` } })],
  ['a script of one line', (canary) => object('Run', { spec: { source: `export DB_PASSWORD=${canary}` } })],
  ['a cloud-config', (canary) => object('Machine', { spec: { userData: `#cloud-config\nchpasswd:\n  list: |\n    root:${canary}\n` } })],
  ['an Event about a hook', (canary) => object('Event', { message: `Exec lifecycle hook ([sh -c redis-cli -a ${canary} ping]) failed` })],
  ['an Event with a URL', (canary) => object('Event', { note: `dial redis://u:${canary}@h: refused` })],
  ['an Event with a password', (canary) => object('Event', { message: `login failed: user=a password=${canary}` })],
  [
    'a condition with a header',
    (canary) => object('Pod', { status: { conditions: [{ type: 'Ready', message: `sent Authorization: Bearer ${canary}` }] } }),
  ],
  [
    'the last state of a container',
    (canary) =>
      object('Pod', { status: { containerStatuses: [{ lastState: { terminated: { message: `password=${canary} refused` } } }] } }),
  ],
  ['the path of a probe', (canary) => pod({ livenessProbe: { httpGet: { path: `/h?a=b&token=${canary}` } } })],
  ['the path of a hook', (canary) => pod({ lifecycle: { postStart: { httpGet: { path: `/h?password=${canary}` } } } })],
  ...['CREDS', 'DB_PW', 'PIN', 'APP_SALT'].map((name): (typeof HIDING_PLACES)[number] => [`env ${name}`, (canary) => env(name, canary)]),
  ['env of JSON', (canary) => env('CONFIG', formatJson({ db: { dbPassword: canary } }))],
  ['env of a private key', (canary) => env('PEM', `-----BEGIN RSA PRIVATE KEY-----\n${canary}\n-----END RSA PRIVATE KEY-----\n`)],
  ['env of a kubeconfig', (canary) => env('CONFIG', `kind: Config\nusers:\n- name: a\n  user:\n    token: ${canary}\n`)],
  ['env of a kubeconfig in base64', (canary) => env('CONFIG', base64(`users: [{user: {client-key-data: ${canary}, name: padding}}]`))],
  ['a kubeconfig in a ConfigMap', (canary) => object('ConfigMap', { data: { k: `users:\n- user:\n    token: ${canary}\n` } })],
  ...YAML_BLOCKS.flatMap(([title, yaml]): (typeof HIDING_PLACES)[number][] => [
    [`${title} in a custom kind`, (canary) => object('HelmChart', { spec: { valuesContent: yaml(canary) } })],
    [`${title} in an annotation`, (canary) => object('Pod', {}, { 'x.io/values': yaml(canary) })],
    [`${title} in a variable`, (canary) => env('VALUES', yaml(canary))],
    [`${title} among the arguments`, (canary) => args('--config', yaml(canary))],
  ]),
  ...YAML_BLOCKS.slice(0, 3).map(([title, yaml]): (typeof HIDING_PLACES)[number] => [
    `${title} in a ConfigMap`,
    (canary) => object('ConfigMap', { data: { 'values.yaml': yaml(canary) } }),
  ]),
  ['rabbitmqctl add_user', (canary) => pod({ command: ['sh', '-c', `rabbitmqctl add_user admin ${canary}; true`] })],
  ['rabbitmqctl change_password', (canary) => pod({ command: ['rabbitmqctl', 'change_password', 'guest', canary] })],
  ['htpasswd -b', (canary) => pod({ command: ['htpasswd', '-bnB', 'admin', canary] })],
  ['chpasswd', (canary) => pod({ command: ['sh', '-c', `echo "root:${canary}" | chpasswd`] })],
  ['--password-stdin', (canary) => pod({ command: ['sh', '-c', `echo ${canary} | docker login -u a --password-stdin h`] })],
  ['mc alias set', (canary) => pod({ command: ['sh', '-c', `mc alias set m http://h key ${canary} && mc ls m`] })],
  ['ACL SETUSER', (canary) => pod({ command: ['sh', '-c', `redis-cli ACL SETUSER x on '>${canary}' ~*`] })],
  ['requirepass in a heredoc', (canary) => pod({ command: ['sh', '-c', `cat <<EOF > /c\nport 1\nrequirepass ${canary}\nEOF`] })],
  ['an annotation that is packed', (canary) => object('Pod', {}, { 'objectset.rio.cattle.io/applied': `H4sIAAAAAAAA${base64(canary)}` })],
  ['an annotation in base64', (canary) => object('Pod', {}, { 'x/applied': base64(formatJson(secret({ stringData: { a: canary } }))) })],
  ['a release in a ConfigMap', (canary) => object('ConfigMap', { data: { release: `H4sIAAAAAAAA${base64(canary)}` } })],
  [
    'binary data that is a manifest',
    (canary) => object('ConfigMap', { binaryData: { m: base64(formatJson(secret({ stringData: { a: canary } }))) } }),
  ],
  ['an annotation of a Secret that repeats a value', (canary) => object('Secret', { data: { a: base64(canary) } }, { note: canary })],
  ['an unknown field of a Secret', (canary) => object('Secret', { extra: { a: canary } })],
  [
    'an item of a set in managedFields',
    (canary) => ({
      ...object('Pod', {}),
      metadata: { name: 'x', managedFields: [{ manager: 'm', fieldsV1: { 'f:flags': { [`v:"--password=${canary}"`]: {} } } }] },
    }),
  ],
  ['a URL among the arguments', (canary) => args('--db', `amqp://u:${canary}@host`)],
];

describe('redactObject', () => {
  it.each(HIDING_PLACES)('hides a secret in %s, and still shows that it changed', (...row) => {
    const [, build] = row;
    const canary = `c4nary${HIDING_PLACES.findIndex(([title]) => title === row[0])}zq`;
    const redacted = formatJson(redact(build(canary)));
    expect(redacted).not.toContain(canary);
    expect(redacted).not.toContain(base64(canary));
    expect(redacted).toContain('<redacted:');
    expect(redacted).toBe(formatJson(redact(build(canary))));
    expect(redacted).not.toBe(formatJson(redact(build(`${canary}X`))));
    expect(formatJson(redact(redact(build(canary))))).toBe(redacted);
  });

  it('covers at least 50 places', () => {
    expect(HIDING_PLACES.length).toBeGreaterThanOrEqual(50);
  });

  it('gives data and stringData of one value one digest, integers included', () => {
    for (const [plain, data] of [
      ['päss wörd ✓ 🔑', base64('päss wörd ✓ 🔑')],
      [12345, base64('12345')],
    ] as const) {
      const left = redact(object('Secret', { stringData: { a: plain } }));
      const right = redact(object('Secret', { stringData: {}, data: { a: data } }));
      expect((left['stringData'] as Record<string, Json>)['a']).toBe((right['data'] as Record<string, Json>)['a']);
    }
  });

  it('keeps the keys of a Secret, its metadata and everything beside', () => {
    const input = { ...object('Secret', { data: { user: base64('u'), none: null } }), type: 'Opaque' };
    expect(redact(input)).toEqual({ ...input, data: { user: `<redacted:${digest('u')}>`, none: null } });
  });

  it.each<[title: string, input: KubeObject]>([
    [
      'a ConfigMap, whatever its keys',
      object('ConfigMap', { data: { password: 'shown', 'config.json': '{"password":"shown"}', text: 'the kind: Secret of data' } }),
    ],
    ['references to secrets', pod({ env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 's', key: 'password' } } }] })],
    [
      'references to variables',
      pod({
        env: [{ name: 'PASSWORD', value: '$(OTHER)' }],
        args: ['--password=$(PASSWORD)', '--token', '$TOKEN'],
        command: ['sh', '-c', 'x --password "$PASSWORD" -a $A'],
      }),
    ],
    [
      'switches and places',
      pod({
        env: [
          { name: 'USE_TOKEN', value: 'true' },
          { name: 'PASSWORD_FILE', value: '/run/secrets/x' },
        ],
        args: ['--tls-private-key-file=/etc/tls.key'],
      }),
    ],
    [
      'words that only begin like auth, and references in headers',
      pod({
        env: [
          { name: 'AUTHOR', value: 'someone' },
          { name: 'AUTHORITY', value: 'host:443' },
          { name: 'OPTS', value: '-Xmx1g -Da=b' },
          { name: 'ADDRESS', value: 'http://host:80/a?b=c&d=e' },
        ],
        args: ['-H', 'Authorization: Bearer $TOKEN', '--image=registry/secret-manager:v1', 'x: y', 'level=info,other=debug'],
      }),
    ],
    [
      'references to variables as user and password',
      pod({ command: ['curl'], args: ['-u', '$(USER):$(PASSWORD)', '-o', 'out'], image: 'mysql:8' }),
    ],
    [
      'other programs beside those that hide their options',
      pod({ image: 'redis:7', command: ['redis-server'], args: ['-a', 'x', '--port', '6379', 'authority', 'auth'] }),
    ],
    ['numbers and objects among the arguments', object('Step', { spec: { args: ['--retries', 3, { a: 1 }, null] } })],
    ['JSON with a word before a quote', pod({ args: ['--config', '{"passwordPolicy":"strict","password":""}'] })],
    ['ports and folders after -p', pod({ command: ['redis-cli', '-p', '6379'], args: ['mkdir -p /data && redis-cli -p 6379'] })],
    [
      'names of secrets in a spec',
      object('Pod', { spec: { imagePullSecrets: [{ name: 'pull' }], volumes: [{ name: 'v', secret: { secretName: 's' } }] } }),
    ],
    [
      'fields that point to a secret or speak of one',
      object('App', {
        spec: {
          secretName: 's',
          secretRef: { name: 's' },
          passwordSecret: 's',
          passwordSecretRef: { name: 's', key: 'password' },
          passwordKey: 'password',
          password: { secretKeyRef: { name: 's', key: 'k' } },
          credentials: { name: 's', namespace: 'n', key: 'k', optional: true },
          tlsSecret: 's',
          imagePullSecrets: [{ name: 's' }],
          secrets: ['s', { name: 't' }],
          passwordPolicy: 'strict',
          passwordGenerationPolicy: { length: 16 },
          tokenExpirationSeconds: 3600,
          automountServiceAccountToken: true,
          topologyKey: 'kubernetes.io/hostname',
          publicKey: 'ssh-ed25519 x',
          auth: { type: 'scram', enabled: true },
          clientAuth: 'required',
          maxTokens: 4096,
          tokenPath: '/run/token',
          credentialVarRef: { name: 'c', password: 'Required', username: 'Required' },
          bypass: 'yes please',
        },
      }),
    ],
    [
      'volumes of tokens and Secrets',
      object('Pod', {
        spec: {
          volumes: [
            { name: 'a', projected: { sources: [{ serviceAccountToken: { audience: 'api', expirationSeconds: 3607, path: 'token' } }] } },
            { name: 'b', secret: { secretName: 's', defaultMode: 420, items: [{ key: 'password', path: 'password', mode: 256 }] } },
          ],
        },
      }),
    ],
    [
      'the rules of a private key',
      object('Certificate', { spec: { privateKey: { algorithm: 'RSA', size: 2048, rotationPolicy: 'Always' } } }),
    ],
    ['the keys of a Secret elsewhere', object('External', { spec: { data: [{ secretKey: 'password', remoteRef: { key: 'db/main' } }] } })],
    [
      'the schema of a custom kind',
      object('CustomResourceDefinition', {
        spec: {
          versions: [{ schema: { openAPIV3Schema: { properties: { password: { type: 'string', description: 'Authorization: x' } } } } }],
        },
      }),
    ],
    ['a schema elsewhere', object('Parameters', { spec: { schema: { properties: { password: { type: 'string', default: '' } } } } })],
    [
      'labels, and the sum by which Pods follow a Secret',
      {
        ...object('Pod', {}),
        metadata: { name: 'x', labels: { token: 'a' }, annotations: { 'checksum/secret': '0f343b0931126a20f133d67c2b018a3b' } },
      },
    ],
    ...[
      'references non-existent secret key: password',
      'couldn’t find key password in Secret shop/db',
      'failed to fetch token: Post "https://10.0.0.1/api": dial tcp 10.0.0.1:443',
      'Liveness probe failed: HTTP probe failed with statuscode: 401, basic authentication required',
      'Back-off restarting failed container app in pod db-0_shop(0a1b)',
      'pulling from host:5000/team/app@sha256:0f343b0931126a20f133d67c2b018a3b',
    ].map((message): [string, KubeObject] => [`the message ${message}`, object('Event', { message })]),
    ['certificates in base64', object('Hook', { caBundle: base64('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n') })],
    ['an annotation of plain JSON', object('Pod', {}, { 'x/keys': '{"key":"a","list":[1,2]}' })],
    ['a URL without a password', pod({ env: [{ name: 'URL', value: 'http://host:80/a@b' }] })],
    [
      'managedFields',
      { ...object('Pod', {}), metadata: { name: 'x', managedFields: [{ manager: 'm', fieldsV1: { 'f:data': { 'f:password': {} } } }] } },
    ],
  ])('returns the very same object for %s', (...row) => {
    expect(redact(row[1])).toBe(row[1]);
  });

  it('shows everything of a command line but the secret', () => {
    const hidden = `<redacted:${digest('S')}>`;
    const shown = (container: Record<string, Json>): Json => {
      const { containers } = redact(pod(container))['spec'] as { readonly containers: readonly [Record<string, Json>] };
      const { name: _, ...fields } = containers[0];
      return fields;
    };
    expect(shown({ command: ['redis-cli'], args: ['-h', 'db', '-a', 'S', 'ping'] })).toEqual({
      command: ['redis-cli'],
      args: ['-h', 'db', '-a', hidden, 'ping'],
    });
    expect(shown({ command: ['sh', '-c', `PGPASSWORD='S' psql -p 5432 -c "select 1" && mysql -uroot -pS db`] })).toEqual({
      command: ['sh', '-c', `PGPASSWORD='${hidden}' psql -p 5432 -c "select 1" && mysql -uroot -p${hidden} db`],
    });
    expect(shown({ command: ['sh', '-c', `curl -fsSL -u "S" -o out https://x | mysql -e "SET PASSWORD = 'S'"`] })).toEqual({
      command: ['sh', '-c', `curl -fsSL -u "${hidden}" -o out https://x | mysql -e "SET PASSWORD = '${hidden}'"`],
    });
    expect(shown({ args: ['--config', '{"a":1,"password":"S"}'] })).toEqual({ args: ['--config', `{"a":1,"password":"${hidden}"}`] });
  });

  it('reads a long text in a time that grows with its length', () => {
    for (const piece of ['password ', '-a ', '"', 'redis-cli -a \\', "identified by '", 'curl -u', 'x=', 'a:b@c(']) {
      const text = `redis-cli mysql curl ${piece.repeat(40_000)}`;
      expect(formatJson(redact(args(text)))).toContain('redis-cli');
    }
  });

  it('reads any long text, annotation and message in a time that grows with its length', () => {
    const pieces = [
      'eyJ',
      'a://b:',
      '?a=',
      '-----BEGIN PRIVATE KEY-----',
      'x-',
      'Basic abcd',
      'password:\n',
      'password: |\n ',
      'password: "\n  ',
      'token: a\n  b\n',
      'passwords:\n- ',
      'users',
      'A',
      'echo x|chpasswd;',
      '- ',
      '"',
    ];
    for (const piece of pieces) {
      const text = `${piece.repeat(20_000)} .eyJ @ = ?`;
      const redacted = redact(
        object('Event', { message: text, a: text, spec: { args: [text], text } }, { a: text, b: piece.repeat(20_000) }),
      );
      expect(formatJson(redacted).length).toBeGreaterThan(0);
    }
  });

  it('shows of YAML everything but the secret that takes several lines', () => {
    const hidden = (text: string): string => `<redacted:${digest(text)}>`;
    const shown = (yaml: string): Json => (redact(object('Chart', { spec: { yaml } }))['spec'] as { readonly yaml: Json }).yaml;
    expect(shown('a:\n  password: |\n    one\n      two\n\n  host: h\n')).toBe(
      `a:\n  password: |\n    ${hidden('one\n  two')}\n\n  host: h\n`,
    );
    expect(shown('password: "one\n  two" # c\nhost: h\n')).toBe(`password: "${hidden('one\n  two')}" # c\nhost: h\n`);
    expect(shown('tokens:\n  - one\n  - two\nhost: h\n')).toBe(`tokens:\n  - ${hidden('one')}\n  - ${hidden('two')}\nhost: h\n`);
    for (const yaml of [
      'passwordRef:\n  name: s\n  key: k\nhost: h\n',
      'password:\n  valueFrom:\n    name: s\n',
      'password: |\nhost: h\n',
      'secrets:\n- db\n- cache\n',
      'password: |\n  $(PASSWORD)\n',
      'note: |\n  the password is elsewhere\n  key\n',
      'credentials:\n- name: a\n  namespace: b\n',
    ])
      expect(shown(yaml)).toBe(yaml);
  });

  it('finds in one object after the other what it finds in each alone', () => {
    const redaction = new Redaction({ digest });
    const objects = HIDING_PLACES.map(([, build], index) => build(`c4nary${index}zq`));
    for (const _ of [1, 2]) for (const each of objects) expect(redaction.object(each)).toEqual(redact(each));
    const plain = env('A', `${'plain text: '.repeat(20)}`);
    expect(redaction.object(plain)).toBe(plain);
    expect(redaction.object(env('PASSWORD', `${'plain text: '.repeat(20)}`))).not.toEqual(env('PASSWORD', `${'plain text: '.repeat(20)}`));
  });

  it('rewrites only the secret part of an annotation', () => {
    const annotation = redact(applied({ big: 9007199254740993n, env: [{ name: 'TOKEN', value: 'abc' }] })).metadata.annotations ?? {};
    expect(Object.values(annotation)).toEqual([`{"big":9007199254740993,"env":[{"name":"TOKEN","value":"<redacted:${digest('abc')}>"}]}`]);
  });

  it('hides what is nested too deep to be looked at', () => {
    let value: Json = { kind: 'Secret', stringData: { a: 'c4nary' } };
    for (let level = 0; level < 2000; level++) value = level % 2 === 0 ? [value] : { a: value };
    const redacted = formatJson(redact(object('Bundle', { spec: value })));
    expect(redacted).not.toContain('c4nary');
    expect(redacted).toContain('<redacted:too-deep>');
  });
});
