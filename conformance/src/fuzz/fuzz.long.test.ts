// Fuzzed requests to our server: a long run.
import { describeFuzz } from './fuzz-suite.ts';

describeFuzz({ requests: 100_000, timeout: 3_600_000 });
