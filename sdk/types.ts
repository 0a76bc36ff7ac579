// Generated from the contract by `npm run generate`. Change the contract, not this file.

export const apiVersion = '2026-11-01'

export type EventEnvelope = {
  id: string
  /** The order among all events */
  position: number
  caseId: string
  /** The order in the case, from 1 without holes */
  sequence: number
  at: string
  recordedAt: string
  actor: Actor
  onBehalfOf?: Actor
  causationId?: string
  correlationId: string
  /** Chains the case's events: sha256 of the previous hash, this envelope, this data */
  hash: string
}

export type Actor = {
  id: string
  /** The username, as `createdBy` shows it */
  name: string
  kind: 'person' | 'integration' | 'system'
}

export type Box = {
  left: number
  top: number
  right: number
  bottom: number
}

export type Anchor = {
  documentId: string
  /** Of the document */
  version: number
  /** What the bytes of this version hash to */
  sha256: string
  /** A page of the case */
  page: number
  /** Parts of the page: 0 to 1 of its crop box at rotation 0, from the top left */
  rect?: Box
  /** The words of the page that are cited */
  quote?: string
}

export type AnchorCheck = {
  /** `holds`: it stands in the file as cited; `unread`: so does its page, but no text of it can prove the quote: there is none yet, or it was recognised from a picture and may be misread; `quoteMissing`: the quote is not on its page; `superseded`: its document has a newer version whose text is still being read; `moved`: it stands elsewhere by now, at `now`; `orphaned`: the newer version does not have it; `removed`: its document is no longer in the file; `broken`: there is no such page in this version of the document */
  status: 'holds' | 'unread' | 'quoteMissing' | 'superseded' | 'moved' | 'orphaned' | 'removed' | 'broken'
  /** Whether a decision may rest on it as it is: it holds, or its page does and is yet to be read */
  resolves: boolean
  now?: Anchor
}

export type Block =
  | TextBlock
  | BoilerplateReference

export type BoilerplateReference = {
  type: 'boilerplate'
  entryId: string
  /** Which the author has seen */
  version: number
  /** What stands here instead of the entry */
  edited?: TextBlock[]
}

export type Inline =
  | TextRun
  | LineBreak
  | InlineCitation

export type InlineCitation = {
  type: 'citation'
  anchor: Anchor
  /** How it reads in the sentence; the document and its page where it is left out */
  label?: string
}

export type LineBreak = {
  type: 'lineBreak'
}

export type NewBlock =
  | NewTextBlock
  | {
    type: 'boilerplate'
    entryId: string
    /** Which the author has seen */
    version: number
    /** What stands here instead of the entry */
    edited?: NewTextBlock[]
  }

export type NewInline =
  | TextRun
  | LineBreak
  | NewInlineCitation

export type NewInlineCitation = {
  type: 'citation'
  /** As it was read; or a page alone, of which the service knows the document and version */
  anchor: Anchor | {
    /** The document that the page must be of, where it matters */
    documentId?: string
    /** A page of the case */
    page: number
    /** Parts of the page: 0 to 1 of its crop box at rotation 0, from the top left */
    rect?: Box
    /** The words of the page that are cited */
    quote?: string
  }
  /** How it reads in the sentence; the document and its page where it is left out */
  label?: string
}

export type NewTextBlock =
  | {
    type: 'paragraph'
    content: NewInline[]
  }
  | {
    type: 'heading'
    /** Below the heading of its section */
    level: number
    content: NewInline[]
  }
  | {
    type: 'quote'
    content: NewInline[]
  }
  | {
    type: 'list'
    isOrdered: boolean
    items: {
      /** How deep it stands; 0 first */
      level: number
      content: NewInline[]
    }[]
  }

export type TextBlock =
  | {
    type: 'paragraph'
    content: Inline[]
  }
  | {
    type: 'heading'
    /** Below the heading of its section */
    level: number
    content: Inline[]
  }
  | {
    type: 'quote'
    content: Inline[]
  }
  | {
    type: 'list'
    isOrdered: boolean
    items: {
      /** How deep it stands; 0 first */
      level: number
      content: Inline[]
    }[]
  }

export type TextRun = {
  type: 'text'
  text: string
  marks?: ('bold' | 'italic' | 'underline')[]
}

export type ErrorBody = {
  /** A sentence; of a request that is malformed one for each fault, up to ten, each with its field */
  error: string
}

export type AcceptInvitation = {
  token: string
  password: string
}

export type Accepted = {
  username: string
}

export type Credentials = {
  username: string
  password: string
}

export type Refresh = {
  refreshToken: string
}

export type Tokens = {
  /** A JWT: send it as `Authorization: Bearer …` */
  token: string
  /** Good for one refresh */
  refreshToken: string
  /** Seconds */
  expiresIn: number
}

export type Appeal = {
  id: string
  docketNumber: string
  veteran: PersonName
  uploadedAt: string
  /** Size of the PDF the appeal was opened with */
  originalPdfBytes: number
}

export type AppealDetail = {
  appeal: Appeal
  documentCount: number
}

export type AppealList = {
  appeals: AppealSummary[]
}

export type AppealSummary = {
  id: string
  docketNumber: string
  veteran: PersonName
  uploadedAt: string
}

export type PersonName = {
  firstName: string
  middleName?: string
  lastName: string
}

export type SearchHit = {
  page: number
  /** The text around the first match on the page */
  snippet: string
}

export type SearchResult = {
  query: string
  hits: SearchHit[]
}

export type Annotation = {
  id: string
  /** A page of the appeal, within the document */
  page: number
  x?: number
  y?: number
  comment?: string
  relevantDate?: string
  rects?: Box[]
  quote?: string
  /** Who sees it: its author, those who share a team with the author, all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
  visibility?: 'private' | 'team' | 'staff' | 'case'
  /** The document was revised, and the new version has no such place: it stays where it was */
  orphaned?: true
  createdBy: string
  createdAt: string
}

export type AnnotationCreated = {
  annotation: Annotation
}

export type AnnotationEdited = {
  annotation: Annotation
}

export type Content = {
  sha256: string
  bytes: number
  mediaType: string
  firstPage: number
  pageCount: number
}

export type Document = {
  id: string
  name: string
  /** First page within the appeal; a page never moves */
  startPage: number
  endPage: number
  /** Of its content: a revision is the next one, on new pages */
  version: number
  /** Zero-based place in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** What it is, in the words of the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why its pages could not be read when it came in; it then has one page */
  unreadable?: string
  annotations: Annotation[]
}

export type DocumentDetail = {
  document: Document
  /** What the caller may do to the case, and so to what is in it */
  permissions: string[]
}

export type DocumentList = {
  documents: DocumentSummary[]
}

export type DocumentOrder = {
  /** Every document of the appeal, once */
  documentIds: string[]
}

export type DocumentSummary = {
  id: string
  name: string
  /** First page within the appeal; a page never moves */
  startPage: number
  endPage: number
  /** Of its content: a revision is the next one, on new pages */
  version: number
  /** Zero-based place in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** What it is, in the words of the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why its pages could not be read when it came in; it then has one page */
  unreadable?: string
}

export type DuplicateRun = {
  startPage: number
  endPage: number
  /** Where the run begins that it repeats */
  ofStartPage: number
  kind: 'exact' | 'near'
  /** Of the least similar pair of pages */
  similarity: number
}

export type EditAnnotation = {
  comment?: string
  relevantDate?: string
}

export type NewAnnotation = {
  page: number
  x?: number
  y?: number
  comment?: string
  relevantDate?: string
  /** What it marks on the page; lines of a quote, or an area */
  rects?: Box[]
  /** The words it marks: by them it follows a revision */
  quote?: string
  /** Who sees it: its author, those who share a team with the author, all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
  visibility?: 'private' | 'team' | 'staff' | 'case'
}

export type NewTag = {
  text: string
  /** Who sees it: all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
  visibility?: 'staff' | 'case'
}

export type ReadState = {
  read: boolean
  at: string
}

export type ReadStateSet = {
  readState: ReadState
}

export type SetReadState = {
  read: boolean
}

export type Tag = {
  text: string
  createdBy: string
  createdAt: string
}

export type TagCreated = {
  tag: Tag
}

export type AnnotationHit = {
  documentId: string
  annotationId: string
  page: number
  /** The text around the first match */
  snippet: string
  /** What to highlight in the snippet */
  matches: TextRange[]
}

export type Case = {
  id: string
  docketNumber: string
  caseType: string
  veteran: PersonName
  receiptDate: string
  uploadedAt: string
  /** Where it stands in another system, as that says */
  externalStatus?: string
  originalPdfBytes: number
  documentCount: number
  pageCount: number
  /** How far the text of the pages is searchable */
  text: {
    /** Pages whose text layer is searchable, if they have one */
    pagesRead: number
    pages: number
    /** Pages that are pictures, and wait for their text to be recognised */
    pagesToRecognise: number
    /** Pages that have no text, as they cannot be read */
    unreadablePages: number
  }
  /** The sequence of its last event; send it as `If-Match` */
  version: number
}

export type CaseDetail = {
  case: Case
  /** What the caller may do to the case, and so to what is in it */
  permissions: string[]
}

