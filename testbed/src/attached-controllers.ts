// kube-controller-manager, kube-scheduler, kwok and the volume provisioner for an API server that somebody else runs, each in the name that
// it has in the testbed. Everything ends with this process.
import { mkdir, mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from './api-client.ts';
import { createApiClient } from './api-client.ts';
import { bootstrapObjects } from './bootstrap-objects.ts';
import { createCertificateAuthority, serviceAccountKey } from './certificate-authority.ts';
import {
  COMPONENT_USERS,
  componentKubeconfig,
  controllerManagerArguments,
  kwokArguments,
  type Layout,
  layoutOf,
  type Signer,
  schedulerArguments,
} from './component-arguments.ts';
import { Components } from './components.ts';
import { controllersReady, createAll } from './controllers-ready.ts';
import { freePorts } from './free-ports.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { allStages } from './prepare-folder.ts';
import type { Programs } from './programs.ts';
import { removeAtEnd } from './removed-at-end.ts';
import { startVolumeProvisioner } from './volume-provisioner.ts';

export interface AttachOptions {
  readonly serverUrl: string;
  /** Certificate of its authority, PEM file. */
  readonly caFile: string;
  /** Of somebody who may impersonate the components. */
  readonly adminToken: string;
  readonly programs: Programs;
  /** Authority that signs requests for certificates; default: one of its own, whose clients the server does not know. */
  readonly signer?: Signer;
  /** Names of controllers that kube-controller-manager leaves to others. */
  readonly withoutControllers?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface AttachedControllers {
  /** What a component has printed so far. */
  readLog(component: 'kube-controller-manager' | 'kube-scheduler' | 'kwok'): Promise<string>;
  stop(): Promise<void>;
}

/** Resolves when nodes are Ready and pods can be created. @throws TestbedError, with everything ended that was started. */
export async function attachControllers(options: AttachOptions): Promise<AttachedControllers> {
  const layout = layoutOf(await mkdtemp(join(await realpath(tmpdir()), 'rectrace-controllers-')));
  const log = options.log ?? (() => undefined);
  const components = new Components({ layout, programs: options.programs, log });
  const removal = await removeAtEnd(layout.dir);
  components.defer(() => removal.remove());
  const api = createApiClient({ serverUrl: options.serverUrl, caFile: options.caFile, token: options.adminToken });
  components.defer(() => api.close());
  try {
    await startAll(components, api, { ...options, layout, log });
  } catch (error) {
    await components.stop();
    throw error;
  }
  return {
    readLog: (component) => readFile(join(layout.logs, `${component}.log`), 'utf8'),
    stop: () => components.stop(),
  };
}

type Starting = AttachOptions & { readonly layout: Layout; readonly log: (line: string) => void };

async function startAll(
  components: Components,
  api: ApiClient,
  { layout, caFile, log, signer, withoutControllers = [], ...options }: Starting,
): Promise<void> {
  for (const folder of [layout.pki, layout.logs, layout.kubeconfigs]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const ca = await createCertificateAuthority(layout.pki);
  await writeServingFiles(layout, ca);
  await writeFile(layout.stages, await allStages());
  await writeComponentKubeconfigs(layout, { ...options, ca: await readFile(caFile, 'utf8') });
  const [controllerManager, scheduler] = (await freePorts(2)) as [number, number];
  await createAll(api, bootstrapObjects());
  const managerArguments = controllerManagerArguments(layout, signer ?? ca, { controllerManager });
  await components.start('kube-controller-manager', [
    ...managerArguments,
    `--root-ca-file=${caFile}`,
    `--controllers=${['*', ...withoutControllers.map((name) => `-${name}`)].join(',')}`,
  ]);
  await components.start('kube-scheduler', schedulerArguments(layout, { scheduler }));
  await components.start('kwok', kwokArguments(layout));
  const provisioner = startVolumeProvisioner(api, log);
  components.defer(() => provisioner.stop());
  await components.whileRunning(controllersReady(api));
}

async function writeServingFiles(layout: Layout, ca: Awaited<ReturnType<typeof createCertificateAuthority>>): Promise<void> {
  const serving = await ca.issueServing(['127.0.0.1', 'localhost']);
  const files = {
    'serving.crt': serving.certificate,
    'serving.key': serving.key,
    'service-account.key': serviceAccountKey().privateKey,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(layout.pki, name), content, { mode: 0o600 });
}

type Server = { readonly serverUrl: string; readonly ca: string; readonly adminToken: string };

async function writeComponentKubeconfigs(layout: Layout, { serverUrl, ca, adminToken: token }: Server): Promise<void> {
  for (const component of ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const) {
    const { name, groups } = COMPONENT_USERS[component];
    const user = { kind: 'impersonated', token, name, groups } as const;
    await writeKubeconfig(componentKubeconfig(layout, component), { serverUrl, ca, name, user });
  }
}
