// Generated from the contract by `npm run generate`. Change the contract, not this file.
import type {
  AcceptInvitation,
  AcceptProposals,
  AcceptSessionPlan,
  Accepted,
  AccessGrantDetail,
  AccessGrantList,
  AccessPage,
  AddSeenPages,
  Alert,
  AlertList,
  AllProposals,
  AnchorChecks,
  AnnotationCreated,
  AnnotationEdited,
  AppealDetail,
  AppealList,
  AssignTask,
  BlackoutAnswer,
  BlackoutList,
  Blockers,
  BoilerplateChanges,
  BoilerplateDetail,
  BoilerplatePage,
  BoilerplateUses,
  BrowserSession,
  CalendarEntryAnswer,
  CalendarEntryList,
  CalendarFeedAnswer,
  CalendarFeedList,
  CalendarImport,
  CalendarImported,
  CancelTask,
  CandidateList,
  CaseDetail,
  CaseDocumentDetail,
  CaseDocumentList,
  CasePage,
  CaseSearchResult,
  CaseSources,
  CaseState,
  CaseViewDetail,
  CaseViewList,
  CertifyTranscript,
  ChangeMember,
  Changes,
  CheckAnchors,
  ChunkStored,
  CitationCreated,
  CommentDetail,
  CommentList,
  CompleteTask,
  ConferenceLink,
  CorrectCase,
  CorrectLine,
  CourtRemand,
  Coverage,
  Credentials,
  DashboardDetail,
  DashboardList,
  DashboardRoles,
  DataElementList,
  DecideIssue,
  DecisionPackageDetail,
  DecisionVerification,
  DeliveriesChanged,
  DeliveryDetail,
  DeliveryFailure,
  DeliveryList,
  DirectoryPage,
  DistributionRunDetail,
  DistributionRunList,
  Division,
  DocketCase,
  DocketHealth,
  DocumentDetail,
  DocumentList,
  DocumentMove,
  DocumentOrder,
  DraftBoilerplateList,
  DropDeliveries,
  DropDelivery,
  DropPiece,
  DuePage,
  EditAnnotation,
  EditDocument,
  EditIssue,
  EditorEvidence,
  EditorLink,
  EditorText,
  EffectuationDetail,
  EffectuationReport,
  EndSession,
  EndingCommand,
  EndingDetail,
  EnterRoom,
  EventPage,
  Evidence,
  Explanation,
  GuestLinkAnswer,
  HerePlace,
  HoldAnswer,
  HoldTask,
  ImportDetail,
  ImportList,
  InboxDetail,
  InboxPage,
  InstructTask,
  InvitationList,
  InvitationOpened,
  Invited,
  InvitedAgain,
  IssueDetail,
  IssueList,
  IssueOrder,
  IssueRemoval,
  JudgeInstruction,
  LegalHoldDetail,
  LegalHoldList,
  LetterOfCase,
  LetterPreview,
  LetterReceipt,
  LeverChange,
  LeverSimulation,
  LinkList,
  LinkedCase,
  ListedSessionAnswer,
  LookedAtSources,
  MailReplay,
  MailReplayed,
  MandateCorrection,
  MatchFact,
  MatchPiece,
  MeDetail,
  MemberChangePage,
  MemberDetail,
  MemberPage,
  MergeIssues,
  MergeParty,
  MoveAnnotation,
  NameSpeaker,
  NewAccessGrant,
  NewAnnotation,
  NewAnswer,
  NewBlackout,
  NewCalendarEntry,
  NewCalendarFeed,
  NewCase,
  NewCaseView,
  NewCitation,
  NewComment,
  NewDocument,
  NewGuestLink,
  NewHold,
  NewInvitation,
  NewIssue,
  NewLink,
  NewOperations,
  NewParty,
  NewPasskey,
  NewPasskeyOptions,
  NewPassword,
  NewPiece,
  NewPlace,
  NewProposal,
  NewQueue,
  NewReassignment,
  NewRepresentation,
  NewSession,
  NewSessionPlan,
  NewSessionRepair,
  NewTag,
  NewTask,
  NewUpload,
  NewWorkProduct,
  NextTask,
  NotificationPreview,
  ObligationDetail,
  ObligationPage,
  OfferedBoilerplatePage,
  OpenInvitation,
  OpenedCase,
  OperationsApplied,
  PageCitations,
  PageMap,
  PagePlace,
  PageTextDetail,
  PartyDetail,
  PartyList,
  PartyNotices,
  PasskeyDetail,
  PasskeyList,
  PasskeyName,
  PasskeyProof,
  PasskeySignIn,
  PasskeyUseOptions,
  PieceDetail,
  PiecePage,
  PieceToWork,
  PlaceList,
  PlaceSession,
  PortDetail,
  PortList,
  Preferences,
  PresentList,
  PreviewLetter,
  PreviewNotification,
  PriorityDetail,
  ProfileChanges,
  ProfileDetail,
  ProfileTrial,
  ProfileVersionList,
  ProposalDetail,
  ProposalPage,
  ProposalsAccepted,
  ProposedDivision,
  ProveSigning,
  Purge,
  QueueAnswer,
  QueueChange,
  QueueList,
  Ranking,
  ReadStateSet,
  ReassignmentAnswer,
  Receipt,
  RedriveDeliveries,
  RedriveDelivery,
  Refresh,
  RefuseDocketing,
  RejectPiece,
  RejectProposals,
  RemandDetail,
  RemandList,
  RemandProgress,
  RemandReturn,
  RenewConference,
  ReopenCase,
  ReopenPiece,
  Replay,
  Replayed,
  ReportDetail,
  ReportList,
  RestoreProfile,
  ResumeTask,
  RetryLetter,
  ReturnWorkProduct,
  RoomAct,
  RoomView,
  RouteMail,
  RuleOnMotion,
  SandboxPeople,
  SandboxSignIn,
  SaveProfile,
  SaveWorkProduct,
  ScopedAccess,
  SearchResult,
  SeenPages,
  Sensitivity,
  SentLetter,
  SentNotification,
  SessionDetail,
  SessionList,
  SessionPage,
  SessionPlanAnswer,
  SessionQueue,
  SetDocumentStatus,
  SetImportStatus,
  SetLinked,
  SetReadState,
  SetResolved,
  SetSensitivity,
  SettleConflict,
  SignWorkProduct,
  SigningProof,
  SlotSearch,
  SlotsFound,
  Sought,
  SoundChunk,
  SplitIssue,
  SubmitWorkProduct,
  Subscriptions,
  TagCreated,
  TaskDetail,
  TaskList,
  TaskPage,
  TeamList,
  TemplateFields,
  TextChanges,
  Tokens,
  TombstoneDetail,
  TombstonePage,
  Transcript,
  TranscriptSummary,
  TranscriptWord,
  TriedBoilerplate,
  TryBoilerplate,
  TryProfile,
  UntriedConditions,
  UploadDetail,
  Visit,
  WatchRoom,
  WithReason,
  WithdrawProposals,
  WorkProductChanged,
  WorkProductDetail,
  WorkProductList,
  WorkProductPreview,
  WorkProductVersionDetail,
  WorkProductVersionList,
  WriteLetter,
} from './types.ts'