export type CasePage = {
  cases: CaseSummary[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type CaseSearchHit = {
  page: number
  document: {
    id: string
    name: string
  }
  /** The text around the first match */
  snippet: string
  /** What to highlight in the snippet */
  matches: TextRange[]
  /** Where the matches of the whole page are printed, a box for each line of each; none while that is not known */
  boxes: Box[]
}

export type CaseSearchResult = {
  query: string
  /** The query that was tried instead, where nothing was found as it was written */
  corrected?: string
  /** How many pages were found */
  total: number
  /** False where pages were left uncounted, behind the first 2,000 candidates: there may be more. That happens only until the text of the case is in memory, or where it is too large for that */
  isExact: boolean
  /** One a page, in page order */
  hits: CaseSearchHit[]
  /** How many pages of each document were found, in page order */
  documents: DocumentCount[]
  /** Annotations whose comment was found */
  annotations: AnnotationHit[]
  /** Tags that were found */
  tags: TagHit[]
  /** How far the text of the pages is searchable */
  text: {
    /** Pages whose text layer is searchable, if they have one */
    pagesRead: number
    pages: number
    /** Pages that are pictures, and wait for their text to be recognised */
    pagesToRecognise: number
    /** Pages that have no text, as they cannot be read */
    unreadablePages: number
  }
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type CaseState = {
  status: string
  partyStatus: string
  /** A plain sentence */
  why: string
  assignee: Assignee | null
  /** What comes next, in a plain sentence */
  next?: string
  step: string
  enteredStepAt: string
  ageInStepDays: number
  deadline?: string
  openTasks: number
  onHoldUntil?: string
  version: number
}

export type CaseSummary = {
  id: string
  docketNumber: string
  caseType: string
  docket?: string
  veteran: PersonName
  receiptDate: string
  uploadedAt: string
  /** Absent while no work has begun */
  status?: string
  step?: string
  enteredStepAt?: string
  assignee?: Assignee
  isClosed: boolean
  sensitivity?: number
}

export type CorrectCase = {
  /** A case type of the profile */
  caseType?: string
  /** A docket of the profile, of a case that is on one */
  docket?: string
  /** The name of the veteran */
  veteran?: {
    firstName: string
    middleName?: string
    lastName: string
  }
  /** Where the case stands in another system, in the words of that system */
  externalStatus?: string
  /** What was wrong, or has changed */
  why: string
}

export type DocumentCount = {
  id: string
  name: string
  count: number
}

export type PageMap = {
  /** Of the documents in the file */
  pages: number
  /** Those that repeat no page before them */
  uniquePages: number
  /** Those whose text is read and compared; the others may still turn out to repeat something */
  comparedPages: number
  documents: {
    id: string
    name: string
    startPage: number
    endPage: number
    uniquePages: number
    /** False where a person has taken the link back */
    isLinked: boolean
    duplicates: {
      startPage: number
      endPage: number
      /** Where the run begins that it repeats */
      ofStartPage: number
      kind: 'exact' | 'near'
      /** Of the least similar pair of pages */
      similarity: number
      ofDocument: {
        id: string
        name: string
      }
    }[]
  }[]
}

export type PageText = {
  page: number
  documentId: string
  /** Read; not yet; a picture that waits for recognition; or without a text that can be read */
  state: 'read' | 'unread' | 'toRecognise' | 'unreadable'
  /** In reading order, a line of the page on each line */
  text: string
  /** Written in the file, or recognised from a picture of the page */
  source: 'textLayer' | 'ocr'
  /** How sure the recogniser was; only of its own text */
  confidence?: number
  /** Where each word is printed, in the order of the text */
  words: PageWord[]
}

export type PageTextDetail = {
  page: PageText
}

export type PageWord = {
  /** In UTF-16 code units of the text, as JavaScript counts */
  start: number
  /** Behind the last */
  end: number
  left: number
  top: number
  right: number
  bottom: number
}

export type TagHit = {
  documentId: string
  text: string
}

export type TextRange = {
  /** In UTF-16 code units, as JavaScript counts */
  start: number
  /** Behind the last */
  end: number
}

export type PorticoEvent =
  | CaseOpened
  | CaseCorrected
  | CaseHistoryRecorded
  | CaseDocumentsArranged
  | DocumentFiled
  | DocumentRevised
  | DocumentDivided
  | DocumentEdited
  | DocumentRefused
  | DocumentHeld
  | DocumentAdmitted
  | DocumentRemoved
  | DocumentLinked
  | DocumentUnlinked
  | DocumentTagged
  | DocumentUntagged
  | DocumentAnnotated
  | DocumentAnnotationEdited
  | DocumentAnnotationMoved
  | DocumentAnnotationOrphaned
  | DocumentAnnotationRemoved
  | DocumentMarkedRead
  | DocumentMarkedUnread
  | CaseLinked
  | PartyRecorded
  | PartyContactChanged
  | PartyDied
  | PartyDeathRetracted
  | PartyRepresentationChanged
  | PartyMerged
  | PartyChangedElsewhere
  | PartyRemoved
  | AccessGranted
  | AccessWithdrawn
  | CaseAdvanced
  | CaseCourtRemanded
  | IssueAdded
  | IssueEdited
  | IssueDecided
  | IssueUndecided
  | IssueSplit
  | IssueMerged
  | IssueRemoved
  | IssueRestored
  | IssueCited
  | IssueUncited
  | IssueCitationMoved
  | IssueCitationOrphaned
  | CaseIssuesOrdered
  | WorkProductDrafted
  | WorkProductSaved
  | WorkProductSubmitted
  | WorkProductReturned
  | WorkProductDiscarded
  | WorkProductCommented
  | WorkProductCommentResolved
  | WorkProductCommentReopened
  | WorkProductSigned
  | WorkProductCleared
  | WorkProductReleased
  | WorkProductRecalled
  | WorkProductSealed
  | CaseDocketed
  | CaseDocketingRefused
  | CaseClosed
  | CaseReopened
  | CaseStateChanged
  | TaskOpened
  | TaskAssigned
  | TaskStarted
  | TaskHeld
  | TaskResumed
  | TaskInstructed
  | TaskCompleted
  | TaskDeadlineApproaching
  | TaskMoved
  | TaskCancelled
  | MailRouted
  | TimerSet
  | TimerFired
  | TimerCancelled
  | SessionRequested
  | SessionScheduled
  | SessionRescheduled
  | SessionHeld
  | SessionNoShow
  | SessionPostponed
  | SessionWithdrawn
  | DeliveryOwed
  | DeliveryReceipted
  | DeliveryFailed
  | DeliveryWithdrawn
  | EffectuationCompleted
  | EffectuationFailed
  | CaseLegalHoldPlaced
  | CaseLegalHoldLifted
  | CaseSensitivitySet
  | CasePurged

export type EventPage = {
  events: PorticoEvent[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type Access = {
  /** The order among all entries */
  position: number
  at: string
  member: {
    id: string
    /** The username */
    name: string
  }
  kind: 'download' | 'view' | 'search'
  /** Never the text of a case, nor that of a query */
  what: Accessed
  /** The `x-request-id` of the answer */
  requestId: string
}

export type AccessPage = {
  entries: Access[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type Accessed = {
  /** What was looked at; `pages` are those a search went through */
  of: 'case' | 'document' | 'caseFile' | 'scopedAccess' | 'pages' | 'accessLog' | 'workProduct' | 'decisionPackage'
  documentId?: string
  format?: string
  /** Whether annotations went out with it */
  annotations?: boolean
  /** Asked for in pieces, of which the first is recorded */
  isPartial?: boolean
}

export type CaseDocument = {
  id: string
  name: string
  /** First page within the appeal; a page never moves */
  startPage: number
  endPage: number
  /** Of its content: a revision is the next one, on new pages */
  version: number
  /** Zero-based place in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** What it is, in the words of the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why its pages could not be read when it came in; it then has one page */
  unreadable?: string
  /** `held` waits for a person, `removed` was taken out: neither is listed, searched or exported */
  status: 'current' | 'held' | 'removed'
  /** Why it stands as it stands */
  why?: string
  /** Of the bytes that its pages are read from */
  sha256: string
  bytes: number
  original?: {
    sha256: string
    bytes: number
    mediaType: string
  }
  /** What mail it may be, by its type; a person confirms it */
  suggestedMail?: string[]
  duplicates?: {
    /** False where a person has undone the link */
    linked: boolean
    runs: DuplicateRun[]
  }
}

export type CaseDocumentDetail = {
  document: {
    id: string
    name: string
    /** First page within the appeal; a page never moves */
    startPage: number
    endPage: number
    /** Of its content: a revision is the next one, on new pages */
    version: number
    /** Zero-based place in the arrangement */
    position: number
    receiptDate: string
    description: string
    /** What it is, in the words of the profile */
    documentType?: string
    categories: string[]
    tags: string[]
    /** Whether the caller has marked it read */
    read: boolean
    /** Why its pages could not be read when it came in; it then has one page */
    unreadable?: string
    /** `held` waits for a person, `removed` was taken out: neither is listed, searched or exported */
    status: 'current' | 'held' | 'removed'
    /** Why it stands as it stands */
    why?: string
    /** Of the bytes that its pages are read from */
    sha256: string
    bytes: number
    original?: {
      sha256: string
      bytes: number
      mediaType: string
    }
    /** What mail it may be, by its type; a person confirms it */
    suggestedMail?: string[]
    duplicates?: {
      /** False where a person has undone the link */
      linked: boolean
      runs: DuplicateRun[]
    }
    /** The first one first; each keeps its pages */
    versions: DocumentVersion[]
  }
  /** What the caller may do to the case, and so to what is in it */
  permissions?: string[]
}

export type CaseDocumentList = {
  documents: CaseDocument[]
}

export type Division = {
  /** In page order; together they have every page */
  parts: NewPart[]
}

export type DocumentVersion = {
  version: number
  startPage: number
  endPage: number
  sha256: string
  filedBy: string
  filedAt: string
}

export type EditDocument = {
  name?: string
  /** What it is, in the words of the profile: it suggests the category, and what mail it is */
  documentType?: string
  description?: string
  /** Of the profile: `medical`, `procedural`, `other`, `index` in the default one */
  categories?: string[]
  receiptDate?: string
}

export type NewCase = {
  veteran: {
    firstName: string
    middleName?: string
    lastName: string
  }
  receiptDate: string
  /** Made from the receipt date if left out */
  docketNumber?: string
  caseType?: string
  /** What another system calls the case; no two cases share one */
  alias?: {
    source: string
    externalId: string
  }
  /** A whole upload of `POST /uploads`, in place of the part `file` */
  uploadId?: string
  /** The documents in the file, in the order of its pages: together they have all of them */
  documents?: NewPart[]
  /** Where no documents are given: take them from the outline of the PDF if it has one, or file it as one document */
  boundaries?: 'outline' | 'none'
}

export type NewDocument = {
  name: string
  /** What it is, in the words of the profile: it suggests the category, and what mail it is */
  documentType?: string
  description?: string
  /** Of the profile: `medical`, `procedural`, `other`, `index` in the default one */
  categories?: string[]
  receiptDate?: string
  /** A whole upload of `POST /uploads`, in place of the part `file` */
  uploadId?: string
  /** What becomes of bytes that the file has already; the deployment decides if left out */
  onDuplicate?: 'link' | 'hold' | 'refuse'
}

export type NewPart = {
  name: string
  /** What it is, in the words of the profile: it suggests the category, and what mail it is */
  documentType?: string
  description?: string
  /** Of the profile: `medical`, `procedural`, `other`, `index` in the default one */
  categories?: string[]
  receiptDate?: string
  pageCount: number
}

export type OpenedCase = {
  case: Case
  documents: CaseDocument[]
}

export type ProposedDivision = {
  /** In page order, each page in one */
  parts: ProposedPart[]
  /** How many of its pages have text so far */
  pagesRead: number
}

export type ProposedPart = {
  name: string
  /** A page of the document, counted from 1 */
  firstPage: number
  pageCount: number
  category?: string
  /** Why a document seems to begin here */
  reasons: string[]
  confidence: number
}

export type SetDocumentStatus = {
  /** `held` waits for a person, `removed` was taken out: neither is listed, searched or exported */
  status: 'current' | 'held' | 'removed'
  why: string
}

export type SetLinked = {
  linked: boolean
}

export type NewUpload = {
  /** How large the file is */
  bytes: number
  name?: string
  sha256?: string
}

export type Upload = {
  id: string
  name: string
  bytes: number
  /** How many bytes are here: the next part begins there */
  offset: number
  createdAt: string
  expiresAt: string
}

export type UploadDetail = {
  upload: Upload
}

export type ScopedAccess = {
  access: {
    expiresAt: string
    documents: ScopedDocument[]
    files: ScopedBlob[]
  }
}

export type ScopedBlob = {
  sha256: string
  bytes: number
  /** Takes no token, understands ranges, and stops working when it expires */
  url: string
}

export type ScopedDocument = {
  id: string
  sha256: string
  /** Where the document begins in the file of the URL */
  firstPage: number
  pageCount: number
}

export type CaseLink = {
  /** `remand`: what was sent back goes on there; `split`: some issues leave this case for that one; `substitution`: somebody takes the place of a claimant who died */
  kind: 'remand' | 'split' | 'substitution'
  /** `to` the case that goes on with it, `from` the case that it comes from */
  direction: 'to' | 'from'
  /** The other case */
  caseId: string
  docketNumber: string
  why: string
  linkedBy: string
  linkedAt: string
}

export type LinkList = {
  links: CaseLink[]
}

export type LinkedCase = {
  link: CaseLink
  case: Case
}

export type NewLink = {
  /** `remand`: what was sent back goes on there; `split`: some issues leave this case for that one; `substitution`: somebody takes the place of a claimant who died */
  kind: 'remand' | 'split' | 'substitution'
  /** In a sentence */
  why: string
  /** A type of the profile; that of this case otherwise */
  caseType?: string
  /** Of a remand: whether a court has sent it back */
  isCourtRemand?: boolean
  substitute?: {
    /** The claimant who died */
    for: string
    /** The party of this case who takes their place and their role */
    by: string
  }
  /** That of this case otherwise */
  receiptDate?: string
  /** The issues that the new case is about */
  issueIds: string[]
  /** All parties otherwise */
  partyIds?: string[]
  /** All documents in the file otherwise; bytes are shared, never copied */
  documentIds?: string[]
}

export type Address = {
  lines: string[]
  city?: string
  region?: string
  postalCode?: string
  /** ISO 3166, two letters */
  country?: string
}

export type MergeParty = {
  /** The party: the same id is the same person or organization on every case */
  into: string
}

export type NewParty = {
  role: string
  person?: {
    firstName: string
    middleName?: string
    lastName: string
    birthDate?: string
    /** A notice of death, once it is there */
    deathDate?: string
  }
  organization?: string
  contact?: {
    /** The current one first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** How they want to hear of their case */
    preferred?: 'mail' | 'email' | 'phone'
  }
  aliases?: PartyAlias[]
}

export type NewRepresentation = {
  /** The party: the same id is the same person or organization on every case */
  representativeId: string
  powerOfAttorney: {
    start: string
    /** Its last day */
    end?: string
    scope: string
    /** The document that grants it */
    documentId?: string
  }
}

export type Party = {
  id: string
  role: string
  person?: {
    firstName: string
    middleName?: string
    lastName: string
    birthDate?: string
    deathDate?: string
  }
  organization?: string
  contact?: {
    /** The current one first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** How they want to hear of their case */
    preferred?: 'mail' | 'email' | 'phone'
  }
  aliases: PartyAlias[]
  representation?: {
    /** The party: the same id is the same person or organization on every case */
    representativeId: string
    powerOfAttorney: {
      start: string
      /** Its last day */
      end?: string
      scope: string
      /** The document that grants it */
      documentId?: string
    }
    /** Once it is taken back */
    revoked?: {
      on: string
      why?: string
    }
    /** Today: it has begun, and neither ended nor been taken back */
    isInForce: boolean
  }
  /** The party that this record turned out to be */
  mergedInto?: string
  recordedAt: string
  updatedAt: string
}

export type PartyAlias = {
  source: string
  externalId: string
}

export type PartyDetail = {
  party: Party
}

export type PartyList = {
  parties: Party[]
}

export type AccessGrant = {
  id: string
  memberId: string
  /** As it was when access was granted */
  username: string
  /** The party they act for */
  partyId: string
  /** The party that represents it */
  representativeId: string
  /** The filed power of attorney */
  documentId: string
  start: string
  /** Its last day */
  end?: string
  grantedBy: string
  grantedAt: string
  /** Today: it has begun, has neither ended nor been withdrawn, and the document is in the file */
  isInForce: boolean
  withdrawn?: {
    at: string
    by: string
    why?: string
  }
}

export type AccessGrantDetail = {
  grant: AccessGrant
}

export type AccessGrantList = {
  grants: AccessGrant[]
}

export type NewAccessGrant = {
  /** A member with a role that sees represented cases */
  memberId: string
  /** The party: the same id is the same person or organization on every case */
  partyId: string
  /** The filed power of attorney; the one that the representation names, unless given */
  documentId?: string
}

export type Priority = {
  /** Why the case is advanced on the docket, in words of the profile; empty where it is not */
  advanced: string[]
  /** Whether a court has sent it back */
  isCourtRemand: boolean
  /** When its oldest claimant reaches the age that advances it, where that lies ahead */
  advancedByAgeOn?: string
}

export type PriorityDetail = {
  priority: Priority
}

export type RuleOnMotion = {
  /** A reason of the profile */
  reason: string
  /** False denies it, and takes back what was granted for this reason */
  granted: boolean
  /** In a sentence */
  why: string
}

export type Import = {
  id: string
  status: 'waiting' | 'running' | 'paused' | 'cancelled' | 'done' | 'failed'
  /** Every row is looked at as if to load it, and nothing is written */
  dryRun: boolean
  createdBy: string
  createdAt: string
  finishedAt?: string
  /** The size of the manifest */
  bytes: number
  bytesRead: number
  rows: {
    loaded: number
    /** They were here already */
    skipped: number
    failed: number
  }
  /** How many of each type */
  loaded: {
    case?: number
    party?: number
    issue?: number
    document?: number
    tag?: number
    annotation?: number
    event?: number
    task?: number
    session?: number
  }
  rowsPerSecond?: number
  secondsLeft?: number
  /** Why it failed as a whole */
  error?: string
}

export type ImportDetail = {
  import: Import
}

export type ImportError = {
  line: number
  type?: string
  source?: string
  externalId?: string
  /** A sentence */
  error: string
}

export type ImportList = {
  imports: Import[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type SetImportStatus = {
  status: 'running' | 'paused' | 'cancelled'
}

export type DueCase = {
  id: string
  docketNumber: string
  caseType: string
  closedAt: string
  dueAt: string
  /** The law or the schedule that says so */
  why: string
  /** Under legal hold: it stays until that is lifted */
  isHeld: boolean
}

export type DuePage = {
  /** Those closed longest ago come first */
  cases: DueCase[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type LegalHold = {
  id: string
  why: string
  placedBy: string
  placedAt: string
  lifted?: {
    by: string
    at: string
    why: string
  }
}

export type LegalHoldDetail = {
  hold: LegalHold
}

export type LegalHoldList = {
  holds: LegalHold[]
}

export type Purge = {
  /** Purges a closed case before its time, as a court or a law orders; what is said here stays: name the order, not the person */
  order?: {
    why: string
  }
}

export type PurgeRule =
  | {
    kind: 'retention'
    /** The rule of the profile */
    name: string
    /** For how long it was kept once it was closed */
    keepYears: number
    /** The law or the schedule that says so */
    why: string
  }
  | {
    kind: 'order'
    /** What was ordered, by whom */
    why: string
  }

export type Sensitivity = {
  sensitivity: {
    level: number
    label: string
  }
}

export type SetSensitivity = {
  /** A level of the profile */
  level: number
  why: string
}

export type Tombstone = {
  caseId: string
  docketNumber: string
  caseType: string
  closedAt: string
  purgedAt: string
  purgedBy: string
  rule: PurgeRule
  /** Whose payload was erased; their chain still holds */
  events: number
}

export type TombstoneDetail = {
  /** What is left of a case that was purged */
  tombstone: Tombstone
}

export type TombstonePage = {
  tombstones: Tombstone[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type DocketCase = {
  docket: string
  /** When what is contested was decided: what came too late is found by it */
  contestedDate?: string
  /** What speaks against it */
  findings?: {
    reason: string
    why?: string
  }[]
  /** Why it is docketed all the same, for roles that may */
  override?: string
}

export type DocketHealth = {
  /** What should never be so and is, at most a hundred of each; none, while all is well */
  broken: {
    /** Which rule is broken; 12: a stored file is missing or changed */
    invariant: number
    caseId: string
    /** The id of what it is about */
    subject: string
    sentence: string
  }[]
}

export type Explanation = {
  status: string
  why: string
  /** What in the profile gives the case its status */
  standing: {
    workflow: string
    /** Which of the standings of the workflow fits, from 0 */
    rule: number
    when: {
      /** An open task of one of these types */
      task?: string[]
      /** Where not said: not on hold */
      taskStatus?: ('assigned' | 'inProgress' | 'onHold')[]
      workProduct?: string[]
      session?: string[]
      docket?: string[]
      timer?: string
      isClosed?: boolean
      closedBecause?: string[]
    }
  }
  /** The open tasks that nothing stands under: what must happen next */
  waitsFor: {
    taskId: string
    type: string
    label: string
    status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled'
    assignee: Assignee | null
    since: string
    until?: string
  }[]
  /** How it came to stand there, oldest first: each change and what brought it about */
  path: {
    at: string
    status: string
    why: string
    position: number
    causedBy?: {
      type: string
      at: string
      by: string
      position: number
    }
  }[]
}

export type RefuseDocketing = {
  findings: {
    reason: string
    why?: string
  }[]
}

export type AssignTask = {
  /** A team by its name, or a person by username or id */
  assignee: {
    team: string
  } | {
    person: string
  }
  why?: string
}

export type Assignee = {
  kind: 'team' | 'person'
  /** The name of the team, or the id of the member */
  id: string
  name: string
}

export type CancelTask = {
  why: string
}

export type CompleteTask = {
  outcome?: string
  note?: string
  /** A team by its name, or a person by username or id */
  assignee?: {
    team: string
  } | {
    person: string
  }
}

export type HoldTask = {
  until: string
  why: string
}

export type InstructTask = {
  text: string
}

export type NewTask = {
  parentId: string
  type: string
  /** A team by its name, or a person by username or id */
  assignee?: {
    team: string
  } | {
    person: string
  }
  instructions?: string
}

export type ResumeTask = {
  why?: string
}

export type RouteMail = {
  /** What the type of the document suggests, where that is one */
  mailType?: string
  /** The document of the case that it is */
  documentId?: string
  instructions?: string
}

export type Task = {
  id: string
  caseId: string
  type: string
  /** What people call its type */
  label: string
  parentId?: string
  /** The id of what it is about */
  about?: string
  status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled'
  assignee: Assignee | null
  openedAt: string
  openedBy: string
  assignedAt: string
  startedAt?: string
  closedAt?: string
  onHoldUntil?: string
  onHoldWhy?: string
  deadline?: string
  outcome?: string
  /** Only added to, never changed */
  instructions: {
    at: string
    by: string
    text: string
  }[]
  actions: TaskActions
}

export type TaskActions = {
  may: ('start' | 'assign' | 'hold' | 'resume' | 'complete' | 'cancel' | 'instruct' | 'openChild')[]
  /** How it may be completed; where there is none, in one way */
  outcomes: {
    name: string
    label: string
    needsNote?: boolean
    /** Completing it names who goes on, as `assignee` */
    needsPerson?: boolean
  }[]
  /** What may be opened under it */
  opens: {
    name: string
    label: string
  }[]
  holdDays?: {
    least: number
    most: number
  }
}

export type TaskDetail = {
  task: Task
}

export type TaskList = {
  /** A parent stands before what is under it */
  tasks: Task[]
}

export type EndSession = {
  outcome: 'held' | 'noShow' | 'postponed' | 'withdrawn'
  why?: string
  /** Who held it, by username or id: the case is kept for them when it is distributed */
  heldBy?: string
}

export type NewSession = {
  kind: 'inPerson' | 'video' | 'phone' | 'virtual'
  why?: string
}

export type PlaceSession = {
  kind?: 'inPerson' | 'video' | 'phone' | 'virtual'
  slot: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }
}

export type Session = {
  id: string
  kind: 'inPerson' | 'video' | 'phone' | 'virtual'
  status: 'requested' | 'scheduled' | 'held' | 'noShow' | 'postponed' | 'withdrawn'
  slot?: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }
  why?: string
  requestedAt: string
  changedAt: string
}

export type SessionDetail = {
  session: Session
}

export type SessionList = {
  sessions: Session[]
}

export type Delivery = {
  id: string
  workProductId: string
  partyId: string
  /** By what was recorded last: a failure after a receipt makes it owed anew, as `failed` */
  status: 'owed' | 'receipted' | 'failed' | 'withdrawn'
  /** Of the last receipt */
  channel?: string
  /** Of the last receipt */
  sentAt?: string
  /** Of the last receipt */
  tracking?: string
  /** Why it failed or was withdrawn, where that came last */
  why?: string
  /** Every receipt, in the order they were recorded */
  receipts: {
    channel: string
    /** Where it went: an address, a mailbox, a portal */
    destination?: string
    sentAt: string
    tracking?: string
    /** When it was recorded here */
    recordedAt: string
  }[]
  /** Every failure and bounce, in the order they were recorded */
  failures: {
    why: string
    channel?: string
    /** Where it went: an address, a mailbox, a portal */
    destination?: string
    failedAt?: string
    /** When it was recorded here */
    recordedAt: string
  }[]
  changedAt: string
}

export type DeliveryDetail = {
  delivery: Delivery
}

export type DeliveryFailure = {
  why: string
  /** Of what failed or came back */
  channel?: string
  /** Where it went: an address, a mailbox, a portal */
  destination?: string
  /** When it failed or came back. With it, a repeat is known as one even after a newer receipt */
  failedAt?: string
}

export type DeliveryList = {
  deliveries: Delivery[]
}

export type Receipt = {
  channel: string
  /** Where it went: an address, a mailbox, a portal */
  destination?: string
  sentAt: string
  tracking?: string
}

export type Effectuation = {
  workProductId: string
  result: 'completed' | 'failed'
  why?: string
  failedAt?: string
  by: Actor
  at: string
}

export type EffectuationDetail = {
  effectuation: Effectuation
}

export type EffectuationReport = {
  result: 'completed' | 'failed'
  /** What stood in the way; a failure must say it */
  why?: string
  /** When it failed. With it, a repeat is known as one even after a newer report */
  failedAt?: string
}

export type AdvancedCase = {
  caseId: string
  /** Whether it would be */
  isAdvanced: boolean
}

export type BoilerplateEntry = {
  name: string
  /** A text that was in force keeps its version for ever: another text needs another */
  version: number
  /** As people read it */
  label: string
  /** Where in a work product it is offered */
  place: 'opening' | 'issue' | 'closing' | 'anywhere'
  /** Offered for these issues; for any where there are none */
  issueTypes: string[]
  /** Offered for these dispositions; for any where there are none */
  dispositions: string[]
  /** Plain text, paragraphs parted by an empty line; `{{ claimant.name }}` is filled from the record */
  body: string
  /** The law that it restates */
  source?: string
}

export type Letter = {
  name: string
  /** As people read it */
  label: string
  /** One line, filled from the record like a body */
  subject: string
  /** Plain text, paragraphs parted by an empty line; `{{ claimant.name }}` is filled from the record */
  body: string
  /** How long an answer is waited for */
  answerWindowDays?: number
}

export type MailType = {
  name: string
  /** As people read it */
  label: string
  /** The task that a piece of this type opens */
  taskType: string
  /** Who works it; the last has no condition */
  routes: {
    /** The first route that holds is taken */
    when?: 'sessionPending' | 'caseClosed' | 'dispatched'
    /** The last person who had the case; the team where there is none */
    toLastAssignee?: true
    team: string
  }[]
  /** The case is not distributed while its task is open */
  blocksDistribution: boolean
  /** It is worked on a closed case too */
  allowedOnClosed: boolean
  /** A document of one of these suggests it */
  documentTypes: string[]
}

export type MovedCase = {
  caseId: string
  from: string
  to: string
  partyFrom: string
  partyTo: string
}

export type MovedTask = {
  caseId: string
  taskId: string
  type: string
  /** The team that has it */
  from: string
  /** The team that would */
  to: string
}

export type NotificationRule = {
  name: string
  /** As people read it */
  label: string
  /** What has happened */
  on: {
    event: string
    /** Only where it is about tasks of these types */
    tasks?: string[]
    /** Only where it is about these timers */
    timers?: string[]
  }
  recipients: ('assignee' | 'team' | 'author' | 'reviewer' | 'claimant' | 'representative' | 'participants')[]
  channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
  /** One line, filled from the record like a body */
  subject: string
  /** Plain text, paragraphs parted by an empty line; `{{ claimant.name }}` is filled from the record */
  body: string
  /** Then it is not sent */
  suppressWhen: ('recipientDeceased' | 'caseClosed' | 'optedOut' | 'causedByRecipient')[]
}

export type Profile = {
  name: string
  /** As people read it */
  label: string
  caseTypes: {
    name: string
    /** As people read it */
    label: string
    workflow: string
    /** A court has sent it back: it comes first in any list */
    isCourtRemand?: true
  }[]
  dockets: {
    name: string
    /** As people read it */
    label: string
  }[]
  ineligibility: {
    name: string
    /** As people read it */
    label: string
    /** Found where it came more days after what it contests */
    untimelyDays?: number
    /** Found where a claimant asks for the same on another case that is in active review */
    whenSameInReview?: true
  }[]
  teams: {
    name: string
    /** As people read it */
    label: string
  }[]
  taskTypes: TaskType[]
  workflows: Workflow[]
  /** Where a case may stand, for staff */
  statuses: {
    name: string
    /** As people read it */
    label: string
  }[]
  /** Where a case may stand, for a party */
  partyStatuses: {
    name: string
    /** As people read it */
    label: string
  }[]
  /** Why a case may be closed */
  closeReasons: {
    name: string
    /** As people read it */
    label: string
  }[]
  /** What is waited for */
  timers: {
    name: string
    /** As people read it */
    label: string
    /** How long it runs where a rule does not say */
    days: number
    /** From when it runs */
    from: string
  }[]
  sessions: {
    /** Slots of one docket day */
    slotsPerDay: number
    /** How long each is */
    slotMinutes: number
    /** When the first may begin, by the clock of the place */
    firstStart: string
    /** Others may begin every so many minutes after it */
    startEveryMinutes: number
    /** How long a slot is kept for whoever found it */
    holdMinutes: number
    /** When its people are reminded, where the session was made earlier than that */
    reminderDays: number[]
    /** How long before it the conference must be ready */
    conferenceReadyHours: number
  }
  workProducts: {
    /** When a signed work product may leave: once it is sealed, or when the rules of its workflow release it besides */
    release: 'atSigning' | 'afterQualityReview'
    /** What becomes of a signature where an issue cites no evidence, and its disposition needs some; refused where this is left out */
    withoutEvidence?: 'refused' | 'warned'
    /** What becomes of a signature where no party is sent the decision; refused where this is left out */
    withoutRecipient?: 'refused' | 'warned'
  }
  closedCases: {
    /** What may still be done to a closed case, of the actions that change one */
    accepts: string[]
  }
  /** The timer that runs out so many days before the deadline of a task, and warns of it */
  deadlineWarning: string
  /** What is counted, and for whom */
  reports: ReportDefinition[]
  priority: {
    /** A case is advanced when its claimant is so old */
    advancedAge: number
    /** Why a case may be advanced on the docket */
    advanceReasons: {
      name: string
      /** As people read it */
      label: string
      /** Somebody asks for it; otherwise the service finds it */
      byMotion: boolean
    }[]
    /** The reason that is given for age */
    ageReason: string
    /** What comes first in any national list; then the docket number */
    order: {
      when: 'courtRemandAndAdvanced' | 'advanced' | 'courtRemand'
      why: string
    }[]
    /** Why a case stands where its docket number puts it */
    otherwise: string
  }
  /** What distribution is steered by */
  levers: {
    /** Cases given to an adjudicator at once, for each drafter of the team */
    batchPerDrafter: number
    /** Cases given at once to an adjudicator without a team */
    batchWithoutTeam: number
    /** More may be asked for with so many waiting, or fewer */
    mostWaiting: number
    affinityDays: {
      /** How long a case is kept for whoever held its session */
      session: number
      /** The same where it is advanced */
      advanced: number
      /** How long for whoever decided it before a court sent it back */
      courtRemand: number
    }
    /** One for each docket */
    docketGoals: {
      docket: string
      /** From receipt to decision */
      days: number
    }[]
  }
  /** What distribution means in the words of this profile */
  distribution: {
    /** A case is ready while its task of this type is open and not on hold */
    taskType: string
    /** How that task ends when the case is given to somebody */
    outcome: string
    /** Who is given cases */
    receiverRole: string
    /** Those of the same team with this role make the batch larger */
    drafterRole: string
    /** What somebody has waiting: their tasks of these types that are not on hold */
    waitingTypes: string[]
  }
  /** How long cases are kept; those of other types for ever */
  retention: {
    name: string
    /** As people read it */
    label: string
    caseTypes: string[]
    /** After the case was closed */
    keepYears: number
    /** The law or the schedule that says so */
    why: string
    /** The service purges a case when its time is over; otherwise it waits for a person to do so */
    purgesByItself?: true
  }[]
  /** What members are, and may do */
  roles: ProfileRole[]
  /** What somebody is to a case */
  partyRoles: {
    name: string
    /** As people read it */
    label: string
    /** The case is theirs: their age and their death matter to it */
    isClaimant?: true
    /** Acts for a claimant, and may see the case */
    isRepresentative?: true
    /** Is sent the decision */
    receivesDecision: boolean
  }[]
  /** A person sees a case only at or above its level */
  sensitivity: {
    levels: {
      level: number
      /** As people read it */
      label: string
      why: string
    }[]
    ofNewCases: number
    /** They see cases up to this level */
    ofNewMembers: number
  }
  /** Conflicts of interest: who is given no task of a case */
  conflicts: {
    name: string
    /** The reason that whoever gives the task is told */
    why: string
    /** represents a party; is one, by an email address; is called as a claimant is; had a task of the case */
    when: 'represents' | 'isParty' | 'sharesFamilyName' | 'hadTask'
    /** With hadTask: tasks of these types */
    had?: string[]
    /** Whoever it holds of has no task of these types; of any where there are none */
    tasks: string[]
  }[]
  /** What is asked for */
  benefitTypes: {
    name: string
    /** As people read it */
    label: string
  }[]
  /** What is contested */
  issueTypes: {
    name: string
    /** As people read it */
    label: string
    /** Of which benefits it may be; of any where there are none */
    benefitTypes: string[]
  }[]
  /** How an issue can be decided */
  dispositions: {
    name: string
    /** As people read it */
    label: string
    /** What it means, for the claimant */
    sentence: string
    /** Whether deciding so asks for reasons */
    reasons: 'none' | 'optional' | 'required'
    /** Whether an issue decided so cites evidence before it is signed; yes where it is left out */
    needsEvidence?: boolean
    /** The issue is at an end here; otherwise it comes back */
    isFinal: boolean
  }[]
  /** Why it was decided so */
  reasonGroups: {
    name: string
    /** As people read it */
    label: string
    /** What these are reasons for */
    dispositions: string[]
    /** Each of them says when it arose */
    asksTiming: boolean
    reasons: {
      name: string
      /** As people read it */
      label: string
    }[]
  }[]
  /** When a reason arose */
  reasonTimings: {
    name: string
    /** As people read it */
    label: string
  }[]
  documentCategories: {
    name: string
    /** As people read it */
    label: string
    colour: 'blue' | 'red' | 'teal' | 'yellow' | 'green' | 'orange' | 'purple' | 'grey'
  }[]
  /** Of a document that nobody has sorted */
  unsortedCategory: string
  /** What a document may be */
  documentTypes: {
    name: string
    /** As people read it */
    label: string
    category: string
  }[]
  /** What comes by mail, and who works it */
  mailTypes: MailType[]
  /** Who works mail that matches no case */
  unmatchedMailTeam: string
  /** What is answered */
  letters: Letter[]
  /** Text that authors take over */
  boilerplate: BoilerplateEntry[]
  /** Who is told of what: once for each event, recipient and channel */
  notifications: NotificationRule[]
}

export type ProfileBlocker = {
  /** A sentence */
  what: string
  count: number
  /** The first of them */
  caseIds: string[]
}

export type ProfileChange = {
  place: string
  kind: 'added' | 'removed' | 'changed' | 'reordered'
  /** What was there */
  before?: unknown
  /** What is there */
  after?: unknown
}

export type ProfileChanges = {
  /** 0: nothing, which is before the first version */
  from: number
  to: number
  changes: ProfileChange[]
}

export type ProfileDetail = {
  version: ProfileVersion
  profile: Profile
}

export type ProfileFault = {
  place: string
  /** A sentence */
  what: string
}

export type ProfileRole = {
  name: string
  /** As people read it */
  label: string
  /** Which cases it sees: every one up to the sensitivity of the member, those they represent, or none */
  cases: 'every' | 'represented' | 'none'
  /** May do everything */
  isAdministrator?: true
  /** What it may do */
  may: string[]
  /** The other systems that it acts for: whoever has the role may say which case has which of their ids. `*` stands for all; left out, for none */
  sources?: string[]
}

export type ProfileTrial = {
  /** The version in force */
  against: number
  /** It could be saved: there are no faults and no blockers */
  wouldApply: boolean
  faults: ProfileFault[]
  changes: ProfileChange[]
  /** Current work that it has no place for */
  blockers: ProfileBlocker[]
  /** Open tasks that would go to another team */
  tasks: {
    count: number
    first: MovedTask[]
  }
  /** Cases that would be said to stand elsewhere */
  cases: {
    count: number
    first: MovedCase[]
  }
  /** Open cases that would be advanced for the age of a claimant, or no longer */
  advances: {
    count: number
    first: AdvancedCase[]
  }
}

export type ProfileVersion = {
  number: number
  /** Of the profile as canonical JSON */
  sha256: string
  /** Came with the service, was provisioned from files, was saved, or is an older one again */
  source: 'default' | 'file' | 'api' | 'restore'
  restoredFrom?: number
  why: string
  createdBy: string
  createdAt: string
  /** Since when current work is moved to where it belongs by now, and how much of it was; absent until then */
  applied?: {
    at: string
    tasks: number
    cases: number
    advances: number
  }
}

export type ProfileVersionList = {
  /** Newest first */
  versions: ProfileVersion[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type ReportDefinition = {
  name: string
  /** As people read it */
  label: string
  kind: 'throughput' | 'ageInStep' | 'overdue' | 'queueDepth' | 'reviewerLoad' | 'distribution' | 'decisions' | 'portHealth' | 'docketHealth'
  by: ('caseType' | 'docket' | 'step' | 'assignee' | 'team' | 'status' | 'issueType' | 'disposition' | 'port')[]
  period?: 'day' | 'week' | 'month' | 'quarter' | 'year'
  percentiles?: number[]
  /** Who is shown it; everyone who reads reports where there are none */
  roles: string[]
}

export type RestoreProfile = {
  /** Why it is changed, for whoever reads the history */
  why: string
}

export type RuleStep =
  | {
    open: string
    /** A type: under the open task of it, or under the root */
    under?: string
    assign?: {
      /** The person named by whoever completed the task before */
      named?: boolean
      /** Who last had a task of this type on the case */
      holderOf?: string
      /** Who did what the rule answers to */
      actor?: boolean
      team?: string
    }
    instructions?: string
    /** On hold at once, for so long */
    holdDays?: number
    /** The same, for as long as this timer of the profile runs */
    holdFor?: string
  }
  | {
    complete: string
    outcome?: string
  }
  | {
    cancel: string
    why: string
  }
  | {
    timer: string
    /** As the timer of the profile says otherwise */
    days?: number
    /** A type: it ends with the open task of it; else with the case */
    on?: string
  }
  | {
    stop: string
  }
  | {
    release: true
  }
  | {
    reopen: string
  }
  | {
    requestSession: 'inPerson' | 'video' | 'phone' | 'virtual'
  }
  | {
    close: string
  }

export type SaveProfile = {
  /** A whole `Profile` */
  profile: Record<string, unknown>
  /** Why it is changed, for whoever reads the history */
  why: string
}

export type Standing = {
  when: {
    /** An open task of one of these types */
    task?: string[]
    /** Where not said: not on hold */
    taskStatus?: ('assigned' | 'inProgress' | 'onHold')[]
    workProduct?: string[]
    session?: string[]
    docket?: string[]
    timer?: string
    isClosed?: boolean
    closedBecause?: string[]
  }
  status: string
  partyStatus: string
  why: string
  /** What comes next, for a party */
  next?: string
}

export type TaskType = {
  name: string
  /** As people read it */
  label: string
  /** Whose task it is where no rule says otherwise */
  team?: string
  /** A step of the case: at most one of all exclusive steps is open */
  isExclusive?: boolean
  /** Stays open, and may be opened, when the case is closed */
  outlivesCase?: boolean
  /** Completed by what happens on the case, never by hand */
  byRulesOnly?: boolean
  outcomes?: {
    name: string
    /** As people read it */
    label: string
    /** A note says why */
    needsNote?: boolean
    /** Takes the signed work product back */
    recalls?: boolean
    /** Whoever completes it names the person who goes on */
    needsPerson?: boolean
  }[]
  /** What its holder may open under it */
  children?: string[]
  /** Roles that may assign and cancel it without holding it */
  supervisors?: string[]
  /** Who has it may do one of these actions; workTasks where none is named */
  needs?: string[]
  holdDays?: {
    least: number
    most: number
  }
  dueDays?: number
  /** How long before its deadline is warned of it, where not as the timer deadlineWarning says */
  warnDays?: number
  /** Ends only when nothing that a decision owes is without receipt or task */
  needsReceipts?: boolean
}

export type TryProfile = {
  /** A whole `Profile` */
  profile: Record<string, unknown>
}

export type Workflow = {
  name: string
  /** The type of the task under which all others stand */
  root: string
  /** Opened where nothing is left to do on a case that is not closed */
  fallback: string
  /** What a case is called on which no work has begun */
  beforeWork: {
    status: string
    partyStatus: string
    why: string
  }
  rules: WorkflowRule[]
  standings: Standing[]
}

export type WorkflowRule = {
  name: string
  on: {
    event: string
    /** Of tasks of these types alone */
    task?: string[]
    outcome?: string[]
    timer?: string
    /** Fields of what the event carries; of several words, one of them */
    where?: Record<string, unknown>
  }
  when?: {
    docket?: string[]
    /** One of these is open */
    open?: string[]
    /** None of these is open */
    notOpen?: string[]
    workProduct?: string[]
    /** What was last reported of putting the decision into effect; pending before that */
    effectuation?: ('pending' | 'completed' | 'failed')[]
    /** Where it is left out: while the case is open */
    isClosed?: boolean | 'either'
    /** For so many of all cases */
    samplePercent?: number
    notSampled?: number
  }
  do: RuleStep[]
}

export type ChangeMember = {
  /** The name that people see */
  displayName?: string
  /** Roles of the profile */
  roles?: string[]
  /** Teams of the profile */
  teams?: string[]
  /** They see cases up to this sensitivity */
  clearance?: number
}

export type DirectoryPage = {
  people: Person[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type Invitation = {
  id: string
  memberId: string
  username: string
  email?: string
  createdAt: string
  expiresAt: string
}

export type InvitationList = {
  invitations: Invitation[]
}

export type Invited = {
  /** Sets the password, once. It is told here only */
  link: string
  expiresAt: string
  member: Member
}

export type Me = {
  id: string
  username: string
  displayName: string
  /** Roles of the profile */
  roles: string[]
  /** Teams of the profile */
  teams: string[]
  /** They see cases up to this sensitivity */
  clearance: number
  /** What your roles allow, to the service or to some case */
  actions: string[]
}

export type MeDetail = {
  me: Me
}

export type Member = {
  id: string
  username: string
  displayName: string
  /** Roles of the profile */
  roles: string[]
  /** Teams of the profile */
  teams: string[]
  email?: string
  /** They see cases up to this sensitivity */
  clearance: number
  /** May act here; false once deactivated */
  isActive: boolean
  createdAt: string
}

export type MemberChange = {
  position: number
  at: string
  memberId: string
  username: string
  by: {
    id: string
    name: string
  }
  /** What was changed, from what to what */
  change: {
    kind: string
  }
}

export type MemberChangePage = {
  changes: MemberChange[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type MemberDetail = {
  member: Member
}

export type MemberPage = {
  members: Member[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type NewInvitation = {
  email: string
  /** What they sign in with; the address, unless given */
  username?: string
  /** The name that people see */
  displayName?: string
  /** Roles of the profile */
  roles: string[]
  /** Teams of the profile */
  teams?: string[]
  /** They see cases up to this sensitivity */
  clearance?: number
}

export type Person = {
  id: string
  username: string
  displayName: string
  /** Roles of the profile */
  roles: string[]
  /** Teams of the profile */
  teams: string[]
}

export type Team = {
  name: string
  label: string
  members: {
    id: string
    username: string
    displayName: string
  }[]
}

export type TeamList = {
  teams: Team[]
}

export type NewQueue = {
  name: string
  /** A team of yours that shares it; else it is yours alone */
  team?: string
  query: QueueQuery
}

export type NewReassignment = {
  /** These tasks */
  tasks?: {
    caseId: string
    taskId: string
  }[]
  /** Or the open tasks that a queue shows at this moment, at most 10000 */
  query?: {
    assignees?: string[]
    /** Types of tasks */
    types?: string[]
    /** Either open ones, all of which are shown where nothing is said, or closed ones */
    statuses?: ('assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled')[]
    /** Of cases on these dockets */
    dockets?: string[]
    /** Of cases of these types */
    caseTypes?: string[]
    /** Of cases that are advanced on the docket, or not */
    isAdvanced?: boolean
    /** Of cases that a court sent back, or not */
    isCourtRemand?: boolean
    /** With a deadline that has passed; where false, without one that has */
    isOverdue?: boolean
    /** Opened so many days ago, or more */
    leastAgeDays?: number
    /** `priority`: court remands and advanced cases first, then by docket number; `docket`: by docket number alone; `age`: the oldest task first; `deadline`: the soonest first; `closed`: the last closed first, for closed tasks alone. Where it is not said, `priority`, and `closed` for closed tasks. */
    sort?: 'priority' | 'docket' | 'age' | 'deadline' | 'closed'
    /** The other way round */
    isReversed?: boolean
  }
  /** A team by its name, or a person by username or id */
  to: {
    team: string
  } | {
    person: string
  }
  why: string
}

export type NextTask = {
  /** Now yours; null where nothing waits */
  task: QueuedTask | null
}

export type Queue = {
  id: string
  name: string
  owner: {
    kind: 'person' | 'team'
    /** The id of the member, or the name of the team */
    id: string
  }
  query: QueueQuery
  /** Everyone has it; it can be neither changed nor removed */
  isBuiltIn: boolean
  updatedAt?: string
}

export type QueueAnswer = {
  queue: Queue
}

export type QueueChange = {
  name: string
  query: QueueQuery
}

export type QueueList = {
  queues: {
    id: string
    name: string
    owner: {
      kind: 'person' | 'team'
      /** The id of the member, or the name of the team */
      id: string
    }
    query: QueueQuery
    /** Everyone has it; it can be neither changed nor removed */
    isBuiltIn: boolean
    updatedAt?: string
    count: {
      tasks: number
      /** False where there are more than that */
      isExact: boolean
    }
  }[]
}

export type QueueQuery = {
  assignees?: string[]
  /** Types of tasks */
  types?: string[]
  /** Either open ones, all of which are shown where nothing is said, or closed ones */
  statuses?: ('assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled')[]
  /** Of cases on these dockets */
  dockets?: string[]
  /** Of cases of these types */
  caseTypes?: string[]
  /** Of cases that are advanced on the docket, or not */
  isAdvanced?: boolean
  /** Of cases that a court sent back, or not */
  isCourtRemand?: boolean
  /** With a deadline that has passed; where false, without one that has */
  isOverdue?: boolean
  /** Opened so many days ago, or more */
  leastAgeDays?: number
  /** `priority`: court remands and advanced cases first, then by docket number; `docket`: by docket number alone; `age`: the oldest task first; `deadline`: the soonest first; `closed`: the last closed first, for closed tasks alone. Where it is not said, `priority`, and `closed` for closed tasks. */
  sort?: 'priority' | 'docket' | 'age' | 'deadline' | 'closed'
  /** The other way round */
  isReversed?: boolean
}

export type QueuedTask = {
  id: string
  caseId: string
  docketNumber: string
  /** Whom the case is about */
  caseName: string
  caseType: string
  docket: string | null
  type: string
  /** The type, as people read it */
  label: string
  status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled'
  assignee: Assignee | null
  /** Why the case is advanced on the docket */
  advanced: string[]
  isCourtRemand: boolean
  openedAt: string
  assignedAt: string | null
  ageDays: number
  deadline?: string
  isOverdue: boolean
  onHoldUntil?: string
  onHoldWhy?: string
  closedAt?: string
  outcome?: string
  /** What you may do with it */
  may: ('start' | 'assign' | 'hold' | 'resume' | 'complete' | 'cancel' | 'instruct' | 'openChild')[]
}

export type Reassignment = {
  id: string
  to: Assignee
  why: string
  by: string
  at: string
  tasks: number
  moved: number
  waiting: number
  /** The first hundred that could not be moved, and why */
  refused: {
    caseId: string
    taskId: string
    why: string
  }[]
}

export type ReassignmentAnswer = {
  reassignment: Reassignment
}

export type TaskPage = {
  tasks: QueuedTask[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
  count?: {
    tasks: number
    /** False where there are more than that */
    isExact: boolean
  }
}

export type DistributionRun = {
  id: string
  member: {
    id: string
    name: string
  }
  askedBy: string
  at: string
  /** As they were in force */
  levers: {
    /** Cases given to an adjudicator at once, for each drafter of the team */
    batchPerDrafter: number
    /** Cases given at once to an adjudicator without a team */
    batchWithoutTeam: number
    /** More may be asked for with so many waiting, or fewer */
    mostWaiting: number
    affinityDays: {
      /** How long a case is kept for whoever held its session */
      session: number
      /** The same where it is advanced */
      advanced: number
      /** How long for whoever decided it before a court sent it back */
      courtRemand: number
    }
    /** One for each docket */
    docketGoals: {
      docket: string
      /** From receipt to decision */
      days: number
    }[]
  }
  batchSize: number
  /** How many cases waited for the member before: for the member, and for those who see every case */
  waiting?: number
  isFinished: boolean
  given: number
}

export type DistributionRunDetail = {
  run: {
    id: string
    member: {
      id: string
      name: string
    }
    askedBy: string
    at: string
    /** As they were in force */
    levers: {
      /** Cases given to an adjudicator at once, for each drafter of the team */
      batchPerDrafter: number
      /** Cases given at once to an adjudicator without a team */
      batchWithoutTeam: number
      /** More may be asked for with so many waiting, or fewer */
      mostWaiting: number
      affinityDays: {
        /** How long a case is kept for whoever held its session */
        session: number
        /** The same where it is advanced */
        advanced: number
        /** How long for whoever decided it before a court sent it back */
        courtRemand: number
      }
      /** One for each docket */
      docketGoals: {
        docket: string
        /** From receipt to decision */
        days: number
      }[]
    }
    batchSize: number
    /** How many cases waited for the member before: for the member, and for those who see every case */
    waiting?: number
    isFinished: boolean
    given: number
    cases: {
      caseId: string
      docketNumber: string
      /** Sentences */
      why: string[]
      state: 'planned' | 'given' | 'passedOver'
      passedOverWhy?: string
    }[]
  }
}

export type DistributionRunList = {
  runs: DistributionRun[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type LeverChange = {
  /** What would change; the rest stays */
  levers: {
    /** Cases given to an adjudicator at once, for each drafter of the team */
    batchPerDrafter?: number
    /** Cases given at once to an adjudicator without a team */
    batchWithoutTeam?: number
    /** More may be asked for with so many waiting, or fewer */
    mostWaiting?: number
    affinityDays?: {
      /** How long a case is kept for whoever held its session */
      session: number
      /** The same where it is advanced */
      advanced: number
      /** How long for whoever decided it before a court sent it back */
      courtRemand: number
    }
    /** One for each docket */
    docketGoals?: {
      docket: string
      /** From receipt to decision */
      days: number
    }[]
  }
}

export type LeverSimulation = {
  simulation: {
    inForce: {
      levers: {
        /** Cases given to an adjudicator at once, for each drafter of the team */
        batchPerDrafter: number
        /** Cases given at once to an adjudicator without a team */
        batchWithoutTeam: number
        /** More may be asked for with so many waiting, or fewer */
        mostWaiting: number
        affinityDays: {
          /** How long a case is kept for whoever held its session */
          session: number
          /** The same where it is advanced */
          advanced: number
          /** How long for whoever decided it before a court sent it back */
          courtRemand: number
        }
        /** One for each docket */
        docketGoals: {
          docket: string
          /** From receipt to decision */
          days: number
        }[]
      }
      /** How many cases are given if everybody asks once */
      cases: number
      byDocket: {
        docket: string | null
        cases: number
      }[]
      byReason: {
        because: string
        cases: number
      }[]
      members: {
        id: string
        name: string
        cases: number
        waiting: number
        mayAsk: boolean
      }[]
    }
    changed: {
      levers: {
        /** Cases given to an adjudicator at once, for each drafter of the team */
        batchPerDrafter: number
        /** Cases given at once to an adjudicator without a team */
        batchWithoutTeam: number
        /** More may be asked for with so many waiting, or fewer */
        mostWaiting: number
        affinityDays: {
          /** How long a case is kept for whoever held its session */
          session: number
          /** The same where it is advanced */
          advanced: number
          /** How long for whoever decided it before a court sent it back */
          courtRemand: number
        }
        /** One for each docket */
        docketGoals: {
          docket: string
          /** From receipt to decision */
          days: number
        }[]
      }
      /** How many cases are given if everybody asks once */
      cases: number
      byDocket: {
        docket: string | null
        cases: number
      }[]
      byReason: {
        because: string
        cases: number
      }[]
      members: {
        id: string
        name: string
        cases: number
        waiting: number
        mayAsk: boolean
      }[]
    }
    /** Cases that would go elsewhere: to another, to somebody, or to nobody */
    moved: number
    /** The first hundred of them */
    moves: {
      caseId: string
      from: {
        id: string
        name: string
      } | null
      to: {
        id: string
        name: string
      } | null
    }[]
  }
}

export type RankedCase = {
  /** Its place at the time its page was read */
  rank: number
  caseId: string
  docketNumber: string
  docket: string | null
  docketDate: string
  /** Why the case is advanced on the docket */
  advanced: string[]
  isCourtRemand: boolean
  /** Why it stands there */
  why: string
  readySince: string
  /** By the goal of its docket */
  due?: string
  /** Until then it is given to nobody else */
  keptFor?: {
    id: string
    name: string
    until: string
  }
}

export type Ranking = {
  cases: RankedCase[]
  /** Pass as `after` for what follows; absent at the end */
  next?: string
}

export type AnchorChecks = {
  /** One for each anchor, in order */
  checks: AnchorCheck[]
}

export type CheckAnchors = {
  anchors: Anchor[]
}

export type CheckedCitation = {
  id: string
  issueId: string
  anchor: Anchor
  documentName: string
  note?: string
  /** Its document was revised, and the new version does not have it */
  orphaned?: true
  createdBy: string
  createdAt: string
  check: AnchorCheck
}

export type Citation = {
  id: string
  issueId: string
  anchor: Anchor
  documentName: string
  note?: string
  /** Its document was revised, and the new version does not have it */
  orphaned?: true
  createdBy: string
  createdAt: string
}

export type CitationCreated = {
  citation: Citation
}

export type DecideIssue = {
  /** A disposition of the profile */
  disposition: string
  /** Where the profile asks for them */
  reasons?: DispositionReason[]
  /** What else is to be said of it */
  note?: string
}

export type DispositionReason = {
  /** A reason of the profile */
  reason: string
  /** When it arose, in a word of the profile */
  timing?: string
}

export type EditIssue = {
  /** A type of the profile */
  issueType?: string
  benefitType?: string | null
  scope?: string | null
  description?: string | null
}

export type Evidence = {
  evidence: CheckedCitation[]
}

export type Issue = {
  id: string
  /** Its place in the list, if it is in it */
  position?: number
  /** A type of the profile */
  issueType: string
  /** A benefit of the profile */
  benefitType?: string
  /** What of it is contested */
  scope?: string
  /** What it is, in the words of whoever raised it */
  description?: string
  /** Open and decided issues are the list; the others have left it, and are answered by others or not at all */
  status: 'open' | 'decided' | 'split' | 'merged' | 'withdrawn' | 'ineligible' | 'moved'
  /** The issues, as they were raised, that this one answers; itself where it was raised so */
  raisedIssueIds: string[]
  /** The issues of the list that answer this one; itself where it is in the list */
  answeredByIssueIds: string[]
  /** Until it is signed, only for those who may read deliberations */
  decision?: {
    disposition: string
    reasons: DispositionReason[]
    note?: string
    /** Who recorded it: not for a party, to whom the signer answers */
    by?: string
    at: string
  }
  removal?: {
    how: 'withdrawn' | 'ineligible' | 'moved'
    /** Of an ineligible issue: a reason of the profile */
    reason?: string
    /** In a sentence */
    why: string
    by: string
    at: string
  }
  /** How many places are cited for it, if you may know */
  citations: number
  /** The signed work product that decided it: until it is recalled, nothing changes */
  signedIn?: string
}

export type IssueDetail = {
  issue: Issue
}

export type IssueList = {
  /** What is to be decided, in order */
  issues: Issue[]
  /** What has left the list: split, merged or removed */
  past: Issue[]
}

export type IssueOrder = {
  /** Every issue of the list once, in order */
  issueIds: string[]
}

export type IssueRemoval = {
  /** Taken back by whoever raised it, or not to be decided here */
  how: 'withdrawn' | 'ineligible'
  /** Of an ineligible issue: a reason of the profile */
  reason?: string
  /** In a sentence */
  why: string
}

export type MergeIssues = {
  /** The issues that become one with it */
  issueIds: string[]
  into?: NewIssue
}

export type NewCitation = {
  /** The document that the page must be of, where it matters */
  documentId?: string
  /** A page of the case */
  page: number
  /** Parts of the page: 0 to 1 of its crop box at rotation 0, from the top left */
  rect?: Box
  /** The words of the page that are cited */
  quote?: string
  /** What the place is cited for */
  note?: string
}

export type NewIssue = {
  /** A type of the profile */
  issueType: string
  /** A benefit of the profile */
  benefitType?: string
  /** What of it is contested */
  scope?: string
  /** What it is, in the words of whoever raised it */
  description?: string
}

export type PageCitations = {
  page: number
  documentId: string
  /** The version of the document that the page is of */
  version: number
  /** For issues of the list, in their order */
  citations: Citation[]
  /** In work products as they were last saved, in the order of their text */
  inTexts: TextCitation[]
}

export type SplitIssue = {
  /** The issues that take its place, in order; each has its evidence to begin with */
  into: NewIssue[]
}

export type TextCitation = {
  workProductId: string
  title: string
  status: string
  part: 'opening' | 'issue' | 'closing'
  /** Of a part `issue` */
  issueId?: string
  anchor: Anchor
}

export type Blockers = {
  version: number
  /** Nothing stands in the way */
  maySign: boolean
  /** What stands in the way */
  blockers: Finding[]
  /** What whoever signs should know */
  warnings: Finding[]
}

export type Comment = {
  id: string
  /** The version that it was made on */
  version: number
  text: string
  /** The part of the text that it is about; the whole where it is left out */
  place?: {
    part: 'opening' | 'issue' | 'closing'
    issueId?: string
    /** From 0, in its section */
    block?: number
  }
  inReplyTo?: string
  by: Actor
  at: string
  resolved?: {
    by: Actor
    at: string
  }
}

export type CommentDetail = {
  comment: Comment
}

export type CommentList = {
  /** Oldest first; a reply names the thread that it is in */
  comments: Comment[]
}

export type NewComment = {
  text: string
  /** The part of the text that it is about; the whole where it is left out */
  place?: {
    part: 'opening' | 'issue' | 'closing'
    issueId?: string
    /** From 0, in its section */
    block?: number
  }
  /** The comment that began the thread */
  inReplyTo?: string
}

export type NewWorkProduct = {
  title?: string
  content?: NewWorkProductContent
  /** A work product of the case, recalled or discarded, whose text this one begins with */
  from?: string
}

export type NewWorkProductContent = {
  opening: NewBlock[]
  /** One section an issue; signed in the order of the issues */
  issues: {
    issueId: string
    content: NewBlock[]
  }[]
  closing: NewBlock[]
}

export type ReturnWorkProduct = {
  /** The version that it is about; a stale one is refused */
  version: number
  reasons: string[]
}

export type SaveWorkProduct = {
  /** What the author began with; a stale one is refused */
  baseVersion: number
  title?: string
  content: NewWorkProductContent
}

export type SetResolved = {
  resolved: boolean
}

export type SignWorkProduct = {
  /** The version that it is about; a stale one is refused */
  version: number
}

export type SubmitWorkProduct = {
  /** The version that it is about; a stale one is refused */
  version: number
}

export type WithReason = {
  why: string
}

export type WorkProduct = {
  id: string
  title: string
  /** Returned, it is a draft again */
  status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
  /** Of its content; send it as `baseVersion` */
  version: number
  drafted: {
    by: Actor
    at: string
  }
  saved: {
    by: Actor
    at: string
  }
  submitted?: {
    by: Actor
    at: string
  }
  /** Last */
  returned?: {
    by: Actor
    at: string
    reasons: string[]
  }
  /** It never changes again */
  signed?: {
    by: Actor
    at: string
    packageSha256: string
  }
  /** It is released as soon as it is sealed */
  cleared?: {
    by: Actor
    at: string
  }
  released?: {
    by: Actor
    at: string
  }
  recalled?: {
    by: Actor
    at: string
    why: string
  }
  discarded?: {
    by: Actor
    at: string
    why: string
  }
  openComments: number
  content: WorkProductContent
}

export type WorkProductChanged = {
  workProduct: {
    id: string
    title: string
    /** Returned, it is a draft again */
    status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
    version: number
    /** Once it is signed */
    packageSha256?: string
  }
}

export type WorkProductContent = {
  opening: Block[]
  issues: {
    issueId: string
    content: Block[]
  }[]
  closing: Block[]
}

export type WorkProductDetail = {
  workProduct: WorkProduct
}

export type WorkProductList = {
  workProducts: WorkProductSummary[]
}

export type WorkProductPreview = {
  version: number
  /** As they would be frozen: in the order of the issues, with the text of boilerplate filled in */
  sections: PackageSection[]
  /** As they would be numbered */
  citations: {
    /** In the order of the text, then of the evidence */
    number: number
    /** How it reads in the sentence */
    label: string
    anchor: Anchor
    documentName: string
    /** The page counted from the first of its document */
    documentPage: number
    /** The issues whose section or evidence cites it */
    issueIds: string[]
  }[]
}

export type WorkProductSummary = {
  id: string
  title: string
  /** Returned, it is a draft again */
  status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
  /** Of its content; send it as `baseVersion` */
  version: number
  drafted: {
    by: Actor
    at: string
  }
  saved: {
    by: Actor
    at: string
  }
  submitted?: {
    by: Actor
    at: string
  }
  /** Last */
  returned?: {
    by: Actor
    at: string
    reasons: string[]
  }
  /** It never changes again */
  signed?: {
    by: Actor
    at: string
    packageSha256: string
  }
  /** It is released as soon as it is sealed */
  cleared?: {
    by: Actor
    at: string
  }
  released?: {
    by: Actor
    at: string
  }
  recalled?: {
    by: Actor
    at: string
    why: string
  }
  discarded?: {
    by: Actor
    at: string
    why: string
  }
  openComments: number
}

export type WorkProductVersion = {
  version: number
  title: string
  contentSha256: string
  saved: {
    by: Actor
    at: string
  }
}

export type WorkProductVersionDetail = {
  version: {
    version: number
    title: string
    contentSha256: string
    saved: {
      by: Actor
      at: string
    }
    content: WorkProductContent
  }
}

export type WorkProductVersionList = {
  /** Newest first */
  versions: WorkProductVersion[]
  /** Pass as `after` for older ones; absent at the end */
  next?: string
}

export type DecisionPackage = {
  format: 'portico.decision/1'
  case: {
    id: string
    docketNumber: string
    caseType: string
    veteran: PersonName
    receiptDate: string
    /** The sequence of the last event before the signature */
    version: number
    /** Of that event: the chain up to here is what was signed on */
    hash: string
  }
  profile: {
    name: string
    label: string
  }
  workProduct: {
    id: string
    title: string
    /** The version that was signed */
    version: number
    /** Of the draft as it was last saved */
    contentSha256: string
    draftedBy: Actor
    draftedAt: string
  }
  signature: {
    by: Actor
    /** As it is printed below the decision */
    name: string
    at: string
  }
  /** The opening, one section an issue in the order of the issues, the closing */
  sections: PackageSection[]
  dispositions: PackageDisposition[]
  citations: PackageCitation[]
  recipients: Recipient[]
  /** Every document in the file, in page order */
  manifest: ManifestEntry[]
  /** What the signer was warned of, and signed with */
  warnings: Finding[]
}

export type DecisionPackageDetail = {
  /** Of the canonical JSON of `package` */
  sha256: string
  status: 'signed' | 'released' | 'recalled'
  /** Of the event `workProduct.signed` among all events */
  position: number
  recalled?: {
    by: Actor
    at: string
    why: string
  }
  /** The sealed PDF; null until it is made */
  file: SealedFile | null
  package: DecisionPackage
}

export type Finding = {
  code: string
  /** For whoever signs */
  sentence: string
  issueId?: string
  documentIds?: string[]
  partyId?: string
  entryId?: string
  anchor?: Anchor
  check?: AnchorCheck
}

export type ManifestEntry = {
  documentId: string
  version: number
  name: string
  receiptDate: string
  startPage: number
  endPage: number
  content: Content
  /** Who had marked it read, first to last */
  readBy: {
    id: string
    name: string
    at: string
  }[]
}

export type PackageBlock =
  | PackageTextBlock
  | {
    type: 'boilerplate'
    entryId: string
    version: number
    isEdited: boolean
    content: PackageTextBlock[]
  }

export type PackageCitation = {
  /** In the order of the text, then of the evidence */
  number: number
  /** How it reads in the sentence */
  label: string
  anchor: Anchor
  documentName: string
  /** The page counted from the first of its document */
  documentPage: number
  /** `unread`: no text of its page could prove its quote */
  status: 'holds' | 'unread'
  /** The issues whose section or evidence cites it */
  issueIds: string[]
}

export type PackageDisposition = {
  issueId: string
  /** Its place among the decided issues */
  number: number
  issueType: {
    name: string
    label: string
  }
  benefitType?: {
    name: string
    label: string
  }
  scope?: string
  description?: string
  disposition: {
    name: string
    label: string
  }
  reasons: {
    reason: {
      name: string
      label: string
    }
    timing?: string
  }[]
  note?: string
  decidedAt: string
  /** What it rests on: numbers of `citations` */
  evidence: number[]
}

export type PackageInline =
  | TextRun
  | LineBreak
  | {
    type: 'citation'
    /** Of `citations` */
    number: number
    label: string
  }

export type PackageSection = {
  part: 'opening' | 'issue' | 'closing'
  /** Of a part `issue` */
  issueId?: string
  /** Of a part `issue`: what it decides */
  heading?: string
  content: PackageBlock[]
}

export type PackageTextBlock =
  | {
    type: 'paragraph'
    content: PackageInline[]
  }
  | {
    type: 'heading'
    /** Below the heading of its section */
    level: number
    content: PackageInline[]
  }
  | {
    type: 'quote'
    content: PackageInline[]
  }
  | {
    type: 'list'
    isOrdered: boolean
    items: {
      /** How deep it stands; 0 first */
      level: number
      content: PackageInline[]
    }[]
  }

export type Recipient = {
  partyId: string
  role: string
  /** As it is written on an envelope */
  name: string
  person?: PersonName
  organization?: string
  contact?: {
    /** The current one first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** How they want to hear of their case */
    preferred?: 'mail' | 'email' | 'phone'
  }
  /** Who spoke for them on the day of the signature */
  representation?: {
    representativeId: string
    /** Of the representative, where the case knows it */
    name?: string
    powerOfAttorney: {
      start: string
      /** Its last day */
      end?: string
      scope: string
      /** The document that grants it */
      documentId?: string
    }
  }
}

export type SealedFile = {
  sha256: string
  bytes: number
  /** Where the PDF is */
  href: string
}

export type CaseOpened = EventEnvelope & {
  type: 'case.opened'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    docketNumber: string
    caseType: string
    veteran: PersonName
    receiptDate: string
    uploadedAt: string
    originalPdfBytes: number
    /** The party that the opening records: whose case it is */
    claimantId?: string
    alias?: {
      source: string
      externalId: string
    }
    brought?: {
      docket?: string
      docketDate?: string
      closed?: {
        reason: string
        closedAt: string
        outcome?: string
      }
    }
    /** From the first moment on; as the profile says otherwise */
    sensitivity?: number
  } | null
}

export type CaseCorrected = EventEnvelope & {
  type: 'case.corrected'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** A case type of the profile */
    caseType?: string
    /** A docket of the profile, of a case that is on one */
    docket?: string
    /** The name of the veteran */
    veteran?: {
      firstName: string
      middleName?: string
      lastName: string
    }
    /** Where the case stands in another system, in the words of that system */
    externalStatus?: string
    /** With a type: whether cases of it were sent back by a court */
    isCourtRemand?: boolean
    /** What was said before */
    was: {
      /** A case type of the profile */
      caseType?: string
      /** A docket of the profile, of a case that is on one */
      docket?: string
      /** The name of the veteran */
      veteran?: {
        firstName: string
        middleName?: string
        lastName: string
      }
      /** Where the case stands in another system, in the words of that system */
      externalStatus?: string
    }
    why: string
  } | null
}

export type CaseHistoryRecorded = EventEnvelope & {
  type: 'case.historyRecorded'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    entryId: string
    what: string
    details?: string
    alias: {
      source: string
      externalId: string
    }
  } | null
}

export type CaseDocumentsArranged = EventEnvelope & {
  type: 'case.documentsArranged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentIds: string[]
  } | null
}

export type DocumentFiled = EventEnvelope & {
  type: 'document.filed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    name: string
    documentType?: string
    description: string
    categories: string[]
    receiptDate: string
    position: number
    startPage: number
    endPage: number
    content: Content
    original?: {
      sha256: string
      bytes: number
      mediaType: string
    }
    /** Why its pages could not be counted; it then has one page */
    unreadable?: string
    /** The document whose pages these were before */
    dividedFrom?: string
    /** The document of another case whose bytes these are */
    sharedFrom?: {
      caseId: string
      documentId: string
      version: number
    }
    alias?: {
      source: string
      externalId: string
    }
  } | null
}

export type DocumentRevised = EventEnvelope & {
  type: 'document.revised'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    version: number
    startPage: number
    endPage: number
    content: Content
    original?: {
      sha256: string
      bytes: number
      mediaType: string
    }
    /** Why its pages could not be counted; it then has one page */
    unreadable?: string
  } | null
}

export type DocumentDivided = EventEnvelope & {
  type: 'document.divided'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    endPage: number
    content: Content
    name: string
    documentType?: string
    description: string
    categories: string[]
    receiptDate: string
    /** The documents that have its other pages now */
    into: string[]
  } | null
}

export type DocumentEdited = EventEnvelope & {
  type: 'document.edited'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    name: string
    documentType?: string
    description: string
    categories: string[]
    receiptDate: string
  } | null
}

export type DocumentRefused = EventEnvelope & {
  type: 'document.refused'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    name: string
    sha256: string
    bytes: number
    /** The document that has these bytes */
    duplicateOf: string
  } | null
}

export type DocumentHeld = EventEnvelope & {
  type: 'document.held'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentAdmitted = EventEnvelope & {
  type: 'document.admitted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentRemoved = EventEnvelope & {
  type: 'document.removed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentLinked = EventEnvelope & {
  type: 'document.linked'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    duplicates: DuplicateRun[]
  } | null
}

export type DocumentUnlinked = EventEnvelope & {
  type: 'document.unlinked'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
  } | null
}

export type DocumentTagged = EventEnvelope & {
  type: 'document.tagged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    text: string
    /** Who sees it: all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
    visibility?: 'staff' | 'case'
  } | null
}

export type DocumentUntagged = EventEnvelope & {
  type: 'document.untagged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    text: string
  } | null
}

export type DocumentAnnotated = EventEnvelope & {
  type: 'document.annotated'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    annotationId: string
    page: number
    x?: number
    y?: number
    comment?: string
    relevantDate?: string
    alias?: {
      source: string
      externalId: string
    }
    rects?: Box[]
    quote?: string
    /** Who sees it: its author, those who share a team with the author, all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
    visibility?: 'private' | 'team' | 'staff' | 'case'
    /** The author's teams at that time */
    teams?: string[]
  } | null
}

export type DocumentAnnotationEdited = EventEnvelope & {
  type: 'document.annotationEdited'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    annotationId: string
    comment?: string
    relevantDate?: string
    /** Who sees it: its author, those who share a team with the author, all who work on cases, or all who see the case, parties too. Where it is left out: `staff` of staff, `case` of a party */
    visibility?: 'private' | 'team' | 'staff' | 'case'
    teams?: string[]
  } | null
}

export type DocumentAnnotationMoved = EventEnvelope & {
  type: 'document.annotationMoved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    annotationId: string
    page: number
    x?: number
    y?: number
    rects?: Box[]
  } | null
}

export type DocumentAnnotationOrphaned = EventEnvelope & {
  type: 'document.annotationOrphaned'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    annotationId: string
  } | null
}

export type DocumentAnnotationRemoved = EventEnvelope & {
  type: 'document.annotationRemoved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
    annotationId: string
  } | null
}

export type DocumentMarkedRead = EventEnvelope & {
  type: 'document.markedRead'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
  } | null
}

export type DocumentMarkedUnread = EventEnvelope & {
  type: 'document.markedUnread'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    documentId: string
  } | null
}

export type CaseLinked = EventEnvelope & {
  type: 'case.linked'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** `remand`: what was sent back goes on there; `split`: some issues leave this case for that one; `substitution`: somebody takes the place of a claimant who died */
    kind: 'remand' | 'split' | 'substitution'
    direction: 'to' | 'from'
    /** The other case */
    caseId: string
    docketNumber: string
    why: string
    shared?: {
      /** `remand`: what was sent back goes on there; `split`: some issues leave this case for that one; `substitution`: somebody takes the place of a claimant who died */
      kind: 'remand' | 'split' | 'substitution'
      /** In a sentence */
      why: string
      caseType: string
      /** Of a remand: whether a court has sent it back */
      isCourtRemand?: boolean
      substitute?: {
        /** The claimant who died */
        for: string
        /** The party of this case who takes their place and their role */
        by: string
      }
      docketNumber: string
      receiptDate: string
      issues: {
        id: string
        as: string
      }[]
      partyIds: string[]
      documents: {
        id: string
        version: number
        as: string
      }[]
    }
  } | null
}

export type PartyRecorded = EventEnvelope & {
  type: 'party.recorded'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    person?: {
      firstName: string
      middleName?: string
      lastName: string
      birthDate?: string
      deathDate?: string
    }
    organization?: string
    contact?: {
      /** The current one first */
      addresses?: Address[]
      emails?: string[]
      phones?: string[]
      /** How they want to hear of their case */
      preferred?: 'mail' | 'email' | 'phone'
    }
    aliases?: PartyAlias[]
    /** Of a row that was loaded */
    alias?: {
      source: string
      externalId: string
    }
    /** Known from the opening of the case alone: a claimant of the same name takes its place */
    asOpened?: true
    stamps?: {
      /** When it was changed, on whichever case: of two changes the newer one holds on every case of the party */
      identity?: string
      /** When it was changed, on whichever case: of two changes the newer one holds on every case of the party */
      contact?: string
    }
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyContactChanged = EventEnvelope & {
  type: 'party.contactChanged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    /** Whether the case is theirs, by their role */
    isClaimant: boolean
    contact?: {
      /** The current one first */
      addresses?: Address[]
      emails?: string[]
      phones?: string[]
      /** How they want to hear of their case */
      preferred?: 'mail' | 'email' | 'phone'
    }
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyDied = EventEnvelope & {
  type: 'party.died'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    /** Whether the case is theirs, by their role */
    isClaimant: boolean
    deathDate: string
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyDeathRetracted = EventEnvelope & {
  type: 'party.deathRetracted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    /** Whether the case is theirs, by their role */
    isClaimant: boolean
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyRepresentationChanged = EventEnvelope & {
  type: 'party.representationChanged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    /** Whether the case is theirs, by their role */
    isClaimant: boolean
    /** `ended` when the last day of the power of attorney is over */
    change: 'given' | 'revoked' | 'ended'
    representation: {
      /** The party: the same id is the same person or organization on every case */
      representativeId: string
      powerOfAttorney: {
        start: string
        /** Its last day */
        end?: string
        scope: string
        /** The document that grants it */
        documentId?: string
      }
      /** Once it is taken back */
      revoked?: {
        on: string
        why?: string
      }
      /** Of an event from before access was granted case by case: it gives none */
      memberIds?: string[]
    }
    /** When it was changed, on whichever case: of two changes the newer one holds on every case of the party */
    stamp: string
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyMerged = EventEnvelope & {
  type: 'party.merged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    into: string
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyChangedElsewhere = EventEnvelope & {
  type: 'party.changedElsewhere'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    /** Whether the case is theirs, by their role */
    isClaimant: boolean
    part: 'identity' | 'contact' | 'representation' | 'merger'
    /** When it was changed, on whichever case: of two changes the newer one holds on every case of the party */
    stamp: string
    /** The case that the change was made on, where that is another one */
    origin?: {
      caseId: string
    }
  } | null
}

export type PartyRemoved = EventEnvelope & {
  type: 'party.removed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    partyId: string
    role: string
    why?: string
  } | null
}

export type AccessGranted = EventEnvelope & {
  type: 'access.granted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    grantId: string
    memberId: string
    partyId: string
    username: string
    representativeId: string
    documentId: string
    start: string
    end?: string
  } | null
}

export type AccessWithdrawn = EventEnvelope & {
  type: 'access.withdrawn'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    grantId: string
    memberId: string
    partyId: string
    why?: string
  } | null
}

export type CaseAdvanced = EventEnvelope & {
  type: 'case.advanced'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** A reason of the profile */
    reason: string
    /** False where it was denied, or holds no more */
    granted: boolean
    why: string
    /** All reasons that hold from now on */
    advanced: string[]
  } | null
}

export type CaseCourtRemanded = EventEnvelope & {
  type: 'case.courtRemanded'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    why: string
  } | null
}

export type IssueAdded = EventEnvelope & {
  type: 'issue.added'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    /** Its place among the issues of the case */
    position: number
    issueType: string
    benefitType?: string
    scope?: string
    description?: string
    /** Of an issue that others were split or merged into: those that were raised */
    raisedIssueIds?: string[]
    alias?: {
      source: string
      externalId: string
    }
    /** The issue of another case that it goes on with */
    sharedFrom?: {
      caseId: string
      issueId: string
    }
  } | null
}

export type IssueEdited = EventEnvelope & {
  type: 'issue.edited'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    issueType: string
    benefitType?: string
    scope?: string
    description?: string
  } | null
}

export type IssueDecided = EventEnvelope & {
  type: 'issue.decided'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    disposition: string
    reasons: DispositionReason[]
    note?: string
  } | null
}

export type IssueUndecided = EventEnvelope & {
  type: 'issue.undecided'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
  } | null
}

