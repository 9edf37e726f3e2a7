// Runs an unmodified operator against a server as a Deployment would: in a sandbox, as a ServiceAccount, found by the Service `kubernetes`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sandbox } from '@rectrace/sandbox';
import { startSandbox } from '@rectrace/sandbox';
import { type ApiClient, type ApiObject, waitFor } from '@rectrace/testbed';
import type { OperatorCase, RunnableOperator } from './operator-case.ts';

export type Server = { readonly api: ApiClient; readonly serverUrl: string; readonly caFile: string };

export type RunningOperator = {
  readonly sandbox: Sandbox;
  /** What it has printed, oldest first. */
  readonly lines: readonly string[];
};

const OPERATOR_NAMESPACE = 'operators';
/** As the testbed's; nothing dials pods there, so what an operator calls on them it does not find. */
const ADDRESS_RANGES = ['198.18.0.0/16', '198.19.0.0/16'];
const API_SERVER_SERVICE = '198.19.0.1';

/** The name under which it stands in the audit log. */
export function operatorUser(account: string): string {
  return `system:serviceaccount:${OPERATOR_NAMESPACE}:${account}`;
}

/** Resolves when it has been started. `account`: the ServiceAccount that is made for it, with all rights. */
export async function runOperator(
  server: Server,
  { built, account }: { readonly built: RunnableOperator; readonly account: string },
): Promise<RunningOperator> {
  const { hostname: host, port } = new URL(server.serverUrl);
  const lines: string[] = [];
  const sandbox = await startSandbox({
    program: { command: built.program, args: built.args, folders: [built.folder, built.sources] },
    apiServer: { host, port: Number(port) },
    cluster: {
      addressRanges: ADDRESS_RANGES,
      apiServerService: API_SERVER_SERVICE,
      serviceAccount: {
        token: await makeAccount(server.api, account),
        authority: await readFile(server.caFile, 'utf8'),
        namespace: OPERATOR_NAMESPACE,
      },
      addressesOf: (service) => addressesOf(server.api, service),
    },
    onLine: (line) => lines.push(line),
  });
  return { sandbox, lines };
}

/** Its token. */
async function makeAccount(api: ApiClient, name: string): Promise<string> {
  const accounts = `/api/v1/namespaces/${OPERATOR_NAMESPACE}/serviceaccounts`;
  await api.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: OPERATOR_NAMESPACE } } });
  await api.expect({ method: 'POST', path: accounts, body: { metadata: { name } } });
  const subjects = [{ kind: 'ServiceAccount', name, namespace: OPERATOR_NAMESPACE }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
  await api.expect({ method: 'POST', path: bindings, body: { metadata: { name: `operator-${name}` }, roleRef, subjects } });
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const { status } = await api.expect<{ readonly status: { readonly token: string } }>({
    method: 'POST',
    path: `${accounts}/${name}/token`,
    body: request,
  });
  return status.token;
}

async function addressesOf(
  api: ApiClient,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): Promise<readonly string[] | undefined> {
  const { status, body } = await api.request({ path: `/api/v1/namespaces/${namespace}/services/${name}` });
  if (status !== 200) return undefined;
  const { clusterIP = 'None' } = (body as { readonly spec: { readonly clusterIP?: string } }).spec;
  return clusterIP === 'None' ? [] : [clusterIP];
}

/** Applies the definitions of an operator; resolves when all are established. */
export async function applyDefinitions(api: ApiClient, { definitions }: OperatorCase, sources: string): Promise<void> {
  const collection = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  for (const file of definitions) {
    const text = await readFile(join(sources, file), 'utf8');
    const name = /^ {2}name: (\S+)$/m.exec(text)?.[1] ?? '';
    const path = `${collection}/${name}?fieldManager=conformance&force=true`;
    await api.expect({ method: 'PATCH', path, contentType: 'application/apply-patch+yaml', body: text });
    await waitFor(async () => isEstablished(await api.expect({ path: `${collection}/${name}` })), { timeoutMs: 20_000, what: name });
  }
}

type Conditions = { readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] } };

function isEstablished({ status }: ApiObject & Conditions): boolean {
  return (status?.conditions ?? []).some((condition) => condition.type === 'Established' && condition.status === 'True');
}
