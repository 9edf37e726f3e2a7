// The built-in controllers, in the order in which a change wakes them, under the names of kube-controller-manager's flag --controllers.
import { TypeTable } from '../api/type-table.ts';
import { deploymentController } from './deployment/reconcile.ts';
import { templateHash } from './go-hash/template-hash.ts';
import { replicaSetController } from './replica-set/reconcile.ts';
import { rootCaController } from './root-ca/reconcile.ts';
import type { Controller } from './runtime/controller.ts';
import { serviceAccountController } from './service-account/reconcile.ts';

export type ControllerFacts = {
  /** Of the authority that signs the server's certificate; PEM. */
  readonly rootCertificate: string;
};

export function builtInControllers({ rootCertificate }: ControllerFacts): readonly Controller[] {
  return [
    serviceAccountController,
    rootCaController(rootCertificate),
    deploymentController(templateHash(new TypeTable())),
    replicaSetController,
  ];
}

/** Of all that there are. */
export function controllerNames(): readonly string[] {
  return builtInControllers({ rootCertificate: '' }).map(({ name }) => name);
}