export type IssueSplit = EventEnvelope & {
  type: 'issue.split'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    /** The issues that have taken its place */
    into: string[]
  } | null
}

export type IssueMerged = EventEnvelope & {
  type: 'issue.merged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** The issue that has taken their place */
    issueId: string
    from: string[]
  } | null
}

export type IssueRemoved = EventEnvelope & {
  type: 'issue.removed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    how: 'withdrawn' | 'ineligible' | 'moved'
    /** Of an ineligible issue: a reason of the profile */
    reason?: string
    /** In a sentence */
    why: string
  } | null
}

export type IssueRestored = EventEnvelope & {
  type: 'issue.restored'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    position: number
  } | null
}

export type IssueCited = EventEnvelope & {
  type: 'issue.cited'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    citationId: string
    anchor: Anchor
    note?: string
  } | null
}

export type IssueUncited = EventEnvelope & {
  type: 'issue.uncited'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    citationId: string
  } | null
}

export type IssueCitationMoved = EventEnvelope & {
  type: 'issue.citationMoved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    citationId: string
    anchor: Anchor
  } | null
}

export type IssueCitationOrphaned = EventEnvelope & {
  type: 'issue.citationOrphaned'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueId: string
    citationId: string
  } | null
}

export type CaseIssuesOrdered = EventEnvelope & {
  type: 'case.issuesOrdered'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    issueIds: string[]
  } | null
}

