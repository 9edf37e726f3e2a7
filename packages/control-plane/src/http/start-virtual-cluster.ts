// A virtual cluster that clients reach over HTTPS on loopback: a control plane, its authority, an administrator, and the server.
import type { Clock } from '@rectrace/kube';
import type { Api } from '../api/api-request.ts';
import type { TokenAuthority } from '../api/authentication/token-authority.ts';
import { createTokenAuthority } from '../api/authentication/token-authority.ts';
import { firstAddress } from '../api/networking/address-range.ts';
import type { PodAnswers } from '../api/pod-answers/pod-answers.ts';
import { newUid, seededRandom } from '../api/random-source.ts';
import type { NextTurn } from '../api/steps.ts';
import type { UserInfo } from '../api/strategy.ts';
import type { ClusterFacts } from '../bootstrap/cluster-facts.ts';
import { DEFAULT_FACTS } from '../bootstrap/cluster-facts.ts';
import type { Contents } from '../contents/contents.ts';
import type { ControlPlane } from '../control-plane.ts';
import { createControlPlane } from '../control-plane.ts';
import { builtInControllers } from '../controllers/controllers.ts';
import { runControllers } from '../controllers/run-controllers.ts';
import type { Controller } from '../controllers/runtime/controller.ts';
import type { AuditOptions } from './audit-log.ts';
import type { CertificateAuthority, IssuedCertificate } from './certificates.ts';
import { createCertificateAuthority } from './certificates.ts';
import { packedOpenApi } from './packed-openapi.ts';
import { holdServerLease } from './server-lease.ts';
import type { RunningServer } from './start-server.ts';
import { startServer } from './start-server.ts';
import type { WebhookClientOptions } from './webhook-client.ts';
import { WebhookClient } from './webhook-client.ts';

export type VirtualClusterOptions = {
  readonly clock: Clock;
  readonly seed: number;
  /** Fresh and unguessable: of keys and tokens. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Resolves once others have had their turn, as Node's setImmediate does: between the steps of long answers. Without it they are made at once. */
  readonly nextTurn?: NextTurn;
  /** Default: any free one. */
  readonly port?: number;
  /** Names of admission plugins that do not run. */
  readonly disabledPlugins?: readonly string[];
  readonly facts?: Pick<Partial<ClusterFacts>, 'serviceRange' | 'advertisedAddress'>;
  /** Where Services that webhooks are behind are to be reached. Default: nowhere. */
  readonly findService?: NonNullable<WebhookClientOptions['findService']>;
  /** Names of built-in controllers that run in it (`controllerNames`). Default: none. */
  readonly controllers?: readonly string[];
  /** Objects that it starts with. */
  readonly contents?: Contents;
  /** What pods answer in place of a kubelet. */
  readonly podAnswers?: PodAnswers;
  /** How long Events are kept after their last write; 0: for ever. Default: an hour. */
  readonly eventTtlMs?: number;
  /** Told of every request; without it no audit log is kept. */
  readonly auditSink?: AuditOptions['sink'];
  /** Told of faults of the program, which a client sees as 500. */
  readonly onFault?: (error: unknown) => void;
};

