// A whole Kubernetes control plane on loopback: etcd, kube-apiserver, kube-controller-manager, kube-scheduler and kwok for the nodes, with
// a volume provisioner and a token webhook in this process. All of it ends with this process, however that ends.
import { mkdir, mkdtemp, readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RestartOptions } from './api-server.ts';
import { bootstrapObjects } from './bootstrap-objects.ts';
import { buildBinaries } from './build-binaries.ts';
import { attachCluster, type ClusterAccess } from './cluster-access.ts';
import {
  controllerManagerArguments,
  etcdArguments,
  kwokArguments,
  layoutOf,
  type Ports,
  schedulerArguments,
} from './component-arguments.ts';
import { Components, type ComponentsOptions } from './components.ts';
import { controllersReady, createAll } from './controllers-ready.ts';
import { TestbedError } from './errors.ts';
import { compactEtcd } from './etcd-compaction.ts';
import { freePorts } from './free-ports.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { prepareFolder } from './prepare-folder.ts';
import type { Programs } from './programs.ts';
import { removeAtEnd } from './removed-at-end.ts';
import { startTokenWebhook } from './token-webhook.ts';
import { startVolumeProvisioner } from './volume-provisioner.ts';

export interface ControlPlaneOptions {
  /** Controller manager, scheduler, nodes and provisioner too; default true. Without them objects stay as they are written. */
  readonly controllers?: boolean;
  /** Flags of kube-apiserver beside the testbed's own; of a flag given twice the later counts. */
  readonly apiServerFlags?: readonly string[];
  /** An empty or absent folder for keys, logs and data, which is kept; by default a temporary one, which is removed. */
  readonly dataDir?: string;
  /** Programs to run; by default those of buildBinaries. */
  readonly programs?: Programs;
  /** Told in one line what goes wrong or takes long. */
  readonly log?: (line: string) => void;
}

export interface ControlPlane extends ClusterAccess {
  /** Process ids by component, for measuring; the API server's changes when it is restarted. */
  pids(): Readonly<Record<string, number>>;
  /** A second kube-apiserver on the same etcd, with an audit log of its own. */
  secondApiServer(): Promise<SecondApiServer>;
  /** Ends kube-apiserver and starts it again on the same port; resolves when it is ready. */
  restartApiServer(options?: RestartOptions): Promise<void>;
  /** Compacts etcd; see etcd-compaction.ts. Returns the revision. */
  compactEtcd(revision?: number): Promise<number>;
  /** Ends every process and removes the folder, unless it was given. */
  stop(): Promise<void>;
}

export interface SecondApiServer {
  readonly url: string;
  /** Path of an administrator's kubeconfig for it. */
  readonly kubeconfig: string;
  readonly auditLog: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts everything; resolves when nodes are Ready and pods can be created. @throws TestbedError, with everything ended that was started. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  const log = options.log ?? (() => undefined);
  const programs = options.programs ?? (await builtPrograms(log));
  const layout = layoutOf(await emptyFolder(options.dataDir));
  const components = new Components({ layout, programs, log });
  try {
    if (options.dataDir === undefined) {
      const removal = await removeAtEnd(layout.dir);
      components.defer(() => removal.remove());
    }
    return await bringUp(components, { ...options, layout, programs, log });
  } catch (error) {
    await components.stop();
    throw error;
  }
}

type BringUp = ControlPlaneOptions & ComponentsOptions;

async function bringUp(components: Components, options: BringUp): Promise<ControlPlane> {
  const { layout, programs, log } = options;
  const [etcdClient, etcdPeer, port, controllerManager, scheduler, webhook] = (await freePorts(6)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ports: Ports = { etcdClient, etcdPeer, controllerManager, scheduler };
  const serverUrl = `https://127.0.0.1:${port}`;
  const { ca, adminToken, userTokens } = await prepareFolder({ layout, serverUrl, tokenWebhookUrl: `http://127.0.0.1:${webhook}/` });

  const tokenWebhook = await startTokenWebhook(layout.tokenUsers, webhook);
  components.defer(() => tokenWebhook.stop());
  await components.start('etcd', etcdArguments(layout, ports));
  const serverOptions = {
    ca,
    adminToken,
    etcdPort: etcdClient,
    extra: [...withoutControllers(options), ...(options.apiServerFlags ?? [])],
  };
  const apiServer = await components.startApiServer({ ...serverOptions, name: 'kube-apiserver', port, auditLog: layout.auditLog });

  const { auditLog, dir, adminKubeconfig: kubeconfig } = layout;
  const caFile = ca.certificateFile;
  const access = attachCluster({ serverUrl, caFile, kubeconfig, adminToken, userTokens, auditLog, dir, kubectlProgram: programs.kubectl });
  components.defer(() => access.detach());
  await createAll(access.api, bootstrapObjects());
  if (options.controllers ?? true) {
    await components.start('kube-controller-manager', controllerManagerArguments(layout, ca, ports));
    await components.start('kube-scheduler', schedulerArguments(layout, ports));
    await components.start('kwok', kwokArguments(layout));
    const provisioner = startVolumeProvisioner(access.api, log);
    components.defer(() => provisioner.stop());
    await components.whileRunning(controllersReady(access.api));
  }

  const secondApiServer = async (): Promise<SecondApiServer> => {
    const [secondPort] = (await freePorts(1)) as [number];
    const name = `kube-apiserver-${secondPort}`;
    const secondAudit = join(layout.logs, `audit-${secondPort}.jsonl`);
    const second = await components.startApiServer({ ...serverOptions, name, port: secondPort, auditLog: secondAudit });
    const file = join(layout.kubeconfigs, `${name}.kubeconfig`);
    const user = { kind: 'token', token: adminToken } as const;
    await writeKubeconfig(file, { serverUrl: second.url, ca: await readFile(caFile, 'utf8'), name: 'admin', user });
    return { url: second.url, kubeconfig: file, auditLog: secondAudit, pid: second.pid, stop: () => second.stop() };
  };
  return {
    ...access,
    pids: () => components.pids(),
    secondApiServer,
    restartApiServer: (restart) => apiServer.restart(restart),
    compactEtcd: (revision) => compactEtcd(`http://127.0.0.1:${etcdClient}`, revision),
    stop: () => components.stop(),
  };
}

async function builtPrograms(log: (line: string) => void): Promise<Programs> {
  const built = await buildBinaries({ log });
  if (built.kind === 'unavailable') throw new TestbedError('BUILD_FAILED', built.reason);
  return built.programs;
}

/** The folder to work in: the given one, which must be empty, or a temporary one. */
async function emptyFolder(dataDir: string | undefined): Promise<string> {
  if (dataDir === undefined) return mkdtemp(join(await realpath(tmpdir()), 'rectrace-testbed-'));
  await mkdir(dataDir, { recursive: true });
  if ((await readdir(dataDir)).length > 0) throw new TestbedError('USAGE', `${dataDir} is not empty`);
  return resolve(dataDir);
}

/** Nobody makes ServiceAccounts without a controller manager, and no pod could be created. */
function withoutControllers({ controllers = true }: ControlPlaneOptions): string[] {
  return controllers ? [] : ['--disable-admission-plugins=ServiceAccount'];
}
