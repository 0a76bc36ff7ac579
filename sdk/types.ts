// Generated from the contract by `npm run generate`. Change the contract, not this file.

export const apiVersion = '2026-11-01'

export type EventEnvelope = {
  id: string
  /** Position among all events */
  position: number
  caseId: string
  /** Position among the events of the case, from 1 without gaps */
  sequence: number
  at: string
  recordedAt: string
  actor: Actor
  onBehalfOf?: Actor
  causationId?: string
  correlationId: string
  /** Chains the case's events: SHA-256 of the previous hash, this envelope and this data */
  hash: string
}

export type Actor = {
  id: string
  /** The username; a party reads `another person`, unless it is their own */
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
  /** The version of the document */
  version: number
  /** SHA-256 of this version */
  sha256: string
  /** A page of the case */
  page: number
  /** Fractions of the page, 0 to 1 of its crop box at rotation 0, from the top left */
  rect?: Box
  /** The cited words, as they appear on the page */
  quote?: string
}

export type AnchorCheck = {
  /** `holds`: the citation is in the file as cited. `unread`: the page is in the file, but the quote cannot be verified because the page has no text yet or its text comes from OCR. `quoteMissing`: the quote is not on the page. `superseded`: the document has a newer version whose text is still being read. `moved`: the citation is now at `now`. `orphaned`: the newer version does not contain it. `removed`: the document is no longer in the file. `broken`: this version of the document has no such page */
  status: 'holds' | 'unread' | 'quoteMissing' | 'superseded' | 'moved' | 'orphaned' | 'removed' | 'broken'
  /** Whether a decision may rely on the citation: it holds, or its page is in the file but not yet read */
  resolves: boolean
  now?: Anchor
}

export type Block =
  | TextBlock
  | BoilerplateReference

export type BoilerplateReference = {
  type: 'boilerplate'
  /** Unique in the text, and kept for life: through edits, moves and versions */
  id: string
  /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
  part?: string
  entryId: string
  /** The version that was taken: its text stays until the author takes another */
  version: number
  /** The values of its fields, by name; a field left out has its default */
  values?: Record<string, unknown>
  /** Replaces the text of the entry */
  edited?: TextBlock[]
}

export type Inline =
  | TextRun
  | LineBreak
  | InlineCitation
  | {
    type: 'footnote'
    content: (TextRun | LineBreak | InlineCitation)[]
  }

export type InlineCitation = {
  type: 'citation'
  anchor: Anchor
  /** The citation as it reads in the sentence; defaults to the document and its page */
  label?: string
}

export type LineBreak = {
  type: 'lineBreak'
}

export type NewBlock =
  | NewTextBlock
  | {
    type: 'boilerplate'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    entryId: string
    /** The version that was taken: its text stays until the author takes another */
    version: number
    /** The values of its fields, by name; a field left out has its default */
    values?: Record<string, unknown>
    /** Replaces the text of the entry */
    edited?: NewTextBlock[]
  }

export type NewInline =
  | TextRun
  | LineBreak
  | NewInlineCitation
  | {
    type: 'footnote'
    content: (TextRun | LineBreak | NewInlineCitation)[]
  }

export type NewInlineCitation = {
  type: 'citation'
  /** The complete anchor, or only a page: the service fills in the document and version */
  anchor: Anchor | {
    /** The document the page is expected to belong to */
    documentId?: string
    /** A page of the case */
    page: number
    /** Fractions of the page, 0 to 1 of its crop box at rotation 0, from the top left */
    rect?: Box
    /** The cited words, as they appear on the page */
    quote?: string
  }
  /** The citation as it reads in the sentence; defaults to the document and its page */
  label?: string
}

export type NewTextBlock =
  | {
    type: 'paragraph'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: NewInline[]
  }
  | {
    type: 'heading'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Level below the heading of its section */
    level: number
    content: NewInline[]
  }
  | {
    type: 'quote'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: NewInline[]
  }
  | {
    type: 'list'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    isOrdered: boolean
    items: {
      /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
      id?: string
      /** Nesting depth, starting at 0 */
      level: number
      content: NewInline[]
    }[]
  }
  | {
    type: 'table'
    /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Read before the table */
    caption?: string
    /** One cell for each column; read aloud with every cell below it */
    header: {
      content: NewInline[]
    }[]
    /** Each with as many cells as the header */
    rows: {
      /** Unique in the text. Left out, it is that of the block with the same or the most similar words, or a new one */
      id?: string
      cells: {
        content: NewInline[]
      }[]
    }[]
  }

export type TextBlock =
  | {
    type: 'paragraph'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: Inline[]
  }
  | {
    type: 'heading'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Level below the heading of its section */
    level: number
    content: Inline[]
  }
  | {
    type: 'quote'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: Inline[]
  }
  | {
    type: 'list'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    isOrdered: boolean
    items: {
      /** Unique in the text, and kept for life: through edits, moves and versions */
      id: string
      /** Nesting depth, starting at 0 */
      level: number
      content: Inline[]
    }[]
  }
  | {
    type: 'table'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Read before the table */
    caption?: string
    /** One cell for each column; read aloud with every cell below it */
    header: {
      content: Inline[]
    }[]
    /** Each with as many cells as the header */
    rows: {
      /** Unique in the text, and kept for life: through edits, moves and versions */
      id: string
      cells: {
        content: Inline[]
      }[]
    }[]
  }

export type TextRun = {
  type: 'text'
  text: string
  marks?: ('bold' | 'italic' | 'underline')[]
}

export type ErrorBody = {
  /** The error as a sentence; for an invalid request, one sentence per invalid field, up to ten */
  error: string
}

export type AcceptInvitation = {
  token: string
  password: string
}

export type Accepted = {
  username: string
}

export type BrowserSession = {
  /** A JWT; keep it in memory, and send it as `Authorization: Bearer …` */
  token: string
  /** Lifetime of the token in seconds */
  expiresIn: number
}

export type Credentials = {
  username: string
  password: string
}

export type NewPassword = {
  currentPassword: string
  password: string
}

export type Refresh = {
  refreshToken: string
}

export type SandboxPeople = {
  people: SandboxPerson[]
}

export type SandboxPerson = {
  id: string
  username: string
  displayName: string
  /** Their roles, in the words of the profile */
  roles: string[]
  /** Their teams, in the words of the profile */
  teams: string[]
}

export type SandboxSignIn = {
  memberId: string
  /** The code of the address that the start of the service prints, behind `#code=` */
  code: string
}

export type Tokens = {
  /** A JWT; send it as `Authorization: Bearer …` */
  token: string
  /** Can be used once */
  refreshToken: string
  /** Lifetime of the token in seconds */
  expiresIn: number
}

export type NewPasskey = {
  /** What its owner calls it */
  name: string
  /** What `navigator.credentials.create` returned, as its `toJSON` writes it */
  credential: NewPasskeyCredential
}

export type NewPasskeyCredential = {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    attestationObject: string
    transports?: string[]
  }
}

export type NewPasskeyOptions = {
  /** Works once */
  challenge: string
  rp: {
    id: string
    name: string
  }
  user: {
    id: string
    name: string
    displayName: string
  }
  pubKeyCredParams: {
    type: 'public-key'
    alg: number
  }[]
  /** Milliseconds until the challenge expires */
  timeout: number
  attestation: 'none'
  /** Your passkeys: an authenticator that holds one of them makes no other */
  excludeCredentials: {
    type: 'public-key'
    id: string
    transports?: string[]
  }[]
  authenticatorSelection: {
    residentKey: 'required'
    requireResidentKey: true
    userVerification: 'required'
  }
}

export type Passkey = {
  id: string
  /** What its owner calls it */
  name: string
  /** Whether copies of it may be on other devices of its owner */
  isSynced: boolean
  createdAt: string
  lastUsedAt: string | null
}

export type PasskeyDetail = {
  passkey: Passkey
}

export type PasskeyList = {
  passkeys: Passkey[]
}

export type PasskeyName = {
  /** What its owner calls it */
  name: string
}

export type PasskeyProof = {
  password?: string
  /** What `navigator.credentials.get` returned, as its `toJSON` writes it */
  passkey?: PasskeyUse
}

export type PasskeySignIn = {
  /** What `navigator.credentials.get` returned, as its `toJSON` writes it */
  credential: PasskeyUse
}

export type PasskeyUse = {
  id: string
  rawId: string
  type: 'public-key'
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    userHandle?: string | null
  }
}

export type PasskeyUseOptions = {
  /** Works once */
  challenge: string
  /** The host name of the service */
  rpId: string
  /** Milliseconds until the challenge expires */
  timeout: number
  userVerification: 'required'
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
  /** Text around the first match on the page */
  snippet: string
}

export type SearchResult = {
  query: string
  hits: SearchHit[]
}

export type Annotation = {
  id: string
  /** A page of the appeal, within this document */
  page: number
  x?: number
  y?: number
  comment?: string
  relevantDate?: string
  rects?: Box[]
  quote?: string
  /** `private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
  visibility?: 'private' | 'team' | 'staff' | 'case'
  /** The ID of the annotation that this one answers */
  replyTo?: string
  /** The marked place does not exist in the revised document; the annotation stays on the old version */
  orphaned?: true
  /** The username; a party reads `another person`, unless it is their own */
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
  /** First page within the appeal; page numbers never change */
  startPage: number
  endPage: number
  /** Version of the content; each revision gets new pages */
  version: number
  /** Zero-based position in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** A document type from the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why the pages could not be read on receipt; the document then has one page */
  unreadable?: string
  annotations: Annotation[]
}

export type DocumentDetail = {
  document: Document
  /** What the caller may do with the case and everything in it */
  permissions: string[]
}

export type DocumentList = {
  documents: DocumentSummary[]
}

export type DocumentMove = {
  /** The documents that move; they keep their order among themselves */
  documentIds: string[]
  /** The document that they are put before; left out, they go to the end */
  before?: string
}

export type DocumentOrder = {
  /** Every document of the appeal, exactly once */
  documentIds: string[]
}

export type DocumentSummary = {
  id: string
  name: string
  /** First page within the appeal; page numbers never change */
  startPage: number
  endPage: number
  /** Version of the content; each revision gets new pages */
  version: number
  /** Zero-based position in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** A document type from the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why the pages could not be read on receipt; the document then has one page */
  unreadable?: string
}

export type DuplicateRun = {
  startPage: number
  endPage: number
  /** First page of the run that is repeated */
  ofStartPage: number
  kind: 'exact' | 'near'
  /** Similarity of the least similar pair of pages */
  similarity: number
}

export type EditAnnotation = {
  comment?: string
  relevantDate?: string
  /** `private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
  visibility?: 'private' | 'team' | 'staff' | 'case'
}

export type MoveAnnotation = {
  page: number
  x?: number
  y?: number
  /** Marked areas on the page: the lines of a quote, or a region */
  rects?: Box[]
  /** The words that are marked there, if they are others */
  quote?: string
}

export type NewAnnotation = {
  page: number
  x?: number
  y?: number
  comment?: string
  relevantDate?: string
  /** Marked areas on the page: the lines of a quote, or a region */
  rects?: Box[]
  /** The marked words, used to relocate the annotation in a revision */
  quote?: string
  /** `private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
  visibility?: 'private' | 'team' | 'staff' | 'case'
  /** An annotation of the document that this one answers: it is on the same page, and seen by the same people */
  replyTo?: string
}

export type NewTag = {
  text: string
  /** `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
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
  /** The username; a party reads `another person`, unless it is their own */
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
  /** Text around the first match */
  snippet: string
  /** Ranges to highlight in the snippet */
  matches: TextRange[]
}

export type Case = {
  id: string
  docketNumber: string
  caseType: string
  veteran: PersonName
  receiptDate: string
  uploadedAt: string
  /** Status of the case in another system, in the terms of that system */
  externalStatus?: string
  originalPdfBytes: number
  documentCount: number
  pageCount: number
  /** How much of the text is searchable */
  text: {
    /** Pages whose text layer, if any, is searchable */
    pagesRead: number
    pages: number
    /** Image-only pages waiting for OCR */
    pagesToRecognise: number
    /** Pages whose text cannot be read */
    unreadablePages: number
  }
  /** Sequence of the latest event; send it as `If-Match` */
  version: number
}

export type CaseDeadline = {
  /** Its name in the profile */
  name: string
  label: string
  /** The last day; left out while it stands still */
  day?: string
  /** When that day ends in the zone of the board */
  endsAt?: string
  /** Why it is this day */
  why: string
  isForParties: boolean
}

export type CaseDetail = {
  case: Case
  /** What the caller may do with the case and everything in it */
  permissions: string[]
}

