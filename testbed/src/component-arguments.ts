// The command lines of the control plane's components.
import { join } from 'node:path';
import type { CertificateAuthority } from './certificate-authority.ts';

/** Addresses that appear in objects as data; nothing dials them. The ranges are set aside for benchmarks and documentation. */
const POD_CIDR = '198.18.0.0/16';
const SERVICE_CIDR = '198.19.0.0/16';
export const SERVICE_OF_API_SERVER = '198.19.0.1';
const ADVERTISED_ADDRESS = '192.0.2.1';

const NODE_LEASE_SECONDS = 40;

/** Files in the control plane's folder. */
export interface Layout {
  readonly dir: string;
  readonly pki: string;
  readonly etcdData: string;
  readonly logs: string;
  readonly stages: string;
  readonly tokenFile: string;
  readonly tokenUsers: string;
  readonly tokenWebhook: string;
  readonly auditPolicy: string;
  readonly auditLog: string;
  readonly adminKubeconfig: string;
  /** Kubeconfig files of components and added users. */
  readonly kubeconfigs: string;
}

export function layoutOf(dir: string): Layout {
  return {
    dir,
    pki: join(dir, 'pki'),
    etcdData: join(dir, 'etcd'),
    logs: join(dir, 'logs'),
    stages: join(dir, 'stages.yaml'),
    tokenFile: join(dir, 'tokens.csv'),
    tokenUsers: join(dir, 'token-users'),
    tokenWebhook: join(dir, 'token-webhook.json'),
    auditPolicy: join(dir, 'audit-policy.json'),
    auditLog: join(dir, 'logs', 'audit.jsonl'),
    adminKubeconfig: join(dir, 'admin.kubeconfig'),
    kubeconfigs: join(dir, 'kubeconfigs'),
  };
}

/** Who the components are: client certificates with the names and groups that a real installation gives them. */
export const COMPONENT_USERS = {
  'kube-controller-manager': { name: 'system:kube-controller-manager', groups: [] },
  'kube-scheduler': { name: 'system:kube-scheduler', groups: [] },
  kwok: { name: 'system:kwok', groups: ['system:masters'] },
} as const;

export function componentKubeconfig(layout: Layout, component: keyof typeof COMPONENT_USERS): string {
  return join(layout.kubeconfigs, `${component}.kubeconfig`);
}

export interface Ports {
  readonly etcdClient: number;
  readonly etcdPeer: number;
  readonly controllerManager: number;
  readonly scheduler: number;
}

export function etcdArguments(layout: Layout, ports: Ports): string[] {
  const clientUrl = `http://127.0.0.1:${ports.etcdClient}`;
  const peerUrl = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    `--data-dir=${layout.etcdData}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    // The data need not survive the machine, only the programs.
    '--unsafe-no-fsync',
    `--quota-backend-bytes=${8 * 1024 ** 3}`,
    '--log-level=warn',
  ];
}

export interface ApiServerArguments {
  readonly layout: Layout;
  readonly ca: CertificateAuthority;
  readonly etcdPort: number;
  readonly port: number;
  readonly auditLog: string;
  /** Appended; a flag given twice takes the later value. */
  readonly extra: readonly string[];
}

export function apiServerArguments({ layout, ca, etcdPort, port, auditLog, extra }: ApiServerArguments): string[] {
  const pki = (name: string): string => join(layout.pki, name);
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--advertise-address=${ADVERTISED_ADDRESS}`,
    // Endpoints refuse loopback addresses, and nobody looks for the API server through its Service.
    '--endpoint-reconciler-type=none',
    `--service-cluster-ip-range=${SERVICE_CIDR}`,
    `--tls-cert-file=${pki('serving.crt')}`,
    `--tls-private-key-file=${pki('serving.key')}`,
    `--client-ca-file=${ca.certificateFile}`,
    `--token-auth-file=${layout.tokenFile}`,
    `--authentication-token-webhook-config-file=${layout.tokenWebhook}`,
    '--authentication-token-webhook-version=v1',
    '--authentication-token-webhook-cache-ttl=0s',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${pki('service-account.pub')}`,
    `--service-account-signing-key-file=${pki('service-account.key')}`,
    `--requestheader-client-ca-file=${ca.certificateFile}`,
    '--requestheader-allowed-names=front-proxy-client',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-username-headers=X-Remote-User',
    `--proxy-client-cert-file=${pki('front-proxy.crt')}`,
    `--proxy-client-key-file=${pki('front-proxy.key')}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    `--audit-policy-file=${layout.auditPolicy}`,
    `--audit-log-path=${auditLog}`,
    '--audit-log-maxsize=4096',
    // On SIGTERM watches end properly; without it the server waits a minute for its HTTP/1.1 clients to go.
    '--shutdown-watch-termination-grace-period=1s',
    '--profiling=false',
    ...extra,
  ];
}

export type Signer = Pick<CertificateAuthority, 'certificateFile' | 'keyFile'>;

export function controllerManagerArguments(layout: Layout, ca: Signer, ports: Pick<Ports, 'controllerManager'>): string[] {
  return [
    ...controllerArguments(layout, 'kube-controller-manager', ports.controllerManager),
    '--use-service-account-credentials=true',
    `--root-ca-file=${ca.certificateFile}`,
    `--service-account-private-key-file=${join(layout.pki, 'service-account.key')}`,
    `--cluster-signing-cert-file=${ca.certificateFile}`,
    `--cluster-signing-key-file=${ca.keyFile}`,
  ];
}

export function schedulerArguments(layout: Layout, ports: Pick<Ports, 'scheduler'>): string[] {
  return controllerArguments(layout, 'kube-scheduler', ports.scheduler);
}

/** One instance each, so no leader election; the client limits are raised, as large bursts belong to the tests. */
function controllerArguments(layout: Layout, component: 'kube-controller-manager' | 'kube-scheduler', port: number): string[] {
  const kubeconfig = componentKubeconfig(layout, component);
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--tls-cert-file=${join(layout.pki, 'serving.crt')}`,
    `--tls-private-key-file=${join(layout.pki, 'serving.key')}`,
    '--leader-elect=false',
    '--kube-api-qps=200',
    '--kube-api-burst=400',
    '--profiling=false',
  ];
}

export function kwokArguments(layout: Layout): string[] {
  return [
    `--kubeconfig=${componentKubeconfig(layout, 'kwok')}`,
    `--config=${layout.stages}`,
    '--manage-all-nodes=true',
    `--node-lease-duration-seconds=${NODE_LEASE_SECONDS}`,
    `--cidr=${POD_CIDR}`,
  ];
}