export type WorkProductDrafted = EventEnvelope & {
  type: 'workProduct.drafted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    version: number
    title: string
    /** Of its text, which is not told here: it is for those who may read drafts */
    contentSha256: string
    /** The issues that it has a section for */
    issueIds: string[]
  } | null
}

export type WorkProductSaved = EventEnvelope & {
  type: 'workProduct.saved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    version: number
    title: string
    /** Of its text, which is not told here: it is for those who may read drafts */
    contentSha256: string
    /** The issues that it has a section for */
    issueIds: string[]
  } | null
}

export type WorkProductSubmitted = EventEnvelope & {
  type: 'workProduct.submitted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    version: number
  } | null
}

export type WorkProductReturned = EventEnvelope & {
  type: 'workProduct.returned'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    version: number
    /** Of the reasons, for those who may read drafts */
    reasonsSha256: string
  } | null
}

export type WorkProductDiscarded = EventEnvelope & {
  type: 'workProduct.discarded'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    why: string
  } | null
}

export type WorkProductCommented = EventEnvelope & {
  type: 'workProduct.commented'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    commentId: string
    version: number
    /** Of its text, for those who may read drafts */
    textSha256: string
    /** The part of the text that it is about; the whole where it is left out */
    place?: {
      part: 'opening' | 'issue' | 'closing'
      issueId?: string
      /** From 0, in its section */
      block?: number
    }
    inReplyTo?: string
  } | null
}