/** What each route takes and gives. Where an answer has one member, that is what is given. */
export type Routes = {
  signIn: {
    body: Credentials
    answer: Tokens
  }
  refresh: {
    body: Refresh
    answer: Tokens
  }
  signOut: {
    answer: void
  }
  startBrowserSession: {
    body: Credentials
    answer: BrowserSession
  }
  refreshBrowserSession: {
    answer: BrowserSession
  }
  endBrowserSession: {
    answer: void
  }
  changePassword: {
    body: NewPassword
    answer: void
  }
  listSandboxPeople: {
    query: {
      /** The code of the address that the start of the service prints, behind `#code=` */
      code: string
    }
    answer: SandboxPeople['people']
  }
  signInSandboxPerson: {
    body: SandboxSignIn
    answer: BrowserSession
  }
  acceptInvitation: {
    body: AcceptInvitation
    answer: Accepted
  }
  startPasskeySignIn: {
    answer: {
      options: PasskeyUseOptions
    }['options']
  }
  signInWithPasskey: {
    body: PasskeySignIn
    answer: Tokens
  }
  startBrowserSessionWithPasskey: {
    body: PasskeySignIn
    answer: BrowserSession
  }
  listPasskeys: {
    answer: PasskeyList['passkeys']
  }
  startNewPasskey: {
    body: PasskeyProof
    answer: {
      options: NewPasskeyOptions
    }['options']
  }
  addPasskey: {
    body: NewPasskey
    answer: PasskeyDetail['passkey']
  }
  renamePasskey: {
    path: { passkeyId: string }
    body: PasskeyName
    answer: PasskeyDetail['passkey']
  }
  removePasskey: {
    path: { passkeyId: string }
    answer: void
  }
  listMemberPasskeys: {
    path: { memberId: string }
    answer: PasskeyList['passkeys']
  }
  removeMemberPasskey: {
    path: { memberId: string; passkeyId: string }
    answer: void
  }
  listAppeals: {
    answer: AppealList['appeals']
  }
  getAppeal: {
    path: { appealId: string }
    answer: AppealDetail
  }
  search: {
    path: { appealId: string }
    query: {
      /** All words must match. Supports `"a phrase"`, `OR`, `-not` and `prefix*` */
      q: string
    }
    answer: SearchResult
  }
  getFile: {
    path: { appealId: string }
    query: {
      format?: 'pdf' | 'zip' | undefined
      /** Embed annotations in the file as PDF annotations */
      annotations?: boolean | undefined
    }
    answer: void
  }
  arrangeDocuments: {
    path: { appealId: string }
    body: DocumentOrder
    answer: DocumentList['documents']
  }
  moveDocuments: {
    path: { caseId: string }
    body: DocumentMove
    answer: DocumentList['documents']
  }
  listDocuments: {
    path: { appealId: string }
    answer: DocumentList['documents']
  }
  getDocument: {
    path: { appealId: string; documentId: string }
    answer: DocumentDetail
  }
  getContent: {
    path: { appealId: string; documentId: string }
    answer: void
  }
  addTag: {
    path: { appealId: string; documentId: string }
    body: NewTag
    answer: TagCreated['tag']
  }
  removeTag: {
    path: { appealId: string; documentId: string; text: string }
    answer: void
  }
  createAnnotation: {
    path: { appealId: string; documentId: string }
    body: NewAnnotation
    answer: AnnotationCreated['annotation']
  }
  editAnnotation: {
    path: { appealId: string; documentId: string; annotationId: string }
    body: EditAnnotation
    answer: AnnotationEdited['annotation']
  }
  moveAnnotation: {
    path: { appealId: string; documentId: string; annotationId: string }
    body: MoveAnnotation
    answer: AnnotationEdited['annotation']
  }
  restoreAnnotation: {
    path: { appealId: string; documentId: string; annotationId: string }
    answer: AnnotationEdited['annotation']
  }
  removeAnnotation: {
    path: { appealId: string; documentId: string; annotationId: string }
    answer: void
  }
  setReadState: {
    path: { appealId: string; documentId: string }
    body: SetReadState
    answer: ReadStateSet['readState']
  }
  listCases: {
    query: {
      /** Only cases with this status */
      status?: string | undefined
      /** Only cases on this docket */
      docket?: string | undefined
      /** Only cases of this type */
      caseType?: string | undefined
      /** Only cases with an open task assigned to this member or team */
      assignee?: string | undefined
      isClosed?: boolean | undefined
      /** Only cases whose docket number or veteran's name starts with each of these words, or has a later part that does. A later part is found from three characters on */
      text?: string | undefined
      /** Only cases received on this day or later */
      receivedFrom?: string | undefined
      /** Only cases received on this day or earlier */
      receivedTo?: string | undefined
      /** Only cases in their step for this many days */
      leastDaysInStep?: number | undefined
      /** Only cases of this sensitivity */
      sensitivity?: number | undefined
      /** `uploaded`: most recently uploaded first. `received`: most recently received first. `docketNumber`. `name`: by last name. `step`: longest in their step first; cases in no step are left out. Defaults to `uploaded` */
      sort?: 'uploaded' | 'received' | 'docketNumber' | 'name' | 'step' | undefined
      /** Reverse the order */
      isReversed?: boolean | undefined
      /** The system that `externalId` belongs to */
      source?: string | undefined
      /** Only the case with this ID in `source` */
      externalId?: string | undefined
      /** Whether to include how many there are, up to 10,000 */
      count?: boolean | undefined
      after?: string | undefined
      limit?: number | undefined
    }
    answer: CasePage
    item: CasePage['cases'][number]
  }
  getCase: {
    path: { caseId: string }
    answer: CaseDetail
  }
  correctCase: {
    path: { caseId: string }
    body: CorrectCase
    answer: CaseDetail
  }
  getCaseState: {
    path: { caseId: string }
    query: {
      /** An event position or a timestamp. Returns the state as of then */
      at?: string | undefined
    }
    answer: CaseState
  }
  searchCase: {
    path: { caseId: string }
    query: {
      /** All words must match. Supports `"a phrase"`, `OR`, `-not` and `prefix*` */
      q: string
      /** Search only this document */
      documentId?: string | undefined
      /** Search only documents in this category */
      category?: string | undefined
      /** Search only documents with this tag */
      tag?: string | undefined
      /** Search only documents of this type */
      documentType?: string | undefined
      /** True searches only documents the caller has marked read; false only the others */
      read?: boolean | undefined
      receivedFrom?: string | undefined
      receivedTo?: string | undefined
      /** Return only hits after this page */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: CaseSearchResult
    item: CaseSearchResult['hits'][number]
  }
  getPageText: {
    path: { caseId: string; documentId: string; page: number }
    answer: PageTextDetail['page']
  }
  getPagePlace: {
    path: { caseId: string; page: number }
    answer: {
      place: PagePlace
    }['place']
  }
  getPageMap: {
    path: { caseId: string }
    query: {
      /** Return only documents that start after this page */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: PageMap
  }
  listCaseViews: {
    answer: CaseViewList['views']
  }
  saveCaseView: {
    body: NewCaseView
    answer: CaseViewDetail['view']
  }
  removeCaseView: {
    path: { viewId: string }
    answer: void
  }
  listCaseEvents: {
    path: { caseId: string }
    query: {
      /** Return only events after this position, or after this ID of a stream */
      after?: string | undefined
      /** Event types, separated by commas */
      types?: readonly string[] | undefined
      limit?: number | undefined
    }
    answer: EventPage
    item: EventPage['events'][number]
  }
  listEvents: {
    query: {
      /** Return only events after this position, or after this ID of a stream */
      after?: string | undefined
      /** Event types, separated by commas */
      types?: readonly string[] | undefined
      limit?: number | undefined
    }
    answer: EventPage
    item: EventPage['events'][number]
  }
  getChanges: {
    query: {
      /** Return only changes after this position, or after this ID of a stream */
      after?: string | undefined
    }
    answer: Changes
  }
  listPartyHistory: {
    path: { caseId: string; partyId: string }
    query: {
      /** Return only events after this position, or after this ID of a stream */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: EventPage
    item: EventPage['events'][number]
  }
  listAccess: {
    path: { caseId: string }
    query: {
      /** Return only entries after this position */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: AccessPage
    item: AccessPage['entries'][number]
  }
  openCase: {
    body: NewCase
    file: Blob
    answer: OpenedCase
  }
  listCaseDocuments: {
    path: { caseId: string }
    query: {
      /** `held` documents await a person's decision and `removed` ones were taken out; neither is listed, searched or exported */
      status?: 'current' | 'held' | 'removed' | undefined
    }
    answer: CaseDocumentList['documents']
  }
  fileDocument: {
    path: { caseId: string }
    body: NewDocument
    file: Blob
    answer: CaseDocumentDetail
  }
  getCaseDocument: {
    path: { caseId: string; documentId: string }
    answer: CaseDocumentDetail
  }
  reviseDocument: {
    path: { caseId: string; documentId: string }
    query: {
      /** A completed upload from `POST /uploads`, instead of the `file` part */
      uploadId?: string | undefined
    }
    file: Blob
    answer: CaseDocumentDetail
  }
  reviseAppealDocument: {
    path: { appealId: string; documentId: string }
    query: {
      /** A completed upload from `POST /uploads`, instead of the `file` part */
      uploadId?: string | undefined
    }
    file: Blob
    answer: CaseDocumentDetail
  }
  getVersionContent: {
    path: { caseId: string; documentId: string; version: number }
    answer: void
  }
  getOriginal: {
    path: { caseId: string; documentId: string }
    answer: void
  }
  proposeDivision: {
    path: { caseId: string; documentId: string }
    answer: ProposedDivision
  }
  divideDocument: {
    path: { caseId: string; documentId: string }
    body: Division
    answer: CaseDocumentList['documents']
  }
  editDocument: {
    path: { caseId: string; documentId: string }
    body: EditDocument
    answer: CaseDocumentDetail
  }
  setDocumentStatus: {
    path: { caseId: string; documentId: string }
    body: SetDocumentStatus
    answer: CaseDocumentDetail
  }
  setDocumentLinked: {
    path: { caseId: string; documentId: string }
    body: SetLinked
    answer: CaseDocumentDetail
  }
  listSources: {
    path: { caseId: string }
    answer: CaseSources
  }
  lookAtSources: {
    path: { caseId: string }
    body: LookedAtSources
    answer: CaseSources
  }
  beginUpload: {
    body: NewUpload
    answer: UploadDetail['upload']
  }
  getUpload: {
    path: { uploadId: string }
    answer: UploadDetail['upload']
  }
  continueUpload: {
    path: { uploadId: string }
    query: {
      /** Position of these bytes in the file */
      offset: number
    }
    file: Blob
    answer: UploadDetail['upload']
  }
  removeUpload: {
    path: { uploadId: string }
    answer: void
  }
  grantScopedAccess: {
    path: { caseId: string }
    answer: ScopedAccess['access']
  }
  listLinks: {
    path: { caseId: string }
    answer: LinkList['links']
  }
  linkCase: {
    path: { caseId: string }
    body: NewLink
    answer: LinkedCase
  }
  listParties: {
    path: { caseId: string }
    answer: PartyList['parties']
  }
  getParty: {
    path: { caseId: string; partyId: string }
    answer: PartyDetail['party']
  }
  writeParty: {
    path: { caseId: string; partyId: string }
    body: NewParty
    answer: PartyDetail['party']
  }
  removeParty: {
    path: { caseId: string; partyId: string }
    query: {
      /** Why the party is removed */
      why?: string | undefined
    }
    answer: void
  }
  setRepresentation: {
    path: { caseId: string; partyId: string }
    body: NewRepresentation
    answer: PartyDetail['party']
  }
  revokeRepresentation: {
    path: { caseId: string; partyId: string }
    query: {
      /** Why it is revoked */
      why?: string | undefined
    }
    answer: void
  }
  mergeParty: {
    path: { caseId: string; partyId: string }
    body: MergeParty
    answer: PartyDetail['party']
  }
  findCandidates: {
    path: { caseId: string }
    body: Sought
    answer: CandidateList
  }
  settleConflict: {
    path: { caseId: string; partyId: string }
    body: SettleConflict
    answer: PartyDetail['party']
  }
  listAccessGrants: {
    path: { caseId: string }
    answer: AccessGrantList['grants']
  }
  grantAccess: {
    path: { caseId: string }
    body: NewAccessGrant
    answer: AccessGrantDetail['grant']
  }
  withdrawAccess: {
    path: { caseId: string; grantId: string }
    query: {
      /** Why access is withdrawn */
      why?: string | undefined
    }
    answer: void
  }
  getPriority: {
    path: { caseId: string }
    answer: PriorityDetail['priority']
  }
  ruleOnMotion: {
    path: { caseId: string }
    body: RuleOnMotion
    answer: PriorityDetail['priority']
  }
  getPreferences: {
    answer: Preferences['preferences']
  }
  setPreferences: {
    body: {
      /** Any JSON object, at most 64 KB: what a client remembers for its user, such as saved views */
      preferences: Record<string, unknown>
    }
    answer: Preferences['preferences']
  }
  changePreferences: {
    body: {
      /** The members to set; null removes one. Others stay, so that two tabs do not undo each other */
      preferences: Record<string, unknown>
    }
    answer: Preferences['preferences']
  }
  visitCase: {
    path: { caseId: string }
    answer: {
      visit: Visit
    }['visit']
  }
  listPlaces: {
    path: { caseId: string }
    answer: PlaceList['places']
  }
  keepPlace: {
    path: { caseId: string; documentId: string }
    body: NewPlace
    answer: void
  }
  listAlerts: {
    query: {
      /** Only those that are unread */
      unread?: boolean | undefined
      /** Only those of this name in the profile */
      notification?: string | undefined
      /** The `next` of the page before */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: AlertList
    item: AlertList['alerts'][number]
  }
  markAlert: {
    path: { alertId: string }
    body: {
      read: boolean
    }
    answer: {
      alert: Alert
    }['alert']
  }
  markAlerts: {
    body: {
      /** The newest that is meant; those after it stay unread. Without it, all */
      upTo?: string
    }
    answer: {
      unread: number
    }['unread']
  }
  getSubscriptions: {
    answer: {
      /** Raised whenever you save; 0 before the first time */
      version: number
      subscriptions: Subscriptions
      /** What the profile sends */
      choices: {
        notification: string
        label: string
        /** How it is sent here, if nothing speaks against it */
        channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
        mayOptOut: boolean
      }[]
      /** The channels that there are here: `inApp`, and those that are bound */
      channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
      /** The VAPID key that a browser subscribes with; absent if nothing is sent by push */
      pushKey?: string
    }
  }
  setSubscriptions: {
    body: Subscriptions
    answer: {
      /** Raised whenever you save; 0 before the first time */
      version: number
      subscriptions: Subscriptions
      /** What the profile sends */
      choices: {
        notification: string
        label: string
        /** How it is sent here, if nothing speaks against it */
        channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
        mayOptOut: boolean
      }[]
      /** The channels that there are here: `inApp`, and those that are bound */
      channels: ('inApp' | 'email' | 'text' | 'push' | 'letter')[]
      /** The VAPID key that a browser subscribes with; absent if nothing is sent by push */
      pushKey?: string
    }
  }
  listPresent: {
    path: { caseId: string }
    answer: PresentList['present']
  }
  bePresent: {
    path: { caseId: string }
    body: HerePlace
    answer: PresentList['present']
  }
  leaveCase: {
    path: { caseId: string }
    answer: void
  }
  startImport: {
    query: {
      /** Validate every row without writing anything */
      dryRun?: boolean | undefined
    }
    file: Blob
    answer: ImportDetail['import']
  }
  listImports: {
    query: {
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: ImportList
    item: ImportList['imports'][number]
  }
  getImport: {
    path: { importId: string }
    answer: ImportDetail['import']
  }
  listImportErrors: {
    path: { importId: string }
    query: {
      /** Return only errors after this line */
      after?: number | string | undefined
    }
    answer: void
  }
  setImportStatus: {
    path: { importId: string }
    body: SetImportStatus
    answer: ImportDetail['import']
  }
  setSensitivity: {
    path: { caseId: string }
    body: SetSensitivity
    answer: Sensitivity['sensitivity']
  }
  listLegalHolds: {
    path: { caseId: string }
    answer: LegalHoldList['holds']
  }
  placeLegalHold: {
    path: { caseId: string }
    body: {
      why: string
    }
    answer: LegalHoldDetail['hold']
  }
  liftLegalHold: {
    path: { caseId: string; holdId: string }
    body: {
      why: string
    }
    answer: void
  }
  listDueCases: {
    query: {
      after?: string | undefined
      limit?: number | undefined
    }
    answer: DuePage
    item: DuePage['cases'][number]
  }
  purgeCase: {
    path: { caseId: string }
    body: Purge
    answer: TombstoneDetail['tombstone']
  }
  getTombstone: {
    path: { caseId: string }
    answer: TombstoneDetail['tombstone']
  }
  listTombstones: {
    query: {
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: TombstonePage
    item: TombstonePage['tombstones'][number]
  }
  docketCase: {
    path: { caseId: string }
    body: DocketCase
    answer: CaseState
  }
  refuseDocketing: {
    path: { caseId: string }
    body: RefuseDocketing
    answer: CaseState
  }
  reopenCase: {
    path: { caseId: string }
    body: ReopenCase
    answer: CaseState
  }
  explainCase: {
    path: { caseId: string }
    answer: Explanation
  }
  checkDocket: {
    answer: DocketHealth['broken']
  }
  listTasks: {
    path: { caseId: string }
    query: {
      /** True returns only open tasks; false only closed ones */
      open?: boolean | undefined
    }
    answer: TaskList['tasks']
  }
  getTask: {
    path: { caseId: string; taskId: string }
    answer: TaskDetail['task']
  }
  openTask: {
    path: { caseId: string }
    body: NewTask
    answer: TaskDetail['task']
  }
  assignTask: {
    path: { caseId: string; taskId: string }
    body: AssignTask
    answer: TaskDetail['task']
  }
  startTask: {
    path: { caseId: string; taskId: string }
    answer: TaskDetail['task']
  }
  holdTask: {
    path: { caseId: string; taskId: string }
    body: HoldTask
    answer: TaskDetail['task']
  }
  resumeTask: {
    path: { caseId: string; taskId: string }
    body: ResumeTask
    answer: TaskDetail['task']
  }
  completeTask: {
    path: { caseId: string; taskId: string }
    body: CompleteTask
    answer: TaskDetail['task']
  }
  cancelTask: {
    path: { caseId: string; taskId: string }
    body: CancelTask
    answer: TaskDetail['task']
  }
  instructTask: {
    path: { caseId: string; taskId: string }
    body: InstructTask
    answer: TaskDetail['task']
  }
  routeMail: {
    path: { caseId: string }
    body: RouteMail
    answer: TaskDetail['task']
  }
  previewEnding: {
    path: { caseId: string }
    body: EndingCommand
    answer: EndingDetail['ending']
  }
  takeInPiece: {
    body: NewPiece
    file: Blob
    answer: PieceDetail['piece']
  }
  listPieces: {
    query: {
      /** Without it, everything that waits */
      status?: 'arriving' | 'unmatched' | 'held' | 'filed' | 'rejected' | 'dropped' | undefined
      /** Only what came so */
      channel?: 'mail' | 'fax' | 'electronicSubmission' | 'portalUpload' | undefined
      /** Only where the sender or the subject has these words */
      text?: string | undefined
      /** The newest first instead of the oldest */
      newest?: boolean | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: PiecePage
    item: PiecePage['pieces'][number]
  }
  replayMail: {
    body: MailReplay
    answer: MailReplayed
  }
  getPiece: {
    path: { pieceId: string }
    answer: PieceToWork
  }
  getPieceFile: {
    path: { pieceId: string; partId: string }
    answer: void
  }
  matchPiece: {
    path: { pieceId: string }
    body: MatchPiece
    answer: PieceDetail['piece']
  }
  dropPiece: {
    path: { pieceId: string }
    body: DropPiece
    answer: PieceDetail['piece']
  }
  rejectPiece: {
    path: { pieceId: string }
    body: RejectPiece
    answer: PieceDetail['piece']
  }
  reopenPiece: {
    path: { pieceId: string }
    body: ReopenPiece
    answer: PieceDetail['piece']
  }
  listSeenPages: {
    path: { caseId: string }
    answer: SeenPages['runs']
  }
  addSeenPages: {
    path: { caseId: string }
    body: AddSeenPages
    answer: void
  }
  getCoverage: {
    path: { caseId: string }
    answer: {
      coverage: Coverage
    }['coverage']
  }
  listSessions: {
    path: { caseId: string }
    answer: SessionList['sessions']
  }
  requestSession: {
    path: { caseId: string }
    body: NewSession
    answer: SessionDetail['session']
  }
  placeSession: {
    path: { caseId: string; sessionId: string }
    body: PlaceSession
    answer: SessionDetail['session']
  }
  endSession: {
    path: { caseId: string; sessionId: string }
    body: EndSession
    answer: SessionDetail['session']
  }
  joinConference: {
    path: { caseId: string; sessionId: string }
    answer: ConferenceLink['conference']
  }
  renewConference: {
    path: { caseId: string; sessionId: string }
    body: RenewConference
    answer: SessionDetail['session']
  }
  findSessions: {
    query: {
      /** Those that begin then or later */
      from?: string | undefined
      /** Those that begin before */
      to?: string | undefined
      kind?: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room' | undefined
      /** Only those of this participant; of a location, also those in its rooms */
      id?: string | undefined
      /** Only those that something has come between */
      isConflicted?: boolean | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: SessionPage
    item: SessionPage['sessions'][number]
  }
  getSession: {
    path: { sessionId: string }
    answer: ListedSessionAnswer['found']
  }
  listSessionQueue: {
    query: {
      /** Only cases on this docket */
      docket?: string | undefined
      kind?: 'inPerson' | 'video' | 'phone' | 'virtual' | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: SessionQueue
    item: SessionQueue['waiting'][number]
  }
  inviteGuest: {
    path: { caseId: string; sessionId: string }
    body: NewGuestLink
    answer: GuestLinkAnswer['link']
  }
  openInvitation: {
    body: OpenInvitation
    answer: InvitationOpened
  }
  enterRoom: {
    body: EnterRoom
    answer: RoomView
  }
  watchRoom: {
    body: WatchRoom
    answer: RoomView
  }
  actInRoom: {
    body: RoomAct
    answer: void
  }
  sendSound: {
    body: SoundChunk
    answer: ChunkStored
  }
  listTranscripts: {
    path: { caseId: string; sessionId: string }
    answer: {
      transcripts: TranscriptSummary[]
    }['transcripts']
  }
  getTranscript: {
    path: { caseId: string; sessionId: string; transcriptId: string }
    answer: {
      transcript: Transcript
    }['transcript']
  }
  correctLine: {
    path: { caseId: string; sessionId: string; transcriptId: string; lineId: string }
    body: CorrectLine
    answer: {
      line: {
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
    }['line']
  }
  nameSpeaker: {
    path: { caseId: string; sessionId: string; transcriptId: string; recordingId: string }
    body: NameSpeaker
    answer: {
      transcript: Transcript
    }['transcript']
  }
  certifyTranscript: {
    path: { caseId: string; sessionId: string; transcriptId: string }
    body: CertifyTranscript
    answer: {
      transcript: Transcript
    }['transcript']
  }
  listAvailability: {
    query: {
      kind: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room'
      id: string
    }
    answer: CalendarEntryList['entries']
  }
  addAvailability: {
    body: NewCalendarEntry
    answer: CalendarEntryAnswer['entry']
  }
  importAvailability: {
    body: CalendarImport
    answer: CalendarImported
  }
  changeAvailability: {
    path: { entryId: string }
    body: NewCalendarEntry
    answer: CalendarEntryAnswer['entry']
  }
  removeAvailability: {
    path: { entryId: string }
    answer: void
  }
  listBlackouts: {
    query: {
      /** Those that end on this day or later */
      from?: string | undefined
      /** Those that begin on this day or earlier */
      to?: string | undefined
    }
    answer: BlackoutList['blackouts']
  }
  addBlackout: {
    body: NewBlackout
    answer: BlackoutAnswer['blackout']
  }
  removeBlackout: {
    path: { blackoutId: string }
    answer: void
  }
  searchSlots: {
    body: SlotSearch
    answer: SlotsFound
  }
  holdSlot: {
    body: NewHold
    answer: HoldAnswer['hold']
  }
  getHold: {
    path: { holdId: string }
    answer: HoldAnswer['hold']
  }
  releaseHold: {
    path: { holdId: string }
    answer: void
  }
  planSessions: {
    body: NewSessionPlan
    answer: SessionPlanAnswer['plan']
  }
  planRepairs: {
    body: NewSessionRepair
    answer: SessionPlanAnswer['plan']
  }
  getSessionPlan: {
    path: { planId: string }
    answer: SessionPlanAnswer['plan']
  }
  acceptSessionPlan: {
    path: { planId: string }
    body: AcceptSessionPlan
    answer: SessionPlanAnswer['plan']
  }
  listFeeds: {
    query: {
      kind?: 'adjudicator' | 'representative' | 'party' | 'interpreter' | 'location' | 'room' | undefined
      /** Only the feeds of this participant */
      id?: string | undefined
    }
    answer: CalendarFeedList['feeds']
  }
  addFeed: {
    body: NewCalendarFeed
    answer: CalendarFeedAnswer['feed']
  }
  rotateFeed: {
    path: { feedId: string }
    answer: CalendarFeedAnswer['feed']
  }
  revokeFeed: {
    path: { feedId: string }
    answer: void
  }
  readFeed: {
    path: { key: string }
    answer: void
  }
  listDeliveries: {
    path: { caseId: string }
    answer: DeliveryList
  }
  receiptDelivery: {
    path: { caseId: string; deliveryId: string }
    body: Receipt
    answer: DeliveryDetail['delivery']
  }
  failDelivery: {
    path: { caseId: string; deliveryId: string }
    body: DeliveryFailure
    answer: DeliveryDetail['delivery']
  }
  reportEffectuation: {
    path: { caseId: string }
    body: EffectuationReport
    answer: EffectuationDetail['effectuation']
  }
  listLetters: {
    path: { caseId: string }
    answer: {
      letters: SentLetter[]
    }['letters']
  }
  findLetters: {
    query: {
      /** `composed`: filed as a document and handed over, without a receipt yet. Reflects the latest record */
      status?: 'owed' | 'composed' | 'receipted' | 'failed' | 'withdrawn' | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: {
      letters: LetterOfCase[]
      /** Pass as `after` to get the next page; absent on the last page */
      next?: string
    }
    item: {
      letters: LetterOfCase[]
      /** Pass as `after` to get the next page; absent on the last page */
      next?: string
    }['letters'][number]
  }
  writeLetter: {
    path: { caseId: string }
    body: WriteLetter
    answer: {
      letter: SentLetter
    }['letter']
  }
  previewLetter: {
    path: { caseId: string }
    body: PreviewLetter
    answer: LetterPreview
  }
  retryLetter: {
    path: { caseId: string; letterId: string }
    body: RetryLetter
    answer: {
      letter: SentLetter
    }['letter']
  }
  receiptLetter: {
    path: { caseId: string; letterId: string }
    body: LetterReceipt
    answer: {
      letter: SentLetter
    }['letter']
  }
  failLetter: {
    path: { caseId: string; letterId: string }
    body: DeliveryFailure
    answer: {
      letter: SentLetter
    }['letter']
  }
  listNotifications: {
    path: { caseId: string }
    answer: {
      notifications: SentNotification[]
    }['notifications']
  }
  previewNotification: {
    path: { caseId: string }
    body: PreviewNotification
    answer: NotificationPreview
  }
  getPartyNotices: {
    path: { caseId: string; partyId: string }
    answer: {
      notices: PartyNotices
    }['notices']
  }
  setPartyNotices: {
    path: { caseId: string; partyId: string }
    body: PartyNotices
    answer: {
      notices: PartyNotices
    }['notices']
  }
  listPorts: {
    answer: PortList['ports']
  }
  getPort: {
    path: { port: string }
    answer: PortDetail['port']
  }
  replayPort: {
    path: { port: string }
    body: Replay
    answer: Replayed
  }
  receiveFact: {
    path: { port: string; binding: string; event: string }
    file: Blob
    answer: {
      status: 'accepted'
    }
  }
  getPortFile: {
    path: { grant: string }
    answer: void
  }
  listObligations: {
    query: {
      port?: string | undefined
      binding?: string | undefined
      caseId?: string | undefined
      /** Created at or after */
      from?: string | undefined
      /** Created before */
      to?: string | undefined
      /** Statuses, separated by commas */
      status?: readonly string[] | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: ObligationPage
    item: ObligationPage['deliveries'][number]
  }
  redriveDelivery: {
    path: { deliveryId: string }
    body: RedriveDelivery
    answer: ObligationDetail['delivery']
  }
  dropDelivery: {
    path: { deliveryId: string }
    body: DropDelivery
    answer: ObligationDetail['delivery']
  }
  redriveDeliveries: {
    body: RedriveDeliveries
    answer: DeliveriesChanged
  }
  dropDeliveries: {
    body: DropDeliveries
    answer: DeliveriesChanged
  }
  listInbox: {
    query: {
      port?: string | undefined
      binding?: string | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: InboxPage
    item: InboxPage['facts'][number]
  }
  matchFact: {
    path: { factId: string }
    body: MatchFact
    answer: InboxDetail['fact']
  }
  dropFact: {
    path: { factId: string }
    body: DropDelivery
    answer: void
  }
  getProfile: {
    answer: ProfileDetail
  }
  saveProfile: {
    body: SaveProfile
    answer: ProfileDetail
  }
  tryProfile: {
    body: TryProfile
    answer: ProfileTrial
  }
  getTemplateFields: {
    answer: TemplateFields
  }
  listProfileVersions: {
    query: {
      /** Return only versions before this one */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: ProfileVersionList
    item: ProfileVersionList['versions'][number]
  }
  getProfileVersion: {
    path: { number: number }
    answer: ProfileDetail
  }
  getProfileChanges: {
    path: { number: number }
    query: {
      /** The version to compare with; defaults to the previous one */
      from?: number | undefined
    }
    answer: ProfileChanges
  }
  restoreProfile: {
    path: { number: number }
    body: RestoreProfile
    answer: ProfileDetail
  }
  getMe: {
    answer: MeDetail['me']
  }
  listDirectory: {
    query: {
      /** Part of the name or username */
      text?: string | undefined
      /** Only members with these usernames, also those who have left: what they have done keeps their name, separated by commas */
      usernames?: readonly string[] | undefined
      /** Only members with this role */
      role?: string | undefined
      /** Only members of this team */
      team?: string | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: DirectoryPage
    item: DirectoryPage['people'][number]
  }
  listMembers: {
    query: {
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: MemberPage
    item: MemberPage['members'][number]
  }
  getMember: {
    path: { memberId: string }
    answer: MemberDetail['member']
  }
  changeMember: {
    path: { memberId: string }
    body: ChangeMember
    answer: MemberDetail['member']
  }
  deactivateMember: {
    path: { memberId: string }
    answer: void
  }
  reactivateMember: {
    path: { memberId: string }
    answer: MemberDetail['member']
  }
  listMemberChanges: {
    path: { memberId: string }
    query: {
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: MemberChangePage
    item: MemberChangePage['changes'][number]
  }
  inviteAgain: {
    path: { memberId: string }
    answer: InvitedAgain
  }
  listTeams: {
    answer: TeamList['teams']
  }
  listInvitations: {
    answer: InvitationList['invitations']
  }
  inviteMember: {
    body: NewInvitation
    answer: Invited
  }
  withdrawInvitation: {
    path: { invitationId: string }
    answer: void
  }
  findTasks: {
    query: {
      /** Assignees: `me`, `myTeams`, `team:<name>`, `person:<id>`, `membersOf:<team>`, separated by commas */
      assignees?: readonly string[] | undefined
      /** Types of tasks, separated by commas */
      types?: readonly string[] | undefined
      /** `assigned`, `inProgress`, `onHold`; or `completed`, `cancelled`, separated by commas */
      statuses?: readonly string[] | undefined
      /** Dockets, separated by commas */
      dockets?: readonly string[] | undefined
      /** Types of cases, separated by commas */
      caseTypes?: readonly string[] | undefined
      /** Only cases advanced on the docket; false for only the others */
      isAdvanced?: boolean | undefined
      /** Only court remands; false for only the others */
      isCourtRemand?: boolean | undefined
      /** Only overdue tasks; false for only the others. A task on hold is not overdue. */
      isOverdue?: boolean | undefined
      /** Minimum age in days */
      leastAgeDays?: number | undefined
      /** `priority`: court remands and advanced cases first, then by docket number. `docket`: by docket number. `age`: oldest task first. `deadline`: earliest deadline first. `closed`: most recently closed first, for closed tasks only. Defaults to `priority`, or `closed` for closed tasks */
      sort?: 'priority' | 'docket' | 'age' | 'deadline' | 'closed' | undefined
      /** Reverse the order */
      isReversed?: boolean | undefined
      /** Whether to include the total count */
      count?: boolean | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: TaskPage
    item: TaskPage['tasks'][number]
  }
  listQueues: {
    answer: QueueList['queues']
  }
  saveQueue: {
    body: NewQueue
    answer: QueueAnswer['queue']
  }
  getQueue: {
    path: { queueId: string }
    answer: QueueAnswer['queue']
  }
  changeQueue: {
    path: { queueId: string }
    body: QueueChange
    answer: QueueAnswer['queue']
  }
  removeQueue: {
    path: { queueId: string }
    answer: void
  }
  listQueueTasks: {
    path: { queueId: string }
    query: {
      /** Whether to include the total count */
      count?: boolean | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: TaskPage
    item: TaskPage['tasks'][number]
  }
  takeNextTask: {
    path: { queueId: string }
    answer: NextTask['task']
  }
  startReassignment: {
    body: NewReassignment
    answer: ReassignmentAnswer['reassignment']
  }
  getReassignment: {
    path: { reassignmentId: string }
    answer: ReassignmentAnswer['reassignment']
  }
  listRanking: {
    query: {
      /** Only cases on this docket */
      docket?: string | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: Ranking
    item: Ranking['cases'][number]
  }
  askForCases: {
    body: {
      /** Who receives the cases; defaults to the caller */
      memberId?: string
    }
    answer: DistributionRunDetail['run']
  }
  listRuns: {
    query: {
      memberId?: string | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: DistributionRunList
    item: DistributionRunList['runs'][number]
  }
  getRun: {
    path: { runId: string }
    answer: DistributionRunDetail['run']
  }
  simulateLevers: {
    body: LeverChange
    answer: LeverSimulation['simulation']
  }
  listReports: {
    answer: ReportList['reports']
  }
  getReport: {
    path: { name: string }
    query: {
      /** Dimensions to break it down by, among those of the report, separated by commas */
      by?: readonly string[] | undefined
      /** The interval that is counted by */
      period?: 'day' | 'week' | 'month' | 'quarter' | 'year' | undefined
      /** The first day, UTC. Defaults to a year before `to` */
      from?: string | undefined
      /** The last day, UTC. Defaults to today */
      to?: string | undefined
      /** Only cases of this type */
      caseType?: string | undefined
      /** Only cases on this docket */
      docket?: string | undefined
      /** Defaults to `json` */
      format?: 'json' | 'csv' | 'ndjson' | 'parquet' | undefined
    }
    answer: ReportDetail['report']
  }
  listDataElements: {
    answer: DataElementList['elements']
  }
  listDashboards: {
    answer: DashboardList['dashboards']
  }
  getDashboard: {
    path: { dashboardId: string }
    answer: DashboardDetail['dashboard']
  }
  setDashboardRoles: {
    path: { dashboardId: string }
    body: DashboardRoles
    answer: DashboardDetail['dashboard']
  }
  removeDashboard: {
    path: { dashboardId: string }
    answer: void
  }
  listIssues: {
    path: { caseId: string }
    answer: IssueList
  }
  addIssue: {
    path: { caseId: string }
    body: NewIssue
    answer: IssueDetail['issue']
  }
  orderIssues: {
    path: { caseId: string }
    body: IssueOrder
    answer: IssueList
  }
  getIssue: {
    path: { caseId: string; issueId: string }
    answer: IssueDetail['issue']
  }
  editIssue: {
    path: { caseId: string; issueId: string }
    body: EditIssue
    answer: IssueDetail['issue']
  }
  decideIssue: {
    path: { caseId: string; issueId: string }
    body: DecideIssue
    answer: IssueDetail['issue']
  }
  undecideIssue: {
    path: { caseId: string; issueId: string }
    query: {
      /** Why you act in the place of whoever holds the task; ignored if you hold it */
      override?: string | undefined
    }
    answer: void
  }
  splitIssue: {
    path: { caseId: string; issueId: string }
    body: SplitIssue
    answer: IssueList
  }
  mergeIssues: {
    path: { caseId: string; issueId: string }
    body: MergeIssues
    answer: IssueDetail['issue']
  }
  removeIssue: {
    path: { caseId: string; issueId: string }
    body: IssueRemoval
    answer: IssueDetail['issue']
  }
  restoreIssue: {
    path: { caseId: string; issueId: string }
    answer: void
  }
  listEvidence: {
    path: { caseId: string; issueId: string }
    answer: Evidence['evidence']
  }
  citeEvidence: {
    path: { caseId: string; issueId: string }
    body: NewCitation
    answer: CitationCreated['citation']
  }
  removeCitation: {
    path: { caseId: string; issueId: string; citationId: string }
    query: {
      /** Why you act in the place of whoever holds the task; ignored if you hold it */
      override?: string | undefined
    }
    answer: void
  }
  listPageCitations: {
    path: { caseId: string; page: number }
    answer: PageCitations
  }
  checkAnchors: {
    path: { caseId: string }
    body: CheckAnchors
    answer: AnchorChecks['checks']
  }
  listWorkProducts: {
    path: { caseId: string }
    answer: WorkProductList['workProducts']
  }
  draftWorkProduct: {
    path: { caseId: string }
    body: NewWorkProduct
    answer: WorkProductChanged['workProduct']
  }
  getWorkProduct: {
    path: { caseId: string; workProductId: string }
    answer: WorkProductDetail['workProduct']
  }
  saveWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: SaveWorkProduct
    answer: WorkProductChanged['workProduct']
  }
  listWorkProductVersions: {
    path: { caseId: string; workProductId: string }
    query: {
      /** Return only versions before this one */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: WorkProductVersionList
    item: WorkProductVersionList['versions'][number]
  }
  getWorkProductVersion: {
    path: { caseId: string; workProductId: string; version: number }
    answer: WorkProductVersionDetail['version']
  }
  listComments: {
    path: { caseId: string; workProductId: string }
    answer: CommentList['comments']
  }
  addComment: {
    path: { caseId: string; workProductId: string }
    body: NewComment
    answer: CommentDetail['comment']
  }
  setCommentResolved: {
    path: { caseId: string; workProductId: string; commentId: string }
    body: SetResolved
    answer: void
  }
  submitWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: SubmitWorkProduct
    answer: WorkProductChanged['workProduct']
  }
  returnWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: ReturnWorkProduct
    answer: WorkProductChanged['workProduct']
  }
  discardWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: WithReason
    answer: WorkProductChanged['workProduct']
  }
  getBlockers: {
    path: { caseId: string; workProductId: string }
    answer: Blockers
  }
  previewWorkProduct: {
    path: { caseId: string; workProductId: string }
    answer: WorkProductPreview
  }
  previewWorkProductFile: {
    path: { caseId: string; workProductId: string }
    answer: void
  }
  signWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: SignWorkProduct
    answer: WorkProductChanged['workProduct']
  }
  releaseWorkProduct: {
    path: { caseId: string; workProductId: string }
    answer: WorkProductChanged['workProduct']
  }
  recallWorkProduct: {
    path: { caseId: string; workProductId: string }
    body: WithReason
    answer: WorkProductChanged['workProduct']
  }
  changeText: {
    path: { caseId: string; workProductId: string }
    body: NewOperations
    answer: OperationsApplied
  }
  listTextChanges: {
    path: { caseId: string; workProductId: string }
    query: {
      /** Return only changes after this revision */
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: TextChanges
  }
  keepVersion: {
    path: { caseId: string; workProductId: string }
    answer: WorkProductChanged['workProduct']
  }
  searchBoilerplate: {
    query: {
      /** Words as in the search of a case; the last one may be a beginning */
      q?: string | undefined
      place?: 'opening' | 'issue' | 'closing' | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
      /** Only entries that are offered for it */
      issueType?: string | undefined
      /** Only entries that are offered for it */
      disposition?: string | undefined
    }
    answer: BoilerplatePage
    item: BoilerplatePage['entries'][number]
  }
  getBoilerplate: {
    path: { entryId: string }
    query: {
      /** Defaults to the newest */
      version?: number | undefined
    }
    answer: BoilerplateDetail
  }
  getBoilerplateChanges: {
    path: { entryId: string }
    query: {
      from: number
      /** Defaults to the newest */
      to?: number | undefined
    }
    answer: BoilerplateChanges
  }
  listBoilerplateUses: {
    path: { entryId: string }
    query: {
      version?: number | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: BoilerplateUses
    item: BoilerplateUses['uses'][number]
  }
  listUntriedConditions: {
    query: {
      /** The name of the entry */
      entryId?: string | undefined
      after?: number | string | undefined
      limit?: number | undefined
    }
    answer: UntriedConditions
    item: UntriedConditions['conditions'][number]
  }
  offerBoilerplate: {
    path: { caseId: string }
    query: {
      /** Words as in the search of a case; the last one may be a beginning */
      q?: string | undefined
      place?: 'opening' | 'issue' | 'closing' | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
      /** Only entries that are offered for this issue as it is decided now */
      issueId?: string | undefined
    }
    answer: OfferedBoilerplatePage
    item: OfferedBoilerplatePage['entries'][number]
  }
  tryBoilerplate: {
    path: { caseId: string }
    body: TryBoilerplate
    answer: TriedBoilerplate
  }
  listDraftBoilerplate: {
    path: { caseId: string; workProductId: string }
    answer: DraftBoilerplateList['boilerplate']
  }
  listProposals: {
    path: { caseId: string; workProductId: string }
    query: {
      /** Return only those with this status */
      status?: 'open' | 'accepted' | 'rejected' | 'withdrawn' | 'closed' | undefined
      /** The `next` of the previous page */
      after?: string | undefined
      limit?: number | undefined
    }
    answer: ProposalPage
    item: ProposalPage['proposals'][number]
  }
  propose: {
    path: { caseId: string; workProductId: string }
    body: NewProposal
    answer: ProposalDetail['proposal']
  }
  acceptProposals: {
    path: { caseId: string; workProductId: string }
    body: AcceptProposals
    answer: ProposalsAccepted
  }
  rejectProposals: {
    path: { caseId: string; workProductId: string }
    body: RejectProposals
    answer: AllProposals
  }
  withdrawProposals: {
    path: { caseId: string; workProductId: string }
    body: WithdrawProposals
    answer: AllProposals
  }
  openInEditor: {
    path: { caseId: string; workProductId: string }
    answer: EditorLink['editor']
  }
  proveSigning: {
    path: { caseId: string; workProductId: string }
    body: ProveSigning
    answer: SigningProof
  }
  listEditorEvidence: {
    path: { grant: string }
    answer: EditorEvidence['evidence']
  }
  getEditorDocument: {
    path: { grant: string; documentId: string }
    answer: void
  }
  getEditorText: {
    path: { grant: string; documentId: string }
    answer: EditorText['text']
  }
  listRemands: {
    path: { caseId: string }
    answer: RemandList['remands']
  }
  recordCourtRemand: {
    path: { caseId: string }
    body: CourtRemand
    answer: RemandDetail['remand']
  }
  correctMandate: {
    path: { caseId: string; remandId: string }
    body: MandateCorrection
    answer: RemandDetail['remand']
  }
  reportRemandProgress: {
    path: { caseId: string; remandId: string }
    body: RemandProgress
    answer: RemandDetail['remand']
  }
  returnRemand: {
    path: { caseId: string; remandId: string }
    body: RemandReturn
    answer: RemandDetail['remand']
  }
  answerInstruction: {
    path: { caseId: string; remandId: string; instructionId: string }
    body: NewAnswer
    answer: RemandDetail['remand']
  }
  removeAnswer: {
    path: { caseId: string; remandId: string; instructionId: string; answerId: string }
    answer: void
  }
  judgeInstruction: {
    path: { caseId: string; remandId: string; instructionId: string }
    body: JudgeInstruction
    answer: RemandDetail['remand']
  }
  getDecisionPackage: {
    path: { caseId: string }
    query: {
      /** The work product; defaults to the one signed last */
      workProductId?: string | undefined
      /** `zip` includes the sealed PDF, the cited documents, the events and their proof */
      format?: 'json' | 'zip' | undefined
    }
    answer: DecisionPackageDetail
  }
  getDecisionFile: {
    path: { caseId: string }
    query: {
      /** The work product; defaults to the one signed last */
      workProductId?: string | undefined
    }
    answer: void
  }
  verifyDecision: {
    path: { caseId: string }
    query: {
      /** The work product; defaults to the one signed last */
      workProductId?: string | undefined
    }
    answer: DecisionVerification
  }
}

export type RouteName = keyof Routes

export type Route = {
  /** The method, and the path with its arguments. */
  at: string
  query?: readonly string[]
  /** Whether it takes an idempotency key. */
  isKeyed?: true
  /** Whether it needs no token. */
  isPublic?: true
  /** The one member of the answer. */
  gives?: string
  /** The member of a page that has its items. */
  items?: string
  /** The part of a form that has the JSON, beside the file. */
  form?: string
}

export const routes: Record<RouteName, Route> = {
  signIn: { at: 'POST /auth/token', isPublic: true },
  refresh: { at: 'POST /auth/refresh', isPublic: true },
  signOut: { at: 'POST /auth/sign-out' },
  startBrowserSession: { at: 'POST /auth/session', isPublic: true },
  refreshBrowserSession: { at: 'POST /auth/session/refresh', isPublic: true },
  endBrowserSession: { at: 'DELETE /auth/session', isPublic: true },
  changePassword: { at: 'PUT /me/password' },
  listSandboxPeople: { at: 'GET /sandbox/people', query: ['code'], isPublic: true, gives: 'people' },
  signInSandboxPerson: { at: 'POST /sandbox/sign-in', isPublic: true },
  acceptInvitation: { at: 'POST /auth/invitation', isPublic: true },
  startPasskeySignIn: { at: 'POST /auth/passkey/options', isPublic: true, gives: 'options' },
  signInWithPasskey: { at: 'POST /auth/passkey', isPublic: true },
  startBrowserSessionWithPasskey: { at: 'POST /auth/session/passkey', isPublic: true },
  listPasskeys: { at: 'GET /me/passkeys', gives: 'passkeys' },
  startNewPasskey: { at: 'POST /me/passkeys/options', gives: 'options' },
  addPasskey: { at: 'POST /me/passkeys', gives: 'passkey' },
  renamePasskey: { at: 'PATCH /me/passkeys/{passkeyId}', gives: 'passkey' },
  removePasskey: { at: 'DELETE /me/passkeys/{passkeyId}' },
  listMemberPasskeys: { at: 'GET /members/{memberId}/passkeys', gives: 'passkeys' },
  removeMemberPasskey: { at: 'DELETE /members/{memberId}/passkeys/{passkeyId}', isKeyed: true },
  listAppeals: { at: 'GET /appeals', gives: 'appeals' },
  getAppeal: { at: 'GET /appeals/{appealId}' },
  search: { at: 'GET /appeals/{appealId}/search', query: ['q'] },
  getFile: { at: 'GET /appeals/{appealId}/file', query: ['format', 'annotations'] },
  arrangeDocuments: { at: 'PUT /appeals/{appealId}/document-order', isKeyed: true, gives: 'documents' },
  moveDocuments: { at: 'POST /cases/{caseId}/document-order/moves', isKeyed: true, gives: 'documents' },
  listDocuments: { at: 'GET /appeals/{appealId}/documents', gives: 'documents' },
  getDocument: { at: 'GET /appeals/{appealId}/documents/{documentId}' },
  getContent: { at: 'GET /appeals/{appealId}/documents/{documentId}/content' },
  addTag: { at: 'POST /appeals/{appealId}/documents/{documentId}/tags', isKeyed: true, gives: 'tag' },
  removeTag: { at: 'DELETE /appeals/{appealId}/documents/{documentId}/tags/{text}', isKeyed: true },
  createAnnotation: { at: 'POST /appeals/{appealId}/documents/{documentId}/annotations', isKeyed: true, gives: 'annotation' },
  editAnnotation: { at: 'PUT /appeals/{appealId}/documents/{documentId}/annotations/{annotationId}', isKeyed: true, gives: 'annotation' },
  moveAnnotation: { at: 'PUT /appeals/{appealId}/documents/{documentId}/annotations/{annotationId}/place', isKeyed: true, gives: 'annotation' },
  restoreAnnotation: { at: 'POST /appeals/{appealId}/documents/{documentId}/annotations/{annotationId}/restore', isKeyed: true, gives: 'annotation' },
  removeAnnotation: { at: 'DELETE /appeals/{appealId}/documents/{documentId}/annotations/{annotationId}', isKeyed: true },
  setReadState: { at: 'PUT /appeals/{appealId}/documents/{documentId}/read-state', isKeyed: true, gives: 'readState' },
  listCases: { at: 'GET /cases', query: ['status', 'docket', 'caseType', 'assignee', 'isClosed', 'text', 'receivedFrom', 'receivedTo', 'leastDaysInStep', 'sensitivity', 'sort', 'isReversed', 'source', 'externalId', 'count', 'after', 'limit'], items: 'cases' },
  getCase: { at: 'GET /cases/{caseId}' },
  correctCase: { at: 'PATCH /cases/{caseId}', isKeyed: true },
  getCaseState: { at: 'GET /cases/{caseId}/state', query: ['at'] },
  searchCase: { at: 'GET /cases/{caseId}/search', query: ['q', 'documentId', 'category', 'tag', 'documentType', 'read', 'receivedFrom', 'receivedTo', 'after', 'limit'], items: 'hits' },
  getPageText: { at: 'GET /cases/{caseId}/documents/{documentId}/pages/{page}/text', gives: 'page' },
  getPagePlace: { at: 'GET /cases/{caseId}/pages/{page}', gives: 'place' },
  getPageMap: { at: 'GET /cases/{caseId}/page-map', query: ['after', 'limit'] },
  listCaseViews: { at: 'GET /case-views', gives: 'views' },
  saveCaseView: { at: 'POST /case-views', isKeyed: true, gives: 'view' },
  removeCaseView: { at: 'DELETE /case-views/{viewId}', isKeyed: true },
  listCaseEvents: { at: 'GET /cases/{caseId}/events', query: ['after', 'types', 'limit'], items: 'events' },
  listEvents: { at: 'GET /events', query: ['after', 'types', 'limit'], items: 'events' },
  getChanges: { at: 'GET /changes', query: ['after'] },
  listPartyHistory: { at: 'GET /cases/{caseId}/parties/{partyId}/history', query: ['after', 'limit'], items: 'events' },
  listAccess: { at: 'GET /cases/{caseId}/access-log', query: ['after', 'limit'], items: 'entries' },
  openCase: { at: 'POST /cases', isKeyed: true, form: 'case' },
  listCaseDocuments: { at: 'GET /cases/{caseId}/documents', query: ['status'], gives: 'documents' },
  fileDocument: { at: 'POST /cases/{caseId}/documents', isKeyed: true, form: 'document' },
  getCaseDocument: { at: 'GET /cases/{caseId}/documents/{documentId}' },
  reviseDocument: { at: 'PUT /cases/{caseId}/documents/{documentId}/content', query: ['uploadId'], isKeyed: true },
  reviseAppealDocument: { at: 'PUT /appeals/{appealId}/documents/{documentId}/content', query: ['uploadId'], isKeyed: true },
  getVersionContent: { at: 'GET /cases/{caseId}/documents/{documentId}/versions/{version}/content' },
  getOriginal: { at: 'GET /cases/{caseId}/documents/{documentId}/original' },
  proposeDivision: { at: 'GET /cases/{caseId}/documents/{documentId}/division' },
  divideDocument: { at: 'PUT /cases/{caseId}/documents/{documentId}/division', isKeyed: true, gives: 'documents' },
  editDocument: { at: 'PATCH /cases/{caseId}/documents/{documentId}', isKeyed: true },
  setDocumentStatus: { at: 'PUT /cases/{caseId}/documents/{documentId}/status', isKeyed: true },
  setDocumentLinked: { at: 'PUT /cases/{caseId}/documents/{documentId}/duplicates', isKeyed: true },
  listSources: { at: 'GET /cases/{caseId}/sources' },
  lookAtSources: { at: 'PUT /cases/{caseId}/sources/looked', isKeyed: true },
  beginUpload: { at: 'POST /uploads', gives: 'upload' },
  getUpload: { at: 'GET /uploads/{uploadId}', gives: 'upload' },
  continueUpload: { at: 'PATCH /uploads/{uploadId}', query: ['offset'], gives: 'upload' },
  removeUpload: { at: 'DELETE /uploads/{uploadId}' },
  grantScopedAccess: { at: 'POST /cases/{caseId}/scoped-access', isKeyed: true, gives: 'access' },
  listLinks: { at: 'GET /cases/{caseId}/links', gives: 'links' },
  linkCase: { at: 'POST /cases/{caseId}/links', isKeyed: true },
  listParties: { at: 'GET /cases/{caseId}/parties', gives: 'parties' },
  getParty: { at: 'GET /cases/{caseId}/parties/{partyId}', gives: 'party' },
  writeParty: { at: 'POST /cases/{caseId}/parties/{partyId}', isKeyed: true, gives: 'party' },
  removeParty: { at: 'DELETE /cases/{caseId}/parties/{partyId}', query: ['why'], isKeyed: true },
  setRepresentation: { at: 'PUT /cases/{caseId}/parties/{partyId}/representation', isKeyed: true, gives: 'party' },
  revokeRepresentation: { at: 'DELETE /cases/{caseId}/parties/{partyId}/representation', query: ['why'], isKeyed: true },
  mergeParty: { at: 'POST /cases/{caseId}/parties/{partyId}/merge', isKeyed: true, gives: 'party' },
  findCandidates: { at: 'POST /cases/{caseId}/party-candidates', isKeyed: true },
  settleConflict: { at: 'POST /cases/{caseId}/parties/{partyId}/settle-conflict', isKeyed: true, gives: 'party' },
  listAccessGrants: { at: 'GET /cases/{caseId}/access-grants', gives: 'grants' },
  grantAccess: { at: 'POST /cases/{caseId}/access-grants', isKeyed: true, gives: 'grant' },
  withdrawAccess: { at: 'DELETE /cases/{caseId}/access-grants/{grantId}', query: ['why'], isKeyed: true },
  getPriority: { at: 'GET /cases/{caseId}/priority', gives: 'priority' },
  ruleOnMotion: { at: 'POST /cases/{caseId}/advance', isKeyed: true, gives: 'priority' },
  getPreferences: { at: 'GET /me/preferences', gives: 'preferences' },
  setPreferences: { at: 'PUT /me/preferences', gives: 'preferences' },
  changePreferences: { at: 'PATCH /me/preferences', gives: 'preferences' },
  visitCase: { at: 'POST /cases/{caseId}/visit', isKeyed: true, gives: 'visit' },
  listPlaces: { at: 'GET /cases/{caseId}/places', gives: 'places' },
  keepPlace: { at: 'PUT /cases/{caseId}/documents/{documentId}/place', isKeyed: true },
  listAlerts: { at: 'GET /alerts', query: ['unread', 'notification', 'after', 'limit'], items: 'alerts' },
  markAlert: { at: 'PUT /alerts/{alertId}/read', isKeyed: true, gives: 'alert' },
  markAlerts: { at: 'PUT /alerts/read', isKeyed: true, gives: 'unread' },
  getSubscriptions: { at: 'GET /subscriptions' },
  setSubscriptions: { at: 'PUT /subscriptions', isKeyed: true },
  listPresent: { at: 'GET /cases/{caseId}/presence', gives: 'present' },
  bePresent: { at: 'PUT /cases/{caseId}/presence', isKeyed: true, gives: 'present' },
  leaveCase: { at: 'DELETE /cases/{caseId}/presence', isKeyed: true },
  startImport: { at: 'POST /imports', query: ['dryRun'], isKeyed: true, gives: 'import' },
  listImports: { at: 'GET /imports', query: ['after', 'limit'], items: 'imports' },
  getImport: { at: 'GET /imports/{importId}', gives: 'import' },
  listImportErrors: { at: 'GET /imports/{importId}/errors', query: ['after'] },
  setImportStatus: { at: 'PUT /imports/{importId}/status', isKeyed: true, gives: 'import' },
  setSensitivity: { at: 'PUT /cases/{caseId}/sensitivity', isKeyed: true, gives: 'sensitivity' },
  listLegalHolds: { at: 'GET /cases/{caseId}/legal-holds', gives: 'holds' },
  placeLegalHold: { at: 'POST /cases/{caseId}/legal-holds', isKeyed: true, gives: 'hold' },
  liftLegalHold: { at: 'POST /cases/{caseId}/legal-holds/{holdId}/lift', isKeyed: true },
  listDueCases: { at: 'GET /retention/due', query: ['after', 'limit'], items: 'cases' },
  purgeCase: { at: 'POST /cases/{caseId}/purge', isKeyed: true, gives: 'tombstone' },
  getTombstone: { at: 'GET /cases/{caseId}/tombstone', gives: 'tombstone' },
  listTombstones: { at: 'GET /tombstones', query: ['after', 'limit'], items: 'tombstones' },
  docketCase: { at: 'POST /cases/{caseId}/docket', isKeyed: true },
  refuseDocketing: { at: 'POST /cases/{caseId}/docket-refusal', isKeyed: true },
  reopenCase: { at: 'POST /cases/{caseId}/reopen', isKeyed: true },
  explainCase: { at: 'GET /cases/{caseId}/explain' },
  checkDocket: { at: 'GET /docket/health', gives: 'broken' },
  listTasks: { at: 'GET /cases/{caseId}/tasks', query: ['open'], gives: 'tasks' },
  getTask: { at: 'GET /cases/{caseId}/tasks/{taskId}', gives: 'task' },
  openTask: { at: 'POST /cases/{caseId}/tasks', isKeyed: true, gives: 'task' },
  assignTask: { at: 'PUT /cases/{caseId}/tasks/{taskId}/assignee', isKeyed: true, gives: 'task' },
  startTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/start', isKeyed: true, gives: 'task' },
  holdTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/hold', isKeyed: true, gives: 'task' },
  resumeTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/resume', isKeyed: true, gives: 'task' },
  completeTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/complete', isKeyed: true, gives: 'task' },
  cancelTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/cancel', isKeyed: true, gives: 'task' },
  instructTask: { at: 'POST /cases/{caseId}/tasks/{taskId}/instructions', isKeyed: true, gives: 'task' },
  routeMail: { at: 'POST /cases/{caseId}/mail', isKeyed: true, gives: 'task' },
  previewEnding: { at: 'POST /cases/{caseId}/endings', isKeyed: true, gives: 'ending' },
  takeInPiece: { at: 'POST /correspondence', isKeyed: true, gives: 'piece', form: 'piece' },
  listPieces: { at: 'GET /correspondence', query: ['status', 'channel', 'text', 'newest', 'after', 'limit'], items: 'pieces' },
  replayMail: { at: 'POST /correspondence/replay', isKeyed: true },
  getPiece: { at: 'GET /correspondence/{pieceId}' },
  getPieceFile: { at: 'GET /correspondence/{pieceId}/files/{partId}' },
  matchPiece: { at: 'POST /correspondence/{pieceId}/match', isKeyed: true, gives: 'piece' },
  dropPiece: { at: 'POST /correspondence/{pieceId}/drop', isKeyed: true, gives: 'piece' },
  rejectPiece: { at: 'POST /correspondence/{pieceId}/reject', isKeyed: true, gives: 'piece' },
  reopenPiece: { at: 'POST /correspondence/{pieceId}/reopen', isKeyed: true, gives: 'piece' },
  listSeenPages: { at: 'GET /cases/{caseId}/seen-pages', gives: 'runs' },
  addSeenPages: { at: 'POST /cases/{caseId}/seen-pages', isKeyed: true },
  getCoverage: { at: 'GET /cases/{caseId}/coverage', gives: 'coverage' },
  listSessions: { at: 'GET /cases/{caseId}/sessions', gives: 'sessions' },
  requestSession: { at: 'POST /cases/{caseId}/sessions', isKeyed: true, gives: 'session' },
  placeSession: { at: 'PUT /cases/{caseId}/sessions/{sessionId}/slot', isKeyed: true, gives: 'session' },
  endSession: { at: 'PUT /cases/{caseId}/sessions/{sessionId}/outcome', isKeyed: true, gives: 'session' },
  joinConference: { at: 'GET /cases/{caseId}/sessions/{sessionId}/conference', gives: 'conference' },
  renewConference: { at: 'POST /cases/{caseId}/sessions/{sessionId}/conference', isKeyed: true, gives: 'session' },
  findSessions: { at: 'GET /sessions', query: ['from', 'to', 'kind', 'id', 'isConflicted', 'after', 'limit'], items: 'sessions' },
  getSession: { at: 'GET /sessions/{sessionId}', gives: 'found' },
  listSessionQueue: { at: 'GET /session-queue', query: ['docket', 'kind', 'after', 'limit'], items: 'waiting' },
  inviteGuest: { at: 'POST /cases/{caseId}/sessions/{sessionId}/conference/links', isKeyed: true, gives: 'link' },
  openInvitation: { at: 'POST /rooms/invitations', isPublic: true },
  enterRoom: { at: 'POST /rooms/entries', isPublic: true },
  watchRoom: { at: 'POST /rooms/views', isPublic: true },
  actInRoom: { at: 'POST /rooms/acts', isPublic: true },
  sendSound: { at: 'POST /rooms/chunks', isPublic: true },
  listTranscripts: { at: 'GET /cases/{caseId}/sessions/{sessionId}/transcripts', gives: 'transcripts' },
  getTranscript: { at: 'GET /cases/{caseId}/sessions/{sessionId}/transcripts/{transcriptId}', gives: 'transcript' },
  correctLine: { at: 'PATCH /cases/{caseId}/sessions/{sessionId}/transcripts/{transcriptId}/lines/{lineId}', isKeyed: true, gives: 'line' },
  nameSpeaker: { at: 'PUT /cases/{caseId}/sessions/{sessionId}/transcripts/{transcriptId}/speakers/{recordingId}', isKeyed: true, gives: 'transcript' },
  certifyTranscript: { at: 'PUT /cases/{caseId}/sessions/{sessionId}/transcripts/{transcriptId}/certificate', isKeyed: true, gives: 'transcript' },
  listAvailability: { at: 'GET /availability', query: ['kind', 'id'], gives: 'entries' },
  addAvailability: { at: 'POST /availability', isKeyed: true, gives: 'entry' },
  importAvailability: { at: 'POST /availability/import', isKeyed: true },
  changeAvailability: { at: 'PUT /availability/{entryId}', isKeyed: true, gives: 'entry' },
  removeAvailability: { at: 'DELETE /availability/{entryId}', isKeyed: true },
  listBlackouts: { at: 'GET /blackouts', query: ['from', 'to'], gives: 'blackouts' },
  addBlackout: { at: 'POST /blackouts', isKeyed: true, gives: 'blackout' },
  removeBlackout: { at: 'DELETE /blackouts/{blackoutId}', isKeyed: true },
  searchSlots: { at: 'POST /slots/search', isKeyed: true },
  holdSlot: { at: 'POST /holds', isKeyed: true, gives: 'hold' },
  getHold: { at: 'GET /holds/{holdId}', gives: 'hold' },
  releaseHold: { at: 'DELETE /holds/{holdId}', isKeyed: true },
  planSessions: { at: 'POST /session-plans', isKeyed: true, gives: 'plan' },
  planRepairs: { at: 'POST /session-repairs', isKeyed: true, gives: 'plan' },
  getSessionPlan: { at: 'GET /session-plans/{planId}', gives: 'plan' },
  acceptSessionPlan: { at: 'POST /session-plans/{planId}/acceptance', isKeyed: true, gives: 'plan' },
  listFeeds: { at: 'GET /calendar-feeds', query: ['kind', 'id'], gives: 'feeds' },
  addFeed: { at: 'POST /calendar-feeds', isKeyed: true, gives: 'feed' },
  rotateFeed: { at: 'POST /calendar-feeds/{feedId}/rotation', isKeyed: true, gives: 'feed' },
  revokeFeed: { at: 'DELETE /calendar-feeds/{feedId}', isKeyed: true },
  readFeed: { at: 'GET /feeds/{key}', isPublic: true },
  listDeliveries: { at: 'GET /cases/{caseId}/deliveries' },
  receiptDelivery: { at: 'PUT /cases/{caseId}/deliveries/{deliveryId}/receipt', isKeyed: true, gives: 'delivery' },
  failDelivery: { at: 'PUT /cases/{caseId}/deliveries/{deliveryId}/failure', isKeyed: true, gives: 'delivery' },
  reportEffectuation: { at: 'POST /cases/{caseId}/effectuation', isKeyed: true, gives: 'effectuation' },
  listLetters: { at: 'GET /cases/{caseId}/letters', gives: 'letters' },
  findLetters: { at: 'GET /letters', query: ['status', 'after', 'limit'], items: 'letters' },
  writeLetter: { at: 'POST /cases/{caseId}/letters', isKeyed: true, gives: 'letter' },
  previewLetter: { at: 'POST /cases/{caseId}/letters/preview', isKeyed: true },
  retryLetter: { at: 'POST /cases/{caseId}/letters/{letterId}/retry', isKeyed: true, gives: 'letter' },
  receiptLetter: { at: 'PUT /cases/{caseId}/letters/{letterId}/receipt', isKeyed: true, gives: 'letter' },
  failLetter: { at: 'PUT /cases/{caseId}/letters/{letterId}/failure', isKeyed: true, gives: 'letter' },
  listNotifications: { at: 'GET /cases/{caseId}/notifications', gives: 'notifications' },
  previewNotification: { at: 'POST /cases/{caseId}/notifications/preview', isKeyed: true },
  getPartyNotices: { at: 'GET /cases/{caseId}/parties/{partyId}/notices', gives: 'notices' },
  setPartyNotices: { at: 'PUT /cases/{caseId}/parties/{partyId}/notices', isKeyed: true, gives: 'notices' },
  listPorts: { at: 'GET /ports', gives: 'ports' },
  getPort: { at: 'GET /ports/{port}', gives: 'port' },
  replayPort: { at: 'POST /ports/{port}/replay', isKeyed: true },
  receiveFact: { at: 'POST /ports/{port}/{binding}/inbound/{event}', isPublic: true },
  getPortFile: { at: 'GET /port-files/{grant}', isPublic: true },
  listObligations: { at: 'GET /deliveries', query: ['port', 'binding', 'caseId', 'from', 'to', 'status', 'after', 'limit'], items: 'deliveries' },
  redriveDelivery: { at: 'POST /deliveries/{deliveryId}/redrive', isKeyed: true, gives: 'delivery' },
  dropDelivery: { at: 'POST /deliveries/{deliveryId}/drop', isKeyed: true, gives: 'delivery' },
  redriveDeliveries: { at: 'POST /deliveries/redrive', isKeyed: true },
  dropDeliveries: { at: 'POST /deliveries/drop', isKeyed: true },
  listInbox: { at: 'GET /inbox', query: ['port', 'binding', 'after', 'limit'], items: 'facts' },
  matchFact: { at: 'POST /inbox/{factId}/match', isKeyed: true, gives: 'fact' },
  dropFact: { at: 'POST /inbox/{factId}/drop', isKeyed: true },
  getProfile: { at: 'GET /profile' },
  saveProfile: { at: 'PUT /profile', isKeyed: true },
  tryProfile: { at: 'POST /profile/trial', isKeyed: true },
  getTemplateFields: { at: 'GET /profile/fields' },
  listProfileVersions: { at: 'GET /profile/versions', query: ['after', 'limit'], items: 'versions' },
  getProfileVersion: { at: 'GET /profile/versions/{number}' },
  getProfileChanges: { at: 'GET /profile/versions/{number}/changes', query: ['from'] },
  restoreProfile: { at: 'POST /profile/versions/{number}/restore', isKeyed: true },
  getMe: { at: 'GET /me', gives: 'me' },
  listDirectory: { at: 'GET /directory', query: ['text', 'usernames', 'role', 'team', 'after', 'limit'], items: 'people' },
  listMembers: { at: 'GET /members', query: ['after', 'limit'], items: 'members' },
  getMember: { at: 'GET /members/{memberId}', gives: 'member' },
  changeMember: { at: 'PATCH /members/{memberId}', isKeyed: true, gives: 'member' },
  deactivateMember: { at: 'DELETE /members/{memberId}', isKeyed: true },
  reactivateMember: { at: 'POST /members/{memberId}/reactivate', isKeyed: true, gives: 'member' },
  listMemberChanges: { at: 'GET /members/{memberId}/changes', query: ['after', 'limit'], items: 'changes' },
  inviteAgain: { at: 'POST /members/{memberId}/invitation', isKeyed: true },
  listTeams: { at: 'GET /teams', gives: 'teams' },
  listInvitations: { at: 'GET /invitations', gives: 'invitations' },
  inviteMember: { at: 'POST /invitations', isKeyed: true },
  withdrawInvitation: { at: 'DELETE /invitations/{invitationId}', isKeyed: true },
  findTasks: { at: 'GET /tasks', query: ['assignees', 'types', 'statuses', 'dockets', 'caseTypes', 'isAdvanced', 'isCourtRemand', 'isOverdue', 'leastAgeDays', 'sort', 'isReversed', 'count', 'after', 'limit'], items: 'tasks' },
  listQueues: { at: 'GET /queues', gives: 'queues' },
  saveQueue: { at: 'POST /queues', isKeyed: true, gives: 'queue' },
  getQueue: { at: 'GET /queues/{queueId}', gives: 'queue' },
  changeQueue: { at: 'PUT /queues/{queueId}', isKeyed: true, gives: 'queue' },
  removeQueue: { at: 'DELETE /queues/{queueId}', isKeyed: true },
  listQueueTasks: { at: 'GET /queues/{queueId}/tasks', query: ['count', 'after', 'limit'], items: 'tasks' },
  takeNextTask: { at: 'POST /queues/{queueId}/next', isKeyed: true, gives: 'task' },
  startReassignment: { at: 'POST /reassignments', isKeyed: true, gives: 'reassignment' },
  getReassignment: { at: 'GET /reassignments/{reassignmentId}', gives: 'reassignment' },
  listRanking: { at: 'GET /distribution/ranking', query: ['docket', 'after', 'limit'], items: 'cases' },
  askForCases: { at: 'POST /distribution/runs', isKeyed: true, gives: 'run' },
  listRuns: { at: 'GET /distribution/runs', query: ['memberId', 'after', 'limit'], items: 'runs' },
  getRun: { at: 'GET /distribution/runs/{runId}', gives: 'run' },
  simulateLevers: { at: 'POST /distribution/simulation', isKeyed: true, gives: 'simulation' },
  listReports: { at: 'GET /reports', gives: 'reports' },
  getReport: { at: 'GET /reports/{name}', query: ['by', 'period', 'from', 'to', 'caseType', 'docket', 'format'], gives: 'report' },
  listDataElements: { at: 'GET /data-elements', gives: 'elements' },
  listDashboards: { at: 'GET /dashboards', gives: 'dashboards' },
  getDashboard: { at: 'GET /dashboards/{dashboardId}', gives: 'dashboard' },
  setDashboardRoles: { at: 'PUT /dashboards/{dashboardId}/roles', isKeyed: true, gives: 'dashboard' },
  removeDashboard: { at: 'DELETE /dashboards/{dashboardId}', isKeyed: true },
  listIssues: { at: 'GET /cases/{caseId}/issues' },
  addIssue: { at: 'POST /cases/{caseId}/issues', isKeyed: true, gives: 'issue' },
  orderIssues: { at: 'PUT /cases/{caseId}/issue-order', isKeyed: true },
  getIssue: { at: 'GET /cases/{caseId}/issues/{issueId}', gives: 'issue' },
  editIssue: { at: 'PATCH /cases/{caseId}/issues/{issueId}', isKeyed: true, gives: 'issue' },
  decideIssue: { at: 'PUT /cases/{caseId}/issues/{issueId}/decision', isKeyed: true, gives: 'issue' },
  undecideIssue: { at: 'DELETE /cases/{caseId}/issues/{issueId}/decision', query: ['override'], isKeyed: true },
  splitIssue: { at: 'POST /cases/{caseId}/issues/{issueId}/split', isKeyed: true },
  mergeIssues: { at: 'POST /cases/{caseId}/issues/{issueId}/merge', isKeyed: true, gives: 'issue' },
  removeIssue: { at: 'PUT /cases/{caseId}/issues/{issueId}/removal', isKeyed: true, gives: 'issue' },
  restoreIssue: { at: 'DELETE /cases/{caseId}/issues/{issueId}/removal', isKeyed: true },
  listEvidence: { at: 'GET /cases/{caseId}/issues/{issueId}/evidence', gives: 'evidence' },
  citeEvidence: { at: 'POST /cases/{caseId}/issues/{issueId}/evidence', isKeyed: true, gives: 'citation' },
  removeCitation: { at: 'DELETE /cases/{caseId}/issues/{issueId}/evidence/{citationId}', query: ['override'], isKeyed: true },
  listPageCitations: { at: 'GET /cases/{caseId}/pages/{page}/citations' },
  checkAnchors: { at: 'POST /cases/{caseId}/anchors/check', isKeyed: true, gives: 'checks' },
  listWorkProducts: { at: 'GET /cases/{caseId}/work-products', gives: 'workProducts' },
  draftWorkProduct: { at: 'POST /cases/{caseId}/work-products', isKeyed: true, gives: 'workProduct' },
  getWorkProduct: { at: 'GET /cases/{caseId}/work-products/{workProductId}', gives: 'workProduct' },
  saveWorkProduct: { at: 'PUT /cases/{caseId}/work-products/{workProductId}', isKeyed: true, gives: 'workProduct' },
  listWorkProductVersions: { at: 'GET /cases/{caseId}/work-products/{workProductId}/versions', query: ['after', 'limit'], items: 'versions' },
  getWorkProductVersion: { at: 'GET /cases/{caseId}/work-products/{workProductId}/versions/{version}', gives: 'version' },
  listComments: { at: 'GET /cases/{caseId}/work-products/{workProductId}/comments', gives: 'comments' },
  addComment: { at: 'POST /cases/{caseId}/work-products/{workProductId}/comments', isKeyed: true, gives: 'comment' },
  setCommentResolved: { at: 'PUT /cases/{caseId}/work-products/{workProductId}/comments/{commentId}/resolved', isKeyed: true },
  submitWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/submit', isKeyed: true, gives: 'workProduct' },
  returnWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/return', isKeyed: true, gives: 'workProduct' },
  discardWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/discard', isKeyed: true, gives: 'workProduct' },
  getBlockers: { at: 'GET /cases/{caseId}/work-products/{workProductId}/blockers' },
  previewWorkProduct: { at: 'GET /cases/{caseId}/work-products/{workProductId}/preview' },
  previewWorkProductFile: { at: 'GET /cases/{caseId}/work-products/{workProductId}/preview/file' },
  signWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/sign', isKeyed: true, gives: 'workProduct' },
  releaseWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/release', isKeyed: true, gives: 'workProduct' },
  recallWorkProduct: { at: 'POST /cases/{caseId}/work-products/{workProductId}/recall', isKeyed: true, gives: 'workProduct' },
  changeText: { at: 'POST /cases/{caseId}/work-products/{workProductId}/operations', isKeyed: true },
  listTextChanges: { at: 'GET /cases/{caseId}/work-products/{workProductId}/operations', query: ['after', 'limit'] },
  keepVersion: { at: 'POST /cases/{caseId}/work-products/{workProductId}/versions', isKeyed: true, gives: 'workProduct' },
  searchBoilerplate: { at: 'GET /boilerplate', query: ['q', 'place', 'after', 'limit', 'issueType', 'disposition'], items: 'entries' },
  getBoilerplate: { at: 'GET /boilerplate/{entryId}', query: ['version'] },
  getBoilerplateChanges: { at: 'GET /boilerplate/{entryId}/changes', query: ['from', 'to'] },
  listBoilerplateUses: { at: 'GET /boilerplate/{entryId}/uses', query: ['version', 'after', 'limit'], items: 'uses' },
  listUntriedConditions: { at: 'GET /boilerplate-conditions/untried', query: ['entryId', 'after', 'limit'], items: 'conditions' },
  offerBoilerplate: { at: 'GET /cases/{caseId}/boilerplate', query: ['q', 'place', 'after', 'limit', 'issueId'], items: 'entries' },
  tryBoilerplate: { at: 'POST /cases/{caseId}/boilerplate/trial', isKeyed: true },
  listDraftBoilerplate: { at: 'GET /cases/{caseId}/work-products/{workProductId}/boilerplate', gives: 'boilerplate' },
  listProposals: { at: 'GET /cases/{caseId}/work-products/{workProductId}/proposals', query: ['status', 'after', 'limit'], items: 'proposals' },
  propose: { at: 'POST /cases/{caseId}/work-products/{workProductId}/proposals', isKeyed: true, gives: 'proposal' },
  acceptProposals: { at: 'POST /cases/{caseId}/work-products/{workProductId}/proposals/accept', isKeyed: true },
  rejectProposals: { at: 'POST /cases/{caseId}/work-products/{workProductId}/proposals/reject', isKeyed: true },
  withdrawProposals: { at: 'POST /cases/{caseId}/work-products/{workProductId}/proposals/withdraw', isKeyed: true },
  openInEditor: { at: 'POST /cases/{caseId}/work-products/{workProductId}/editor-link', isKeyed: true, gives: 'editor' },
  proveSigning: { at: 'POST /cases/{caseId}/work-products/{workProductId}/signing-proof', isKeyed: true },
  listEditorEvidence: { at: 'GET /editor-evidence/{grant}', isPublic: true, gives: 'evidence' },
  getEditorDocument: { at: 'GET /editor-evidence/{grant}/documents/{documentId}/content', isPublic: true },
  getEditorText: { at: 'GET /editor-evidence/{grant}/documents/{documentId}/text', isPublic: true, gives: 'text' },
  listRemands: { at: 'GET /cases/{caseId}/remands', gives: 'remands' },
  recordCourtRemand: { at: 'POST /cases/{caseId}/remands', isKeyed: true, gives: 'remand' },
  correctMandate: { at: 'PUT /cases/{caseId}/remands/{remandId}/mandate', isKeyed: true, gives: 'remand' },
  reportRemandProgress: { at: 'PUT /cases/{caseId}/remands/{remandId}/progress', isKeyed: true, gives: 'remand' },
  returnRemand: { at: 'POST /cases/{caseId}/remands/{remandId}/return', isKeyed: true, gives: 'remand' },
  answerInstruction: { at: 'POST /cases/{caseId}/remands/{remandId}/instructions/{instructionId}/answers', isKeyed: true, gives: 'remand' },
  removeAnswer: { at: 'DELETE /cases/{caseId}/remands/{remandId}/instructions/{instructionId}/answers/{answerId}', isKeyed: true },
  judgeInstruction: { at: 'PUT /cases/{caseId}/remands/{remandId}/instructions/{instructionId}/judgment', isKeyed: true, gives: 'remand' },
  getDecisionPackage: { at: 'GET /cases/{caseId}/decision-package', query: ['workProductId', 'format'] },
  getDecisionFile: { at: 'GET /cases/{caseId}/decision-package/file', query: ['workProductId'] },
  verifyDecision: { at: 'GET /cases/{caseId}/decision-package/verification', query: ['workProductId'] },
}