export type CasePage = {
  cases: CaseSummary[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
  count?: {
    cases: number
    /** False if there are more than this */
    isExact: boolean
  }
}

export type CaseSearchHit = {
  page: number
  document: {
    id: string
    name: string
  }
  /** Text around the first match */
  snippet: string
  /** Ranges to highlight in the snippet */
  matches: TextRange[]
  /** Where the matches are on the page, one box per line of each match; empty until word positions are known */
  boxes: Box[]
}

export type CaseSearchResult = {
  query: string
  /** The corrected query that was used because the original found nothing */
  corrected?: string
  /** Number of matching pages */
  total: number
  /** False if counting stopped after the first 2,000 candidates, so there may be more. Happens only until the text of the case is in memory, or if it is too large to fit */
  isExact: boolean
  /** One hit per page, in page order */
  hits: CaseSearchHit[]
  /** Number of matching pages per document, in page order */
  documents: DocumentCount[]
  /** Annotations with a matching comment */
  annotations: AnnotationHit[]
  /** Matching tags */
  tags: TagHit[]
  /** How much of the text is searchable */
  text: {
    /** Pages whose text layer, if any, is searchable */
    pagesRead: number
    pages: number
    /** Image-only pages waiting for OCR */
    pagesToRecognise: number
    /** Pages whose text cannot be read */
    unreadablePages: number
  }
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type CaseState = {
  status: string
  partyStatus: string
  /** The reason for the status, as a sentence */
  why: string
  assignee: Assignee | null
  /** What happens next, as a sentence */
  next?: string
  step: string
  enteredStepAt: string
  ageInStepDays: number
  deadline?: string
  /** The day of the deadline in the zone of the board */
  deadlineDay?: string
  /** Why it is this day */
  deadlineWhy?: string
  /** The deadlines and windows that run; parties see those that are theirs */
  deadlines: CaseDeadline[]
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
  /** Absent until work begins */
  status?: string
  step?: string
  enteredStepAt?: string
  assignee?: Assignee
  isClosed: boolean
  sensitivity?: number
}

export type CorrectCase = {
  /** A case type from the profile */
  caseType?: string
  /** A docket from the profile; only for a case already on a docket */
  docket?: string
  /** The name of the veteran */
  veteran?: {
    firstName: string
    middleName?: string
    lastName: string
  }
  /** Status of the case in another system, in the terms of that system */
  externalStatus?: string
  /** The day of receipt: deadlines that run from it move, and so does the docket date if it was the day of receipt */
  receiptDate?: string
  /** The place of the case in the order of its docket; only for a case already on a docket */
  docketDate?: string
  /** What was wrong or has changed */
  why: string
}

export type DocumentCount = {
  id: string
  name: string
  count: number
}

export type PageMap = {
  /** Number of pages in the file */
  pages: number
  /** Pages that do not repeat an earlier page */
  uniquePages: number
  /** Pages whose text has been compared; the others may still turn out to be duplicates */
  comparedPages: number
  documents: {
    id: string
    name: string
    startPage: number
    endPage: number
    uniquePages: number
    /** False if someone has undone the link */
    isLinked: boolean
    duplicates: {
      startPage: number
      endPage: number
      /** First page of the run that is repeated */
      ofStartPage: number
      kind: 'exact' | 'near'
      /** Similarity of the least similar pair of pages */
      similarity: number
      ofDocument: {
        id: string
        name: string
      }
    }[]
  }[]
  /** Whether documents follow: pass the `startPage` of the last one as `after` */
  isMore: boolean
}

export type PagePlace = {
  page: number
  documentId: string
  /** The name of the document */
  name: string
  /** The version of the document that the page is of */
  version: number
  /** Which page of that version it is */
  nth: number
  /** `current`: it is in the file. `moved`: the document was revised, and its words are on the page `now`. `gone`: the new version does not have them; `now` is the nearest page. `unread`: the text of the new version is still being read. `removed`: the document is not in the file */
  status: 'current' | 'moved' | 'gone' | 'unread' | 'removed'
  /** The page of the case to look at instead */
  now?: number
}

export type PageText = {
  page: number
  documentId: string
  /** `read`: the text is available. `unread`: the page has not been read yet. `toRecognise`: an image waiting for OCR. `unreadable`: no text can be read */
  state: 'read' | 'unread' | 'toRecognise' | 'unreadable'
  /** Text in reading order, one line per line of the page */
  text: string
  /** Whether the text is embedded in the file or was recognised by OCR */
  source: 'textLayer' | 'ocr'
  /** OCR confidence; absent for a text layer */
  confidence?: number
  /** Position of each word on the page, in text order */
  words: PageWord[]
}

export type PageTextDetail = {
  page: PageText
}

export type PageWord = {
  /** Offset into the text in UTF-16 code units */
  start: number
  /** End offset, exclusive */
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
  /** Start offset in UTF-16 code units */
  start: number
  /** End offset, exclusive */
  end: number
}

export type CaseView = {
  id: string
  name: string
  owner: {
    kind: 'person' | 'team'
    /** The ID of the member, or the name of the team */
    id: string
  }
  query: CaseViewQuery
  createdAt: string
}

export type CaseViewDetail = {
  view: CaseView
}

export type CaseViewList = {
  views: CaseView[]
}

export type CaseViewQuery = {
  /** Only cases with this status */
  status?: string
  /** Only cases on this docket */
  docket?: string
  /** Only cases of this type */
  caseType?: string
  /** Only cases with an open task assigned to this member or team */
  assignee?: string
  isClosed?: boolean
  /** Only cases whose docket number or veteran's name starts with each of these words, or has a later part that does. A later part is found from three characters on */
  text?: string
  /** Only cases received on this day or later */
  receivedFrom?: string
  /** Only cases received on this day or earlier */
  receivedTo?: string
  /** Only cases in their step for this many days */
  leastDaysInStep?: number
  /** Only cases of this sensitivity */
  sensitivity?: number
  /** `uploaded`: most recently uploaded first. `received`: most recently received first. `docketNumber`. `name`: by last name. `step`: longest in their step first; cases in no step are left out. Defaults to `uploaded` */
  sort?: 'uploaded' | 'received' | 'docketNumber' | 'name' | 'step'
  /** Reverse the order */
  isReversed?: boolean
}

export type NewCaseView = {
  name: string
  /** One of your teams to share the view with; otherwise it is private */
  team?: string
  query: CaseViewQuery
}

export type Changes = {
  /** Where the log of events is now; the next `after` */
  position: number
  /** In a stream: you have new alerts, see `GET /alerts` */
  alerts?: boolean
  /** In a stream: cases that you are reading where a colleague came, left or turned to another page or section, see `GET /cases/{id}/presence` */
  presence?: string[]
  /** In a stream: drafts that you are in whose text has changed, and the revision that it has now, see `GET /cases/{id}/work-products/{productId}/operations` */
  drafts?: {
    caseId: string
    workProductId: string
    revision: number
  }[]
  /** The IDs of at most 200 cases that have changed */
  cases: string[]
  /** True if more have changed: look at everything again */
  isMore: boolean
}

export type PorticoEvent =
  | CaseOpened
  | CaseCorrected
  | CaseAliased
  | CaseReported
  | CaseRetracted
  | CaseHistoryRecorded
  | CaseDocumentsArranged
  | DocumentFiled
  | DocumentRevised
  | DocumentDivided
  | DocumentEdited
  | DocumentRefused
  | DocumentWrittenBack
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
  | SourceListed
  | SourceSubmitted
  | SourceFailed
  | SourceUnchanged
  | CaseLinked
  | PartyRecorded
  | PartyContactChanged
  | PartyDied
  | PartyDeathRetracted
  | PartyRepresentationChanged
  | PartyMerged
  | PartyChangedElsewhere
  | PartyConflicted
  | PartyConflictSettled
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
  | IssueOverrideUsed
  | CaseIssuesOrdered
  | WorkProductDrafted
  | WorkProductSaved
  | WorkProductSubmitted
  | WorkProductReturned
  | WorkProductDiscarded
  | WorkProductReinstated
  | WorkProductCommented
  | WorkProductCommentResolved
  | WorkProductCommentReopened
  | WorkProductSigned
  | WorkProductCleared
  | WorkProductReleased
  | WorkProductRecalled
  | WorkProductSealed
  | WorkProductProposed
  | WorkProductProposalAccepted
  | WorkProductProposalRejected
  | WorkProductProposalWithdrawn
  | RemandSentBack
  | RemandReceived
  | RemandMandateCorrected
  | RemandProgressed
  | RemandReturned
  | RemandAnswered
  | RemandAnswerRemoved
  | RemandInstructionJudged
  | RemandEnded
  | RemandResumed
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
  | OverrideUsed
  | TaskDeadlineMoved
  | TaskMoved
  | TaskHandedOver
  | TaskCancelled
  | MailRouted
  | MailJudgedAgain
  | TimerSet
  | TimerMoved
  | TimerFired
  | TimerCancelled
  | MailReceived
  | MailDropped
  | SessionRequested
  | SessionScheduled
  | SessionRescheduled
  | SessionSlotsSuggested
  | SessionConflicted
  | SessionConflictCleared
  | SessionReminderDue
  | SessionHeld
  | SessionRecordSettled
  | SessionConferenceNeeded
  | SessionConferenceMoved
  | SessionConferenceCreated
  | SessionConferenceReady
  | SessionConferenceOverdue
  | SessionConferenceUnneeded
  | SessionConferenceCancelled
  | SessionParticipantJoined
  | SessionParticipantLeft
  | SessionArtifactAnnounced
  | SessionArtifactFiled
  | SessionArtifactFailed
  | SessionNoShow
  | SessionPostponed
  | SessionWithdrawn
  | SessionDayCorrected
  | TranscriptAwaited
  | TranscriptDelayed
  | TranscriptDrafted
  | TranscriptCorrected
  | TranscriptCertified
  | TranscriptPrinted
  | DeliveryOwed
  | DeliveryReceipted
  | DeliveryFailed
  | DeliveryRedriven
  | DeliveryDropped
  | DeliveryWithdrawn
  | EffectuationCompleted
  | EffectuationFailed
  | LetterOwed
  | LetterComposed
  | LetterReceipted
  | LetterFailed
  | LetterWithdrawn
  | NotificationOwed
  | NotificationReceipted
  | NotificationFailed
  | NotificationPreferencesSet
  | CaseLegalHoldPlaced
  | CaseLegalHoldLifted
  | CaseSensitivitySet
  | CasePurged

export type EventPage = {
  events: PorticoEvent[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type Access = {
  /** Position in the log */
  position: number
  at: string
  member: {
    id: string
    /** The username, or the binding of a port */
    name: string
    kind: 'person' | 'integration'
  }
  kind: 'download' | 'view' | 'search'
  /** What was accessed. Never contains case text or search terms */
  what: Accessed
  /** The `x-request-id` of the response */
  requestId: string
}

export type AccessPage = {
  entries: Access[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type Accessed = {
  /** What was accessed; `pages` means the pages searched */
  of: 'case' | 'document' | 'caseFile' | 'scopedAccess' | 'pages' | 'accessLog' | 'workProduct' | 'decisionPackage' | 'portFile' | 'mailPiece'
  documentId?: string
  format?: string
  /** Whether annotations were included */
  annotations?: boolean
  /** Whether it was downloaded in ranges; only the first is logged */
  isPartial?: boolean
}

export type CaseDocument = {
  id: string
  name: string
  /** First page within the appeal; page numbers never change */
  startPage: number
  endPage: number
  /** Version of the content; each revision gets new pages */
  version: number
  /** Zero-based position in the arrangement */
  position: number
  receiptDate: string
  description: string
  /** A document type from the profile */
  documentType?: string
  categories: string[]
  tags: string[]
  /** Whether the caller has marked it read */
  read: boolean
  /** Why the pages could not be read on receipt; the document then has one page */
  unreadable?: string
  /** `held` documents await a person's decision and `removed` ones were taken out; neither is listed, searched or exported */
  status: 'current' | 'held' | 'removed'
  /** The reason for the status */
  why?: string
  /** SHA-256 of the bytes its pages are read from */
  sha256: string
  bytes: number
  original?: {
    sha256: string
    bytes: number
    mediaType: string
  }
  from?: {
    /** The source: a binding of the port, or the system that an intake account acts for */
    source: string
    /** What the source calls the document; a revision keeps it */
    sourceId: string
    /** Changes when the bytes change */
    revision: string
    suggestedCategory?: string
    suggestedType?: string
  }
  /** What the platform made after intake; it is handed to the sources that take such documents */
  madeAs?: 'transcript' | 'recording' | 'sentLetter' | 'annotatedCopy'
  /** Mail types suggested by the document type; a person confirms */
  suggestedMail?: string[]
  duplicates?: {
    /** False if someone has undone the link */
    linked: boolean
    runs: DuplicateRun[]
  }
}

export type CaseDocumentDetail = {
  document: {
    id: string
    name: string
    /** First page within the appeal; page numbers never change */
    startPage: number
    endPage: number
    /** Version of the content; each revision gets new pages */
    version: number
    /** Zero-based position in the arrangement */
    position: number
    receiptDate: string
    description: string
    /** A document type from the profile */
    documentType?: string
    categories: string[]
    tags: string[]
    /** Whether the caller has marked it read */
    read: boolean
    /** Why the pages could not be read on receipt; the document then has one page */
    unreadable?: string
    /** `held` documents await a person's decision and `removed` ones were taken out; neither is listed, searched or exported */
    status: 'current' | 'held' | 'removed'
    /** The reason for the status */
    why?: string
    /** SHA-256 of the bytes its pages are read from */
    sha256: string
    bytes: number
    original?: {
      sha256: string
      bytes: number
      mediaType: string
    }
    from?: {
      /** The source: a binding of the port, or the system that an intake account acts for */
      source: string
      /** What the source calls the document; a revision keeps it */
      sourceId: string
      /** Changes when the bytes change */
      revision: string
      suggestedCategory?: string
      suggestedType?: string
    }
    /** What the platform made after intake; it is handed to the sources that take such documents */
    madeAs?: 'transcript' | 'recording' | 'sentLetter' | 'annotatedCopy'
    /** Mail types suggested by the document type; a person confirms */
    suggestedMail?: string[]
    duplicates?: {
      /** False if someone has undone the link */
      linked: boolean
      runs: DuplicateRun[]
    }
    /** Oldest first; each version keeps its pages */
    versions: DocumentVersion[]
  }
  /** What the caller may do with the case and everything in it */
  permissions?: string[]
}

export type CaseDocumentList = {
  documents: CaseDocument[]
}

export type Division = {
  /** In page order; together they must cover every page */
  parts: NewPart[]
}

export type DocumentVersion = {
  version: number
  startPage: number
  endPage: number
  sha256: string
  /** The username; a party reads `another person`, unless it is their own */
  filedBy: string
  filedAt: string
}

export type EditDocument = {
  name?: string
  /** A document type from the profile; suggests the category and the mail type */
  documentType?: string
  description?: string
  /** A category from the profile; by default `medical`, `procedural`, `other` or `index` */
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
  /** Defaults to a number derived from the receipt date */
  docketNumber?: string
  caseType?: string
  /** The ID of the case in another system; must be unique */
  alias?: {
    source: string
    externalId: string
  }
  /** A completed upload from `POST /uploads`, instead of the `file` part */
  uploadId?: string
  /** The documents in the file, in page order; together they must cover every page */
  documents?: NewPart[]
  /** If no documents are given: take them from the PDF outline if it has one, or file the PDF as one document */
  boundaries?: 'outline' | 'none'
}

export type NewDocument = {
  name: string
  /** A document type from the profile; suggests the category and the mail type */
  documentType?: string
  description?: string
  /** A category from the profile; by default `medical`, `procedural`, `other` or `index` */
  categories?: string[]
  receiptDate?: string
  /** A completed upload from `POST /uploads`, instead of the `file` part */
  uploadId?: string
  /** What to do with a file that is already in the case; defaults to the setting of the deployment */
  onDuplicate?: 'link' | 'hold' | 'refuse'
  /** What the source calls the document. Filed again under the same ID, it is the same document, and other bytes are a revision of it */
  from?: {
    /** The source: a binding of the port, or the system that an intake account acts for */
    source: string
    /** What the source calls the document; a revision keeps it */
    sourceId: string
    /** Changes when the bytes change */
    revision: string
    suggestedCategory?: string
    suggestedType?: string
  }
  /** What the platform made after intake; it is handed to the sources that take such documents */
  madeAs?: 'transcript' | 'recording' | 'sentLetter' | 'annotatedCopy'
}

export type NewPart = {
  name: string
  /** A document type from the profile; suggests the category and the mail type */
  documentType?: string
  description?: string
  /** A category from the profile; by default `medical`, `procedural`, `other` or `index` */
  categories?: string[]
  receiptDate?: string
  pageCount: number
}

export type OpenedCase = {
  case: Case
  documents: CaseDocument[]
}

export type ProposedDivision = {
  /** In page order; each page belongs to exactly one part */
  parts: ProposedPart[]
  /** Number of pages read so far */
  pagesRead: number
}

export type ProposedPart = {
  name: string
  /** Page within the document, starting at 1 */
  firstPage: number
  pageCount: number
  category?: string
  /** Why a document seems to start here */
  reasons: string[]
  confidence: number
}

export type SetDocumentStatus = {
  /** `held` documents await a person's decision and `removed` ones were taken out; neither is listed, searched or exported */
  status: 'current' | 'held' | 'removed'
  why: string
}

export type SetLinked = {
  linked: boolean
}

export type CaseSource = {
  /** The name of the binding, or of the system that files documents */
  source: string
  /** Whether a binding of the document source has this name */
  isBound: boolean
  /** `listing`: the source has not said yet what it has. `syncing`: documents are on their way. `complete`: all are here. `incomplete`: some could not be fetched or filed */
  status: 'listing' | 'syncing' | 'complete' | 'incomplete'
  /** Why the source has not said what it has */
  problem?: string
  /** Documents that the source has for the case */
  expected: number
  /** Those that are in the case, in their last revision */
  present: number
  failed: number
  /** At most 100, the latest first */
  failures: {
    /** What the source calls the document */
    sourceId: string
    revision: string
    name: string
    /** Why it could not be fetched or filed. It is tried again */
    why: string
    failedAt: string
  }[]
  /** When the source last said what it has */
  lastSyncAt?: string
  /** Documents that were filed or revised since the caller last looked */
  arrived: number
  /** At most 100 of them, the latest first */
  arrivals: {
    documentId: string
    name: string
    /** Whether it is new, or a revision of a document */
    change: 'filed' | 'revised'
    arrivedAt: string
  }[]
}

export type CaseSources = {
  sources: CaseSource[]
  /** When the caller last looked */
  lookedAt?: string
  /** The version of the case that this is about */
  version: number
}

export type LookedAtSources = {
  /** The version of the case that was looked at */
  version: number
}

export type NewUpload = {
  /** Size of the file */
  bytes: number
  name?: string
  sha256?: string
}

export type Upload = {
  id: string
  name: string
  bytes: number
  /** Number of bytes received; the next part starts here */
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
  /** Needs no token, supports range requests, and stops working when it expires */
  url: string
}

export type ScopedDocument = {
  id: string
  sha256: string
  /** Page of the file at the URL on which the document starts */
  firstPage: number
  pageCount: number
  /** Case page on which the document starts */
  startPage: number
}

export type CaseLink = {
  /** `remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died */
  kind: 'remand' | 'split' | 'substitution'
  /** `to`: the case that continues this one. `from`: the case this one continues */
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
  /** `remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died */
  kind: 'remand' | 'split' | 'substitution'
  /** The reason, as a sentence */
  why: string
  /** A case type from the profile; defaults to that of this case */
  caseType?: string
  /** For a remand: whether it came from a court; then it needs `mandate` */
  isCourtRemand?: boolean
  /** For a remand by a court */
  mandate?: {
    /** The document of this case with the mandate */
    documentId: string
    /** The court */
    court?: string
    /** The date of the mandate */
    mandateOn: string
    /** What the court has ordered, one by one; defaults to `why` */
    instructions?: string[]
  }
  substitute?: {
    /** The claimant who died */
    for: string
    /** The party of this case who takes over their place and role */
    by: string
  }
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
  /** Defaults to that of this case */
  receiptDate?: string
  /** The issues the new case is about */
  issueIds: string[]
  /** Defaults to all parties */
  partyIds?: string[]
  /** Defaults to all documents in the file. Bytes are shared, not copied */
  documentIds?: string[]
}

export type Address = {
  lines: string[]
  city?: string
  region?: string
  postalCode?: string
  /** Two-letter ISO 3166 country code */
  country?: string
}

export type CandidateList = {
  candidates: {
    /** The ID to add it with: that of the party, if it is known here */
    partyId: string
    /** Who knows it */
    from: 'directory' | 'platform' | 'both'
    /** Whether it is a party of this case already */
    isOnCase: boolean
    /** When the directory last changed it */
    asOf?: string
    person?: {
      firstName: string
      middleName?: string
      lastName: string
      birthDate?: string
      deathDate?: string
    }
    organization?: string
    aliases: PartyAlias[]
    /** The identifier agrees, or all that was asked for, or some of it */
    nearness: 'identifier' | 'all' | 'some'
    /** What was asked for, field by field */
    reasons: {
      field: string
      agreement: 'same' | 'near' | 'differs' | 'unknown'
    }[]
  }[]
  /** The directory that was asked */
  directory?: {
    binding: string
    /** Why it could not be asked; then only parties known here are listed */
    why?: string
  }
}

export type MergeParty = {
  /** The ID of the party: the same person or organization has the same ID on every case */
  into: string
}

export type NewParty = {
  role: string
  person?: {
    firstName: string
    middleName?: string
    lastName: string
    birthDate?: string
    /** Date of death, once a notice has been received */
    deathDate?: string
  }
  organization?: string
  contact?: {
    /** Current address first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** Preferred way to be contacted */
    preferred?: 'mail' | 'email' | 'phone'
  }
  aliases?: PartyAlias[]
}

export type NewRepresentation = {
  /** The ID of the party: the same person or organization has the same ID on every case */
  representativeId: string
  powerOfAttorney: {
    start: string
    /** The last day of the power of attorney */
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
    /** Current address first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** Preferred way to be contacted */
    preferred?: 'mail' | 'email' | 'phone'
  }
  aliases: PartyAlias[]
  representation?: {
    /** The ID of the party: the same person or organization has the same ID on every case */
    representativeId: string
    powerOfAttorney: {
      start: string
      /** The last day of the power of attorney */
      end?: string
      scope: string
      /** The document that grants it */
      documentId?: string
    }
    /** Set once revoked */
    revoked?: {
      on: string
      why?: string
    }
    /** Whether it is in force today: it has started, and has not ended or been revoked */
    isInForce: boolean
  }
  /** The party this record was merged into */
  mergedInto?: string
  /** What the directory of record says of the party */
  directory?: {
    /** The binding of the directory */
    binding: string
    /** When the directory last changed it */
    asOf: string
    /** When the directory told it */
    heardAt: string
    identifiers: PartyAlias[]
    person?: {
      firstName: string
      middleName?: string
      lastName: string
      birthDate?: string
      deathDate?: string
    }
    organization?: string
    contact?: {
      /** Current address first */
      addresses?: Address[]
      emails?: string[]
      phones?: string[]
      /** Preferred way to be contacted */
      preferred?: 'mail' | 'email' | 'phone'
    }
    representation?: {
      representative: {
        /** The ID of the party in another system */
        identifier: PartyAlias
        name: string
      }
      powerOfAttorney: {
        start: string
        end?: string
        scope?: string
      }
    }
    /** When the directory last said who represents the party */
    representedAt?: string
    /** Where the case and the directory say different things */
    differs: string[]
  }
  /** What the case and the directory both changed, or the directory refused: somebody decides */
  conflicts?: {
    field: string
    /** Why the directory did not accept it */
    why?: string
  }[]
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

export type SettleConflict = {
  /** Which of the two holds from now on */
  keep: 'case' | 'directory'
  /** Only these; all that are in conflict if left out */
  fields?: string[]
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type Sought = {
  /** The ID of the party in another system */
  identifier?: PartyAlias
  person?: {
    firstName?: string
    lastName: string
    birthDate?: string
  }
  organization?: string
}

export type AccessGrant = {
  id: string
  memberId: string
  /** Username at the time of the grant */
  username: string
  /** The party they act for */
  partyId: string
  /** The party that acts as representative */
  representativeId: string
  /** The filed power of attorney */
  documentId: string
  start: string
  /** The last day of the grant */
  end?: string
  grantedBy: string
  grantedAt: string
  /** Whether the grant is in force today: it has started, has not ended or been withdrawn, and its document is in the file */
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
  /** A member whose role gives access to represented cases */
  memberId: string
  /** The ID of the party: the same person or organization has the same ID on every case */
  partyId: string
  /** The filed power of attorney. Defaults to the one named by the representation */
  documentId?: string
}

export type Priority = {
  /** Why the case is advanced on the docket, as reasons from the profile; empty if it is not */
  advanced: string[]
  /** Whether a court remanded the case */
  isCourtRemand: boolean
  /** When the oldest claimant reaches the age that advances the case, if in the future */
  advancedByAgeOn?: string
}

export type PriorityDetail = {
  priority: Priority
}

export type RuleOnMotion = {
  /** A reason from the profile */
  reason: string
  /** False denies the motion and revokes an earlier grant for this reason */
  granted: boolean
  /** The reason, as a sentence */
  why: string
}

export type NewPlace = {
  /** The page of the case */
  page: number
  /** 1 is the natural size */
  zoom?: number
  rotation?: number
}

export type Place = {
  documentId: string
  /** The page of the case */
  page: number
  /** 1 is the natural size */
  zoom?: number
  rotation?: number
  at: string
}

export type PlaceList = {
  places: Place[]
}

export type Preferences = {
  /** Any JSON object, at most 64 KB: what a client remembers for its user, such as saved views */
  preferences: Record<string, unknown>
}

export type Visit = {
  /** When you were last here before this visit; null if never */
  since: string | null
  /** The version of the case then: events with a higher sequence are new to you */
  version: number | null
}

export type Alert = {
  id: string
  /** Its name in the profile */
  notification: string
  event: {
    id: string
    type: string
  }
  caseId: string
  docketNumber: string
  subject: string
  text: string
  /** The page it is about, below the address of the workspace */
  path: string
  at: string
  readAt?: string
}

export type AlertList = {
  alerts: Alert[]
  /** How many of all your alerts are unread */
  unread: number
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type Subscriptions = {
  timeZone?: string
  /** By the clock of your time zone; null: never */
  quietHours?: {
    from: string
    to: string
  } | null
  /** Gathers what would come by email into one message a day */
  digest?: {
    /** When it is sent each day */
    at?: string
    /** Those that are gathered; without it, all. What quiet hours put off is gathered too */
    notifications?: string[]
  }
  /** What you do not want, where the profile lets you choose */
  optOuts?: {
    notification: string
    /** Without it, all */
    channels?: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
  }[]
  /** Where texts go */
  phone?: string
  /** The browsers that are told by web push */
  pushSubscriptions?: {
    endpoint: string
    keys: {
      /** A point of P-256: 65 bytes as base64url */
      p256dh: string
      /** 16 bytes as base64url */
      auth: string
    }
  }[]
}

export type HerePlace = {
  documentId?: string
  /** The page of the case */
  page?: number
  /** The draft; told to those alone who may read drafts */
  workProductId?: string
  /** The section of the draft */
  section?: {
    part: 'opening' | 'issue' | 'closing'
    /** For the part issue */
    issueId?: string
  }
}

export type Present = {
  memberId: string
  username: string
  displayName: string
  documentId?: string
  /** The page of the case */
  page?: number
  /** The draft; told to those alone who may read drafts */
  workProductId?: string
  /** The section of the draft */
  section?: {
    part: 'opening' | 'issue' | 'closing'
    /** For the part issue */
    issueId?: string
  }
  since: string
}

export type PresentList = {
  present: Present[]
}

export type Import = {
  id: string
  status: 'waiting' | 'running' | 'paused' | 'cancelled' | 'done' | 'failed'
  /** Validates every row without writing anything */
  dryRun: boolean
  createdBy: string
  createdAt: string
  finishedAt?: string
  /** Size of the manifest */
  bytes: number
  bytesRead: number
  rows: {
    loaded: number
    /** Rows that already exist */
    skipped: number
    failed: number
  }
  /** Counts by record type */
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
  /** Why the import failed as a whole */
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
  /** The error as a sentence */
  error: string
}

export type ImportList = {
  imports: Import[]
  /** Pass as `after` to get the next page; absent on the last page */
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
  /** The law or retention schedule that requires it */
  why: string
  /** Under legal hold, and kept until the hold is lifted */
  isHeld: boolean
}

export type DuePage = {
  /** Longest closed first */
  cases: DueCase[]
  /** Pass as `after` to get the next page; absent on the last page */
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
  /** Purges a closed case before its retention period ends, by order of a court or law. This text is kept: name the order, not the person */
  order?: {
    why: string
  }
}

export type PurgeRule =
  | {
    kind: 'retention'
    /** The retention rule in the profile */
    name: string
    /** Years the case was kept after closing */
    keepYears: number
    /** The law or retention schedule that requires it */
    why: string
  }
  | {
    kind: 'order'
    /** What was ordered, and by whom */
    why: string
  }

export type Sensitivity = {
  sensitivity: {
    level: number
    label: string
  }
}

export type SetSensitivity = {
  /** A sensitivity level from the profile */
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
  /** Number of events whose payload was erased; their hash chain remains valid */
  events: number
}

export type TombstoneDetail = {
  /** The record that remains of a purged case */
  tombstone: Tombstone
}

export type TombstonePage = {
  tombstones: Tombstone[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type DocketCase = {
  docket: string
  /** Date of the contested decision; used to find late filings */
  contestedDate?: string
  /** Reasons against docketing */
  findings?: {
    reason: string
    why?: string
  }[]
  /** Why the case is docketed despite the findings; requires a role that may override */
  override?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type DocketHealth = {
  /** Violated invariants, up to a hundred of each; empty if all is well */
  broken: {
    /** Number of the violated invariant; 12 means that a stored file is missing or altered */
    invariant: number
    caseId: string
    /** The ID of the affected object */
    subject: string
    sentence: string
  }[]
}

export type Explanation = {
  status: string
  why: string
  /** The part of the profile that determines the status */
  standing: {
    workflow: string
    /** Zero-based index of the matching standing in the workflow */
    rule: number
    when: {
      /** A task of one of these types is open */
      task?: string[]
      /** Defaults to not on hold */
      taskStatus?: ('assigned' | 'inProgress' | 'onHold')[]
      workProduct?: string[]
      session?: string[]
      docket?: string[]
      timer?: string
      isClosed?: boolean
      /** Whether every recipient of the last decision has a receipt for it */
      isSent?: boolean
      closedBecause?: string[]
    }
  }
  /** Open tasks with no open child tasks: what must happen next */
  waitsFor: {
    taskId: string
    type: string
    label: string
    /** `moved`: it goes on as a task of the case that goes on with a substitute */
    status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved'
    assignee: Assignee | null
    since: string
    until?: string
  }[]
  /** Status history, oldest first, with the cause of each change */
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
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type ReopenCase = {
  why: string
}

export type AssignTask = {
  /** A team by name, or a person by username or ID */
  assignee: {
    team: string
  } | {
    person: string
  }
  /** Required to take a task from another person */
  why?: string
}

export type Assignee = {
  kind: 'team' | 'person'
  /** The name of the team, or the ID of the member */
  id: string
  name: string
}

export type CancelTask = {
  why: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type CompleteTask = {
  outcome?: string
  note?: string
  /** A team by name, or a person by username or ID */
  assignee?: {
    team: string
  } | {
    person: string
  }
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
  /** What of the case the mail changes; required where the mail type asks for it (`actions.asksScope`), and only there */
  changes?: {
    scope: 'case'
  } | {
    scope: 'issues'
    issueIds: string[]
  } | {
    scope: 'none'
    why: string
  }
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
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
  /** A team by name, or a person by username or ID */
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
  /** Defaults to the mail type suggested by the document type, if there is exactly one */
  mailType?: string
  /** The document in the case */
  documentId?: string
  /** The day on which it came. With it, mail of a type that is to arrive in a window is judged by that window */
  receiptDate?: string
  /** How it came; needs `receiptDate` */
  channel?: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
  /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile; needs `receiptDate` */
  postmarkDate?: string
  instructions?: string
}

export type Task = {
  id: string
  caseId: string
  type: string
  /** Display name of the type */
  label: string
  parentId?: string
  /** The ID of what the task is about */
  about?: string
  /** `moved`: it goes on as a task of the case that goes on with a substitute */
  status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved'
  assignee: Assignee | null
  openedAt: string
  openedBy: string
  assignedAt: string
  startedAt?: string
  closedAt?: string
  onHoldUntil?: string
  onHoldWhy?: string
  deadline?: string
  /** The day of the deadline in the zone of the board */
  deadlineDay?: string
  /** Why it is this day */
  deadlineWhy?: string
  /** The last day of the hold in the zone of the board */
  onHoldDay?: string
  outcome?: string
  /** Append-only */
  instructions: {
    at: string
    by: string
    text: string
  }[]
  actions: TaskActions
}

export type TaskActions = {
  may: ('start' | 'assign' | 'hold' | 'resume' | 'complete' | 'cancel' | 'instruct' | 'openChild')[]
  /** Accepted only with `override`, a reason, because somebody else holds the task */
  override: ('start' | 'assign' | 'hold' | 'resume' | 'complete' | 'cancel' | 'instruct' | 'openChild')[]
  /** Outcomes to choose from; empty if the task is completed without one */
  outcomes: {
    name: string
    label: string
    needsNote?: boolean
    /** Completing the task requires the next `assignee` */
    needsPerson?: boolean
  }[]
  /** Task types that may be opened under it */
  opens: {
    name: string
    label: string
  }[]
  /** What you may do with the task, and the case does not take now, each with the reason */
  refused?: {
    action: 'start' | 'assign' | 'hold' | 'resume' | 'complete' | 'cancel' | 'instruct' | 'openChild'
    outcome?: string
    /** Display name of the outcome */
    label?: string
    why: string
  }[]
  holdDays?: {
    least: number
    most: number
  }
  /** Completing it requires a `note`, because what the task is for is not done: the sentence says what is missing. An outcome that requires one for this reason has `needsNote` */
  asksNote?: string
  /** Completing it requires `changes`: the whole case, some issues, or none */
  asksScope?: true
}

export type TaskDetail = {
  task: Task
}

export type TaskList = {
  /** Parents come before their children */
  tasks: Task[]
}

export type Ending = {
  /** Sent as `ends` with the command: 409 if what would end has changed since */
  hash: string
  /** Whether the command needs `ends`: something unfinished would end */
  isRequired: boolean
  /** The case itself would be closed, for this reason */
  case?: {
    reason: string
    label: string
  }
  issues: {
    id: string
    issueType: string
    description?: string
    /** `undecided`: it stays on the closed case without a decision */
    as: 'withdrawn' | 'ineligible' | 'moved' | 'undecided'
  }[]
  /** Tasks that would be cancelled, or moved to the case that continues this one */
  tasks: {
    id: string
    type: string
    label: string
    /** `moved`: it goes on as a task of the case that goes on with a substitute */
    status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved'
    assignee: Assignee | null
    /** It goes on in the case that continues this one */
    as?: 'moved'
  }[]
  /** Upcoming sessions that would be withdrawn, with their conference */
  sessions: {
    id: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    startsAt?: string
    hasConference: boolean
  }[]
  /** Work products that would be discarded */
  drafts: {
    id: string
    status: string
  }[]
  /** Remands whose work would no longer be awaited */
  remands?: {
    id: string
  }[]
  /** Letters not sent yet that would not be sent */
  letters: {
    id: string
    letter: string
    label: string
  }[]
  /** Slots held for this case that would no longer be needed */
  holds: {
    id: string
    startsAt: string
  }[]
}

export type EndingCommand = {
  completeTask?: {
    taskId: string
    outcome?: string
    note?: string
    /** A team by name, or a person by username or ID */
    assignee?: {
      team: string
    } | {
      person: string
    }
    /** Why you act in the place of whoever holds the task; ignored if you hold it */
    override?: string
    /** What of the case the mail changes; required where the mail type asks for it (`actions.asksScope`), and only there */
    changes?: {
      scope: 'case'
    } | {
      scope: 'issues'
      issueIds: string[]
    } | {
      scope: 'none'
      why: string
    }
  }
  cancelTask?: {
    taskId: string
  }
  docketCase?: {
    docket: string
    /** Date of the contested decision; used to find late filings */
    contestedDate?: string
    /** Reasons against docketing */
    findings?: {
      reason: string
      why?: string
    }[]
    /** Why the case is docketed despite the findings; requires a role that may override */
    override?: string
  }
  refuseDocketing?: {
    findings: {
      reason: string
      why?: string
    }[]
  }
  linkCase?: {
    /** `remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died */
    kind: 'remand' | 'split' | 'substitution'
    /** The reason, as a sentence */
    why: string
    /** A case type from the profile; defaults to that of this case */
    caseType?: string
    /** For a remand: whether it came from a court; then it needs `mandate` */
    isCourtRemand?: boolean
    /** For a remand by a court */
    mandate?: {
      /** The document of this case with the mandate */
      documentId: string
      /** The court */
      court?: string
      /** The date of the mandate */
      mandateOn: string
      /** What the court has ordered, one by one; defaults to `why` */
      instructions?: string[]
    }
    substitute?: {
      /** The claimant who died */
      for: string
      /** The party of this case who takes over their place and role */
      by: string
    }
    /** Defaults to that of this case */
    receiptDate?: string
    /** The issues the new case is about */
    issueIds: string[]
    /** Defaults to all parties */
    partyIds?: string[]
    /** Defaults to all documents in the file. Bytes are shared, not copied */
    documentIds?: string[]
  }
  endSession?: {
    sessionId: string
    outcome: 'held' | 'noShow' | 'postponed' | 'withdrawn'
    why?: string
    /** When it begins as far as you know, or null where it has no slot. If it has another one by now, the request is refused with 409 */
    from?: string | null
    /** Username or ID of who held it: somebody who may sit. The case is reserved for them at distribution. Defaults to the adjudicator who takes part, where there is one */
    heldBy?: string
    /** Why nothing of a session that was held is recorded. The profile may require it; in the default profile a task is opened without it */
    withoutRecord?: string
    /** The day on which it was held, missed or withdrawn, if that is not the day of its slot, or today if it was withdrawn: deadlines run from it. Recording the same outcome with another day, and why, corrects it */
    on?: string
  }
  removeIssue?: {
    issueId: string
    /** `withdrawn` by whoever raised it, or `ineligible` for decision here */
    how: 'withdrawn' | 'ineligible'
    /** For an ineligible issue: a reason from the profile */
    reason?: string
    /** The reason, as a sentence */
    why: string
  }
  submitWorkProduct?: {
    workProductId: string
    /** The current version; refused if stale */
    version: number
    /** Why you act in the place of whoever holds the task; ignored if you hold it */
    override?: string
  }
  signWorkProduct?: {
    workProductId: string
    /** The current version; refused if stale */
    version: number
    /** `shown` of the blockers or the preview that you read; 409 if any of it has changed since */
    shown?: string
    /** Why you act in the place of whoever holds the task; ignored if you hold it */
    override?: string
  }
  discardWorkProduct?: {
    workProductId: string
  }
  recallWorkProduct?: {
    workProductId: string
  }
  retryLetter?: {
    letterId: string
  }
  receiptLetter?: {
    letterId: string
    channel: string
    /** Where it was sent: an address, a mailbox or a portal */
    destination?: string
    sentAt: string
    tracking?: string
  }
  settleConflict?: {
    partyId: string
    /** Which of the two holds from now on */
    keep: 'case' | 'directory'
    /** Only these; all that are in conflict if left out */
    fields?: string[]
  }
  reportEffectuation?: {
    /** The decision that is meant, where a case has several in force; the last one if left out */
    workProductId?: string
    result: 'completed' | 'failed'
    /** Why it failed; required for a failure */
    why?: string
    /** When it failed. If set, a duplicate report is recognised even after a newer one */
    failedAt?: string
    /** When it took effect. If set, an older failure that is reported later changes nothing */
    completedAt?: string
  }
}

export type EndingDetail = {
  ending: Ending
}

export type DropPiece = {
  caseId: string
  /** The document of the case that it repeats */
  documentId: string
  why: string
}

export type MailDuplicate = {
  caseId: string
  /** The document that has the same */
  documentId: string
  name: string
  /** The file of the piece */
  partId: string
  /** `exact`: the same bytes. `near`: pages with the same text */
  kind: 'exact' | 'near'
  similarity: number
  /** How many pages are the same */
  pages: number
}

export type MailFile = {
  partId: string
  name: string
  /** `awaited`: its bytes are still to be fetched. `failed`: they could not be had */
  status: 'awaited' | 'kept' | 'failed'
  bytes?: number
  sha256?: string
  /** Absent if the file cannot become a document */
  pageCount?: number
  /** Why it cannot be read, or could not be fetched */
  why?: string
}

export type MailReplay = {
  /** The changed table, whole, as `mailTypes` of the profile */
  mailTypes: MailType[]
  /** Only mail routed on or after this day */
  from?: string
  /** Only mail routed on or before this day */
  to?: string
}

export type MailReplayed = {
  /** Pieces that were replayed */
  looked: number
  /** Pieces that would have gone elsewhere */
  moved: number
  /** How many of each type would move from where to where */
  byMove: Record<string, unknown>
  /** The first 200 of them, oldest first */
  first: {
    caseId: string
    taskId: string
    mailType: string
    documentId?: string
    at: string
    /** The team that it went to */
    from?: string
    /** The team that it would go to; absent if it is not taken */
    to?: string
    why: string
  }[]
}

export type MatchCandidate = {
  caseId: string
  docketNumber: string
  isClosed: boolean
  reasons: MatchReason[]
}

export type MatchPiece = {
  caseId: string
  /** Defaults to the type that the piece came with */
  mailType?: string
  /** Files it although the case has it already; otherwise that is a conflict */
  evenIfDuplicate?: boolean
  /** If it came on another day than it says */
  receiptDate?: string
  /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile */
  postmarkDate?: string
  why: string
}

export type MatchReason = {
  /** What agrees */
  by: 'case' | 'alias' | 'docketNumber' | 'name' | 'address'
  /** Where the piece says it */
  where: 'reference' | 'subject' | 'text' | 'sender'
  /** What the piece says */
  value: string
}

export type NewPiece = {
  /** What you call the piece. Sent again under this ID, it is the same piece; with other files it is refused */
  pieceId?: string
  /** How it came */
  channel: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
  sender: {
    name?: string
    /** Of the channel: mail, fax or email */
    address?: string
  }
  receiptDate: string
  /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile */
  postmarkDate?: string
  subject?: string
  /** What the sender wrote beside the files */
  text?: string
  /** The case, if the piece says it; otherwise it is matched */
  case?: {
    caseId?: string
    docketNumber?: string
    /** What other systems call the case */
    aliases?: {
      source: string
      externalId: string
    }[]
  }
  /** A mail type from the profile */
  mailType?: string
  /** A document type from the profile; it suggests the mail type */
  documentType?: string
  /** Completed uploads from `POST /uploads`, instead of the `file` part */
  uploadIds?: string[]
}

export type Piece = {
  id: string
  /** What whoever brought it calls it */
  pieceId: string
  /** The member, or the binding of the port */
  broughtBy: string
  /** How it came */
  channel: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
  sender?: {
    name?: string
    /** Of the channel: mail, fax or email */
    address?: string
  }
  receiptDate: string
  /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile */
  postmarkDate?: string
  receivedAt: string
  subject?: string
  text?: string
  /** `arriving`: its files are still to be fetched. `unmatched`: nobody knows yet to which case it belongs. `held`: the case is known, and somebody has to decide; `why` says what. `dropped`: the case had it already */
  status: 'arriving' | 'unmatched' | 'held' | 'filed' | 'rejected' | 'dropped'
  /** Why it has this status */
  why?: string
  /** As it came, or as a person has chosen */
  mailType?: string
  /** The case that it is filed on, or held for */
  caseId?: string
  /** The task that routes it */
  taskId?: string
  documentIds?: string[]
  /** Why it was matched to the case */
  reasons?: MatchReason[]
  files: MailFile[]
  /** Who has filed or rejected it */
  settledBy?: string
  settledAt?: string
}

export type PieceDetail = {
  piece: Piece
}

export type PiecePage = {
  pieces: Piece[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type PieceToWork = {
  piece: Piece
  /** The cases that it may belong to, of those that you may see, the likeliest first */
  candidates: MatchCandidate[]
  /** The documents of these cases that it repeats; a person decides whether it is filed anyway */
  duplicates: MailDuplicate[]
  /** What was left out of the comparison, and why, each a sentence */
  notCompared: string[]
  /** The mail types that it may be of; a person confirms */
  mailTypes: string[]
}

export type RejectPiece = {
  why: string
}

export type ReopenPiece = {
  why: string
}

export type AddSeenPages = {
  runs: PageRun[]
}

export type Coverage = {
  /** Pages in the file now */
  pages: number
  documents: number
  /** Who has read in the case: those who draft first */
  readers: {
    memberId: string
    username: string
    displayName: string
    /** Of the pages in the file now */
    pagesSeen: number
    /** Documents marked read */
    documentsRead: number
    /** Whether they wrote on a decision of the case */
    drafts: boolean
  }[]
}

export type PageRun = {
  /** The first page of the case in this run */
  first: number
  /** Its last page */
  last: number
}

export type SeenPages = {
  runs: PageRun[]
}

export type ConferenceLink = {
  conference: {
    as: 'host' | 'participant'
    /** Where to join. It may change: ask again shortly before the session */
    url: string
    binding: string
  }
}

export type EndSession = {
  outcome: 'held' | 'noShow' | 'postponed' | 'withdrawn'
  why?: string
  /** When it begins as far as you know, or null where it has no slot. If it has another one by now, the request is refused with 409 */
  from?: string | null
  /** Username or ID of who held it: somebody who may sit. The case is reserved for them at distribution. Defaults to the adjudicator who takes part, where there is one */
  heldBy?: string
  /** Why nothing of a session that was held is recorded. The profile may require it; in the default profile a task is opened without it */
  withoutRecord?: string
  /** The day on which it was held, missed or withdrawn, if that is not the day of its slot, or today if it was withdrawn: deadlines run from it. Recording the same outcome with another day, and why, corrects it */
  on?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type NamedParticipant = {
  kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
  /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
  id: string
  name: string
}

export type NewSession = {
  kind: 'inPerson' | 'video' | 'phone' | 'virtual'
  why?: string
}

export type Participant = {
  kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
  /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
  id: string
}

export type PlaceSession = {
  kind?: 'inPerson' | 'video' | 'phone' | 'virtual'
  slot: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }
  /** When it begins as far as you know, or null where it has no slot. If it has another one by now, the request is refused with 409 */
  from?: string | null
  /** Who takes part, and where: the time is taken in their calendars. Left out, they stay as they are */
  participants?: Participant[]
  /** The hold on this time, which ends as the session is placed */
  holdId?: string
  /** Who has agreed, and how, to less notice than the profile requires, or to an earlier time than the session had */
  consent?: string
}

export type RenewConference = {
  why: string
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
  participants?: NamedParticipant[]
  /** What has come between since it was placed: it has to be moved */
  conflicts?: {
    /** Left out, it concerns everybody */
    participant?: {
      kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
      /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
      id: string
      name: string
    }
    /** The calendar that says so, where it is not kept here */
    binding?: string
    why: string
  }[]
  /** Slots that a bound calendar suggests, the best first */
  suggested?: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }[]
  conference?: {
    handle: string
    /** The service that hosts it */
    binding: string
    /** Whether it stands for the time at which the session is now */
    isReady: boolean
  }
  /** What came of it: recordings and transcripts */
  artifacts?: {
    artifactId: string
    kind: 'recording' | 'transcript'
    name: string
    mediaType: string
    /** Whose voice it is, where everybody has a track of their own */
    speaker?: {
      name: string
      participantId?: string
    }
    startedAt?: string
    durationMs?: number
    /** Where something that was said is missing, within the recording */
    gaps?: {
      fromMs: number
      toMs: number
    }[]
    /** The document that it is, once it is filed */
    documentId?: string
    /** Why it cannot be filed, where it cannot */
    why?: string
  }[]
  /** Who came, in the order in which they did */
  attendance?: {
    name: string
    participantId?: string
    isHost?: boolean
    joinedAt: string
    leftAt?: string
  }[]
  /** It is postponed. Placed again until then, it keeps its conference */
  windowEndsAt?: string
  /** Of a session that was held: `stored`, something of it is; `toCome`, the service that hosted it is asked; `none`, and `withoutRecord` says why; `missing`, and nobody has said why */
  record?: 'stored' | 'toCome' | 'none' | 'missing'
  /** Why nothing of it is recorded */
  withoutRecord?: string
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

export type ListedSession = {
  caseId: string
  docketNumber: string
  /** Name of the person the case is about */
  caseName: string
  session: Session
  /** Its open tasks */
  tasks: {
    id: string
    type: string
    /** Display name of the type */
    label: string
    status: string
  }[]
}

export type ListedSessionAnswer = {
  found: ListedSession
}

export type SessionPage = {
  sessions: ListedSession[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type SessionQueue = {
  waiting: WaitingSession[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type WaitingSession = {
  /** Rank when the page was read */
  rank: number
  caseId: string
  docketNumber: string
  /** Name of the person the case is about */
  caseName: string
  docket: string | null
  docketDate: string
  /** Why the case is advanced on the docket */
  advanced: string[]
  isCourtRemand: boolean
  /** The reason for its rank */
  why: string
  sessionId: string
  kind: 'inPerson' | 'video' | 'phone' | 'virtual'
  status: 'requested' | 'postponed' | 'noShow'
  waitingSince: string
  /** Who took part where it had been placed before */
  participants?: NamedParticipant[]
  /** Slots that a bound calendar suggests, the best first */
  suggested?: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }[]
  /** The task to schedule it */
  task?: {
    id: string
    type: string
    /** Display name of the type */
    label: string
    status: string
  }
  /** The task is on hold: it is not placed with a docket */
  isOnHold: boolean
}

export type ChunkStored = {
  /** It was here already */
  isRepeated: boolean
  /** Earlier chunks of the track that are not here */
  missing: number[]
}

export type EnterRoom = {
  /** What stands behind the # of your link */
  link: string
  /** Your place in the room, as you were given it when you entered */
  seat?: string
}

export type GuestLink = {
  url: string
  name: string
  /** Names this guest among others of the same name */
  personId: string
}

export type GuestLinkAnswer = {
  link: GuestLink
}

export type InvitationOpened = {
  /** Where to join now. It may change: open the invitation again */
  url: string
}

export type NewGuestLink = {
  /** Who joins by it */
  name: string
  /** Who they are elsewhere, such as the ID of a party */
  participantId?: string
  /** Somebody who has a link already, as it was answered; without it they are a new guest */
  personId?: string
  isHost?: boolean
  /** Every earlier link of this person is dead then */
  isRotated?: boolean
}

export type OpenInvitation = {
  /** What stands behind the # of your link */
  link: string
}

export type RoomAct = {
  /** What stands behind the # of your link */
  link: string
  /** Your place in the room, as you were given it when you entered */
  seat: string
  act: {
    type: 'leave'
  } | {
    type: 'consent'
    isGiven: boolean
  } | {
    type: 'signal'
    to: string
    data: unknown
  } | {
    type: 'admit'
    personId: string
  } | {
    type: 'remove'
    personId: string
  } | {
    type: 'record'
    /** Whether what is said is to be recorded */
    recording: 'on' | 'paused' | 'offTheRecord'
  }
}

export type RoomView = {
  /** The clock of the service, by which sound is put in order */
  now: string
  seat: string
  you: {
    id: string
    name: string
    isHost: boolean
    status: 'waiting' | 'here' | 'away'
    consent?: 'given' | 'refused'
    /** Whether sound of theirs is being stored */
    isRecorded: boolean
  }
  session: {
    docketNumber: string
    startsAt: string
    minutes: number
    timeZone: string
  }
  people: {
    id: string
    name: string
    isHost: boolean
    status: 'waiting' | 'here' | 'away'
    consent?: 'given' | 'refused'
    /** Whether sound of theirs is being stored */
    isRecorded: boolean
  }[]
  /** Whether what is said is to be recorded */
  recording: 'on' | 'paused' | 'offTheRecord'
  /** What is stored now: `recording`, sound of somebody here; `notAgreed`, nothing, nobody here has agreed to be recorded; `notStored`, nothing, although somebody has agreed; `paused` or `offTheRecord`, nothing, as a host has said */
  record: 'recording' | 'notAgreed' | 'notStored' | 'paused' | 'offTheRecord'
  isOver: boolean
  events: {
    number: number
    type: 'joined' | 'left' | 'admitted' | 'removed' | 'consent' | 'recording' | 'stored' | 'signal' | 'caption' | 'ended'
    at: string
    /** The ID of the person whom it is about or who sent it */
    from?: string
    data?: unknown
  }[]
  /** Ask for what comes after it */
  last: number
  iceServers: {
    urls: string | string[]
    username?: string
    credential?: string
  }[]
}

export type SoundChunk = {
  /** What stands behind the # of your link */
  link: string
  /** Your place in the room, as you were given it when you entered */
  seat: string
  /** One for each time that a recorder is started */
  track: string
  sequence: number
  /** When the track began, by the clock of the service */
  startedAt: string
  /** Where in the track it begins */
  offsetMs: number
  durationMs: number
  mediaType: string
  /** In base64 */
  bytes: string
}

export type WatchRoom = {
  /** What stands behind the # of your link */
  link: string
  /** Your place in the room, as you were given it when you entered */
  seat: string
  after: number
}

export type CertifyTranscript = {
  /** Of the lines that you have checked: if they have changed since, nothing is certified (409) */
  linesSha256: string
}

export type CorrectLine = {
  /** The words as they were said; empty where nobody spoke */
  text?: string
  /** Who said them, in this line alone */
  speaker?: string
  /** The text that you have seen: if it has changed since, nothing is written (409) */
  was?: string
  /** The same of the speaker */
  wasSpeaker?: string
}

export type NameSpeaker = {
  speaker: string
}

export type Transcript = {
  id: string
  sessionId: string
  /** `awaited`: it is being made. `draft`: made by the speech engine; nobody has vouched for it. `certified`: a person has checked it against the sound */
  status: 'awaited' | 'draft' | 'certified'
  /** The transcript as a document of the case; a certificate revises it */
  documentId?: string
  model?: string
  recordings: TranscriptRecording[]
  /** While it is being made */
  progress?: {
    heardMs: number
    ofMs?: number
    note?: string
  }
  /** Why it is not made yet, where something keeps it; it is tried again */
  why?: string
  certified?: {
    by: Actor
    at: string
  }
  awaitedAt: string
  /** In the order in which they were said */
  lines: TranscriptLine[]
  /** Of the lines as they are: whoever certifies them says it */
  linesSha256: string
}

export type TranscriptLine = {
  /** Unique in its transcript */
  id: string
  /** The document whose original is the sound */
  recordingId: string
  speaker: string
  /** Since the beginning of its recording */
  startMs: number
  /** Since the beginning of its recording */
  endMs: number
  /** When it was said, where the recording says when it began */
  at?: string
  text: string
  words: TranscriptWord[]
  /** A person has changed its words or its speaker */
  isCorrected?: boolean
}

export type TranscriptRecording = {
  /** Its original is the sound */
  documentId: string
  speaker: string
  startedAt?: string
  durationMs?: number
  /** Why nothing was heard in it, where it cannot be transcribed */
  why?: string
}

export type TranscriptSummary = {
  id: string
  sessionId: string
  /** `awaited`: it is being made. `draft`: made by the speech engine; nobody has vouched for it. `certified`: a person has checked it against the sound */
  status: 'awaited' | 'draft' | 'certified'
  /** The transcript as a document of the case; a certificate revises it */
  documentId?: string
  model?: string
  recordings: TranscriptRecording[]
  /** While it is being made */
  progress?: {
    heardMs: number
    ofMs?: number
    note?: string
  }
  /** Why it is not made yet, where something keeps it; it is tried again */
  why?: string
  certified?: {
    by: Actor
    at: string
  }
  awaitedAt: string
}

export type TranscriptWord = {
  text: string
  /** Since the beginning of the recording; within a line it is estimated */
  startMs: number
  /** Since the beginning of the recording */
  endMs: number
  /** 1 where a person wrote it */
  confidence: number
}

export type Blackout = {
  id: string
  from: string
  to: string
  /** Left out, it is for everybody */
  participant?: {
    kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
    /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
    id: string
  }
  why: string
  addedAt: string
  addedBy: string
}

export type BlackoutAnswer = {
  blackout: Blackout
}

export type BlackoutList = {
  blackouts: Blackout[]
}

export type CalendarEntry = {
  id: string
  participant: Participant
  /** Whoever has times that are `free` can at those alone; whoever has none can whenever sessions are held */
  effect: 'free' | 'busy'
  /** As the clock of the time zone shows it */
  starts: string
  /** At most 31 days later */
  ends: string
  timeZone: string
  /** An RRULE of iCalendar; an imported one may go on without an end */
  repeats?: string
  /** Days left out of the rule */
  except?: string[]
  why?: string
  /** The event of an imported calendar that it came from */
  uid?: string
  /** What was not understood of that event: it is busy for at least all that it may mean */
  unclear?: string
  changedAt: string
  changedBy: string
}

export type CalendarEntryAnswer = {
  entry: CalendarEntry
}

export type CalendarEntryList = {
  entries: CalendarEntry[]
}

export type CalendarImport = {
  participant: Participant
  /** For whole days, and times that name no zone */
  timeZone: string
  /** A calendar as iCalendar (RFC 5545), at most 5 MB */
  calendar: string
}

export type CalendarImported = {
  added: number
  replaced: number
  /** Events that are known in this SEQUENCE or a later one */
  unchanged: number
  /** Events that take no time any more */
  removed: number
  /** Events that were not understood exactly, and why: they are busy for at least all that they may mean */
  takenAsBusy: {
    uid: string
    /** What the calendar calls it */
    summary?: string
    why: string
  }[]
  /** Events of which not even the day can be read: they take no time */
  leftOut: {
    uid: string
    /** What the calendar calls it */
    summary?: string
    why: string
  }[]
}

export type Hold = {
  id: string
  participants: NamedParticipant[]
  slot: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }
  caseId?: string
  /** When it ends, unless a session is placed on it */
  expiresAt: string
}

export type HoldAnswer = {
  hold: Hold
}

export type NewBlackout = {
  from: string
  /** The last day; defaults to the first */
  to?: string
  /** Left out, it is for everybody */
  participant?: {
    kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
    /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
    id: string
  }
  why: string
}

export type NewCalendarEntry = {
  participant: Participant
  /** Whoever has times that are `free` can at those alone; whoever has none can whenever sessions are held */
  effect: 'free' | 'busy'
  /** As the clock of the time zone shows it */
  starts: string
  /** At most 31 days later */
  ends: string
  timeZone: string
  /** An RRULE of iCalendar (RFC 5545), daily or slower, that ends by COUNT or UNTIL after at most 10,000 times */
  repeats?: string
  /** Days left out of the rule */
  except?: string[]
  why?: string
}

export type NewHold = {
  participants: Participant[]
  slot: {
    startsAt: string
    minutes: number
    timeZone: string
    place?: string
  }
  /** The case that it is held for */
  caseId?: string
  /** The kind of session, whose notice is kept; left out, the longest of the profile is */
  kind?: 'inPerson' | 'video' | 'phone' | 'virtual'
  /** Also times within the notice: a session is placed there only with `consent` */
  withinNotice?: boolean
}

export type SlotSearch = {
  /** All of them can in every slot that is found */
  participants: Participant[]
  from: string
  /** At most 366 days later */
  to: string
  /** Defaults to the slot of the profile */
  minutes?: number
  /** Whose days and hours; defaults to the zone of the location */
  timeZone?: string
  /** The kind of session, whose notice is kept; left out, the longest of the profile is */
  kind?: 'inPerson' | 'video' | 'phone' | 'virtual'
  /** Also times within the notice: a session is placed there only with `consent` */
  withinNotice?: boolean
  /** Nothing earlier: when the session begins that is to be moved, unless all agree to less */
  notBefore?: string
  /** Defaults to 20 */
  limit?: number
}

export type SlotsFound = {
  /** The best first, with what speaks for and against each */
  slots: {
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    reasons: string[]
  }[]
  /** The possible starts in those days */
  starts: number
  /** Who cannot at how many of the possible starts, the most first */
  blocking: {
    participant: NamedParticipant
    /** The starts at which they cannot */
    starts: number
  }[]
  /** The bound calendar, where it could not be asked: its bookings are not considered */
  unasked?: {
    binding: string
    why: string
  }
}

export type AcceptSessionPlan = {
  /** Those of the plan that are accepted; left out, all */
  sessionIds?: string[]
  /** Who has agreed, and how, to each session that needs it */
  consents?: {
    sessionId: string
    /** Who has agreed, and how, to less notice than the profile requires, or to an earlier time than the session had */
    consent: string
  }[]
}

export type NewSessionPlan = {
  from: string
  /** At most 31 days later */
  to: string
  benches: {
    /** Those who sit together, and their room or location */
    participants: Participant[]
    /** Whose days and hours; defaults to the zone of the location */
    timeZone?: string
  }[]
  /** Defaults to the slot of the profile */
  minutes?: number
  /** Only cases on this docket */
  docket?: string
  kind?: 'inPerson' | 'video' | 'phone' | 'virtual'
  /** The first so many of the queue; defaults to 200 */
  most?: number
  /** Also times within the notice, and for a session that is moved earlier ones, where there are no others: `needsConsent` says so, and it is placed only with `consents` */
  withinNotice?: boolean
}

export type NewSessionRepair = {
  /** Left out, all that something has come between */
  sessionIds?: string[]
  /** The first day to move to; defaults to the day of the session, and with `withinNotice` to 31 days before it, but not before today */
  from?: string
  /** The last day to move to; defaults to 31 days after the session, within its window */
  to?: string
  /** Also times within the notice, and for a session that is moved earlier ones, where there are no others: `needsConsent` says so, and it is placed only with `consents` */
  withinNotice?: boolean
}

export type SessionPlan = {
  id: string
  kind: 'docket' | 'repair'
  /** `accepted` while its sessions are being placed */
  status: 'proposed' | 'accepted' | 'done'
  madeAt: string
  madeBy: string
  /** False where there were too many choices to try all of them */
  isBest: boolean
  /** The bound calendar, where it could not be asked */
  unasked?: {
    binding: string
    why: string
  }
  /** By rank */
  sessions: {
    caseId: string
    docketNumber: string
    sessionId: string
    /** Its rank among those of the plan */
    rank: number
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    /** Where it was, if it is moved */
    from?: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    /** Absent where none was found */
    slot?: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    participants: NamedParticipant[]
    reasons: string[]
    /** How many people have to come at another time */
    peopleMoved?: number
    /** Why those who take part have to agree: accept it with their `consents`, or it is refused */
    needsConsent?: string
    /** `left`: no slot was found, or it was not accepted; `refused`: it had become impossible by the time of the acceptance */
    state: 'proposed' | 'placed' | 'refused' | 'left'
    /** Why it is refused or left */
    why?: string
  }[]
}

export type SessionPlanAnswer = {
  plan: SessionPlan
}

export type CalendarFeed = {
  id: string
  participant: NamedParticipant
  /** Whom the feed is for, or where it is used */
  label?: string
  /** Needs no token: whoever has it can read the feed, until it is rotated or revoked */
  url: string
  createdAt: string
  createdBy: string
  rotatedAt?: string
}

export type CalendarFeedAnswer = {
  feed: CalendarFeed
}

export type CalendarFeedList = {
  feeds: CalendarFeed[]
}

export type NewCalendarFeed = {
  participant: Participant
  /** Whom the feed is for, or where it is used */
  label?: string
}

export type Delivery = {
  id: string
  workProductId: string
  partyId: string
  /** Reflects the latest record. A failure after a receipt sets it to `failed`, and the delivery is owed again */
  status: 'owed' | 'receipted' | 'failed' | 'withdrawn'
  /** From the latest receipt */
  channel?: string
  /** From the latest receipt */
  sentAt?: string
  /** From the latest receipt */
  tracking?: string
  /** Why the delivery failed or was withdrawn, if that is its latest status */
  why?: string
  /** All receipts, in the order recorded */
  receipts: {
    channel: string
    /** Where it was sent: an address, a mailbox or a portal */
    destination?: string
    sentAt: string
    tracking?: string
    /** The port and the binding that reported it; absent if a person or an account did */
    binding?: string
    /** When it was recorded in Portico */
    recordedAt: string
  }[]
  /** All failures and bounces, in the order recorded */
  failures: {
    why: string
    channel?: string
    /** Where it was sent: an address, a mailbox or a portal */
    destination?: string
    failedAt?: string
    /** The port and the binding that reported it; absent if a person or an account did */
    binding?: string
    /** When it was recorded in Portico */
    recordedAt: string
  }[]
  changedAt: string
}

export type DeliveryDetail = {
  delivery: Delivery
}

export type DeliveryFailure = {
  why: string
  /** The channel that failed */
  channel?: string
  /** Where it was sent: an address, a mailbox or a portal */
  destination?: string
  /** When it failed or bounced. If set, a duplicate report is recognised even after a newer receipt */
  failedAt?: string
}

export type DeliveryList = {
  deliveries: Delivery[]
  /** What the case owes to other systems and what became of it, most recent first: the last 200 entries of the ledger. Only for those who record deliveries or operate */
  obligations?: Obligation[]
}

export type Receipt = {
  channel: string
  /** Where it was sent: an address, a mailbox or a portal */
  destination?: string
  sentAt: string
  tracking?: string
}

export type Effectuation = {
  workProductId: string
  result: 'completed' | 'failed'
  why?: string
  failedAt?: string
  completedAt?: string
  by: Actor
  at: string
}

export type EffectuationDetail = {
  effectuation: Effectuation
}

export type EffectuationReport = {
  /** The decision that is meant, where a case has several in force; the last one if left out */
  workProductId?: string
  result: 'completed' | 'failed'
  /** Why it failed; required for a failure */
  why?: string
  /** When it failed. If set, a duplicate report is recognised even after a newer one */
  failedAt?: string
  /** When it took effect. If set, an older failure that is reported later changes nothing */
  completedAt?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type LetterOfCase = {
  caseId: string
  letter: SentLetter
}

export type LetterPreview = {
  subject: string
  text: string
  /** The fields that it used, with their values on this case */
  fields: {
    name: string
    value: string
  }[]
  /** The letter as a tagged PDF, in base64 */
  pdf: string
}

export type LetterReceipt = {
  channel: string
  /** Where it was sent: an address, a mailbox or a portal */
  destination?: string
  sentAt: string
  tracking?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type PreviewLetter = {
  /** Its name in the profile */
  letter?: string
  /** A letter that is not in the profile yet */
  draft?: {
    /** One line; takes the same fields as the body */
    subject: string
    /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
    body: string
    answerWindowDays?: number
    /** The timer that runs while its answer is awaited */
    answerWindow?: string
  }
  /** The head of every letter */
  letterhead?: Letterhead
  /** The recipient; defaults to the first claimant */
  partyId?: string
  /** Fills the field `reason` of the letter */
  reason?: string
}

export type RetryLetter = {
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type SentLetter = {
  id: string
  /** Its name in the profile */
  letter: string
  /** A `notice` is raised by a signature, a `statusLetter` by a task, a `deadlineReminder` by a deadline; a person writes a `response` */
  kind: 'notice' | 'statusLetter' | 'deadlineReminder' | 'response'
  /** The recipient */
  partyId: string
  /** `composed`: filed as a document and handed over, without a receipt yet. Reflects the latest record */
  status: 'owed' | 'composed' | 'receipted' | 'failed' | 'withdrawn'
  subject?: string
  /** The letter as it was sent, a document of the case */
  documentId?: string
  /** The event that raised it */
  eventId?: string
  owedAt: string
  composedAt?: string
  channel?: string
  destination?: string
  sentAt?: string
  tracking?: string
  /** It could not be composed, or its recipient has no address, or it could not be handed over, or it came back */
  cause?: 'notComposed' | 'notMailable' | 'notSent' | 'returned'
  /** Why it failed or was withdrawn */
  why?: string
}

export type WriteLetter = {
  /** Its name in the profile */
  letter: string
  /** The recipient */
  partyId: string
  /** Fills the field `reason` of the letter */
  reason?: string
}

export type NotificationPreview = {
  /** What it would tell of: the last such event of the case */
  event: {
    id: string
    type: string
    at: string
  }
  /** One for each recipient and channel, at most 50 */
  messages: {
    recipient: {
      kind: 'member' | 'party'
      /** The ID of the member or the party */
      id: string
      name: string
    }
    channel: 'inApp' | 'email' | 'text' | 'push' | 'letter'
    /** `notBound`: no binding of the notifications port sends by this channel */
    outcome: 'now' | 'afterQuietHours' | 'inDigest' | 'suppressed' | 'notBound'
    /** When it would be sent, where that is later */
    at?: string
    /** Why it would not be sent */
    why?: string
    subject: string
    text: string
  }[]
  /** How many more there would be */
  others: number
  /** The fields that it used, with their values on this case; those of the recipient are not listed */
  fields: {
    name: string
    value: string
  }[]
}

export type PartyNotices = {
  /** The channels by which the party wants no notifications */
  optedOut: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
  timeZone?: string
}

export type PreviewNotification = {
  /** Its name in the profile */
  notification?: string
  /** A notification that is not in the profile yet */
  draft?: {
    /** The event that triggers it */
    on: {
      event: string
      /** Only for tasks of these types */
      tasks?: string[]
      /** Only for these timers */
      timers?: string[]
    }
    /** `assignee` and `team` of the task that the event is about, `holders` of open tasks of the case, `author`, `writer` and `reviewer` of the draft, the `proposer` of the proposal, everyone in the `thread` of comments, whoever is `mentioned`, and parties: `claimant`, `representative`, `participants` (both), and `addressee`, the party that the event names, such as that of a delivery */
    recipients: ('assignee' | 'team' | 'holders' | 'author' | 'reviewer' | 'writer' | 'proposer' | 'thread' | 'mentioned' | 'claimant' | 'representative' | 'participants' | 'addressee')[]
    channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
    /** One line; takes the same fields as the body */
    subject: string
    /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
    body: string
    /** Conditions under which it is not sent */
    suppressWhen?: ('recipientDeceased' | 'caseClosed' | 'optedOut' | 'causedByRecipient')[]
  }
}

export type SentNotification = {
  id: string
  /** Its name in the profile, or `digest` */
  notification: string
  /** The event that it is about */
  eventId?: string
  recipient: {
    kind: 'member' | 'party'
    /** The ID of the member or the party */
    id: string
    name: string
  }
  channel: 'inApp' | 'email' | 'text' | 'push' | 'letter'
  binding: string
  status: 'owed' | 'delivered' | 'failed'
  owedAt: string
  destination?: string
  sentAt?: string
  tracking?: string
  /** Why it failed */
  why?: string
}

export type BindingStatus = {
  name: string
  /** `none`: it is not in the configuration any more, but is still owed something */
  adapter: string
  /** The baseline of the platform itself */
  isBaseline: boolean
  /** Its capabilities; absent until the adapter was open once */
  supports?: string[]
  /** `failing`: it cannot be reached, or the last call failed and is not settled yet. `paused`: it failed so often that it is tried only now and then, or has asked for silence */
  health: 'unknown' | 'healthy' | 'failing' | 'paused'
  /** Deliveries that wait or are being sent, and documents that are still to be fetched */
  waiting: number
  /** Dead letters */
  failed: number
  /** Since when the oldest of those that wait has waited */
  oldest?: string
  lastSuccessAt?: string
  lastFailureAt?: string
  /** The code and the sentence of the last failure */
  lastError?: string
  pausedUntil?: string
}

export type DeliveriesChanged = {
  changed: number
  /** Left as they were: changed by somebody else meanwhile, of a purged case, or to be sent again by a binding that is not in the configuration */
  refused: number
}

export type DropDeliveries = {
  port?: string
  binding?: string
  caseId?: string
  /** Created at or after */
  from?: string
  /** Created before */
  to?: string
  why: string
}

export type DropDelivery = {
  why: string
}

export type InboxDetail = {
  fact: InboxFact
}

export type InboxFact = {
  id: string
  port: string
  binding: string
  name: string
  /** What was reported */
  fact: unknown
  receivedAt: string
  /** `unmatched`: it belongs to nothing that is known yet. `refused`: the case does not take it */
  status: 'received' | 'unmatched' | 'refused' | 'applied' | 'dropped'
  reason?: string
  caseId?: string
}

export type InboxPage = {
  facts: InboxFact[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type MatchFact = {
  caseId: string
}

export type Obligation = {
  /** Also the key under which the other side is called, unless `key` is there */
  id: string
  port: string
  binding: string
  call: string
  /** Without it, and without `eventId`, `recipient` and `error`, where you may not see the case: you can send it again or drop it all the same */
  caseId?: string
  eventId?: string
  eventType: string
  recipient?: string
  channel?: string
  /** `accepted`: taken by the other side, the receipt follows. `failed`: given up, a dead letter. `cancelled`: there was nothing to send any more */
  status: 'waiting' | 'sending' | 'accepted' | 'delivered' | 'failed' | 'dropped' | 'cancelled'
  attempts: number
  createdAt: string
  /** The latest attempt */
  triedAt?: string
  nextAttemptAt?: string
  settledAt?: string
  /** The latest delivery; it stays when the entry is sent again */
  deliveredAt?: string
  errorCode?: string
  /** What the other side said; erased with the case */
  error?: string
  /** The key under which the other side is called, where it is not the id: the other side had taken it, and reported later that it failed */
  key?: string
}

export type ObligationDetail = {
  delivery: Obligation
}

export type ObligationPage = {
  deliveries: Obligation[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type PortDetail = {
  port: PortStatus
}

export type PortList = {
  ports: PortStatus[]
}

export type PortStatus = {
  name: string
  title: string
  does: string
  spec: number
  /** `degraded`: one of its bindings fails. `notBound`: it has no baseline yet */
  state: 'bound' | 'baseline' | 'notBound' | 'degraded'
  /** What the platform does by itself while nothing is bound */
  baseline?: string
  bindings: BindingStatus[]
}

export type RedriveDeliveries = {
  port?: string
  binding?: string
  caseId?: string
  /** Created at or after */
  from?: string
  /** Created before */
  to?: string
  why?: string
}

export type RedriveDelivery = {
  why?: string
}

export type Replay = {
  binding: string
  /** Only events after this position; from the beginning if absent */
  after?: number
  /** Only events up to this position; up to now if absent */
  upTo?: number
  caseId?: string
  /** Only says what would be sent */
  isDryRun?: boolean
  /** Sends under new keys, so that the other side does it again; what is still to be sent is not sent twice. Otherwise what was sent before is sent under the key that it had */
  hasNewKeys?: boolean
  /** Also sends what somebody has dropped. Otherwise it stays dropped */
  hasDropped?: boolean
}

export type Replayed = {
  isDryRun: boolean
  /** Events that the port hears */
  events: number
  /** Deliveries that are sent, or would be */
  deliveries: number
  /** Those that stay as they are: they wait already, or are dead letters, which are redriven, or need not be sent any more */
  unchanged: number
  /** Those that somebody has dropped, and that stay so */
  dropped: number
  byCall: Record<string, unknown>
}

export type AdvancedCase = {
  caseId: string
  /** Whether the case would be advanced */
  isAdvanced: boolean
}

export type BoardDeadlines = {
  /** The zone of the board: a day ends when it ends there */
  timeZone: string
  /** The calendar of working days, unless a timer names another */
  calendar: string
  /** What is posted counts by its postmark; left out, everything by its receipt */
  mailbox?: {
    /** Without a postmark, it counts as posted so many days before it was received */
    presumedDays: number
    /** Whether every day counts, or only the working days of the calendar; a length in working days is in days. Defaults to `calendarDays` */
    counts: 'calendarDays' | 'workingDays'
    /** How it must have come; what came otherwise counts from its receipt */
    channels: string[]
  }
}

export type BoilerplateBlock = {
  /** Printed only where this holds, in CEL; else always */
  when?: string
  /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
  text: string
}

export type BoilerplateEntry = {
  name: string
  /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
  version: number
  /** Display name */
  label: string
  /** Where in a work product it is offered */
  place: 'opening' | 'issue' | 'closing' | 'anywhere'
  /** Issue types it is offered for; empty for all */
  issueTypes: string[]
  /** Dispositions it is offered for; empty for all */
  dispositions: string[]
  /** The text, where it has no `blocks` */
  body?: string
  /** Instead of `body`: its text in parts, each with its condition */
  blocks?: BoilerplateBlock[]
  /** What its author fills in */
  fields?: BoilerplateField[]
  /** Offered on a case only where this holds, in CEL; it knows no `fields` */
  offeredWhen?: string
  /** No warning where none of its conditions holds */
  mayBeEmpty?: boolean
  /** The law it restates */
  source?: string
}

export type BoilerplateField = {
  /** Templates name it `{{ fields.name }}`, conditions `fields.name` */
  name: string
  /** Display name */
  label: string
  /** `date`: `YYYY-MM-DD`; `money`: an amount such as `1200.50`; `choice`: the name of one of `choices`; `person`: the ID of a party of the case; `yesNo`: true or false */
  type: 'text' | 'number' | 'date' | 'money' | 'choice' | 'person' | 'yesNo'
  /** The text cannot be signed while the field has no value */
  isRequired?: boolean
  /** The fact of the case that it is while the author gives none */
  default?: 'claimant.name' | 'representative.name' | 'case.docketNumber' | 'case.type' | 'case.receiptDate' | 'issue.title' | 'issue.scope' | 'issue.disposition' | 'issue.number' | 'claimant' | 'representative' | 'today'
  /** Only, and always, of a choice */
  choices?: {
    name: string
    /** Display name */
    label: string
  }[]
  /** Only of a number; defaults to whole numbers */
  decimals?: number
  /** Only of money; defaults to USD */
  currency?: string
}

export type DeadlineLength = {
  days?: number
  weeks?: number
  months?: number
  years?: number
}

export type EventMatch = {
  event: string
  /** Only tasks of these types */
  task?: string[]
  outcome?: string[]
  timer?: string
  /** Fields of the event payload; a list matches any of its values */
  where?: Record<string, unknown>
}

export type HolidayCalendar = {
  name: string
  /** Display name */
  label: string
  /** Days of the week on which nobody works, from Monday, 1, to Sunday, 7 */
  weekend: number[]
  /** The first day that it covers */
  from: string
  /** The last day that it covers */
  to: string
  /** Holidays as they are observed: one on a weekend with the day on which it is kept instead */
  holidays: {
    day: string
    /** Display name */
    label: string
  }[]
}

export type Letter = {
  name: string
  /** Display name */
  label: string
  /** One line; takes the same fields as the body */
  subject: string
  /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
  body: string
  /** Instead of `answerWindow`: days to wait for an answer, which nothing waits for */
  answerWindowDays?: number
  /** The timer that runs while its answer is awaited; it fills the field `answerBy` */
  answerWindow?: string
  /** The events that send it, once for each event and recipient; left out, people send it */
  raisedBy?: {
    event: 'workProduct.released' | 'task.opened' | 'task.deadlineApproaching' | 'session.scheduled' | 'session.rescheduled' | 'session.reminderDue'
    /** Only for tasks of these types */
    tasks?: string[]
  }[]
  /** Who gets it when an event raises it; defaults to `claimants` */
  recipients?: ('claimants' | 'representatives')[]
  /** Conditions under which it is not sent; `optedOut` means that the party wants no letters, and `hasEmail` that they are told of the event by email: with an address, a binding that sends email and a notification that has not failed. Defaults to `recipientDeceased` */
  suppressWhen?: ('recipientDeceased' | 'optedOut' | 'caseClosed' | 'hasEmail')[]
}

export type Letterhead = {
  /** Who writes */
  name: string
  /** Under the name, such as the address and the telephone number */
  lines: string[]
  /** At the foot of every page */
  footer?: string
}

export type MailType = {
  name: string
  /** Display name */
  label: string
  /** The task type opened by mail of this type */
  taskType: string
  /** Routes to the team that handles it; the last has no condition */
  routes: {
    /** The first route whose condition holds is taken. What is routed because a session is pending is due before it */
    when?: 'sessionPending' | 'caseClosed' | 'dispatched'
    /** Assigns the last person who had the case; the team if there is none */
    toLastAssignee?: true
    team: string
  }[]
  /** The case is not distributed while the task is open */
  blocksDistribution: boolean
  /** Also handled on a closed case: its task stays open when the case is closed. Otherwise its open task blocks dispatch and closing */
  allowedOnClosed: boolean
  /** Document types that suggest this mail type */
  documentTypes: string[]
  /** The timer in whose window it is to arrive: whether it did is said when it is routed */
  judgedBy?: string
  /** Completing its task takes `changes`: whether it means the whole case, some issues, or nothing. A rule on the completed task that closes the case answers only to the whole, unless its `where` names another `scope`. Defaults to `{ issues: withdrawn }` where such a rule closes the case */
  asksScope?: {
    /** What becomes of the issues named: `withdrawn` from the list, or they `stay` for somebody to decide */
    issues: 'withdrawn' | 'stay'
  }
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
  /** The current team */
  from: string
  /** The team it would move to */
  to: string
}

export type NotificationRule = {
  name: string
  /** Display name */
  label: string
  /** The event that triggers it */
  on: {
    event: string
    /** Only for tasks of these types */
    tasks?: string[]
    /** Only for these timers */
    timers?: string[]
  }
  /** `assignee` and `team` of the task that the event is about, `holders` of open tasks of the case, `author`, `writer` and `reviewer` of the draft, the `proposer` of the proposal, everyone in the `thread` of comments, whoever is `mentioned`, and parties: `claimant`, `representative`, `participants` (both), and `addressee`, the party that the event names, such as that of a delivery */
  recipients: ('assignee' | 'team' | 'holders' | 'author' | 'reviewer' | 'writer' | 'proposer' | 'thread' | 'mentioned' | 'claimant' | 'representative' | 'participants' | 'addressee')[]
  channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
  /** One line; takes the same fields as the body */
  subject: string
  /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
  body: string
  /** Conditions under which it is not sent */
  suppressWhen: ('recipientDeceased' | 'caseClosed' | 'optedOut' | 'causedByRecipient')[]
}

export type Profile = {
  name: string
  /** Display name */
  label: string
  caseTypes: {
    name: string
    /** Display name */
    label: string
    workflow: string
    /** A court remand; ranks first in every list */
    isCourtRemand?: true
  }[]
  dockets: {
    name: string
    /** Display name */
    label: string
  }[]
  ineligibility: {
    name: string
    /** Display name */
    label: string
    /** Found if filed more than this many days after the contested decision */
    untimelyDays?: number
    /** Instead of `untimelyDays`: found if filed after so long from the contested decision */
    untimelyAfter?: {
      days?: number
      weeks?: number
      months?: number
      years?: number
    }
    /** Found if a claimant seeks the same on another case in active review */
    whenSameInReview?: true
  }[]
  teams: {
    name: string
    /** Display name */
    label: string
  }[]
  taskTypes: TaskType[]
  workflows: Workflow[]
  /** Case statuses for staff */
  statuses: {
    name: string
    /** Display name */
    label: string
  }[]
  /** Case statuses for parties */
  partyStatuses: {
    name: string
    /** Display name */
    label: string
    /** What it means, as parties are told it; without it they are told the label */
    why?: string
    /** What comes next, as parties are told it */
    next?: string
  }[]
  /** Reasons to close a case */
  closeReasons: {
    name: string
    /** Display name */
    label: string
  }[]
  sessions: {
    /** Slots per docket day */
    slotsPerDay: number
    /** Minutes per slot */
    slotMinutes: number
    /** Earliest start of the first slot, in local time */
    firstStart: string
    /** Interval in minutes between possible starts */
    startEveryMinutes: number
    /** How long a slot is reserved for whoever found it */
    holdMinutes: number
    /** Days from a request within which a session is to take place, and from its first slot within which it may be moved without being postponed; defaults to 90 */
    windowDays?: number
    /** When to remind participants, if the session was scheduled earlier than that */
    reminderDays: number[]
    /** Where sessions are held, but for remote ones */
    locations?: {
      name: string
      /** Display name */
      label: string
      timeZone: string
      /** A room takes one session at a time; its name is unique among all locations */
      rooms?: {
        name: string
        /** Display name */
        label: string
      }[]
    }[]
    /** Lever: days between the placing of a session and its date, by kind of session. Nothing is offered or placed sooner, unless the consent to it is recorded; a kind that is left out needs no notice */
    noticeDays?: {
      inPerson?: number
      video?: number
      phone?: number
      virtual?: number
    }
    /** Roles whose members may sit as adjudicators of sessions; defaults to the role that receives cases */
    adjudicatorRoles?: string[]
    /** What happens when a session is said to have been held, nothing of it is stored, and no reason is given; defaults to allowed. Rules can open a task on `session.held` with the `record` `missing` */
    withoutRecord?: 'allowed' | 'needsReason'
    /** Hours before the session by which the conference must be ready */
    conferenceReadyHours: number
    /** The types of the documents that come of a session */
    documentTypes?: {
      recording?: string
      transcript?: string
    }
  }
  workProducts: {
    /** When a signed work product is released: once sealed, or once sealed and released by the rules of its workflow */
    release: 'atSigning' | 'afterQualityReview'
    /** What happens on signing if an issue cites no evidence although its disposition requires it; defaults to refused */
    withoutEvidence?: 'refused' | 'warned'
    /** What happens on signing if no party receives the decision; defaults to refused */
    withoutRecipient?: 'refused' | 'warned'
    /** What happens on signing if the decision cites a document that one of its recipients may not see, such as a letter to another party; defaults to refused */
    citingUnseen?: 'refused' | 'warned'
    /** What happens on signing if a proposal is open; defaults to refused */
    openProposals?: 'refused' | 'warned'
    /** What it means that a case is assigned for drafting */
    drafting?: {
      /** Types of tasks that count as drafting: whoever holds one writes the decision. Each needs the action `draft`; defaults to all whose type names it */
      tasks?: string[]
      /** Who creates the draft of a case that is assigned for drafting, where it has none: its `author`, in whatever editor, or the `service`, at once and in the name of the author; defaults to author */
      begunBy?: 'author' | 'service'
    }
    /** What a block in the section of an issue may be, in the order in which collected parts are printed */
    parts?: {
      name: string
      /** What one block of it is called, within a sentence */
      label: string
      /** Where its blocks are printed: under one heading before the reasons, across issues; under the order of their issue; or where they stand in the reasons */
      place: 'collected' | 'order' | 'inPlace'
      /** Stands above them: needed where they are collected; above each run of them where they stand in place */
      heading?: string
      /** The heading if there is only one of them */
      headingOfOne?: string
      /** Numbered through the decision where they are collected, otherwise through their issue. Headings have no number, and a single one that is collected has none */
      isNumbered?: boolean
      /** What happens on signing if a block of it cites no evidence; left out, nothing happens */
      withoutEvidence?: 'refused' | 'warned'
      /** What happens on signing if no authority is recognised in a block of it; left out, nothing happens */
      withoutAuthority?: 'refused' | 'warned'
      /** What happens on signing if the section of an issue has none of it; left out, nothing happens */
      missing?: 'refused' | 'warned'
      /** The dispositions whose issues need it, if `missing` is set; left out, all do */
      dispositions?: string[]
    }[]
    /** Whether a section in which no block has a part is checked for missing parts; defaults to checked */
    withoutParts?: 'checked' | 'accepted'
    /** The headings of a decision whose text has parts. One without keeps the usual ones */
    headings?: {
      /** Display name */
      issues?: string
      /** Display name */
      order?: string
      /** Above the orders of issues that are sent back; left out, these stand among the others */
      sentBack?: string
      /** Display name */
      reasons?: string
    }
    /** How statutes, regulations, precedents and the like are recognised in the text */
    authorities?: {
      /** Kinds of authorities, in the order in which they are listed */
      groups: {
        name: string
        /** Display name */
        label: string
        patterns: string[]
      }[]
      /** Whether a decision prints a table of its authorities */
      isPrinted: boolean
      /** Above that table; defaults to Authorities */
      heading?: string
    }
  }
  closedCases: {
    /** Actions still allowed on a closed case */
    accepts: string[]
  }
  /** The timer that warns this many days before the deadline of a task */
  deadlineWarning: string
  /** Reports and who sees them */
  reports: ReportDefinition[]
  /** Deadlines, windows and other timers */
  timers: StandingTimer[]
  deadlines: BoardDeadlines
  /** Calendars of working days and holidays, by place */
  calendars: HolidayCalendar[]
  priority: {
    /** The age of a claimant that advances a case */
    advancedAge: number
    /** Reasons to advance a case on the docket */
    advanceReasons: {
      name: string
      /** Display name */
      label: string
      /** Granted by motion; otherwise detected by the service */
      byMotion: boolean
    }[]
    /** The reason used for age */
    ageReason: string
    /** Sort order of every national list, before the docket number */
    order: {
      when: 'courtRemandAndAdvanced' | 'advanced' | 'courtRemand'
      why: string
    }[]
    /** The reason shown for a case ranked by docket number alone */
    otherwise: string
  }
  /** The levers of distribution */
  levers: {
    /** Cases per batch for each drafter on the adjudicator's team */
    batchPerDrafter: number
    /** Cases per batch for an adjudicator without a team */
    batchWithoutTeam: number
    /** A member with more cases waiting than this cannot request more */
    mostWaiting: number
    affinityDays: {
      /** How long a case is reserved for whoever held its session */
      session: number
      /** The same for an advanced case */
      advanced: number
      /** How long a court remand is reserved for whoever decided it before */
      courtRemand: number
    }
    /** One goal per docket */
    docketGoals: {
      docket: string
      /** From receipt to decision */
      days: number
    }[]
  }
  /** Maps distribution to the terms of this profile */
  distribution: {
    /** A case is ready while its task of this type is open and not on hold */
    taskType: string
    /** Outcome of that task when the case is given to a member */
    outcome: string
    /** The role that receives cases */
    receiverRole: string
    /** Members of the same team with this role increase the batch */
    drafterRole: string
    /** Tasks that count as waiting: those of these types that are not on hold */
    waitingTypes: string[]
  }
  /** How long cases are kept; types without a rule are kept indefinitely */
  retention: {
    name: string
    /** Display name */
    label: string
    caseTypes: string[]
    /** Years after the case is closed */
    keepYears: number
    /** The law or retention schedule that requires it */
    why: string
    /** The service purges cases when their retention period ends; otherwise a person must */
    purgesByItself?: true
  }[]
  /** Roles of members and their permissions */
  roles: ProfileRole[]
  /** Roles of parties */
  partyRoles: {
    name: string
    /** Display name */
    label: string
    /** A claimant: their age and death affect the case */
    isClaimant?: true
    /** Represents a claimant and may see the case */
    isRepresentative?: true
    /** Receives the decision */
    receivesDecision: boolean
  }[]
  /** A member sees only cases at or below their level */
  sensitivity: {
    levels: {
      level: number
      /** Display name */
      label: string
      why: string
    }[]
    ofNewCases: number
    /** The highest level a new member sees */
    ofNewMembers: number
  }
  /** Conflicts of interest: who cannot be assigned tasks on a case */
  conflicts: {
    name: string
    /** The reason shown to whoever assigns the task */
    why: string
    /** The member represents a party; is a party, by email address; has the name of a claimant; or had a task on the case */
    when: 'represents' | 'isParty' | 'sharesFamilyName' | 'hadTask'
    /** With `hadTask`: the types of those tasks */
    had?: string[]
    /** Task types the member must not be assigned; empty for all */
    tasks: string[]
  }[]
  /** What is sent back for more work, and how it returns */
  remands?: {
    /** Who does the work that a decision sends back */
    places: {
      name: string
      /** Display name */
      label: string
      /** Sent there by the benefit type of the issue; absent for the rest */
      benefitTypes?: string[]
    }[]
    returns: {
      /** `signer`: to whoever signed the remand. `docket`: to whoever is next, in the order of the docket */
      to: 'signer' | 'docket'
      /** `team`: to the team of the adjudicators. Where it goes if whoever signed has left, or may not have or see the case any more */
      otherwise: 'docket' | 'team'
    }
    /** What happens on signing if nobody has said whether an instruction is satisfied */
    unanswered: 'refused' | 'warned'
    /** What happens on signing if an instruction is not satisfied and its issue is not sent back again */
    notSatisfied: 'refused' | 'warned'
    /** Document types that the mandate of a court has; empty for any */
    mandateTypes: string[]
  }
  /** Benefits that can be sought */
  benefitTypes: {
    name: string
    /** Display name */
    label: string
  }[]
  /** Types of issues */
  issueTypes: {
    name: string
    /** Display name */
    label: string
    /** Benefit types it applies to; empty for all */
    benefitTypes: string[]
  }[]
  /** Possible decisions on an issue */
  dispositions: {
    name: string
    /** Display name */
    label: string
    /** What it means, explained to the claimant */
    sentence: string
    /** Whether this disposition takes reasons */
    reasons: 'none' | 'optional' | 'required'
    /** Whether an issue with this disposition must cite evidence before signing; defaults to true */
    needsEvidence?: boolean
    /** Whether it can be signed although a claimant has died and nobody takes their place; defaults to whether it needs no evidence */
    afterDeath?: boolean
    /** The issue is sent back for more work once the decision is dispatched, and tracked until it returns */
    sendsBack?: boolean
    /** The issue ends here; otherwise it returns */
    isFinal: boolean
  }[]
  /** Reasons for a disposition */
  reasonGroups: {
    name: string
    /** Display name */
    label: string
    /** The dispositions these reasons apply to */
    dispositions: string[]
    /** Each reason requires a timing */
    asksTiming: boolean
    reasons: {
      name: string
      /** Display name */
      label: string
    }[]
  }[]
  /** When a reason arose */
  reasonTimings: {
    name: string
    /** Display name */
    label: string
  }[]
  documentCategories: {
    name: string
    /** Display name */
    label: string
    colour: 'blue' | 'red' | 'teal' | 'yellow' | 'green' | 'orange' | 'purple' | 'grey'
  }[]
  /** Category of an unsorted document */
  unsortedCategory: string
  /** Document types */
  documentTypes: {
    name: string
    /** Display name */
    label: string
    category: string
  }[]
  /** Types of incoming mail and who handles them */
  mailTypes: MailType[]
  /** The team that handles mail that matches no case */
  unmatchedMailTeam: string
  /** Outgoing letters */
  letters: Letter[]
  /** The head of every letter */
  letterhead: Letterhead
  /** Boilerplate for authors */
  boilerplate: BoilerplateEntry[]
  /** Who is notified of what, once per event, recipient and channel */
  notifications: NotificationRule[]
  /** When notifications are sent */
  notificationTimes: {
    /** The time zone of whoever has not named theirs */
    timeZone: string
    /** By the recipient's clock. What happens meanwhile is sent when they end; a person may set others */
    quietHours?: {
      from: string
      to: string
      /** The channels that keep quiet */
      channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
    }
    /** The message that gathers what a person wants once a day; its fields are `count`, `items`, `recipient.name`, `profile.label`, `today` and `link` */
    digest: {
      at: string
      /** One line; takes the same fields as the body */
      subject: string
      /** Plain text with paragraphs separated by an empty line; fields such as `{{ claimant.name }}` are filled in from the record */
      body: string
    }
  }
}

export type ProfileBlocker = {
  /** The blocker as a sentence */
  what: string
  count: number
  /** The first hundred */
  caseIds: string[]
}

export type ProfileChange = {
  place: string
  kind: 'added' | 'removed' | 'changed' | 'reordered'
  /** The previous value */
  before?: unknown
  /** The new value */
  after?: unknown
}

export type ProfileChanges = {
  /** 0 stands for the empty profile before the first version */
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
  /** The fault as a sentence */
  what: string
}

export type ProfileRole = {
  name: string
  /** Display name */
  label: string
  /** Which cases it sees: all up to the member's sensitivity, those they represent, or none */
  cases: 'every' | 'represented' | 'none'
  /** May do everything */
  isAdministrator?: true
  /** Permitted actions */
  may: string[]
  /** Systems the role acts for: its members may set the IDs that cases have in those systems. `*` means all; omit for none */
  sources?: string[]
}

export type ProfileTrial = {
  /** The version in force */
  against: number
  /** Whether it could be saved: there are no faults and no blockers */
  wouldApply: boolean
  faults: ProfileFault[]
  changes: ProfileChange[]
  /** Open work that has no place in the new profile */
  blockers: ProfileBlocker[]
  /** Open tasks that would move to another team */
  tasks: {
    count: number
    first: MovedTask[]
  }
  /** Cases whose status would change */
  cases: {
    count: number
    first: MovedCase[]
  }
  /** Open cases that would become, or cease to be, advanced because of age */
  advances: {
    count: number
    first: AdvancedCase[]
  }
}

export type ProfileVersion = {
  number: number
  /** SHA-256 of the canonical JSON of the profile */
  sha256: string
  /** Whether it came with the service, was provisioned from files, was saved, or restores an older version */
  source: 'default' | 'file' | 'api' | 'restore'
  restoredFrom?: number
  why: string
  createdBy: string
  createdAt: string
  /** When open work was moved to match the profile, and how much; absent until then */
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
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type ReportDefinition = {
  name: string
  /** Display name */
  label: string
  kind: 'throughput' | 'ageInStep' | 'overdue' | 'queueDepth' | 'reviewerLoad' | 'distribution' | 'decisions' | 'portHealth' | 'docketHealth'
  by: ('caseType' | 'docket' | 'step' | 'assignee' | 'team' | 'status' | 'issueType' | 'disposition' | 'port')[]
  period?: 'day' | 'week' | 'month' | 'quarter' | 'year'
  percentiles?: number[]
  /** Roles that see it; empty for everyone who reads reports */
  roles: string[]
}

export type RestoreProfile = {
  /** Why the profile is changed; shown in its history */
  why: string
}

export type RuleStep =
  | {
    open: string
    /** A task type: opens under the open task of this type, or under the root */
    under?: string
    /** It is about the whole case, and not only what the event is about */
    ofCase?: true
    /** It is about the decision that was signed last: what is heard of another decision does not end it */
    ofDecision?: true
    assign?: {
      /** The person named by whoever completed the previous task, or to whom a remand returns */
      named?: boolean
      /** Whoever last had a task of this type on the case */
      holderOf?: string
      /** Whoever caused the event that the rule matches */
      actor?: boolean
      team?: string
    }
    instructions?: string
    /** Adds the reason that the event gives, its `why` */
    withWhy?: true
    /** Starts on hold for this many days */
    holdDays?: number
    /** Starts on hold for the duration of this timer */
    holdFor?: string
    /** Due when this timer ends, instead of when its type says */
    dueBy?: string
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
    instruct: string
    instructions?: string
    /** Adds the reason that the event gives, its `why` */
    withWhy?: true
  }
  | {
    timer: string
    /** Defaults to the days of the timer in the profile */
    days?: number
    /** A task type: the timer ends with the open task of this type, otherwise with the case */
    on?: string
    /** One for each remand that is away and of which nothing was heard: for a case that goes on with them, as after a substitution */
    ofRemands?: true
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
    route: string
    instructions?: string
    /** Adds the reason that the event gives, its `why` */
    withWhy?: true
  }
  | {
    close: string
  }

export type SaveProfile = {
  /** A complete `Profile` */
  profile: Record<string, unknown>
  /** Why the profile is changed; shown in its history */
  why: string
}

export type Standing = {
  when: {
    /** A task of one of these types is open */
    task?: string[]
    /** Defaults to not on hold */
    taskStatus?: ('assigned' | 'inProgress' | 'onHold')[]
    workProduct?: string[]
    session?: string[]
    docket?: string[]
    timer?: string
    isClosed?: boolean
    /** Whether every recipient of the last decision has a receipt for it */
    isSent?: boolean
    closedBecause?: string[]
  }
  status: string
  partyStatus: string
  why: string
  /** What happens next; parties are told the sentences of their status instead */
  next?: string
}

export type StandingTimer = {
  name: string
  /** Display name */
  label: string
  /** In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day */
  length?: DeadlineLength
  /** The day from which it runs: `receipt` of the case; `notice`, the date that a letter bears or on which a decision was released; `mailing`, the day on which a letter was sent or, of a remand, the letter whose answer this timer awaits; `session`, the day of the session, or on which one without a date was withdrawn; `remand`, the day on which issues were sent back for more work; `mandate`, the date of the mandate of a court; `start`, the day on which it is set; or an event by its type, such as `case.docketed`, the day of the last such event. The first that applies to what the deadline is about is taken, and `start` where none does */
  runsFrom?: string[]
  /** Whether every day counts, or only the working days of the calendar; a length in working days is in days. Defaults to `calendarDays` */
  counts?: 'calendarDays' | 'workingDays'
  /** The calendar of its working days; defaults to that of `deadlines` */
  calendar?: string
  /** What happens if the last day is not a working day: it ends on the `next` one, on the `previous` one, or it `stays`. Defaults to `next` */
  lastDay?: 'next' | 'previous' | 'stays'
  /** Added after it would end, if what it runs from was sent by mail */
  whenMailed?: {
    days?: number
    weeks?: number
    months?: number
    years?: number
  }
  /** What makes it longer, each from the day on which it would end */
  extendedBy?: {
    on: EventMatch
    /** In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day */
    by: DeadlineLength
    /** Whether every day counts, or only the working days of the calendar; a length in working days is in days. Defaults to `calendarDays` */
    counts?: 'calendarDays' | 'workingDays'
    /** Why it is longer */
    why: string
  }[]
  /** What makes it stand still */
  tolledBy?: {
    from: EventMatch
    /** From the day of `from` on no day is counted, and from that of any of these on again */
    until: EventMatch[]
    /** Why it stands still */
    why: string
  }[]
  /** What happens when it has passed */
  passes?: RuleStep[]
  /** A window of the parties: they are told its last day */
  forParties?: true
  /** Instead of `length`: so many times 24 hours from when it is set, by the clock */
  days?: number
  /** With `days`, when it starts, as a sentence that only people read */
  from?: string
}

export type TaskType = {
  name: string
  /** Display name */
  label: string
  /** The default team, if no rule names one */
  team?: string
  /** A step of the case: at most one exclusive step is open at a time */
  isExclusive?: boolean
  /** Stays open, and can be opened, after the case is closed */
  outlivesCase?: boolean
  /** Completed by events on the case, never by hand */
  byRulesOnly?: boolean
  outcomes?: {
    name: string
    /** Display name */
    label: string
    /** Requires a note */
    needsNote?: boolean
    /** Recalls the signed work product */
    recalls?: boolean
    /** What it says of the record of the session that the task is about: on the file, or none for the reason in the note */
    record?: 'stored' | 'none'
    /** Sends back what the released work product has sent back for more work */
    sendsBack?: boolean
    /** Requires naming the next assignee */
    needsPerson?: boolean
  }[]
  /** Task types its holder may open under it */
  children?: string[]
  /** Roles that may assign and cancel it without holding it, and complete it: with a reason where another person holds it */
  supervisors?: string[]
  /** The holder must be allowed one of these actions; defaults to `workTasks`. While it is open, its holder writes and submits the work product (`draft`), edits it in review, returns and signs it (`signDecisions` or `reviewDrafts`), or releases it (`releaseDecisions`) */
  needs?: string[]
  holdDays?: {
    least: number
    most: number
  }
  /** Due at the end of the last day, counted from the day on which it is opened */
  due?: {
    /** In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day */
    length: DeadlineLength
    /** Whether every day counts, or only the working days of the calendar; a length in working days is in days. Defaults to `calendarDays` */
    counts?: 'calendarDays' | 'workingDays'
    /** The calendar of its working days; defaults to that of `deadlines` */
    calendar?: string
    /** What happens if the last day is not a working day: it ends on the `next` one, on the `previous` one, or it `stays`. Defaults to `next` */
    lastDay?: 'next' | 'previous' | 'stays'
  }
  /** Instead of `due`: so many times 24 hours from when it is opened, by the clock */
  dueDays?: number
  /** How long before the deadline to warn; defaults to the `deadlineWarning` timer */
  warnDays?: number
  /** While it is open, a decision can be signed only with these dispositions. By default, if it is opened by mail and completing it closes the case: those that need no evidence */
  onlySigns?: string[]
  /** What must be so before it is completed by hand, all that is named. By default, if it needs `draft`: a work product was submitted */
  completesWhen?: {
    /** Only these outcomes depend on it; by default, all */
    outcomes?: string[]
    /** The work product of the case has one of these statuses */
    workProduct?: ('draft' | 'inReview' | 'signed' | 'cleared' | 'released' | 'recalled')[]
    /** The latest effectuation report; `pending` until there is one */
    effectuation?: ('pending' | 'completed' | 'failed')[]
    /** One of these events is on the case since the task was opened, its cause included */
    happened?: {
      event: 'case.advanced' | 'case.corrected' | 'case.docketed' | 'delivery.redriven' | 'document.edited' | 'document.filed' | 'letter.owed' | 'letter.receipted' | 'letter.withdrawn' | 'party.conflictSettled' | 'party.contactChanged' | 'party.died' | 'party.merged' | 'party.recorded' | 'party.removed' | 'party.representationChanged' | 'session.artifactFiled' | 'session.postponed' | 'session.rescheduled' | 'session.scheduled' | 'session.withdrawn'
      /** Fields of the event, each with the values that count; null if the field is missing */
      where?: Record<string, unknown>
      /** Counts only if it concerns what the task is about */
      isAboutSame?: boolean
    }[]
    /** What happened counts from the start of the session that the task is about */
    sinceSession?: boolean
    /** If it is not so, a note that says what was done instead is enough */
    orNote?: boolean
    /** What is missing, said to whoever completes it */
    otherwise: string
  }
  /** Can end only when every delivery owed by a decision has a receipt or a task */
  needsReceipts?: boolean
}

export type TemplateFields = {
  /** Of letters; one without a value on a case keeps the letter from being composed */
  letters: string[]
  /** Of every notification */
  notifications: string[]
  /** Every event that somebody can be notified of, and what more its notifications may name */
  byEvent: {
    event: string
    /** Further fields */
    fields: string[]
  }[]
  /** Of the daily message */
  digest: string[]
}

export type TryProfile = {
  /** A complete `Profile` */
  profile: Record<string, unknown>
}

export type Workflow = {
  name: string
  /** Type of the root task, which all other tasks are under */
  root: string
  /** Opened when an open case has nothing left to do */
  fallback: string
  /** The status of a case before any work begins */
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
  on: EventMatch
  when?: {
    docket?: string[]
    /** One of these task types is open */
    open?: string[]
    /** None of these task types is open */
    notOpen?: string[]
    workProduct?: string[]
    /** The latest effectuation report; `pending` until there is one */
    effectuation?: ('pending' | 'completed' | 'failed')[]
    /** How much of the last decision was sent back for more work */
    sentBack?: ('none' | 'some' | 'all')[]
    /** Whether something that was sent back has not returned */
    isAway?: boolean
    /** Defaults to an open case */
    isClosed?: boolean | 'either'
    /** Percentage of cases it applies to */
    samplePercent?: number
    notSampled?: number
  }
  do: RuleStep[]
}

export type ChangeMember = {
  /** Display name */
  displayName?: string
  /** Roles from the profile */
  roles?: string[]
  /** Teams from the profile */
  teams?: string[]
  /** Highest sensitivity of the cases they see */
  clearance?: number
}

export type DirectoryPage = {
  people: Person[]
  /** Pass as `after` to get the next page; absent on the last page */
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
  /** One-time link to set the password. Shown only here */
  link: string
  expiresAt: string
  member: Member
}

export type InvitedAgain = {
  /** One-time link to set the password. Shown only here, and only for an account that nobody has used yet */
  link?: string
  /** The email address that the link was sent to, where the account is in use */
  sentTo?: string
  expiresAt: string
  member: Member
}

export type Me = {
  id: string
  username: string
  displayName: string
  /** `integration`: another system. Its events say so, and it neither decides, drafts nor signs, whatever its roles */
  kind: 'person' | 'integration'
  /** Roles from the profile */
  roles: string[]
  /** Teams from the profile */
  teams: string[]
  /** Highest sensitivity of the cases they see */
  clearance: number
  /** What your roles allow, on the service or on at least one case */
  actions: string[]
  /** As whom you read, where you represent nobody: what is for this audience and the wider ones is shown to you. From narrow to wide, they are those who decide, everyone who works on cases, connected systems, and parties. */
  audience: 'deliberation' | 'staff' | 'integration' | 'party'
  /** Whether all data here is synthetic */
  isSandbox: boolean
}

export type MeDetail = {
  me: Me
}

export type Member = {
  id: string
  username: string
  displayName: string
  /** `integration`: another system. Its events say so, and it neither decides, drafts nor signs, whatever its roles */
  kind: 'person' | 'integration'
  /** Roles from the profile */
  roles: string[]
  /** Teams from the profile */
  teams: string[]
  email?: string
  /** Highest sensitivity of the cases they see */
  clearance: number
  /** False once deactivated */
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
  /** The changed fields, with their old and new values */
  change: {
    kind: string
  }
}

export type MemberChangePage = {
  changes: MemberChange[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type MemberDetail = {
  member: Member
}

export type MemberPage = {
  members: Member[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type NewInvitation = {
  email: string
  /** Name to sign in with; defaults to the email address */
  username?: string
  /** Display name */
  displayName?: string
  /** Defaults to `person`, and stays */
  kind?: 'person' | 'integration'
  /** Roles from the profile */
  roles: string[]
  /** Teams from the profile */
  teams?: string[]
  /** Highest sensitivity of the cases they see. Defaults to `sensitivity.ofNewMembers` of the profile, and never exceeds your own */
  clearance?: number
}

export type Person = {
  id: string
  username: string
  displayName: string
  /** `integration`: another system. Its events say so, and it neither decides, drafts nor signs, whatever its roles */
  kind: 'person' | 'integration'
  /** Roles from the profile */
  roles: string[]
  /** Teams from the profile */
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
  /** One of your teams to share the queue with; otherwise it is private */
  team?: string
  query: QueueQuery
}

export type NewReassignment = {
  /** The tasks to reassign */
  tasks?: {
    caseId: string
    taskId: string
  }[]
  /** Or the open tasks that match this query, up to 10000 */
  query?: {
    assignees?: string[]
    /** Task types */
    types?: string[]
    /** Either open or closed statuses; defaults to all open ones */
    statuses?: ('assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved')[]
    /** Dockets of the cases */
    dockets?: string[]
    /** Types of the cases */
    caseTypes?: string[]
    /** Only cases advanced on the docket; false for only the others */
    isAdvanced?: boolean
    /** Only court remands; false for only the others */
    isCourtRemand?: boolean
    /** Only overdue tasks; false for only the others. A task on hold is not overdue. */
    isOverdue?: boolean
    /** Minimum age in days */
    leastAgeDays?: number
    /** `priority`: court remands and advanced cases first, then by docket number. `docket`: by docket number. `age`: oldest task first. `deadline`: earliest deadline first. `closed`: most recently closed first, for closed tasks only. Defaults to `priority`, or `closed` for closed tasks */
    sort?: 'priority' | 'docket' | 'age' | 'deadline' | 'closed'
    /** Reverse the order */
    isReversed?: boolean
  }
  /** A team by name, or a person by username or ID */
  to: {
    team: string
  } | {
    person: string
  }
  why: string
}

export type NextTask = {
  /** The task now assigned to you; null if none is waiting */
  task: QueuedTask | null
}

export type Queue = {
  id: string
  name: string
  owner: {
    kind: 'person' | 'team'
    /** The ID of the member, or the name of the team */
    id: string
  }
  query: QueueQuery
  /** Available to everyone; cannot be changed or deleted */
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
      /** The ID of the member, or the name of the team */
      id: string
    }
    query: QueueQuery
    /** Available to everyone; cannot be changed or deleted */
    isBuiltIn: boolean
    updatedAt?: string
    count: {
      tasks: number
      /** False if there are more than this */
      isExact: boolean
    }
  }[]
}

export type QueueQuery = {
  assignees?: string[]
  /** Task types */
  types?: string[]
  /** Either open or closed statuses; defaults to all open ones */
  statuses?: ('assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved')[]
  /** Dockets of the cases */
  dockets?: string[]
  /** Types of the cases */
  caseTypes?: string[]
  /** Only cases advanced on the docket; false for only the others */
  isAdvanced?: boolean
  /** Only court remands; false for only the others */
  isCourtRemand?: boolean
  /** Only overdue tasks; false for only the others. A task on hold is not overdue. */
  isOverdue?: boolean
  /** Minimum age in days */
  leastAgeDays?: number
  /** `priority`: court remands and advanced cases first, then by docket number. `docket`: by docket number. `age`: oldest task first. `deadline`: earliest deadline first. `closed`: most recently closed first, for closed tasks only. Defaults to `priority`, or `closed` for closed tasks */
  sort?: 'priority' | 'docket' | 'age' | 'deadline' | 'closed'
  /** Reverse the order */
  isReversed?: boolean
}

export type QueuedTask = {
  id: string
  caseId: string
  docketNumber: string
  /** Name of the person the case is about */
  caseName: string
  caseType: string
  docket: string | null
  type: string
  /** Display name of the type */
  label: string
  status: 'assigned' | 'inProgress' | 'onHold' | 'completed' | 'cancelled' | 'moved'
  assignee: Assignee | null
  /** Why the case is advanced on the docket */
  advanced: string[]
  isCourtRemand: boolean
  openedAt: string
  assignedAt: string | null
  ageDays: number
  deadline?: string
  /** The day of the deadline in the zone of the board */
  deadlineDay?: string
  /** Why it is this day */
  deadlineWhy?: string
  isOverdue: boolean
  onHoldUntil?: string
  /** The last day of the hold in the zone of the board */
  onHoldDay?: string
  onHoldWhy?: string
  closedAt?: string
  outcome?: string
  /** What you may do with the task */
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
  /** The first hundred tasks that could not be reassigned, and why */
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
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
  count?: {
    tasks: number
    /** False if there are more than this */
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
  /** The levers in force at the time */
  levers: {
    /** Cases per batch for each drafter on the adjudicator's team */
    batchPerDrafter: number
    /** Cases per batch for an adjudicator without a team */
    batchWithoutTeam: number
    /** A member with more cases waiting than this cannot request more */
    mostWaiting: number
    affinityDays: {
      /** How long a case is reserved for whoever held its session */
      session: number
      /** The same for an advanced case */
      advanced: number
      /** How long a court remand is reserved for whoever decided it before */
      courtRemand: number
    }
    /** One goal per docket */
    docketGoals: {
      docket: string
      /** From receipt to decision */
      days: number
    }[]
  }
  batchSize: number
  /** Cases already waiting; visible to the member and to those who see every case */
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
    /** The levers in force at the time */
    levers: {
      /** Cases per batch for each drafter on the adjudicator's team */
      batchPerDrafter: number
      /** Cases per batch for an adjudicator without a team */
      batchWithoutTeam: number
      /** A member with more cases waiting than this cannot request more */
      mostWaiting: number
      affinityDays: {
        /** How long a case is reserved for whoever held its session */
        session: number
        /** The same for an advanced case */
        advanced: number
        /** How long a court remand is reserved for whoever decided it before */
        courtRemand: number
      }
      /** One goal per docket */
      docketGoals: {
        docket: string
        /** From receipt to decision */
        days: number
      }[]
    }
    batchSize: number
    /** Cases already waiting; visible to the member and to those who see every case */
    waiting?: number
    isFinished: boolean
    given: number
    cases: {
      caseId: string
      docketNumber: string
      /** The reasons, as sentences */
      why: string[]
      state: 'planned' | 'given' | 'passedOver'
      passedOverWhy?: string
    }[]
  }
}

export type DistributionRunList = {
  runs: DistributionRun[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type LeverChange = {
  /** Levers to change; the others keep their values */
  levers: {
    /** Cases per batch for each drafter on the adjudicator's team */
    batchPerDrafter?: number
    /** Cases per batch for an adjudicator without a team */
    batchWithoutTeam?: number
    /** A member with more cases waiting than this cannot request more */
    mostWaiting?: number
    affinityDays?: {
      /** How long a case is reserved for whoever held its session */
      session: number
      /** The same for an advanced case */
      advanced: number
      /** How long a court remand is reserved for whoever decided it before */
      courtRemand: number
    }
    /** One goal per docket */
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
        /** Cases per batch for each drafter on the adjudicator's team */
        batchPerDrafter: number
        /** Cases per batch for an adjudicator without a team */
        batchWithoutTeam: number
        /** A member with more cases waiting than this cannot request more */
        mostWaiting: number
        affinityDays: {
          /** How long a case is reserved for whoever held its session */
          session: number
          /** The same for an advanced case */
          advanced: number
          /** How long a court remand is reserved for whoever decided it before */
          courtRemand: number
        }
        /** One goal per docket */
        docketGoals: {
          docket: string
          /** From receipt to decision */
          days: number
        }[]
      }
      /** Number of cases given if every member asks once */
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
        /** Cases per batch for each drafter on the adjudicator's team */
        batchPerDrafter: number
        /** Cases per batch for an adjudicator without a team */
        batchWithoutTeam: number
        /** A member with more cases waiting than this cannot request more */
        mostWaiting: number
        affinityDays: {
          /** How long a case is reserved for whoever held its session */
          session: number
          /** The same for an advanced case */
          advanced: number
          /** How long a court remand is reserved for whoever decided it before */
          courtRemand: number
        }
        /** One goal per docket */
        docketGoals: {
          docket: string
          /** From receipt to decision */
          days: number
        }[]
      }
      /** Number of cases given if every member asks once */
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
    /** Cases whose recipient would change, including to or from no one */
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
  /** Rank when the page was read */
  rank: number
  caseId: string
  docketNumber: string
  docket: string | null
  docketDate: string
  /** Why the case is advanced on the docket */
  advanced: string[]
  isCourtRemand: boolean
  /** The reason for its rank */
  why: string
  readySince: string
  /** Due date set by the docket goal */
  due?: string
  /** Reserved: until then, it is given to no one else */
  keptFor?: {
    id: string
    name: string
    until: string
  }
}

export type Ranking = {
  cases: RankedCase[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type DataElement = {
  name: string
  label: string
  values: {
    name: string
    label: string
  }[]
}

export type DataElementList = {
  elements: DataElement[]
}

export type ReportColumn = {
  name: string
  label: string
  /** In Parquet: string, string, timestamp, 32-bit integer, double */
  type: 'text' | 'date' | 'timestamp' | 'integer' | 'number'
}

export type ReportDetail = {
  report: {
    name: string
    label: string
    /** What it counts, in a sentence or two */
    definition: string
    /** When it was made */
    asOf: string
    /** The first day, UTC */
    from?: string
    /** The last day, UTC */
    to?: string
    columns: ReportColumn[]
    rows: ReportRow[]
  }
}

export type ReportList = {
  reports: ReportSummary[]
}

export type ReportRow = Record<string, unknown>

export type ReportSummary = {
  name: string
  label: string
  kind: 'throughput' | 'ageInStep' | 'overdue' | 'queueDepth' | 'reviewerLoad' | 'distribution' | 'decisions' | 'portHealth' | 'docketHealth'
  /** What it counts, in a sentence or two */
  definition: string
  /** What it is broken down by, unless the request says otherwise */
  by: ('caseType' | 'docket' | 'step' | 'assignee' | 'team' | 'status' | 'issueType' | 'disposition' | 'port')[]
  /** What it can be broken down by */
  dimensions: ('caseType' | 'docket' | 'step' | 'assignee' | 'team' | 'status' | 'issueType' | 'disposition' | 'port')[]
  /** Its interval, unless the request says otherwise. Only such a report takes `from` and `to` */
  period?: 'day' | 'week' | 'month' | 'quarter' | 'year'
}

export type Dashboard = {
  id: string
  title: string
  /** When it was last pushed */
  savedAt: string
  /** The binding of the port that it came from */
  from: string
  /** The roles that see it */
  roles: string[]
  /** The roles that the reporting tool had in mind */
  suggestedRoles: string[]
  /** Raised whenever somebody sets its roles */
  version: number
}

export type DashboardDetail = {
  dashboard: {
    id: string
    title: string
    /** When it was last pushed */
    savedAt: string
    /** The binding of the port that it came from */
    from: string
    /** The roles that see it */
    roles: string[]
    /** The roles that the reporting tool had in mind */
    suggestedRoles: string[]
    /** Raised whenever somebody sets its roles */
    version: number
    /** The reports that it takes its data from */
    reports: string[]
    /** A Vega-Lite specification. `data.name` is the name of a report, to be fetched from `GET /reports/{name}` as the viewer */
    spec: Record<string, unknown>
  }
}

export type DashboardList = {
  dashboards: Dashboard[]
}

export type DashboardRoles = {
  /** Roles of the profile; with none, only administrators see it */
  roles: string[]
}

export type AnchorChecks = {
  /** One check per anchor, in order */
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
  /** The revised document does not contain the cited place */
  orphaned?: true
  /** The username; a party reads `another person`, unless it is their own */
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
  /** The revised document does not contain the cited place */
  orphaned?: true
  /** The username; a party reads `another person`, unless it is their own */
  createdBy: string
  createdAt: string
}

export type CitationCreated = {
  citation: Citation
}

export type DecideIssue = {
  /** A disposition from the profile */
  disposition: string
  /** Reasons, if the profile asks for them */
  reasons?: DispositionReason[]
  /** What is to be done, if the disposition sends the issue back */
  instructions?: {
    /** What is to be done */
    text: string
    /** The reason that it answers, one of `reasons` */
    reason?: string
  }[]
  /** A note on the decision */
  note?: string
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
}

export type DispositionReason = {
  /** A reason from the profile */
  reason: string
  /** When the reason arose; a timing from the profile */
  timing?: string
}

export type EditIssue = {
  /** An issue type from the profile */
  issueType?: string
  benefitType?: string | null
  scope?: string | null
  description?: string | null
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
}

export type Evidence = {
  evidence: CheckedCitation[]
}

export type Issue = {
  id: string
  /** Position in the list; absent if it is no longer listed */
  position?: number
  /** An issue type from the profile */
  issueType: string
  /** A benefit type from the profile */
  benefitType?: string
  /** Which part of it is contested */
  scope?: string
  /** The issue in the words of whoever raised it */
  description?: string
  /** Open and decided issues are listed, and those that were sent back for more work and have not returned. The others have left the list and are answered by other issues or not at all */
  status: 'open' | 'decided' | 'sentBack' | 'split' | 'merged' | 'withdrawn' | 'ineligible' | 'moved'
  /** The originally raised issues that this one answers; its own ID if it was raised as is */
  raisedIssueIds: string[]
  /** The listed issues that answer this one; its own ID if it is listed */
  answeredByIssueIds: string[]
  /** Until signing, visible only to those who may read deliberations */
  decision?: {
    disposition: string
    reasons: DispositionReason[]
    instructions?: {
      /** What is to be done */
      text: string
      /** The reason that it answers, one of `reasons` */
      reason?: string
    }[]
    note?: string
    /** Who recorded it; not shown to parties */
    by?: string
    at: string
  }
  removal?: {
    how: 'withdrawn' | 'ineligible' | 'moved'
    /** For an ineligible issue: a reason from the profile */
    reason?: string
    /** The reason, as a sentence */
    why: string
    /** The username; a party reads `another person`, unless it is their own */
    by: string
    at: string
  }
  /** Number of citations; only if you may see them */
  citations: number
  /** The last remand of the issue; while it is away, its status is `sentBack` */
  remandId?: string
  /** The signed work product that decided it; the issue is locked until that is recalled */
  signedIn?: string
}

export type IssueDetail = {
  issue: Issue
}

export type IssueList = {
  /** Issues to decide, in order */
  issues: Issue[]
  /** Issues that were split, merged or removed */
  past: Issue[]
  /** What you may do with the issues that no signed decision locks; only if you read deliberations */
  actions?: {
    /** `decide` and `cite` are also to undo a decision and to remove a citation; `editDecided`, to edit an issue that is decided */
    may: ('decide' | 'cite' | 'editDecided')[]
    /** Accepted only with `override`, a reason, because others write or review the decision of the case */
    override: ('decide' | 'cite' | 'editDecided')[]
    /** Who decides the issues now: whoever writes the decision, or reviews it; null if nobody does */
    heldBy: Assignee | null
  }
}

export type IssueOrder = {
  /** Every listed issue exactly once, in the new order */
  issueIds: string[]
}

export type IssueRemoval = {
  /** `withdrawn` by whoever raised it, or `ineligible` for decision here */
  how: 'withdrawn' | 'ineligible'
  /** For an ineligible issue: a reason from the profile */
  reason?: string
  /** The reason, as a sentence */
  why: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type MergeIssues = {
  /** The issues to merge with this one */
  issueIds: string[]
  into?: NewIssue
}

export type NewCitation = {
  /** The document the page is expected to belong to */
  documentId?: string
  /** A page of the case */
  page: number
  /** Fractions of the page, 0 to 1 of its crop box at rotation 0, from the top left */
  rect?: Box
  /** The cited words, as they appear on the page */
  quote?: string
  /** What the page is cited for */
  note?: string
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
}

export type NewIssue = {
  /** An issue type from the profile */
  issueType: string
  /** A benefit type from the profile */
  benefitType?: string
  /** Which part of it is contested */
  scope?: string
  /** The issue in the words of whoever raised it */
  description?: string
}

export type PageCitations = {
  page: number
  documentId: string
  /** The document version the page belongs to */
  version: number
  /** Citations by listed issues, in issue order */
  citations: Citation[]
  /** Citations in work products as last saved, in text order */
  inTexts: TextCitation[]
}

export type SplitIssue = {
  /** The issues that replace it, in order; each starts with the evidence of the original */
  into: NewIssue[]
}

export type TextCitation = {
  workProductId: string
  title: string
  status: string
  part: 'opening' | 'issue' | 'closing'
  /** Set if the part is `issue` */
  issueId?: string
  anchor: Anchor
}

export type Blockers = {
  version: number
  /** The revision of the text that it is of */
  revision: number
  /** The hash of what a signer is shown: text, dispositions, citations, recipients and findings; send it as `shown` when you sign */
  shown: string
  /** Whether it can be signed: there are no blockers */
  maySign: boolean
  /** Findings that prevent signing */
  blockers: Finding[]
  /** Findings the signer should know about */
  warnings: Finding[]
}

export type Comment = {
  id: string
  /** The version commented on */
  version: number
  text: string
  /** The part of the text it refers to; defaults to the whole text */
  place?: {
    part: 'opening' | 'issue' | 'closing'
    issueId?: string
    /** Zero-based index in its section */
    block?: number
    /** The block, which the comment follows; the service fills it in where `block` is given */
    blockId?: string
    /** Words of the block, which the comment follows through edits */
    quote?: {
      /** The words that are meant. What is no text, such as a citation, is one U+FFFC; items and cells are on lines of their own */
      exact: string
      /** What stands before them */
      prefix?: string
      /** What stands behind them */
      suffix?: string
    }
  }
  /** Of a comment on a place. `holds`: its words are as they were. `moved`: they stand in another section or block. `changed`: they were changed. `gone`: they were removed */
  state?: 'holds' | 'moved' | 'changed' | 'gone'
  /** Where it stands in the text as it is now */
  now?: {
    part: 'opening' | 'issue' | 'closing'
    issueId?: string
    /** Zero-based index in its section */
    block: number
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    /** Where its quoted words begin, in the text of the block */
    from?: number
    /** The first position behind them */
    to?: number
  }
  inReplyTo?: string
  /** The members that it tells */
  mentions?: {
    id: string
    name: string
  }[]
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
  /** Oldest first; a reply names its thread */
  comments: Comment[]
}

export type NewComment = {
  text: string
  /** The part of the text it refers to; defaults to the whole text */
  place?: {
    part: 'opening' | 'issue' | 'closing'
    issueId?: string
    /** Zero-based index in its section */
    block?: number
    /** The block, which the comment follows; the service fills it in where `block` is given */
    blockId?: string
    /** Words of the block, which the comment follows through edits */
    quote?: {
      /** The words that are meant. What is no text, such as a citation, is one U+FFFC; items and cells are on lines of their own */
      exact: string
      /** What stands before them */
      prefix?: string
      /** What stands behind them */
      suffix?: string
    }
  }
  /** The first comment of the thread */
  inReplyTo?: string
  /** The IDs of members to tell of it, who must see the drafts of the case; beside those whom `text` names as `@username` */
  mentions?: string[]
}

export type NewWorkProduct = {
  title?: string
  content?: NewWorkProductContent
  /** A recalled or discarded work product of the case to copy the text from */
  from?: string
}

export type NewWorkProductContent = {
  opening: NewBlock[]
  /** One section per issue; a signed decision has them in issue order */
  issues: {
    issueId: string
    content: NewBlock[]
  }[]
  closing: NewBlock[]
}

export type OutlineSection = {
  issueId: string
  /** The number of the issue in this decision; null if it is not of it any more */
  number: number | null
  status: 'open' | 'decided' | 'sentBack' | 'split' | 'merged' | 'withdrawn' | 'ineligible' | 'moved'
  /** Whether the text has a section for it that is not empty */
  isWritten: boolean
  /** The issues that it was split or merged into */
  into?: string[]
}

export type ReturnWorkProduct = {
  /** The current version; refused if stale */
  version: number
  reasons: string[]
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
}

export type SaveWorkProduct = {
  /** The version the edit is based on; refused if stale */
  baseVersion: number
  /** The revision the edit is based on, where operations have changed the text since that version; defaults to the text of the version */
  base?: number
  title?: string
  content: NewWorkProductContent
}

export type SetResolved = {
  resolved: boolean
}

export type SignWorkProduct = {
  /** The current version; refused if stale */
  version: number
  /** `shown` of the blockers or the preview that you read; 409 if any of it has changed since */
  shown?: string
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type SubmitWorkProduct = {
  /** The current version; refused if stale */
  version: number
  /** Why you act in the place of whoever holds the task; ignored if you hold it */
  override?: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type WithReason = {
  why: string
  /** The `hash` of what would end, as answered by `POST /cases/{id}/endings`; required where something ends. 409 if that has changed since */
  ends?: string
}

export type WorkProduct = {
  id: string
  title: string
  /** A returned work product is a draft again */
  status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
  /** The last version; send it as `baseVersion` */
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
  /** The latest return */
  returned?: {
    by: Actor
    at: string
    reasons: string[]
  }
  /** Set once signed; the text cannot change after that */
  signed?: {
    by: Actor
    at: string
    packageSha256: string
  }
  /** Cleared for release as soon as it is sealed */
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
  openProposals: number
  /** The other editor that a draft is open in, and who writes there */
  writtenIn?: {
    /** The binding of the authoring port */
    binding: string
    by: Assignee
    since: string
    /** When something came from there last */
    changedAt?: string
  }
  /** The revision of the content, which changes with every operation; send it as `base` */
  revision: number
  /** The last change, where the content has changed since the last version */
  changed?: {
    by: Actor
    at: string
  }
  content: WorkProductContent
  /** The sections of issues in the order of the issues now, also of those that have none yet. What was written for an issue that left the list stands before those that it became, or last */
  outline: OutlineSection[]
  actions: WorkProductActions
}

export type WorkProductActions = {
  may: ('save' | 'comment' | 'submit' | 'return' | 'discard' | 'sign' | 'release' | 'recall')[]
  /** Accepted only with `override`, a reason, because somebody else holds the task */
  override: ('save' | 'comment' | 'submit' | 'return' | 'discard' | 'sign' | 'release' | 'recall')[]
  /** Who holds it now: for drafting, or for review once submitted; null if nobody does */
  heldBy: Assignee | null
}

export type WorkProductChanged = {
  workProduct: {
    id: string
    title: string
    /** A returned work product is a draft again */
    status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
    version: number
    /** Set once signed */
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
  /** The revision of the text that it is of */
  revision: number
  /** The hash of what a signer is shown: text, dispositions, citations, recipients and findings; send it as `shown` when you sign */
  shown: string
  /** The sections as signing would freeze them: in issue order, with boilerplate filled in */
  sections: PackageSection[]
  /** The blocks of the sections in the order in which the decision prints them */
  layout: LayoutSection[]
  authorities?: {
    /** Set if the decision prints the table */
    heading?: string
    groups: {
      name: string
      label: string
      authorities: {
        text: string
        /** The blocks that name it, in reading order */
        places: AuthorityPlace[]
      }[]
    }[]
  }
  /** The citations as signing would number them */
  citations: {
    /** Numbered in the order of the text, then of the evidence */
    number: number
    /** The citation as it reads in the sentence */
    label: string
    anchor: Anchor
    documentName: string
    /** Page within the document, starting at 1 */
    documentPage: number
    /** Issues that cite it in their section or evidence */
    issueIds: string[]
  }[]
  /** The decided issues as signing would freeze them */
  dispositions: PackageDisposition[]
  /** Who would be sent the decision */
  recipients: Recipient[]
  /** The bindings of the output port that would deliver it; if there are none, it is sent by hand */
  deliveredBy: string[]
}

export type WorkProductSummary = {
  id: string
  title: string
  /** A returned work product is a draft again */
  status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
  /** The last version; send it as `baseVersion` */
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
  /** The latest return */
  returned?: {
    by: Actor
    at: string
    reasons: string[]
  }
  /** Set once signed; the text cannot change after that */
  signed?: {
    by: Actor
    at: string
    packageSha256: string
  }
  /** Cleared for release as soon as it is sealed */
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
  openProposals: number
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
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type Conflict = {
  /** Unique in the text, and kept for life: through edits, moves and versions */
  blockId: string
  /** The operations on it, by their index: none was applied */
  operations: number[]
  /** The block as it was at `base`; null if it was not there */
  base: Block | null
  /** The block as it is now; null if it was removed */
  theirs: Block | null
  /** The block as you would have it; null if you removed it */
  yours: Block | null
}

export type NewDisposition = {
  issueId: string
  /** A disposition from the profile */
  disposition: string
  /** Reasons, if the profile asks for them */
  reasons?: DispositionReason[]
  /** What is to be done, if the disposition sends the issue back */
  instructions?: {
    /** What is to be done */
    text: string
    /** The reason that it answers, one of `reasons` */
    reason?: string
  }[]
  /** A note on the decision */
  note?: string
}

export type NewOperation =
  | {
    type: 'replace'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    block: NewBlock
  }
  | {
    type: 'replaceSpan'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    span: {
      from: number
      /** The first position behind the span */
      to: number
      /** The item of a list */
      itemId?: string
      /** The row of a table; left out for its header */
      rowId?: string
      /** The cell of a row, starting at 0 */
      cell?: number
    }
    content: NewInline[]
  }
  | {
    type: 'insertAfter'
    /** A section of the text */
    section: {
      part: 'opening' | 'issue' | 'closing'
      /** For the part issue */
      issueId?: string
    }
    /** The block it follows; null to come first in the section */
    after: string | null
    block: NewBlock
  }
  | {
    type: 'remove'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
  }
  | {
    type: 'move'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    /** A section of the text */
    section: {
      part: 'opening' | 'issue' | 'closing'
      /** For the part issue */
      issueId?: string
    }
    /** The block it follows; null to come first in the section */
    after: string | null
  }
  | {
    type: 'setTitle'
    title: string
  }
  | {
    type: 'addSection'
    issueId: string
  }
  | {
    type: 'removeSection'
    issueId: string
  }
  | {
    type: 'orderSections'
    issueIds: string[]
  }

export type NewOperations = {
  /** The revision that the operations were made on */
  base: number
  operations: NewOperation[]
  /** What issues are decided on, with the text that says so: all of it is written, or nothing */
  dispositions?: NewDisposition[]
}

export type Operation =
  | {
    type: 'replace'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    block: Block
  }
  | {
    type: 'replaceSpan'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    span: {
      from: number
      /** The first position behind the span */
      to: number
      /** The item of a list */
      itemId?: string
      /** The row of a table; left out for its header */
      rowId?: string
      /** The cell of a row, starting at 0 */
      cell?: number
    }
    content: Inline[]
  }
  | {
    type: 'insertAfter'
    /** A section of the text */
    section: {
      part: 'opening' | 'issue' | 'closing'
      /** For the part issue */
      issueId?: string
    }
    /** The block it follows; null to come first in the section */
    after: string | null
    block: Block
  }
  | {
    type: 'remove'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
  }
  | {
    type: 'move'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    /** A section of the text */
    section: {
      part: 'opening' | 'issue' | 'closing'
      /** For the part issue */
      issueId?: string
    }
    /** The block it follows; null to come first in the section */
    after: string | null
  }
  | {
    type: 'setTitle'
    title: string
  }
  | {
    type: 'addSection'
    issueId: string
  }
  | {
    type: 'removeSection'
    issueId: string
  }
  | {
    type: 'orderSections'
    issueIds: string[]
  }

export type OperationsApplied = {
  /** The revision of the text now; send it as the next `base` */
  revision: number
  /** The last version */
  version: number
  /** The operations that were applied, by their index */
  applied: number[]
  /** The IDs that the service gave to blocks, by the index of the operation */
  ids: Record<string, unknown>
  /** Operations that were not applied */
  conflicts: Conflict[]
}

export type TextChange = {
  revision: number
  by: Actor
  at: string
  operations: Operation[]
  /** The proposal that it was, and whose */
  proposal?: {
    id: string
    by: Actor
  }
}

export type TextChanges = {
  /** The revision of the text now */
  revision: number
  /** The last version */
  version: number
  /** Oldest first; fewer than `limit` where they are long. Those behind the last have not been returned yet, up to `revision` */
  changes: TextChange[]
}

export type BoilerplateChanges = {
  from: number
  to: number
  /** The text of both, word by word; without what is the same, it is one of them */
  words: ComparedWords[]
  /** What else has changed, such as fields and conditions */
  changes: ProfileChange[]
}

export type BoilerplateDetail = {
  entry: BoilerplateEntry
  /** The version in the library; null if it is not in it any more */
  inForce: number | null
  /** Newest first */
  versions: {
    version: number
    since: string
  }[]
}

export type BoilerplatePage = {
  /** The most fitting first */
  entries: FoundBoilerplate[]
  /** How many there are on all pages */
  count: number
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type BoilerplateUse = {
  caseId: string
  docketNumber: string
  workProductId: string
  status: 'draft' | 'inReview' | 'signed' | 'released' | 'recalled' | 'discarded'
  saved: string
  signed?: string
  versions: {
    version: number
    /** How often it stands in the text */
    count: number
    /** How often its author has edited it */
    edited: number
  }[]
}

export type BoilerplateUses = {
  /** Texts as of their last version, newest first */
  uses: BoilerplateUse[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type ComparedWords = {
  kind: 'same' | 'added' | 'removed'
  text: string
}

export type DraftBoilerplate = {
  blockId: string
  /** In the section of this issue */
  issueId?: string
  entryId: string
  /** The version that the text has */
  version: number
  /** The version in the library; null if it is not in it any more */
  inForce: number | null
  isEdited: boolean
  /** What has changed since it was taken. Nothing changes by itself: replace the block to take the newer version */
  update?: {
    /** The text of both, word by word; without what is the same, it is one of them */
    words: ComparedWords[]
    /** What else has changed, such as fields and conditions */
    changes: ProfileChange[]
    /** Values that the newer one does not take */
    faults: string[]
  }
}

export type DraftBoilerplateList = {
  /** In the order of the text */
  boilerplate: DraftBoilerplate[]
}

export type FoundBoilerplate = {
  /** The name of the entry */
  entryId: string
  /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
  version: number
  /** Display name */
  label: string
  /** Where in a work product it is offered */
  place: 'opening' | 'issue' | 'closing' | 'anywhere'
  /** Issue types it is offered for; empty for all */
  issueTypes: string[]
  /** Dispositions it is offered for; empty for all */
  dispositions: string[]
  /** The law it restates */
  source?: string
  fields: BoilerplateField[]
  /** Of its text, around the words */
  snippet: string
  /** Where the words stand in the snippet, in UTF-16 code units */
  matches: {
    start: number
    end: number
  }[]
}

export type OfferedBoilerplate = {
  /** The name of the entry */
  entryId: string
  /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
  version: number
  /** Display name */
  label: string
  /** Where in a work product it is offered */
  place: 'opening' | 'issue' | 'closing' | 'anywhere'
  /** Issue types it is offered for; empty for all */
  issueTypes: string[]
  /** Dispositions it is offered for; empty for all */
  dispositions: string[]
  /** The law it restates */
  source?: string
  fields: BoilerplateField[]
  /** Of its text, around the words */
  snippet: string
  /** Where the words stand in the snippet, in UTF-16 code units */
  matches: {
    start: number
    end: number
  }[]
  /** What its fields default to on this case */
  values: Record<string, unknown>
}

export type OfferedBoilerplatePage = {
  /** The most fitting first */
  entries: OfferedBoilerplate[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type TriedBoilerplate = {
  /** The name of the entry */
  entryId: string
  /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
  version: number
  /** The values of its fields, with what they default to */
  values: Record<string, unknown>
  /** One for each block of the entry; without `when`, it always holds */
  blocks: {
    /** Printed only where this holds, in CEL; else always */
    when?: string
    holds: boolean
    /** Why it cannot be told; it does not hold then */
    fault?: string
    /** Its text, filled in; empty where it does not hold */
    paragraphs: string[]
  }[]
  /** Whether it is offered here, where the entry says when */
  offered?: {
    holds: boolean
    /** Why it cannot be told; it does not hold then */
    fault?: string
  }
  /** Fields of the record that a decision cannot fill */
  unfilled: string[]
  /** Labels of its own fields that have no value */
  missing: string[]
}

export type TryBoilerplate = {
  /** The name of the entry */
  entryId?: string
  /** Defaults to the one in force */
  version?: number
  /** Instead: one that is not saved yet */
  entry?: {
    name: string
    /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
    version: number
    /** Display name */
    label: string
    /** Where in a work product it is offered */
    place: 'opening' | 'issue' | 'closing' | 'anywhere'
    /** Issue types it is offered for; empty for all */
    issueTypes: string[]
    /** Dispositions it is offered for; empty for all */
    dispositions: string[]
    /** The text, where it has no `blocks` */
    body?: string
    /** Instead of `body`: its text in parts, each with its condition */
    blocks?: BoilerplateBlock[]
    /** What its author fills in */
    fields?: BoilerplateField[]
    /** Offered on a case only where this holds, in CEL; it knows no `fields` */
    offeredWhen?: string
    /** No warning where none of its conditions holds */
    mayBeEmpty?: boolean
    /** The law it restates */
    source?: string
  }
  /** The issue of whose section it is */
  issueId?: string
  /** The values of its fields, by name; a field left out has its default */
  values?: Record<string, unknown>
}

export type UntriedCondition = {
  /** The name of the entry */
  entryId: string
  /** What has been in force keeps its version; changing text, fields or conditions requires a new version */
  version: number
  /** Where in the entry it stands */
  place: string
  condition: string
  /** What it was in no trial yet */
  missing: ('true' | 'false')[]
}

export type UntriedConditions = {
  /** In the order of the library */
  conditions: UntriedCondition[]
  /** How many there are on all pages */
  count: number
  /** How many conditions the library has */
  of: number
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type AcceptProposals = {
  /** Their IDs, in the order in which they are to be accepted */
  proposals: string[]
}

export type AllProposals = {
  /** The revision of the text that the states are of */
  revision: number
  /** Oldest first */
  proposals: Proposal[]
}

export type NewProposal = {
  /** The revision that the operations were made on */
  base: number
  /** Accepted together or not at all: propose apart what may be answered apart */
  operations: NewOperation[]
  /** Why it should be changed */
  reason?: string
}

export type Proposal = {
  id: string
  /** The version at the time */
  version: number
  /** The revision that it was made on */
  base: number
  operations: Operation[]
  reason?: string
  by: Actor
  at: string
  /** `closed`: the text was signed or discarded with the proposal open */
  status: 'open' | 'accepted' | 'rejected' | 'withdrawn' | 'closed'
  /** Who accepted, rejected or withdrew it */
  answered?: {
    by: Actor
    at: string
    why?: string
    /** The revision that it became when accepted */
    revision?: number
  }
  /** Of an open proposal. `holds`: its blocks are as they were. `changed`: they have changed elsewhere, so it can still be accepted. `contested`: the same words have changed. `gone`: its blocks were removed. `settled`: the text already says so */
  state?: 'holds' | 'changed' | 'contested' | 'gone' | 'settled'
  /** What else stands against accepting it as the text is now */
  why?: string
  blocks: ProposedBlock[]
  /** Where it would change the title */
  title?: {
    base: string
    theirs: string
    yours: string
  }
}

export type ProposalDetail = {
  proposal: Proposal
}

export type ProposalPage = {
  /** The revision of the text that the states are of */
  revision: number
  /** Oldest first */
  proposals: Proposal[]
  /** Pass as `after` to get the next page; absent on the last page */
  next?: string
}

export type ProposalsAccepted = {
  /** The revision of the text now */
  revision: number
  /** The last version */
  version: number
  /** Those that are accepted now, also by somebody before */
  accepted: string[]
  /** Those that stay open: somebody has changed what they would change */
  open: {
    proposalId: string
    /** Why it could not be accepted */
    why: string
    conflicts: ProposedBlock[]
  }[]
}

export type ProposedBlock = {
  /** Unique in the text, and kept for life: through edits, moves and versions */
  blockId: string
  /** The block that it was made on; null if it would be new */
  base: Block | null
  /** The block as it is now; null if it is not in the text */
  theirs: Block | null
  /** The block as proposed; null if it would be removed */
  yours: Block | null
}

export type RejectProposals = {
  /** Their IDs */
  proposals: string[]
  why?: string
}

export type WithdrawProposals = {
  /** Their IDs */
  proposals: string[]
}

export type EditorEvidence = {
  evidence: {
    /** Where to ask again: it lasts from now */
    next: {
      url: string
      expiresAt: string
    }
    /** The documents that the author sees, as arranged */
    documents: {
      id: string
      /** Version of the content; each revision gets new pages */
      version: number
      /** SHA-256 of this version, as anchors name it */
      sha256: string
      name: string
      receiptDate: string
      /** A document type from the profile */
      documentType?: string
      categories: string[]
      /** First page within the appeal; page numbers never change */
      startPage: number
      endPage: number
      /** The URL of its pages, as a PDF */
      content: string
      /** The URL of its text */
      text: string
    }[]
  }
}

export type EditorLink = {
  editor: {
    binding: string
    /** The page on which the caller writes */
    url: string
    expiresAt?: string
  }
}

export type EditorText = {
  text: {
    documentId: string
    /** The version of the document */
    version: number
    /** SHA-256 of this version */
    sha256: string
    /** Those whose text is known */
    pages: {
      /** The page of the case */
      page: number
      text: string
    }[]
  }
}

export type ProveSigning = {
  /** The current version; refused if stale */
  version: number
  /** `shown` of the blockers or the preview that you read; 409 if any of it has changed since */
  shown?: string
}

export type SigningProof = {
  /** The other editor sends it with the signature of the caller */
  proof: string
  expiresAt: string
}

export type CourtRemand = {
  /** The document with the mandate */
  documentId: string
  /** The court */
  court?: string
  /** The date of the mandate */
  mandateOn: string
  /** The issues that the court has sent back */
  issueIds: string[]
  /** What the court has ordered, one by one */
  instructions: NewInstruction[]
  /** What the court has decided, as a sentence */
  why: string
}

export type JudgeInstruction = {
  /** Whether the work complies with the instruction in substance */
  result: 'satisfied' | 'notSatisfied'
  /** Required if it is not satisfied: what is missing */
  why?: string
}

export type MandateCorrection = {
  /** The date of the mandate */
  mandateOn: string
  /** Why it is corrected */
  why: string
}

export type NewAnswer = {
  /** The document the page is expected to belong to */
  documentId?: string
  /** A page of the case */
  page: number
  /** Fractions of the page, 0 to 1 of its crop box at rotation 0, from the top left */
  rect?: Box
  /** The cited words, as they appear on the page */
  quote?: string
  /** What the page shows */
  note?: string
}

export type NewInstruction = {
  /** What is to be done */
  text: string
  /** If for one issue */
  issueId?: string
}

export type Remand = {
  id: string
  /** `board`: issues that a decision of this case sent back. `court`: issues that a court has sent back to this case */
  kind: 'board' | 'court'
  /** `sentBack`, `acknowledged` and `workDone`: the work is done elsewhere. `returned`: the issues are decided anew here. `ended`: no work is awaited any more */
  status: 'sentBack' | 'acknowledged' | 'workDone' | 'returned' | 'ended'
  issueIds: string[]
  /** The decision that sent the issues back */
  workProductId?: string
  /** Who does the work */
  to?: {
    name: string
    label: string
  }
  sentAt: string
  /** Who signed that decision */
  adjudicator?: {
    id: string
    /** The username; a party reads `another person`, unless it is their own */
    name: string
    kind: 'person' | 'integration' | 'system'
  }
  /** Of a court */
  mandate?: {
    /** The document with the mandate */
    documentId: string
    /** The court */
    court?: string
    /** The date of the mandate */
    mandateOn: string
  }
  instructions: {
    id: string
    /** The issue it is for; absent if it is for all */
    issueId?: string
    text: string
    /** The reason of the remand it answers, from the profile */
    reason?: string
    /** When the reason arose; a timing from the profile */
    timing?: string
    /** The evidence that answers it; only for those who decide */
    answers?: {
      id: string
      anchor: Anchor
      documentName: string
      note?: string
      check: AnchorCheck
      by: string
      at: string
    }[]
    /** Whether it is satisfied, as somebody has found; only for those who decide */
    judgment?: {
      /** Whether the work complies with the instruction in substance */
      result: 'satisfied' | 'notSatisfied'
      why?: string
      by: string
      at: string
    }
    /** A signed decision has decided all that it is about: it cannot be judged any more */
    isDealtWith?: boolean
  }[]
  /** What is due next, soonest first */
  deadlines: {
    /** What is due */
    label: string
    /** Left out while it stands still */
    due?: string
    /** Its last day in the zone of the board */
    day?: string
    /** Why it is this day */
    why?: string
    /** The task that has it */
    taskId?: string
  }[]
  progress?: {
    status: string
    note?: string
    by: string
    at: string
  }
  returned?: {
    receivedOn: string
    /** The evidence that came back */
    documentIds: string[]
    why?: string
    goesTo: 'signer' | 'team' | 'docket'
    /** Why not to the adjudicator who signed */
    goesToWhy?: string
    by: string
    at: string
  }
  ended?: {
    how: string
    why: string
    by: string
    at: string
  }
  /** The signed decision that decided its issues anew, or the last that decided some */
  decidedIn?: string
}

export type RemandDetail = {
  remand: Remand
}

export type RemandList = {
  /** Newest first */
  remands: Remand[]
}

export type RemandProgress = {
  /** What the place that does the work reports */
  status: 'acknowledged' | 'workDone'
  /** What it said */
  note?: string
}

export type RemandReturn = {
  /** Documents of the file with the evidence that came back */
  documentIds?: string[]
  /** Defaults to today */
  receivedOn?: string
  /** Required if no evidence came back: why the case returns without it */
  why?: string
}

export type AuthorityPlace = {
  /** Set if it is in the section of an issue */
  issueId?: string
  /** Unique in the text, and kept for life: through edits, moves and versions */
  blockId?: string
}

export type DecisionPackage = {
  format: 'portico.decision/1'
  case: {
    id: string
    docketNumber: string
    caseType: string
    veteran: PersonName
    receiptDate: string
    /** Sequence of the last event before the signature */
    version: number
    /** Hash of that event; the signature covers the chain up to it */
    hash: string
  }
  profile: {
    name: string
    label: string
  }
  workProduct: {
    id: string
    title: string
    /** The signed version */
    version: number
    /** SHA-256 of the draft as last saved */
    contentSha256: string
    draftedBy: Actor
    draftedAt: string
  }
  signature: {
    by: Actor
    /** The name as printed below the decision */
    name: string
    at: string
  }
  /** Set if it was signed by somebody who did not hold the review: why, and who held it. Printed below the signature */
  override?: {
    why: string
    holder?: Assignee
    /** The name of who held the review, as printed below the decision */
    name?: string
  }
  /** Set if it was submitted or returned, or one of its issues decided, cited for or edited, in the place of whoever held the task */
  overrides?: PackageOverride[]
  /** Set if some of it was sent back before, and has returned: whether the work satisfies it */
  remands?: PackageRemand[]
  /** The opening, one section per issue in issue order, and the closing */
  sections: PackageSection[]
  /** Set if blocks of the text have parts: how the profile lays these out */
  structure?: {
    headings: {
      issues?: string
      order?: string
      /** Above the orders of the issues in `sentBack`, behind the others */
      sentBack?: string
      reasons?: string
    }
    /** The issues that are sent back */
    sentBack: string[]
    /** The parts that the text has, in the order of the profile */
    parts: {
      name: string
      label: string
      place: 'collected' | 'order' | 'inPlace'
      heading?: string
      headingOfOne?: string
      isNumbered?: boolean
    }[]
  }
  /** Set if the text names authorities that the profile recognises */
  authorities?: {
    /** Set if the decision prints the table */
    heading?: string
    groups: {
      name: string
      label: string
      authorities: {
        text: string
        /** The blocks that name it, in reading order */
        places: AuthorityPlace[]
      }[]
    }[]
  }
  dispositions: PackageDisposition[]
  citations: PackageCitation[]
  recipients: Recipient[]
  /** Every document in the file, in page order */
  manifest: ManifestEntry[]
  /** Warnings the signer saw and accepted */
  warnings: Finding[]
}

export type DecisionPackageDetail = {
  /** SHA-256 of the canonical JSON of `package` */
  sha256: string
  status: 'signed' | 'released' | 'recalled'
  /** Position of the `workProduct.signed` event among all events */
  position: number
  recalled?: {
    by: Actor
    at: string
    why: string
  }
  /** The sealed PDF; null until it is ready */
  file: SealedFile | null
  /** The blocks in the order in which the decision prints them, if these have parts */
  layout?: LayoutSection[]
  package: DecisionPackage
}

export type DecisionVerification = {
  /** Whether all checks hold */
  holds: boolean
  checks: {
    /** `packageHash`: the package is the one that was signed. `fileHash`: the PDF is the one that was sealed. `signature`: the seal is a valid signature over the whole PDF. `sealedPackage`: the seal names this package. `certificateInTime`: the certificate was valid when the seal was made */
    check: 'packageHash' | 'fileHash' | 'signature' | 'sealedPackage' | 'certificateInTime'
    holds: boolean
    fault?: string
  }[]
  sealedAt?: string
  certificate?: {
    subject: string
    issuer: string
    validFrom: string
    validTo: string
    /** SHA-256 */
    fingerprint: string
    /** Whether it vouches for itself: nobody else does */
    isSelfSigned: boolean
  }
}

export type Finding = {
  code: string
  /** The finding as a sentence, for the signer */
  sentence: string
  issueId?: string
  documentIds?: string[]
  partyId?: string
  /** The open task that stands in the way */
  taskId?: string
  /** The dispositions with which the issue can be signed */
  dispositions?: string[]
  /** With `dispositions`: what bars the others, the same for every issue it bars */
  why?: string
  entryId?: string
  /** The block that it is about */
  blockId?: string
  anchor?: Anchor
  check?: AnchorCheck
}

export type LayoutSection = {
  kind: 'opening' | 'issues' | 'order' | 'part' | 'reasons' | 'closing'
  heading?: string
  /** Set if the kind is `part` */
  part?: string
  /** Set if it goes issue by issue */
  issues?: {
    issueId: string
    blocks: {
      /** Unique in the text, and kept for life: through edits, moves and versions */
      blockId: string
      /** Its number within its part */
      number?: number
      /** Stands above it */
      heading?: string
    }[]
  }[]
  /** Set if it does not */
  blocks?: {
    /** Unique in the text, and kept for life: through edits, moves and versions */
    blockId: string
    /** Its number within its part */
    number?: number
    /** Stands above it */
    heading?: string
  }[]
}

export type ManifestEntry = {
  documentId: string
  version: number
  name: string
  receiptDate: string
  startPage: number
  endPage: number
  content: Content
  /** Who had marked it read, in order */
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
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    entryId: string
    version: number
    isEdited: boolean
    content: PackageTextBlock[]
  }

export type PackageCitation = {
  /** Numbered in the order of the text, then of the evidence */
  number: number
  /** The citation as it reads in the sentence */
  label: string
  anchor: Anchor
  documentName: string
  /** Page within the document, starting at 1 */
  documentPage: number
  /** `unread`: the page had no text to verify the quote against */
  status: 'holds' | 'unread'
  /** Issues that cite it in their section or evidence */
  issueIds: string[]
}

export type PackageDisposition = {
  issueId: string
  /** Position among the decided issues */
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
  /** What is to be done, if the issue is sent back */
  instructions?: {
    text: string
    reason?: string
  }[]
  note?: string
  decidedAt: string
  /** The evidence: numbers from `citations` */
  evidence: number[]
}

export type PackageInline =
  | TextRun
  | LineBreak
  | {
    type: 'citation'
    /** A number from `citations` */
    number: number
    label: string
  }
  | {
    type: 'footnote'
    content: (TextRun | LineBreak | {
      type: 'citation'
      /** A number from `citations` */
      number: number
      label: string
    })[]
  }

export type PackageOverride = {
  action: string
  /** Set if it concerned an issue */
  issueId?: string
  by: Actor
  at: string
  why: string
  holder?: Assignee
}

export type PackageRemand = {
  remandId: string
  kind: 'board' | 'court'
  issueIds: string[]
  instructions: {
    text: string
    issueId?: string
    reason?: string
    result?: 'satisfied' | 'notSatisfied'
    why?: string
    /** The evidence that answers it: numbers from `citations` */
    evidence: number[]
  }[]
}

export type PackageSection = {
  part: 'opening' | 'issue' | 'closing'
  /** Set if the part is `issue` */
  issueId?: string
  /** Set if the part is `issue`: what it decides */
  heading?: string
  content: PackageBlock[]
}

export type PackageTextBlock =
  | {
    type: 'paragraph'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: PackageInline[]
  }
  | {
    type: 'heading'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Level below the heading of its section */
    level: number
    content: PackageInline[]
  }
  | {
    type: 'quote'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    content: PackageInline[]
  }
  | {
    type: 'list'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    isOrdered: boolean
    items: {
      /** Unique in the text, and kept for life: through edits, moves and versions */
      id?: string
      /** Nesting depth, starting at 0 */
      level: number
      content: PackageInline[]
    }[]
  }
  | {
    type: 'table'
    /** Unique in the text, and kept for life: through edits, moves and versions */
    id?: string
    /** What the block is: a name from `workProducts.parts` of the profile. Only in the section of an issue */
    part?: string
    /** Read before the table */
    caption?: string
    /** One cell for each column; read aloud with every cell below it */
    header: {
      content: PackageInline[]
    }[]
    /** Each with as many cells as the header */
    rows: {
      /** Unique in the text, and kept for life: through edits, moves and versions */
      id?: string
      cells: {
        content: PackageInline[]
      }[]
    }[]
  }

export type Recipient = {
  partyId: string
  role: string
  /** The name as written on an envelope */
  name: string
  person?: PersonName
  organization?: string
  contact?: {
    /** Current address first */
    addresses?: Address[]
    emails?: string[]
    phones?: string[]
    /** Preferred way to be contacted */
    preferred?: 'mail' | 'email' | 'phone'
  }
  /** Who represented them on the day of signing */
  representation?: {
    representativeId: string
    /** Name of the representative, if the case records it */
    name?: string
    powerOfAttorney: {
      start: string
      /** The last day of the power of attorney */
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
  /** URL of the PDF */
  href: string
}

export type CaseOpened = EventEnvelope & {
  type: 'case.opened'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    docketNumber: string
    caseType: string
    veteran: PersonName
    receiptDate: string
    uploadedAt: string
    originalPdfBytes: number
    /** The claimant recorded when the case was opened */
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
    /** Sensitivity from the start; defaults to that of the profile */
    sensitivity?: number
  } | null
}

export type CaseCorrected = EventEnvelope & {
  type: 'case.corrected'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** A case type from the profile */
    caseType?: string
    /** A docket from the profile; only for a case already on a docket */
    docket?: string
    /** The name of the veteran */
    veteran?: {
      firstName: string
      middleName?: string
      lastName: string
    }
    /** Status of the case in another system, in the terms of that system */
    externalStatus?: string
    /** The day of receipt: deadlines that run from it move, and so does the docket date if it was the day of receipt */
    receiptDate?: string
    /** The place of the case in the order of its docket; only for a case already on a docket */
    docketDate?: string
    /** Set with `caseType`: whether cases of that type are court remands */
    isCourtRemand?: boolean
    /** The previous values */
    was: {
      /** A case type from the profile */
      caseType?: string
      /** A docket from the profile; only for a case already on a docket */
      docket?: string
      /** The name of the veteran */
      veteran?: {
        firstName: string
        middleName?: string
        lastName: string
      }
      /** Status of the case in another system, in the terms of that system */
      externalStatus?: string
      /** The day of receipt: deadlines that run from it move, and so does the docket date if it was the day of receipt */
      receiptDate?: string
      /** The place of the case in the order of its docket; only for a case already on a docket */
      docketDate?: string
    }
    why: string
    /** Since when it holds, if another system reported it */
    asOf?: string
  } | null
}

export type CaseAliased = EventEnvelope & {
  type: 'case.aliased'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    alias: {
      source: string
      externalId: string
    }
  } | null
}

export type CaseReported = EventEnvelope & {
  type: 'case.reported'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    alias: {
      source: string
      externalId: string
    }
    asOf: string
    caseType?: string
    externalStatus?: string
    why?: string
    /** A newer report was there already, so it changed nothing */
    isOvertaken?: true
  } | null
}

export type CaseRetracted = EventEnvelope & {
  type: 'case.retracted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    alias: {
      source: string
      externalId: string
    }
    asOf: string
    why: string
  } | null
}

export type CaseHistoryRecorded = EventEnvelope & {
  type: 'case.historyRecorded'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentIds: string[]
  } | null
}

export type DocumentFiled = EventEnvelope & {
  type: 'document.filed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
    /** Why the pages could not be counted; the document then has one page */
    unreadable?: string
    /** The document these pages came from */
    dividedFrom?: string
    /** The document in another case that has the same bytes */
    sharedFrom?: {
      caseId: string
      documentId: string
      version: number
    }
    alias?: {
      source: string
      externalId: string
    }
    from?: {
      /** The source: a binding of the port, or the system that an intake account acts for */
      source: string
      /** What the source calls the document; a revision keeps it */
      sourceId: string
      /** Changes when the bytes change */
      revision: string
      suggestedCategory?: string
      suggestedType?: string
    }
    /** What the platform made after intake; it is handed to the sources that take such documents */
    madeAs?: 'transcript' | 'recording' | 'sentLetter' | 'annotatedCopy'
  } | null
}

export type DocumentRevised = EventEnvelope & {
  type: 'document.revised'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
    /** Why the pages could not be counted; the document then has one page */
    unreadable?: string
    from?: {
      /** The source: a binding of the port, or the system that an intake account acts for */
      source: string
      /** What the source calls the document; a revision keeps it */
      sourceId: string
      /** Changes when the bytes change */
      revision: string
      suggestedCategory?: string
      suggestedType?: string
    }
    /** What the platform made after intake; it is handed to the sources that take such documents */
    madeAs?: 'transcript' | 'recording' | 'sentLetter' | 'annotatedCopy'
  } | null
}

export type DocumentDivided = EventEnvelope & {
  type: 'document.divided'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    endPage: number
    content: Content
    name: string
    documentType?: string
    description: string
    categories: string[]
    receiptDate: string
    /** The documents that hold the other pages */
    into: string[]
  } | null
}

export type DocumentEdited = EventEnvelope & {
  type: 'document.edited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    name: string
    sha256: string
    bytes: number
    /** The document with the same bytes */
    duplicateOf: string
    from?: {
      /** The source: a binding of the port, or the system that an intake account acts for */
      source: string
      /** What the source calls the document; a revision keeps it */
      sourceId: string
      /** Changes when the bytes change */
      revision: string
      suggestedCategory?: string
      suggestedType?: string
    }
  } | null
}

export type DocumentWrittenBack = EventEnvelope & {
  type: 'document.writtenBack'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    /** The source that has taken it */
    source: string
    /** What the source calls it from now on */
    sourceId?: string
  } | null
}

export type DocumentHeld = EventEnvelope & {
  type: 'document.held'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentAdmitted = EventEnvelope & {
  type: 'document.admitted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentRemoved = EventEnvelope & {
  type: 'document.removed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    why: string
  } | null
}

export type DocumentLinked = EventEnvelope & {
  type: 'document.linked'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    duplicates: DuplicateRun[]
  } | null
}

export type DocumentUnlinked = EventEnvelope & {
  type: 'document.unlinked'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
  } | null
}

export type DocumentTagged = EventEnvelope & {
  type: 'document.tagged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    text: string
    /** `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
    visibility?: 'staff' | 'case'
  } | null
}

export type DocumentUntagged = EventEnvelope & {
  type: 'document.untagged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    text: string
  } | null
}

export type DocumentAnnotated = EventEnvelope & {
  type: 'document.annotated'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
    /** `private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
    visibility?: 'private' | 'team' | 'staff' | 'case'
    /** The author's teams at the time */
    teams?: string[]
    replyTo?: string
  } | null
}

export type DocumentAnnotationEdited = EventEnvelope & {
  type: 'document.annotationEdited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    annotationId: string
    comment?: string
    relevantDate?: string
    /** `private`: the author. `team`: members who share a team with the author. `staff`: everyone who works on cases. `case`: everyone who sees the case, including parties. Defaults to `staff` for staff and `case` for a party */
    visibility?: 'private' | 'team' | 'staff' | 'case'
    teams?: string[]
  } | null
}

export type DocumentAnnotationMoved = EventEnvelope & {
  type: 'document.annotationMoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    annotationId: string
  } | null
}

export type DocumentAnnotationRemoved = EventEnvelope & {
  type: 'document.annotationRemoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
    annotationId: string
  } | null
}

export type DocumentMarkedRead = EventEnvelope & {
  type: 'document.markedRead'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
  } | null
}

export type DocumentMarkedUnread = EventEnvelope & {
  type: 'document.markedUnread'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    documentId: string
  } | null
}

export type SourceListed = EventEnvelope & {
  type: 'source.listed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    source: string
    /** Those that are new, or have another revision */
    documents: {
      sourceId: string
      revision: string
      name: string
      receiptDate: string
      sha256?: string
      size?: number
      suggestedCategory?: string
      suggestedType?: string
    }[]
    /** False if more of the same list follows */
    isWhole: boolean
    listedAt: string
  } | null
}

export type SourceSubmitted = EventEnvelope & {
  type: 'source.submitted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    source: string
    document: {
      sourceId: string
      revision: string
      name: string
      receiptDate: string
      sha256?: string
      size?: number
      suggestedCategory?: string
      suggestedType?: string
    }
    /** The bytes, if they were uploaded */
    uploadId?: string
    submittedAt: string
  } | null
}

export type SourceFailed = EventEnvelope & {
  type: 'source.failed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    source: string
    sourceId: string
    revision: string
    why: string
  } | null
}

export type SourceUnchanged = EventEnvelope & {
  type: 'source.unchanged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    source: string
    sourceId: string
    revision: string
    documentId: string
  } | null
}

export type CaseLinked = EventEnvelope & {
  type: 'case.linked'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** `remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died */
    kind: 'remand' | 'split' | 'substitution'
    direction: 'to' | 'from'
    /** The other case */
    caseId: string
    docketNumber: string
    why: string
    shared?: {
      /** `remand`: the new case continues what was sent back. `split`: some issues move to the new case. `substitution`: a party takes the place of a claimant who died */
      kind: 'remand' | 'split' | 'substitution'
      /** The reason, as a sentence */
      why: string
      caseType: string
      /** For a remand: whether it came from a court; then it needs `mandate` */
      isCourtRemand?: boolean
      /** For a remand by a court */
      mandate?: {
        /** The document of this case with the mandate */
        documentId: string
        /** The court */
        court?: string
        /** The date of the mandate */
        mandateOn: string
        /** What the court has ordered, one by one; defaults to `why` */
        instructions?: string[]
      }
      substitute?: {
        /** The claimant who died */
        for: string
        /** The party of this case who takes over their place and role */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
      /** Current address first */
      addresses?: Address[]
      emails?: string[]
      phones?: string[]
      /** Preferred way to be contacted */
      preferred?: 'mail' | 'email' | 'phone'
    }
    aliases?: PartyAlias[]
    /** Set for an imported row */
    alias?: {
      source: string
      externalId: string
    }
    /** Known only from the opening of the case; replaced when a claimant of the same name is recorded */
    asOpened?: true
    stamps?: {
      /** When the change was made, on any case; the newer of two changes applies to every case of the party */
      identity?: string
      /** When the change was made, on any case; the newer of two changes applies to every case of the party */
      contact?: string
    }
    /** What the directory of record says of the party */
    directory?: {
      /** The binding of the directory */
      binding: string
      /** When the directory last changed it */
      asOf: string
      /** When the directory told it */
      heardAt: string
      identifiers: PartyAlias[]
      person?: {
        firstName: string
        middleName?: string
        lastName: string
        birthDate?: string
        deathDate?: string
      }
      organization?: string
      contact?: {
        /** Current address first */
        addresses?: Address[]
        emails?: string[]
        phones?: string[]
        /** Preferred way to be contacted */
        preferred?: 'mail' | 'email' | 'phone'
      }
      representation?: {
        representative: {
          /** The ID of the party in another system */
          identifier: PartyAlias
          name: string
        }
        powerOfAttorney: {
          start: string
          end?: string
          scope?: string
        }
      }
      /** When the directory last said who represents the party */
      representedAt?: string
    }
    /** The record of the directory that each part was last compared with */
    reconciled?: {
      /** When the directory last changed it */
      identity?: string
      /** When the directory last changed it */
      contact?: string
    }
    /** What the case and the directory both changed, or the directory refused: somebody decides */
    conflicts?: {
      field: string
      /** Why the directory did not accept it */
      why?: string
    }[]
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyContactChanged = EventEnvelope & {
  type: 'party.contactChanged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    contact?: {
      /** Current address first */
      addresses?: Address[]
      emails?: string[]
      phones?: string[]
      /** Preferred way to be contacted */
      preferred?: 'mail' | 'email' | 'phone'
    }
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyDied = EventEnvelope & {
  type: 'party.died'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    deathDate: string
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyDeathRetracted = EventEnvelope & {
  type: 'party.deathRetracted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyRepresentationChanged = EventEnvelope & {
  type: 'party.representationChanged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    /** `ended`: the last day of the power of attorney has passed */
    change: 'given' | 'revoked' | 'ended'
    representation: {
      /** The ID of the party: the same person or organization has the same ID on every case */
      representativeId: string
      powerOfAttorney: {
        start: string
        /** The last day of the power of attorney */
        end?: string
        scope: string
        /** The document that grants it */
        documentId?: string
      }
      /** Set once revoked */
      revoked?: {
        on: string
        why?: string
      }
      /** Set on events from before access was granted per case; gives no access */
      memberIds?: string[]
    }
    /** When the change was made, on any case; the newer of two changes applies to every case of the party */
    stamp: string
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyMerged = EventEnvelope & {
  type: 'party.merged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    into: string
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyChangedElsewhere = EventEnvelope & {
  type: 'party.changedElsewhere'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    part: 'identity' | 'contact' | 'representation' | 'merger' | 'directory'
    /** When the change was made, on any case; the newer of two changes applies to every case of the party */
    stamp: string
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyConflicted = EventEnvelope & {
  type: 'party.conflicted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    conflicts: {
      field: string
      /** Why the directory did not accept it */
      why?: string
    }[]
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyConflictSettled = EventEnvelope & {
  type: 'party.conflictSettled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    /** Whether their role makes them a claimant */
    isClaimant: boolean
    /** Where the change comes from, if not from this case */
    origin?: {
      /** The case the change was made on */
      caseId?: string
      /** The directory that reported the change */
      binding?: string
    }
  } | null
}

export type PartyRemoved = EventEnvelope & {
  type: 'party.removed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    role: string
    why?: string
  } | null
}

export type AccessGranted = EventEnvelope & {
  type: 'access.granted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    grantId: string
    memberId: string
    partyId: string
    why?: string
  } | null
}

export type CaseAdvanced = EventEnvelope & {
  type: 'case.advanced'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** A reason from the profile */
    reason: string
    /** False if it was denied or no longer applies */
    granted: boolean
    why: string
    /** All reasons that now apply */
    advanced: string[]
  } | null
}

export type CaseCourtRemanded = EventEnvelope & {
  type: 'case.courtRemanded'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    why: string
  } | null
}

export type IssueAdded = EventEnvelope & {
  type: 'issue.added'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    /** Position among the issues of the case */
    position: number
    issueType: string
    benefitType?: string
    scope?: string
    description?: string
    /** For an issue created by a split or merge: the originally raised issues */
    raisedIssueIds?: string[]
    alias?: {
      source: string
      externalId: string
    }
    /** The issue of another case that it continues */
    sharedFrom?: {
      caseId: string
      issueId: string
    }
  } | null
}

export type IssueEdited = EventEnvelope & {
  type: 'issue.edited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    disposition: string
    reasons: DispositionReason[]
    instructions?: {
      /** What is to be done */
      text: string
      /** The reason that it answers, one of `reasons` */
      reason?: string
    }[]
    note?: string
  } | null
}

export type IssueUndecided = EventEnvelope & {
  type: 'issue.undecided'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
  } | null
}

export type IssueSplit = EventEnvelope & {
  type: 'issue.split'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    /** The issues that replace it */
    into: string[]
  } | null
}

export type IssueMerged = EventEnvelope & {
  type: 'issue.merged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The issue that replaces them */
    issueId: string
    from: string[]
  } | null
}

export type IssueRemoved = EventEnvelope & {
  type: 'issue.removed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    how: 'withdrawn' | 'ineligible' | 'moved'
    /** For an ineligible issue: a reason from the profile */
    reason?: string
    /** The reason, as a sentence */
    why: string
  } | null
}

export type IssueRestored = EventEnvelope & {
  type: 'issue.restored'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    position: number
  } | null
}

export type IssueCited = EventEnvelope & {
  type: 'issue.cited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    citationId: string
    anchor: Anchor
    note?: string
  } | null
}

export type IssueUncited = EventEnvelope & {
  type: 'issue.uncited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    citationId: string
  } | null
}

export type IssueCitationMoved = EventEnvelope & {
  type: 'issue.citationMoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    citationId: string
    anchor: Anchor
  } | null
}

export type IssueCitationOrphaned = EventEnvelope & {
  type: 'issue.citationOrphaned'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    citationId: string
  } | null
}

export type IssueOverrideUsed = EventEnvelope & {
  type: 'issue.overrideUsed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueId: string
    action: 'decide' | 'undecide' | 'cite' | 'uncite' | 'edit'
    /** The task of drafting or review that somebody else held */
    taskId: string
    /** The type of the task */
    type: string
    holder?: Assignee
    why: string
  } | null
}

export type CaseIssuesOrdered = EventEnvelope & {
  type: 'case.issuesOrdered'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    issueIds: string[]
  } | null
}

export type WorkProductDrafted = EventEnvelope & {
  type: 'workProduct.drafted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    version: number
    title: string
    /** SHA-256 of the text, which only those who may read drafts can see */
    contentSha256: string
    /** The issues it has a section for */
    issueIds: string[]
  } | null
}

export type WorkProductSaved = EventEnvelope & {
  type: 'workProduct.saved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    version: number
    title: string
    /** SHA-256 of the text, which only those who may read drafts can see */
    contentSha256: string
    /** The issues it has a section for */
    issueIds: string[]
  } | null
}

export type WorkProductSubmitted = EventEnvelope & {
  type: 'workProduct.submitted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    version: number
  } | null
}

export type WorkProductReturned = EventEnvelope & {
  type: 'workProduct.returned'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    version: number
    /** SHA-256 of the reasons, which only those who may read drafts can see */
    reasonsSha256: string
  } | null
}

export type WorkProductDiscarded = EventEnvelope & {
  type: 'workProduct.discarded'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    why: string
  } | null
}

export type WorkProductReinstated = EventEnvelope & {
  type: 'workProduct.reinstated'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    status: 'draft' | 'inReview'
    why: string
  } | null
}

export type WorkProductCommented = EventEnvelope & {
  type: 'workProduct.commented'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    commentId: string
    version: number
    /** SHA-256 of the text, which only those who may read drafts can see */
    textSha256: string
    /** The part of the text it refers to; defaults to the whole text */
    place?: {
      part: 'opening' | 'issue' | 'closing'
      issueId?: string
      /** Zero-based index in its section */
      block?: number
      /** The block, which the comment follows; the service fills it in where `block` is given */
      blockId?: string
    }
    /** SHA-256 of the block at the time and the quoted words of it */
    placeSha256?: string
    inReplyTo?: string
    /** The members that it tells */
    mentions?: string[]
  } | null
}

export type WorkProductCommentResolved = EventEnvelope & {
  type: 'workProduct.commentResolved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    commentId: string
  } | null
}

export type WorkProductCommentReopened = EventEnvelope & {
  type: 'workProduct.commentReopened'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    commentId: string
  } | null
}

export type WorkProductSigned = EventEnvelope & {
  type: 'workProduct.signed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    version: number
    contentSha256: string
    /** SHA-256 of the canonical JSON of the decision package */
    packageSha256: string
    dispositions: {
      issueId: string
      disposition: string
      reasons: string[]
    }[]
    /** The parties the decision is sent to */
    recipients: string[]
    /** Codes of the warnings shown to the signer */
    warnings: string[]
  } | null
}

export type WorkProductCleared = EventEnvelope & {
  type: 'workProduct.cleared'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    packageSha256: string
  } | null
}

export type WorkProductReleased = EventEnvelope & {
  type: 'workProduct.released'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    packageSha256: string
  } | null
}

export type WorkProductRecalled = EventEnvelope & {
  type: 'workProduct.recalled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    packageSha256: string
    /** Whether it was released, so recipients may already have it */
    wasReleased: boolean
    why: string
  } | null
}

export type WorkProductSealed = EventEnvelope & {
  type: 'workProduct.sealed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    packageSha256: string
    /** SHA-256 of the sealed PDF */
    sha256: string
    bytes: number
  } | null
}

export type WorkProductProposed = EventEnvelope & {
  type: 'workProduct.proposed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    proposalId: string
    version: number
    /** The revision that it was made on */
    base: number
    /** SHA-256 of the operations, the words that they were made on and the reason, which only those who may read drafts can see */
    proposalSha256: string
  } | null
}

export type WorkProductProposalAccepted = EventEnvelope & {
  type: 'workProduct.proposalAccepted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    proposalId: string
    /** The revision that it became */
    revision: number
  } | null
}

export type WorkProductProposalRejected = EventEnvelope & {
  type: 'workProduct.proposalRejected'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    proposalId: string
    /** SHA-256 of the reason, which only those who may read drafts can see */
    whySha256?: string
  } | null
}

export type WorkProductProposalWithdrawn = EventEnvelope & {
  type: 'workProduct.proposalWithdrawn'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    workProductId: string
    proposalId: string
  } | null
}

export type RemandSentBack = EventEnvelope & {
  type: 'remand.sentBack'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    /** The decision that sent the issues back */
    workProductId?: string
    issueIds: string[]
    /** How the issues were decided before, and in which decision */
    decided?: {
      issueId: string
      issueType: string
      benefitType?: string
      disposition: string
      workProductId: string
    }[]
    to: {
      name: string
      label: string
    }
    adjudicator?: Actor
    instructions: {
      id: string
      /** The issue it is for; absent if it is for all */
      issueId?: string
      text: string
      /** The reason of the remand it answers, from the profile */
      reason?: string
      /** When the reason arose; a timing from the profile */
      timing?: string
    }[]
  } | null
}

export type RemandReceived = EventEnvelope & {
  type: 'remand.received'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    /** The document with the mandate */
    documentId: string
    /** The court */
    court?: string
    /** The date of the mandate */
    mandateOn: string
    issueIds: string[]
    /** How the issues were decided before, and in which decision */
    decided?: {
      issueId: string
      issueType: string
      benefitType?: string
      disposition: string
      workProductId: string
    }[]
    instructions: {
      id: string
      /** The issue it is for; absent if it is for all */
      issueId?: string
      text: string
      /** The reason of the remand it answers, from the profile */
      reason?: string
      /** When the reason arose; a timing from the profile */
      timing?: string
    }[]
    why: string
  } | null
}

export type RemandMandateCorrected = EventEnvelope & {
  type: 'remand.mandateCorrected'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    mandateOn: string
    was: string
    why: string
  } | null
}

export type RemandProgressed = EventEnvelope & {
  type: 'remand.progressed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    status: 'acknowledged' | 'workDone'
    note?: string
  } | null
}

export type RemandReturned = EventEnvelope & {
  type: 'remand.returned'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    issueIds: string[]
    documentIds: string[]
    receivedOn: string
    why?: string
    goesTo: 'signer' | 'team' | 'docket'
    goesToWhy?: string
    adjudicator?: Actor
  } | null
}

export type RemandAnswered = EventEnvelope & {
  type: 'remand.answered'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    instructionId: string
    answerId: string
    anchor: Anchor
    note?: string
  } | null
}

export type RemandAnswerRemoved = EventEnvelope & {
  type: 'remand.answerRemoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    instructionId: string
    answerId: string
  } | null
}

export type RemandInstructionJudged = EventEnvelope & {
  type: 'remand.instructionJudged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    instructionId: string
    /** Whether the work complies with the instruction in substance */
    result: 'satisfied' | 'notSatisfied'
    why?: string
  } | null
}

export type RemandEnded = EventEnvelope & {
  type: 'remand.ended'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    issueIds: string[]
    /** `recalled`: the decision was taken back. `closed`: the case was closed. `issuesGone`: none of its issues is left */
    how: 'recalled' | 'closed' | 'issuesGone'
    why: string
  } | null
}

export type RemandResumed = EventEnvelope & {
  type: 'remand.resumed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    remandId: string
    issueIds: string[]
    why: string
  } | null
}

export type CaseDocketed = EventEnvelope & {
  type: 'case.docketed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    docket: string
    docketDate: string
    /** Reasons against docketing */
    findings: {
      reason: string
      why?: string
    }[]
    /** Why it was docketed despite the findings */
    override?: string
    isBrought?: true
  } | null
}

export type CaseDocketingRefused = EventEnvelope & {
  type: 'case.docketingRefused'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    findings: {
      reason: string
      why?: string
    }[]
  } | null
}

export type CaseClosed = EventEnvelope & {
  type: 'case.closed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    reason: string
    /** When the case was closed in another system */
    closedAt?: string
    /** The outcome in the other system, in the terms of that system */
    outcome?: string
    isBrought?: true
    workProductId?: string
    /** Upcoming sessions, now withdrawn */
    sessions?: string[]
    /** Unfinished work products, now discarded */
    drafts?: string[]
  } | null
}

export type CaseReopened = EventEnvelope & {
  type: 'case.reopened'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    why: string
    /** Sessions withdrawn with the case, which are requested again */
    sessions?: {
      sessionId: string
      kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    }[]
    /** Work products discarded with the case, which are being written again */
    drafts?: {
      workProductId: string
      status: 'draft' | 'inReview'
    }[]
    /** The issue list as it was, in order */
    issues?: string[]
    /** Remands that ended with the case, which are away again */
    remands?: {
      remandId: string
      issueIds: string[]
    }[]
    /** The step that the case was in; back in it, its age counts from then */
    stood?: {
      step: string
      enteredStepAt: string
    }
  } | null
}

export type CaseStateChanged = EventEnvelope & {
  type: 'case.stateChanged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    from: string | null
    to: string
    partyFrom: string | null
    partyTo: string
    /** The reason for the status, as a sentence */
    why: string
    next?: string
    /** Type of the task the case is at */
    step: string
    taskId?: string
    enteredStepAt: string
  } | null
}

export type TaskOpened = EventEnvelope & {
  type: 'task.opened'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    parentId?: string
    assignee?: Assignee
    instructions?: string
    /** The session that it concerns, where that is not what it is about: it is due before it */
    sessionId?: string
    deadline?: string
    /** Why it is this day */
    deadlineWhy?: string
    /** When it would be due if it concerned no session, where that is later */
    usualDeadline?: string
    /** Why it would be due then */
    usualWhy?: string
    alias?: {
      source: string
      externalId: string
    }
    /** The closed task in whose place it stands: since the case was reopened, since its mail was judged anew, or of the case that this one continues */
    continues?: string
    /** When the task that it continues was opened; its age counts from then */
    since?: string
    /** The task it continues was opened by mail */
    isMail?: true
  } | null
}

export type TaskAssigned = EventEnvelope & {
  type: 'task.assigned'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    assignee: Assignee
    /** The new status; a new assignee has not started it */
    status: 'assigned' | 'onHold'
    why?: string
  } | null
}

export type TaskStarted = EventEnvelope & {
  type: 'task.started'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
  } | null
}

export type TaskHeld = EventEnvelope & {
  type: 'task.held'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    why: string
    until?: string
  } | null
}

export type TaskResumed = EventEnvelope & {
  type: 'task.resumed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    why: string
  } | null
}

export type TaskInstructed = EventEnvelope & {
  type: 'task.instructed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    text: string
  } | null
}

export type TaskCompleted = EventEnvelope & {
  type: 'task.completed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    outcome?: string
    note?: string
    named?: Assignee
    /** What of the case the mail changes, if it was asked */
    scope?: 'case' | 'issues' | 'none'
    /** With the scope `issues` */
    issueIds?: string[]
    /** With the scope `none` */
    why?: string
  } | null
}

export type TaskDeadlineApproaching = EventEnvelope & {
  type: 'task.deadlineApproaching'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    deadline: string
    assignee?: Assignee
  } | null
}

export type OverrideUsed = EventEnvelope & {
  type: 'override.used'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    action: 'complete' | 'submit' | 'return' | 'sign'
    /** The task that somebody else held */
    taskId?: string
    /** The type of the task */
    type?: string
    holder?: Assignee
    workProductId?: string
    why: string
  } | null
}

export type TaskDeadlineMoved = EventEnvelope & {
  type: 'task.deadlineMoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    deadline: string
    was: string
    /** Why it has moved */
    why: string
    /** Why it is this day */
    deadlineWhy?: string
  } | null
}

export type TaskMoved = EventEnvelope & {
  type: 'task.moved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    parentId: string
  } | null
}

export type TaskHandedOver = EventEnvelope & {
  type: 'task.handedOver'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    goesOn: {
      caseId: string
      taskId: string
    }
    /** As it stood */
    status: 'assigned' | 'inProgress' | 'onHold'
    /** Until when it was on hold */
    until?: string
  } | null
}

export type TaskCancelled = EventEnvelope & {
  type: 'task.cancelled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    taskId: string
    /** A task type from the profile */
    type: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    why: string
  } | null
}

export type MailRouted = EventEnvelope & {
  type: 'mail.routed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    mailType: string
    documentId?: string
    /** The opened task */
    taskId: string
    /** The condition of the route taken */
    because?: string
    /** The team of the route taken */
    team?: string
    /** What held of the case, of all that a route may depend on */
    conditions?: string[]
    /** The day on which it came, if that was said */
    receiptDate?: string
    /** How it came */
    channel?: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
    /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile */
    postmarkDate?: string
    /** Whether it arrived in the window that its mail type is judged by */
    timeliness?: {
      /** The window of the profile */
      deadline: string
      isInTime: boolean
      /** The day on which it counts as filed, by the mailbox rule */
      filedOn: string
      /** The last day of the window; left out while it stands still */
      day?: string
      why: string
    }
  } | null
}

export type MailJudgedAgain = EventEnvelope & {
  type: 'mail.judgedAgain'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    mailType: string
    documentId?: string
    /** The task that has it */
    taskId: string
    /** The closed task that had it, if another is opened to look at it again */
    wasTaskId?: string
    /** The day on which it came, as is known now */
    receiptDate: string
    /** Whether it arrived in the window that its mail type is judged by */
    was: {
      /** The window of the profile */
      deadline: string
      isInTime: boolean
      /** The day on which it counts as filed, by the mailbox rule */
      filedOn: string
      /** The last day of the window; left out while it stands still */
      day?: string
      why: string
    }
    /** Whether it arrived in the window that its mail type is judged by */
    timeliness: {
      /** The window of the profile */
      deadline: string
      isInTime: boolean
      /** The day on which it counts as filed, by the mailbox rule */
      filedOn: string
      /** The last day of the window; left out while it stands still */
      day?: string
      why: string
    }
    /** What was corrected */
    because: string
  } | null
}

export type TimerSet = EventEnvelope & {
  type: 'timer.set'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    /** Left out while it stands still */
    due?: string
    /** The deadline of the profile that it stands for */
    deadline?: string
    /** Its last day in the zone of the board */
    day?: string
    /** Why it is this day */
    why?: string
    /** What it runs from */
    from?: {
      fact: string
      day: string
      /** The ID of the session or letter */
      of?: string
    }
    extensions?: {
      /** In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day */
      by: DeadlineLength
      counts?: 'calendarDays' | 'workingDays'
      why: string
    }[]
    tolls?: {
      from: string
      to?: string
      why: string
    }[]
  } | null
}

export type TimerMoved = EventEnvelope & {
  type: 'timer.moved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    /** The deadline of the profile that it stands for */
    deadline?: string
    /** Its last day in the zone of the board */
    day?: string
    /** Why it is this day */
    why?: string
    /** What it runs from */
    from?: {
      fact: string
      day: string
      /** The ID of the session or letter */
      of?: string
    }
    extensions?: {
      /** In days, weeks, months or years. The day from which it runs is not counted, and the last day is. A month or a year ends on the day of the same number or, where the month has none, on its last day */
      by: DeadlineLength
      counts?: 'calendarDays' | 'workingDays'
      why: string
    }[]
    tolls?: {
      from: string
      to?: string
      why: string
    }[]
    /** Left out while it stands still */
    due?: string
    /** Its last day before; left out if it stood still */
    wasDay?: string
    /** Why it has moved */
    because: string
    /** It had passed by its day before */
    hadPassed?: true
  } | null
}

export type TimerFired = EventEnvelope & {
  type: 'timer.fired'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    /** The deadline of the profile that it stands for */
    deadline?: string
    /** Its last day in the zone of the board */
    day?: string
  } | null
}

export type TimerCancelled = EventEnvelope & {
  type: 'timer.cancelled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    timerId: string
    name: string
    taskId?: string
    /** The ID of what the task is about: a session, party, document or decision */
    about?: string
    /** The deadline of the profile that it stands for */
    deadline?: string
  } | null
}

export type MailReceived = EventEnvelope & {
  type: 'mail.received'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The ID of the piece, `GET /correspondence/{pieceId}` */
    pieceId: string
    /** How it came */
    channel: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
    sender?: {
      name?: string
      /** Of the channel: mail, fax or email */
      address?: string
    }
    receiptDate: string
    /** Of what came by mail: it counts as filed on that day, by the mailbox rule of the profile */
    postmarkDate?: string
    subject?: string
    mailType: string
    files: {
      name: string
      sha256: string
      bytes: number
      /** Absent if it could not become a document */
      documentId?: string
      why?: string
    }[]
    /** Why it was matched to this case */
    reasons?: MatchReason[]
    /** The reason of the person who matched it */
    why?: string
    /** The documents that it repeats; it was filed although they were known */
    duplicateOf?: string[]
    /** For whoever gets the task */
    instructions?: string
  } | null
}

export type MailDropped = EventEnvelope & {
  type: 'mail.dropped'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    pieceId: string
    /** How it came */
    channel: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload'
    receiptDate: string
    /** The document that it repeats */
    duplicateOf: string
    files: {
      name: string
      sha256: string
      bytes: number
      /** Absent if it could not become a document */
      documentId?: string
      why?: string
    }[]
    why: string
  } | null
}

export type SessionRequested = EventEnvelope & {
  type: 'session.requested'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    participants?: NamedParticipant[]
    holdId?: string
    /** Who has agreed, and how, to less notice than the profile requires, or to an earlier time than the session had */
    consent?: string
    isBrought?: true
  } | null
}

export type SessionRescheduled = EventEnvelope & {
  type: 'session.rescheduled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
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
    participants?: NamedParticipant[]
    holdId?: string
    /** Who has agreed, and how, to less notice than the profile requires, or to an earlier time than the session had */
    consent?: string
  } | null
}

export type SessionSlotsSuggested = EventEnvelope & {
  type: 'session.slotsSuggested'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    slots: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }[]
    binding: string
  } | null
}

export type SessionConflicted = EventEnvelope & {
  type: 'session.conflicted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    conflicts: {
      /** Left out, it concerns everybody */
      participant?: {
        kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
        /** A member (ID or username), a party of the case, or a location or room of the profile, by its name */
        id: string
        name: string
      }
      /** The calendar that says so, where it is not kept here */
      binding?: string
      why: string
    }[]
    why: string
  } | null
}

export type SessionConflictCleared = EventEnvelope & {
  type: 'session.conflictCleared'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
  } | null
}

export type SessionReminderDue = EventEnvelope & {
  type: 'session.reminderDue'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    /** So many days before the session */
    days: number
  } | null
}

export type SessionHeld = EventEnvelope & {
  type: 'session.held'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    why?: string
    /** The day, if that is not the day of its slot */
    on?: string
    isBrought?: true
    /** Who held it, if not the person who reported it */
    heldBy?: {
      id: string
      name: string
    }
    /** Of a session that was held: `stored`, something of it is; `toCome`, the service that hosted it is asked; `none`, and `withoutRecord` says why; `missing`, and nobody has said why */
    record?: 'stored' | 'toCome' | 'none' | 'missing'
    /** Why nothing of it is recorded */
    withoutRecord?: string
  } | null
}

export type SessionRecordSettled = EventEnvelope & {
  type: 'session.recordSettled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    record: 'stored' | 'none'
    /** Why nothing of it is recorded */
    withoutRecord?: string
  } | null
}

export type SessionConferenceNeeded = EventEnvelope & {
  type: 'session.conferenceNeeded'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    why?: string
  } | null
}

export type SessionConferenceMoved = EventEnvelope & {
  type: 'session.conferenceMoved'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    handle: string
    binding: string
  } | null
}

export type SessionConferenceCreated = EventEnvelope & {
  type: 'session.conferenceCreated'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
  } | null
}

export type SessionConferenceReady = EventEnvelope & {
  type: 'session.conferenceReady'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    kind: 'inPerson' | 'video' | 'phone' | 'virtual'
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    handle: string
    binding: string
    /** What it was made for: whoever takes part is told of that only now */
    because: 'scheduled' | 'rescheduled' | 'renewed'
  } | null
}

export type SessionConferenceOverdue = EventEnvelope & {
  type: 'session.conferenceOverdue'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    slot: {
      startsAt: string
      minutes: number
      timeZone: string
      place?: string
    }
    why: string
  } | null
}

export type SessionConferenceUnneeded = EventEnvelope & {
  type: 'session.conferenceUnneeded'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
    why: string
  } | null
}

export type SessionConferenceCancelled = EventEnvelope & {
  type: 'session.conferenceCancelled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
  } | null
}

export type SessionParticipantJoined = EventEnvelope & {
  type: 'session.participantJoined'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
    participant: {
      name: string
      id?: string
    }
    isHost?: boolean
    happenedAt: string
  } | null
}

export type SessionParticipantLeft = EventEnvelope & {
  type: 'session.participantLeft'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
    participant: {
      name: string
      id?: string
    }
    isHost?: boolean
    happenedAt: string
  } | null
}

export type SessionArtifactAnnounced = EventEnvelope & {
  type: 'session.artifactAnnounced'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    binding: string
    artifactId: string
    kind: 'recording' | 'transcript'
    name: string
    mediaType: string
    size?: number
    /** As the service announced it */
    sha256?: string
    uploadId?: string
    /** Whose voice it is, where everybody has a track of their own */
    speaker?: {
      name: string
      participantId?: string
    }
    startedAt?: string
    durationMs?: number
    /** Where something that was said is missing, within the recording */
    gaps?: {
      fromMs: number
      toMs: number
    }[]
  } | null
}

export type SessionArtifactFiled = EventEnvelope & {
  type: 'session.artifactFiled'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    /** The conference that it came from, if it came from one */
    handle?: string
    artifactId: string
    kind: 'recording' | 'transcript'
    documentId: string
    mediaType: string
    /** Whose voice it is, where everybody has a track of their own */
    speaker?: {
      name: string
      participantId?: string
    }
    startedAt?: string
    durationMs?: number
    /** Where something that was said is missing, within the recording */
    gaps?: {
      fromMs: number
      toMs: number
    }[]
  } | null
}

export type SessionArtifactFailed = EventEnvelope & {
  type: 'session.artifactFailed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    handle: string
    artifactId: string
    kind: 'recording' | 'transcript'
    name: string
    why: string
  } | null
}

export type SessionNoShow = EventEnvelope & {
  type: 'session.noShow'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    why?: string
    /** The day, if that is not the day of its slot */
    on?: string
    isBrought?: true
  } | null
}

export type SessionPostponed = EventEnvelope & {
  type: 'session.postponed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    why?: string
    /** The day, if that is not the day of its slot */
    on?: string
    isBrought?: true
    /** Placed again until then, it is inside its window, and its conference is kept. Left out, it is past its window */
    windowEndsAt?: string
  } | null
}

export type SessionWithdrawn = EventEnvelope & {
  type: 'session.withdrawn'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    why?: string
    /** The day, if that is not the day of its slot */
    on?: string
    isBrought?: true
  } | null
}

export type SessionDayCorrected = EventEnvelope & {
  type: 'session.dayCorrected'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    sessionId: string
    on: string
    was?: string
    why: string
  } | null
}

export type TranscriptAwaited = EventEnvelope & {
  type: 'transcript.awaited'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    recordings: TranscriptRecording[]
  } | null
}

export type TranscriptDelayed = EventEnvelope & {
  type: 'transcript.delayed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    why: string
  } | null
}

export type TranscriptDrafted = EventEnvelope & {
  type: 'transcript.drafted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    documentId: string
    name: string
    sha256: string
    bytes: number
    pageCount: number
    date: string
    recordings: TranscriptRecording[]
    model: string
    /** Of the lines with their words */
    linesSha256: string
    /** With recordings that were filed later */
    isAnew?: true
  } | null
}

export type TranscriptCorrected = EventEnvelope & {
  type: 'transcript.corrected'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    lineId?: string
    /** All lines of this recording */
    recordingId?: string
    text?: string
    speaker?: string
    was?: string
  } | null
}

export type TranscriptCertified = EventEnvelope & {
  type: 'transcript.certified'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    linesSha256: string
  } | null
}

export type TranscriptPrinted = EventEnvelope & {
  type: 'transcript.printed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    transcriptId: string
    sessionId: string
    documentId: string
    name: string
    sha256: string
    bytes: number
    pageCount: number
    date: string
  } | null
}

export type DeliveryOwed = EventEnvelope & {
  type: 'delivery.owed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
  } | null
}

export type DeliveryReceipted = EventEnvelope & {
  type: 'delivery.receipted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
    /** How it was sent */
    channel: string
    /** Where it was sent: an address, a mailbox or a portal */
    destination?: string
    sentAt: string
    tracking?: string
    /** The entry of the ledger that was settled by it, if a binding reported it */
    obligationId?: string
  } | null
}

export type DeliveryFailed = EventEnvelope & {
  type: 'delivery.failed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    deliveryId: string
    /** Set if a decision was to be delivered */
    workProductId?: string
    partyId?: string
    /** The entry of the ledger, `GET /deliveries` */
    obligationId?: string
    port?: string
    binding?: string
    call?: string
    /** The subject of the event that obliged to it, unless it is a delivery */
    about?: string
    why: string
    channel?: string
    /** Where it was sent: an address, a mailbox or a portal */
    destination?: string
    failedAt?: string
  } | null
}

export type DeliveryRedriven = EventEnvelope & {
  type: 'delivery.redriven'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The entry of the ledger, `GET /deliveries` */
    obligationId: string
    port: string
    binding: string
    call: string
    why?: string
  } | null
}

export type DeliveryDropped = EventEnvelope & {
  type: 'delivery.dropped'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The entry of the ledger, `GET /deliveries` */
    obligationId: string
    port: string
    binding: string
    call: string
    why: string
  } | null
}

export type DeliveryWithdrawn = EventEnvelope & {
  type: 'delivery.withdrawn'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    deliveryId: string
    workProductId: string
    partyId: string
    why: string
  } | null
}

export type EffectuationCompleted = EventEnvelope & {
  type: 'effectuation.completed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The decision the report is about */
    workProductId: string
    why?: string
    completedAt?: string
  } | null
}

export type EffectuationFailed = EventEnvelope & {
  type: 'effectuation.failed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** The decision the report is about */
    workProductId: string
    why: string
    failedAt?: string
  } | null
}

export type LetterOwed = EventEnvelope & {
  type: 'letter.owed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    letterId: string
    /** Its name in the profile */
    letter: string
    /** The recipient */
    partyId: string
    /** A `notice` is raised by a signature, a `statusLetter` by a task, a `deadlineReminder` by a deadline; a person writes a `response` */
    kind: 'notice' | 'statusLetter' | 'deadlineReminder' | 'response'
    /** The event that raised it */
    eventId?: string
    eventType?: string
    taskId?: string
    workProductId?: string
    /** The session that it tells of */
    sessionId?: string
    reason?: string
  } | null
}

export type LetterComposed = EventEnvelope & {
  type: 'letter.composed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    letterId: string
    /** Its name in the profile */
    letter: string
    /** The recipient */
    partyId: string
    /** A `notice` is raised by a signature, a `statusLetter` by a task, a `deadlineReminder` by a deadline; a person writes a `response` */
    kind: 'notice' | 'statusLetter' | 'deadlineReminder' | 'response'
    /** The letter as it was sent, a document of the case */
    documentId: string
    subject: string
    sha256: string
    bytes: number
    pageCount: number
    /** The date that it bears */
    date: string
  } | null
}

export type LetterReceipted = EventEnvelope & {
  type: 'letter.receipted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    letterId: string
    /** Its name in the profile */
    letter: string
    /** The recipient */
    partyId: string
    channel: string
    destination?: string
    sentAt: string
    tracking?: string
    /** The entry of the ledger, `GET /deliveries` */
    obligationId?: string
  } | null
}

export type LetterFailed = EventEnvelope & {
  type: 'letter.failed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    letterId: string
    /** Its name in the profile */
    letter: string
    /** The recipient */
    partyId: string
    /** The session that it tells of */
    sessionId?: string
    /** It could not be composed, or its recipient has no address, or it could not be handed over, or it came back */
    cause: 'notComposed' | 'notMailable' | 'notSent' | 'returned'
    why: string
    channel?: string
    destination?: string
    failedAt: string
    /** The entry of the ledger, `GET /deliveries` */
    obligationId?: string
  } | null
}

export type LetterWithdrawn = EventEnvelope & {
  type: 'letter.withdrawn'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    letterId: string
    /** Its name in the profile */
    letter: string
    /** The recipient */
    partyId: string
    why: string
  } | null
}

export type NotificationOwed = EventEnvelope & {
  type: 'notification.owed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** One message to one recipient by one channel */
    notificationId: string
    notification: string
    eventId?: string
    eventType?: string
    /** The session that it tells of */
    sessionId?: string
    recipient: {
      kind: 'member' | 'party'
      /** The ID of the member or the party */
      id: string
      name: string
    }
    channel: 'inApp' | 'email' | 'text' | 'push' | 'letter'
    /** The binding that sends it */
    binding: string
  } | null
}

export type NotificationReceipted = EventEnvelope & {
  type: 'notification.receipted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** One message to one recipient by one channel */
    notificationId: string
    channel: string
    destination?: string
    sentAt: string
    tracking?: string
    /** The entry of the ledger, `GET /deliveries` */
    obligationId?: string
  } | null
}

export type NotificationFailed = EventEnvelope & {
  type: 'notification.failed'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    /** One message to one recipient by one channel */
    notificationId: string
    /** The session that it tells of */
    sessionId?: string
    why: string
    channel?: string
    destination?: string
    failedAt: string
    /** The entry of the ledger, `GET /deliveries` */
    obligationId?: string
  } | null
}

export type NotificationPreferencesSet = EventEnvelope & {
  type: 'notification.preferencesSet'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    partyId: string
    /** The channels by which the party wants no notifications */
    optedOut: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
    timeZone?: string
  } | null
}

export type CaseLegalHoldPlaced = EventEnvelope & {
  type: 'case.legalHoldPlaced'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    holdId: string
    why: string
  } | null
}

export type CaseLegalHoldLifted = EventEnvelope & {
  type: 'case.legalHoldLifted'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    holdId: string
    why: string
  } | null
}

export type CaseSensitivitySet = EventEnvelope & {
  type: 'case.sensitivitySet'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    from: number
    /** Only members cleared for this level see the case */
    level: number
    why: string
  } | null
}

export type CasePurged = EventEnvelope & {
  type: 'case.purged'
  /** The part of the payload visible to you; null if none is, or if it was erased by law. The hash chain remains valid */
  data: {
    docketNumber: string
    caseType: string
    closedAt: string
    rule: PurgeRule
    /** Level at the time of the purge: only members cleared for it are notified */
    sensitivity?: number
  } | null
}