export interface VirtualCluster {
  readonly plane: ControlPlane;
  readonly url: string;
  readonly authority: CertificateAuthority;
  /** Both belong to an administrator (group system:masters). */
  readonly adminCertificate: IssuedCertificate;
  readonly adminToken: string;
  stop(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';
const ADMIN: UserInfo = { name: 'admin', groups: ['system:masters'] };
const HOSTS = [LOOPBACK, 'localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
const ISSUER = 'https://kubernetes.default.svc';
const TOKEN_BYTES = 24;

/** @throws ListenFailed, ContentRefused */
export async function startVirtualCluster(options: VirtualClusterOptions): Promise<VirtualCluster> {
  const { clock, randomBytes, nextTurn, controllers = [], onFault = ignoreFault } = options;
  const authority = await createCertificateAuthority({ now: clock.now(), serialNumber: () => serialNumber(randomBytes) });
  const tokenAuthority = await createTokenAuthority(ISSUER);
  const adminToken = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
  const webhookCaller = new WebhookClient(options);
  const planeReady = Promise.withResolvers<Api>();
  const server = await serve(planeReady.promise, authority, options);
  const plane = await orStop(server, createPlane(options, { authority, tokenAuthority, adminToken, webhookCaller, port: server.port }));
  planeReady.resolve(plane.api);
  const lease = holdServerLease(plane.client, { clock, random: seededRandom(options.seed) });
  const running = runControllers(plane, {
    clock,
    controllers: chosen(builtInControllers({ rootCertificate: authority.certificate }), controllers),
    random: seededRandom(options.seed),
    onFault,
    ...(nextTurn === undefined ? {} : { nextTurn }),
  });
  return {
    plane,
    authority,
    url: `https://${server.host}:${server.port}`,
    adminToken,
    adminCertificate: await authority.issueClient(ADMIN.name, ADMIN.groups),
    stop: async () => {
      await running.stop();
      await lease.stop();
      await server.stop();
      webhookCaller.close();
    },
  };
}

/** @throws RangeError for a name that none of them has */
function chosen(built: readonly Controller[], names: readonly string[]): readonly Controller[] {
  const unknown = names.find((wanted) => built.every(({ name }) => name !== wanted));
  if (unknown !== undefined) throw new RangeError(`no built-in controller is called ${unknown}`);
  return built.filter(({ name }) => names.includes(name));
}

/** Whoever starts a cluster without asking for its faults does not hear of them. */
function ignoreFault(): void {
  return;
}

/** Nothing is left listening for a control plane that could not be made. */
async function orStop<Result>(server: RunningServer, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function serve(
  api: Promise<Api>,
  authority: CertificateAuthority,
  { clock, seed, port, facts, nextTurn, auditSink, onFault }: VirtualClusterOptions,
): Promise<RunningServer> {
  // Programs in the cluster reach the server by the address of its Service.
  const serving = await authority.issueServing([...HOSTS, firstAddress(facts?.serviceRange ?? DEFAULT_FACTS.serviceRange)]);
  const auditIds = seededRandom(seed);
  return startServer({
    api,
    clock,
    nextTurn,
    tls: { ...serving, clientAuthority: authority.certificate },
    host: LOOPBACK,
    ...(port === undefined ? {} : { port }),
    newAuditId: () => newUid(auditIds),
    ...(auditSink === undefined ? {} : { audit: { clock, sink: auditSink } }),
    ...(onFault === undefined ? {} : { onFault }),
  });
}

type Keys = {
  readonly authority: CertificateAuthority;
  readonly tokenAuthority: TokenAuthority;
  readonly adminToken: string;
  readonly webhookCaller: WebhookClient;
  readonly port: number;
};

function createPlane(
  { clock, seed, facts, contents, eventTtlMs, podAnswers, nextTurn, disabledPlugins = [] }: VirtualClusterOptions,
  { authority, tokenAuthority, adminToken, webhookCaller, port }: Keys,
): Promise<ControlPlane> {
  return createControlPlane({
    clock,
    seed,
    disabledPlugins,
    ...(contents === undefined ? {} : { contents }),
    ...(eventTtlMs === undefined ? {} : { eventTtlMs }),
    ...(podAnswers === undefined ? {} : { podAnswers }),
    ...(nextTurn === undefined ? {} : { nextTurn }),
    openApi: packedOpenApi(),
    tokenAuthority,
    webhookCaller,
    staticTokens: new Map([[adminToken, ADMIN]]),
    serverAddress: `${LOOPBACK}:${port}`,
    facts: { ...facts, serverPort: port, clientAuthority: authority.certificate },
  });
}

/** The leading 1 keeps the number positive. */
function serialNumber(randomBytes: VirtualClusterOptions['randomBytes']): string {
  return `1${Buffer.from(randomBytes(15)).toString('hex')}`;
}
