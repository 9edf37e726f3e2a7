// The two servers under comparison: the real API server of the testbed, without controllers, and ours.
import type { ApiClient } from '@rectrace/testbed';
import { bootstrapObjects, buildBinaries, startControlPlane } from '@rectrace/testbed';
import { startVirtualSide } from './virtual-side.ts';

export type Sides = { readonly real: ApiClient; readonly ours: ApiClient; stop(): Promise<void> };

/** Undefined where there is no Go to build the real one with. */
export async function startSides(seed: number): Promise<Sides | undefined> {
  const built = await buildBinaries();
  if (built.kind === 'unavailable') return undefined;
  const plane = await startControlPlane({ programs: built.programs, controllers: false });
  const virtual = await startVirtualSide(seed, { disabledPlugins: ['ServiceAccount'] });
  for (const { path, body } of bootstrapObjects()) await virtual.api.expect({ method: 'POST', path, body });
  return {
    real: plane.api,
    ours: virtual.api,
    stop: async () => {
      await virtual.stop();
      await plane.stop();
    },
  };
}
