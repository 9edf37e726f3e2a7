// Random requests to the real API server and to ours, compared answer by answer: a short run, the same each time. RECTRACE_SEED asks for others.
import { describeRandom } from './random-suite.ts';

describeRandom({ requests: 3000, refusals: 250, seed: 7, timeout: 600_000 });