export type WorkProductCommentResolved = EventEnvelope & {
  type: 'workProduct.commentResolved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    commentId: string
  } | null
}

export type WorkProductCommentReopened = EventEnvelope & {
  type: 'workProduct.commentReopened'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    commentId: string
  } | null
}

export type WorkProductSigned = EventEnvelope & {
  type: 'workProduct.signed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    version: number
    contentSha256: string
    /** Of the canonical JSON of the decision package */
    packageSha256: string
    dispositions: {
      issueId: string
      disposition: string
      reasons: string[]
    }[]
    /** The parties that are sent the decision */
    recipients: string[]
    /** What the signer was warned of, by its codes */
    warnings: string[]
  } | null
}

export type WorkProductCleared = EventEnvelope & {
  type: 'workProduct.cleared'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    packageSha256: string
  } | null
}

export type WorkProductReleased = EventEnvelope & {
  type: 'workProduct.released'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    packageSha256: string
  } | null
}

export type WorkProductRecalled = EventEnvelope & {
  type: 'workProduct.recalled'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    packageSha256: string
    /** It may be with its recipients already */
    wasReleased: boolean
    why: string
  } | null
}

export type WorkProductSealed = EventEnvelope & {
  type: 'workProduct.sealed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    workProductId: string
    packageSha256: string
    /** Of the sealed PDF */
    sha256: string
    bytes: number
  } | null
}

