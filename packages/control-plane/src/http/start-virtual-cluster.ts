// A virtual cluster that clients reach over HTTPS on loopback: a control plane, its authority, an administrator, and the server.
import type { Clock } from '@rectrace/kube';
import { staticTokens } from '../api/authentication/token-authenticator.ts';
import { newUid, seededRandom } from '../api/random-source.ts';
import type { UserInfo } from '../api/strategy.ts';
import type { ControlPlane } from '../control-plane.ts';
import { createControlPlane } from '../control-plane.ts';
import type { CertificateAuthority, IssuedCertificate } from './certificates.ts';
import { createCertificateAuthority } from './certificates.ts';
import type { RunningServer } from './start-server.ts';
import { startServer } from './start-server.ts';

export type VirtualClusterOptions = {
  readonly clock: Clock;
  readonly seed: number;
  /** Fresh and unguessable: of keys and tokens. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Default: any free one. */
  readonly port?: number;
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
const TOKEN_BYTES = 24;

/** @throws ListenFailed */
export async function startVirtualCluster(options: VirtualClusterOptions): Promise<VirtualCluster> {
  const { clock, seed, randomBytes } = options;
  const authority = await createCertificateAuthority({ now: clock.now(), serialNumber: () => serialNumber(randomBytes) });
  const adminToken = Buffer.from(randomBytes(TOKEN_BYTES)).toString('base64url');
  const plane = await createControlPlane({ clock, seed });
  const server = await serve(plane, authority, { ...options, adminToken });
  return {
    plane,
    authority,
    url: `https://${server.host}:${server.port}`,
    adminToken,
    adminCertificate: await authority.issueClient(ADMIN.name, ADMIN.groups),
    stop: () => server.stop(),
  };
}

async function serve(
  { api }: ControlPlane,
  authority: CertificateAuthority,
  { seed, port, onFault, adminToken }: VirtualClusterOptions & { readonly adminToken: string },
): Promise<RunningServer> {
  const serving = await authority.issueServing(HOSTS);
  const auditIds = seededRandom(seed);
  return startServer({
    api,
    tokens: staticTokens(new Map([[adminToken, ADMIN]])),
    tls: { ...serving, clientAuthority: authority.certificate },
    host: LOOPBACK,
    ...(port === undefined ? {} : { port }),
    newAuditId: () => newUid(auditIds),
    ...(onFault === undefined ? {} : { onFault }),
  });
}

/** The leading 1 keeps the number positive. */
function serialNumber(randomBytes: VirtualClusterOptions['randomBytes']): string {
  return `1${Buffer.from(randomBytes(15)).toString('hex')}`;
}
