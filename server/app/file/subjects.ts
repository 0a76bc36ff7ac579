import type { Profile } from '@portico/contract/profile'
import type { Secret } from '../../auth/secret.ts'
import type { DuplicatePolicy } from '../../core/file/case-file.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { DiskSpace } from '../../files/disk-space.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Uploads } from '../../files/uploads.ts'
import type { Queryable } from '../../store/db.ts'
import { type Custody, openCustody } from '../custody/custody.ts'
import type { Desk } from '../desk.ts'
import { createIntake, type Intake } from '../intake/intake.ts'
import { type CaseAccess, openCaseAccess } from './case-access.ts'
import { type CaseDocuments, openCaseDocuments } from './case-documents.ts'
import { type Cases, openCases } from './cases.ts'
import { type Documents, openDocuments } from './documents.ts'
import { openScopedAccess, type ScopedAccesses } from './scoped-access.ts'
import { openSources, type Sources } from './sources.ts'

export type FileSubjects = {
  cases: Cases
  caseAccess: CaseAccess
  documents: Documents
  caseDocuments: CaseDocuments
  scopedAccess: ScopedAccesses
  sources: Sources
  intake: Intake
  uploads: Uploads
  custody: Custody
}

export type FileOptions = {
  /** Reads that concurrent requests share. */
  reads: Queryable
  profile: () => Profile
  blobs: Blobs
  pdf: PdfWorkers
  uploads: Uploads
  secret: Secret
  disk: DiskSpace
  scratchPath: () => string
  onDuplicate: DuplicatePolicy
  recognition: 'on' | 'off'
  /** The bindings of the document source, by name. */
  boundSources?: readonly string[] | undefined
}

/** Cases and their documents: who sees them, how they come in, how long they are kept. */
export function openFileSubjects(desk: Desk, options: FileOptions): FileSubjects {
  const { db, clock } = desk
  const { blobs, pdf, secret, profile, recognition } = options
  const caseDocuments = openCaseDocuments(db, profile)
  return {
    cases: openCases(desk),
    caseAccess: openCaseAccess({ db, clock, reads: options.reads }),
    documents: openDocuments({ db, blobs, pdf, caseDocuments, recognition }),
    caseDocuments,
    scopedAccess: openScopedAccess({ db, blobs, secret }),
    sources: openSources({ db, clock, boundSources: options.boundSources ?? [] }),
    intake: createIntake({ ...options, ...desk, room: options.disk }),
    uploads: options.uploads,
    custody: openCustody({ ...desk, profile: () => desk.profileFor(db) }),
  }
}