export type CaseDocketed = EventEnvelope & {
  type: 'case.docketed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    docket: string
    docketDate: string
    /** What spoke against it */
    findings: {
      reason: string
      why?: string
    }[]
    /** Why it was docketed all the same */
    override?: string
    isBrought?: true
  } | null
}

export type CaseDocketingRefused = EventEnvelope & {
  type: 'case.docketingRefused'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    findings: {
      reason: string
      why?: string
    }[]
  } | null
}

export type CaseClosed = EventEnvelope & {
  type: 'case.closed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    reason: string
    /** When, where that was in another system */
    closedAt?: string
    /** How it ended there, in the words of that system */
    outcome?: string
    isBrought?: true
    workProductId?: string
    /** Sessions that were still to come, and are withdrawn */
    sessions?: string[]
    /** Work products that were being written, and are discarded */
    drafts?: string[]
  } | null
}

export type CaseReopened = EventEnvelope & {
  type: 'case.reopened'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    why: string
  } | null
}

export type CaseStateChanged = EventEnvelope & {
  type: 'case.stateChanged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    from: string | null
    to: string
    partyFrom: string | null
    partyTo: string
    /** A plain sentence */
    why: string
    next?: string
    /** The type of the task that the case stands at */
    step: string
    taskId?: string
    enteredStepAt: string
  } | null
}

