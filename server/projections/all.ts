import { accessGrants } from './access-grants.ts'
import { boilerplateUses } from './boilerplate-uses.ts'
import { caseNames } from './case-names.ts'
import { caseTies } from './case-ties.ts'
import { caseWork } from './case-work.ts'
import { aliases, cases } from './cases.ts'
import { citations } from './citations.ts'
import { attendance, sessionArtifacts, sessionConferences } from './conferences.ts'
import { blobUses, legalHolds, tombstones } from './custody.ts'
import { deliveries } from './deliveries.ts'
import { annotations, documents, documentVersions, readMarks, tags } from './documents.ts'
import { externalIds } from './external-ids.ts'
import { issues } from './issues.ts'
import { letters } from './letters.ts'
import { links, sharedDocuments } from './links.ts'
import { mailRoutings } from './mail-routings.ts'
import { sentNotifications } from './notifications.ts'
import { parties } from './parties.ts'
import { partyNotices } from './party-notices.ts'
import type { Projection } from './projection.ts'
import { queueEntries } from './queue-entries.ts'
import { remandedIssues, remands } from './remands.ts'
import { sensitiveCases } from './sensitive-cases.ts'
import { sessions } from './sessions.ts'
import { sourceDocuments, sourceListings } from './source-documents.ts'
import { tasks, timers } from './tasks.ts'
import { transcriptChanges, transcripts } from './transcripts.ts'
import { waitingSessions } from './waiting-sessions.ts'
import { workProductComments } from './work-product-comments.ts'
import { workProductProposals } from './work-product-proposals.ts'
import { workProducts, workProductVersions } from './work-products.ts'

export const allProjections: readonly Projection[] = [
  cases,
  caseNames,
  aliases,
  documents,
  documentVersions,
  tags,
  annotations,
  readMarks,
  externalIds,
  sourceDocuments,
  sourceListings,
  parties,
  mailRoutings,
  accessGrants,
  links,
  sharedDocuments,
  issues,
  remands,
  remandedIssues,
  citations,
  caseWork,
  sensitiveCases,
  tasks,
  timers,
  sessions,
  sessionConferences,
  attendance,
  sessionArtifacts,
  transcripts,
  transcriptChanges,
  deliveries,
  letters,
  sentNotifications,
  partyNotices,
  workProducts,
  workProductVersions,
  workProductComments,
  boilerplateUses,
  workProductProposals,
  queueEntries,
  waitingSessions,
  legalHolds,
  tombstones,
  blobUses,
  caseTies,
]
