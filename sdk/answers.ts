import type {
  CaseDocumentDetail,
  DistributionRunDetail,
  QueueList,
  WorkProductChanged,
  WorkProductVersionDetail,
} from './generated/types.ts'

/** The status of a work product after a change. */
export type ChangedWorkProduct = WorkProductChanged['workProduct']

/** A queue and its task count. */
export type CountedQueue = QueueList['queues'][number]

/** A distribution run: the cases given, and why. */
export type DistributedCases = DistributionRunDetail['run']

/** A document in any status, with its versions. */
export type DocumentWithVersions = CaseDocumentDetail['document']

/** A version of a work product with its text. */
export type WorkProductVersionContent = WorkProductVersionDetail['version']