export type TaskOpened = EventEnvelope & {
  type: 'task.opened'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    parentId?: string
    assignee?: Assignee
    instructions?: string
    deadline?: string
    alias?: {
      source: string
      externalId: string
    }
  } | null
}

export type TaskAssigned = EventEnvelope & {
  type: 'task.assigned'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    assignee: Assignee
    /** What it is from then on: who has it anew has not started it */
    status: 'assigned' | 'onHold'
    why?: string
  } | null
}

export type TaskStarted = EventEnvelope & {
  type: 'task.started'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
  } | null
}

export type TaskHeld = EventEnvelope & {
  type: 'task.held'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    why: string
    until?: string
  } | null
}

export type TaskResumed = EventEnvelope & {
  type: 'task.resumed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    why: string
  } | null
}

export type TaskInstructed = EventEnvelope & {
  type: 'task.instructed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    text: string
  } | null
}

export type TaskCompleted = EventEnvelope & {
  type: 'task.completed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    outcome?: string
    note?: string
    named?: Assignee
  } | null
}

export type TaskDeadlineApproaching = EventEnvelope & {
  type: 'task.deadlineApproaching'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    deadline: string
    assignee?: Assignee
  } | null
}

export type TaskMoved = EventEnvelope & {
  type: 'task.moved'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    parentId: string
  } | null
}

