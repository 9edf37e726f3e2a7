// Random requests to the real API server and to ours, compared answer by answer: a short run, each time with another seed.
import { describeRandom } from './random-suite.ts';

describeRandom({ requests: 3000, seed: 1 + (Date.now() % 1_000_000_000), timeout: 600_000 });
