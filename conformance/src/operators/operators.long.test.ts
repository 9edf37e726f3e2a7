import { JAVA } from './java.ts';
import { KUBE_RS } from './kube-rs.ts';
import { describeOperators } from './operator-suite.ts';

describeOperators('an operator that is slow to build, in the sandbox', [JAVA, KUBE_RS]);
