// Nothing is created of a custom resource whose definition is being deleted.
import { forbidden } from '../failures.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';

export const closingDefinitions: AdmissionPlugin = {
  name: 'ClosingDefinitions',
  mutate: ({ operation, resource, name }) => {
    if (operation !== 'CREATE' || resource.closing !== true) return;
    throw forbidden(resource, name, 'create not allowed while custom resource definition is terminating');
  },
};
