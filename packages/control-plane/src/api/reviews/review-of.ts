// Which resources are reviews. Only a list.
import { localSubjectAccessStatus, selfSubjectAccessStatus, selfSubjectRulesStatus, subjectAccessStatus } from './access-reviews.ts';
import type { ReviewStatus } from './answer-review.ts';
import { selfSubjectStatus, tokenReviewStatus } from './token-review.ts';

const REVIEWS: Readonly<Record<string, ReviewStatus>> = {
  'localsubjectaccessreviews.authorization.k8s.io': localSubjectAccessStatus,
  'selfsubjectaccessreviews.authorization.k8s.io': selfSubjectAccessStatus,
  'selfsubjectreviews.authentication.k8s.io': selfSubjectStatus,
  'selfsubjectrulesreviews.authorization.k8s.io': selfSubjectRulesStatus,
  'subjectaccessreviews.authorization.k8s.io': subjectAccessStatus,
  'tokenreviews.authentication.k8s.io': tokenReviewStatus,
};

/** By the name that the store would give the resource; undefined where it is none. */
export function reviewOf(storage: string): ReviewStatus | undefined {
  return REVIEWS[storage];
}
