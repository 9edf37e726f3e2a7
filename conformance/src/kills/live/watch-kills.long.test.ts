// Figures to docs/reference/results/watch-kills.json.
import { describeLongKills } from './long-kills.ts';
import { WATCH } from './products.ts';

describeLongKills(WATCH);