export type TaskCancelled = EventEnvelope & {
  type: 'task.cancelled'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    taskId: string
    /** What the profile calls it */
    type: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    why: string
  } | null
}

export type MailRouted = EventEnvelope & {
  type: 'mail.routed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    mailType: string
    documentId?: string
    /** The task that it opened */
    taskId: string
    /** The condition of the route that was taken */
    because?: string
  } | null
}

export type TimerSet = EventEnvelope & {
  type: 'timer.set'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
    due: string
  } | null
}

export type TimerFired = EventEnvelope & {
  type: 'timer.fired'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
  } | null
}

export type TimerCancelled = EventEnvelope & {
  type: 'timer.cancelled'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The id of what it is about: a session, a party, a document */
    about?: string
  } | null
}

export type SessionRequested = EventEnvelope & {
  type: 'session.requested'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    why?: string
    alias?: {
      source: string
      externalId: string
    }
    isBrought?: true
  } | null
}

export type SessionScheduled = EventEnvelope & {
  type: 'session.scheduled'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    isBrought?: true
  } | null
}

export type SessionRescheduled = EventEnvelope & {
  type: 'session.rescheduled'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    from: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
  } | null
}

export type SessionHeld = EventEnvelope & {
  type: 'session.held'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    why?: string
    isBrought?: true
    /** Who held it, where that is not who tells of it */
    heldBy?: {
      id: string
      name: string
    }
  } | null
}

export type SessionNoShow = EventEnvelope & {
  type: 'session.noShow'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    why?: string
    isBrought?: true
  } | null
}

export type SessionPostponed = EventEnvelope & {
  type: 'session.postponed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    why?: string
    isBrought?: true
  } | null
}

export type SessionWithdrawn = EventEnvelope & {
  type: 'session.withdrawn'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    sessionId: string
    why?: string
    isBrought?: true
  } | null
}

export type DeliveryOwed = EventEnvelope & {
  type: 'delivery.owed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
  } | null
}

export type DeliveryReceipted = EventEnvelope & {
  type: 'delivery.receipted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
    /** How it went: mail, electronic */
    channel: string
    /** Where it went: an address, a mailbox, a portal */
    destination?: string
    sentAt: string
    tracking?: string
  } | null
}

export type DeliveryFailed = EventEnvelope & {
  type: 'delivery.failed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
    why: string
    channel?: string
    /** Where it went: an address, a mailbox, a portal */
    destination?: string
    failedAt?: string
  } | null
}

export type DeliveryWithdrawn = EventEnvelope & {
  type: 'delivery.withdrawn'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
    why: string
  } | null
}

export type EffectuationCompleted = EventEnvelope & {
  type: 'effectuation.completed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** The decision that was put into effect, or was not */
    workProductId: string
    why?: string
  } | null
}

export type EffectuationFailed = EventEnvelope & {
  type: 'effectuation.failed'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    /** The decision that was put into effect, or was not */
    workProductId: string
    why: string
    failedAt?: string
  } | null
}

export type CaseLegalHoldPlaced = EventEnvelope & {
  type: 'case.legalHoldPlaced'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    holdId: string
    why: string
  } | null
}

export type CaseLegalHoldLifted = EventEnvelope & {
  type: 'case.legalHoldLifted'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    holdId: string
    why: string
  } | null
}

export type CaseSensitivitySet = EventEnvelope & {
  type: 'case.sensitivitySet'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    from: number
    /** Only members cleared for it see the case */
    level: number
    why: string
  } | null
}

export type CasePurged = EventEnvelope & {
  type: 'case.purged'
  /** What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest */
  data: {
    docketNumber: string
    caseType: string
    closedAt: string
    rule: PurgeRule
    /** At the purge: only members cleared for it are told of it */
    sensitivity?: number
  } | null
}
