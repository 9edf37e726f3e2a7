// A real operator, and what somebody asks of it. Both servers get it.
import type { BuiltOperator } from '@rectrace/testbed';
import type { ClusterUnderTest } from '../controllers/scenario.ts';

export type RunnableOperator = BuiltOperator & { readonly args: readonly string[] };

export type OperatorCase = {
  readonly title: string;
  /** Whether what it is built with is here; in CI it has to be. */
  readonly canBuild: () => boolean;
  readonly build: () => Promise<RunnableOperator>;
  /** Files of CustomResourceDefinitions among its sources. */
  readonly definitions: readonly string[];
  /** Collections of its own kinds, e.g. '/apis/example.org/v1/things'. */
  readonly collections: readonly string[];
  /** Annotations of objects whose value depends on what the operator happened to hear first. */
  readonly chance?: readonly string[];
  /** Ends when all has come to rest. @throws where it does not */
  readonly play: (cluster: ClusterUnderTest) => Promise<void>;
};
