// What one API works with: everything that its requests share.
import type { Clock } from '@rectrace/kube';
import type { Store } from '../storage/store.ts';
import type { AdmissionPlugin } from './admission/admission-plugin.ts';
import type { TokenAuthenticator } from './authentication/token-authenticator.ts';
import type { TokenAuthority } from './authentication/token-authority.ts';
import type { Authorizer } from './authorization/authorizer.ts';
import type { BuiltIns } from './built-ins.ts';
import type { Representations } from './codec/representation.ts';
import type { FlowTable } from './flow-control/flow-table.ts';
import type { PublishedDocuments } from './openapi/published-documents.ts';
import type { PublishedSwagger } from './openapi/published-swagger.ts';
import type { PodAnswers } from './pod-answers/pod-answers.ts';
import type { ContainerFiles } from './pod-streams/container-files.ts';
import type { RandomSource } from './random-source.ts';
import type { EventExpiry } from './registry/event-expiry.ts';
import type { Registry } from './registry/registry.ts';
import type { ResourceCatalog } from './resource-catalog.ts';
import type { NextTurn } from './steps.ts';
import type { SubresourceKinds } from './subresource-kinds.ts';
import type { TypeTable } from './type-table.ts';

export type Environment = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly builtIns: BuiltIns;
  readonly table: TypeTable;
  readonly catalog: ResourceCatalog;
  readonly kinds: SubresourceKinds;
  readonly representations: Representations;
  readonly authorizer: Authorizer;
  readonly tokens: TokenAuthenticator;
  /** Absent where no ServiceAccount tokens are issued. */
  readonly tokenAuthority: TokenAuthority | undefined;
  /** OpenAPI v3, of what is served now. Absent where no documents are served. */
  readonly openApi: PublishedDocuments | undefined;
  /** OpenAPI v2, of what is served now. Absent where no documents are served. */
  readonly swagger: PublishedSwagger | undefined;
  readonly plugins: readonly AdmissionPlugin[];
  readonly registry: Registry;
  readonly expiry: EventExpiry;
  readonly flows: FlowTable;
  /** What pods answer in place of a kubelet. */
  readonly answers: PodAnswers;
  readonly files: ContainerFiles;
  /** Absent where answers are made at once. */
  readonly nextTurn: NextTurn | undefined;
  /** Host and port that discovery names, e.g. '127.0.0.1:6443'. */
  readonly serverAddress: string;
};
